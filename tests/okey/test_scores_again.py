"""What a hand brings a second time: straight from the clauses' words, and held to the family's at random ends."""

import random
from collections import Counter

import pytest

from services.kernel.game import Act, Lapse, LapseCause, Seat
from services.kernel.melds import Face, Kind, Meld, Place
from services.kernel.score import LedgerLine
from services.okey import game
from services.okey.actions import Action, Area, Devam, Discard, Onto
from services.okey.results import Opened
from services.okey.state import Hand, Laid, Phase, State, Turn
from services.okey.terms import GameName, Terms
from services.okey.tiles import KINDS, Group, Piece, Tile, in_order

ENDS = 100_000
SHARES = 4

Lines = Counter[tuple[int, int]]

# -- the clauses -------------------------------------------------------------------------------------------------------


def okey(indicator: str) -> str:
    """Rules 8.3: same colour, number + 1; 13 gives 1."""
    number = int(indicator[1:]) + 1
    return indicator[0] + str(1 if number == 14 else number)


def counts_as(tile: str, joker: str) -> tuple[str, int]:
    """Rules 8.3: a false okey is an ordinary tile with the okey's colour and number."""
    if tile == "F":
        tile = joker
    return tile[0], int(tile[1:])


def left(rack: list[str], joker: str, table: Terms) -> int:
    """Rules 8.11, 8.6: the numbers left, and for each real okey the surcharge."""
    total = 0
    for tile in rack:
        if tile == joker:
            total += 51 if table.game == "51" else 101
            continue
        number = counts_as(tile, joker)[1]
        if table.game == "51" and table.high_is_ten and number in (11, 12, 13):
            number = 10
        total += number
    return total


def victim(opened: str, rack: list[str], joker: str, factor: int, table: Terms) -> int:
    """Rules 8.11, one cell of the table."""
    if opened == "none":
        return (200 if table.game == "51" else 202) * factor
    return left(rack, joker, table) * factor * (2 if opened == "pairs" else 1)


HOUSE_FACTORS = {
    "": 1,
    "okey": 2,
    "pairs": 2,
    "elden": 2,
    "elden okey": 4,
    "okey pairs": 4,
    "elden pairs": 4,
    "elden okey pairs": 8,
}
TOURNAMENT = {
    "": (1, 101),
    "okey": (2, 202),
    "pairs": (2, 202),
    "elden": (2, 202),
    "elden okey": (4, 404),
    "okey pairs": (4, 404),
    "devam": (4, 404),
    "devam pairs": (8, 808),
    "devam elden": (8, 808),
    "devam elden pairs": (8, 808),
}


def finish_of(kinds: set[str], table: Terms) -> tuple[int, int]:
    """The multiplier and what the finisher gets off (rules 8.11, 10.4)."""
    name = " ".join(sorted(kinds))
    if table.tournament:
        return TOURNAMENT[name]
    factor = HOUSE_FACTORS[name]
    if table.bonus_scaled:
        return factor, (50 if table.game == "51" else 101) * factor
    if table.game == "51":
        return factor, 100 if "okey" in kinds else 50
    return factor, 202 if "okey" in kinds else 101


def lays_off(tile: str, joker: str, melds: list[Laid]) -> bool:
    """Rules 8.16, "where a lay-off goes": an ordinary tile or a false okey."""
    colour, number = counts_as(tile, joker)
    for laid in melds:
        faces = [("YBKR"[face.suit], face.rank) for face, _ in laid.meld.places if face is not None]
        numbers = [rank for _, rank in faces]
        if laid.meld.kind is Kind.RUN and faces[0][0] == colour and number in (min(numbers) - 1, max(numbers) + 1):
            return True
        if (
            laid.meld.kind is Kind.SET
            and len(faces) == 3
            and numbers[0] == number
            and colour not in [letter for letter, _ in faces]
        ):
            return True
    return False


def frees(tile: str, joker: str, melds: list[Laid]) -> bool:
    """Rules 8.12, the option: an okey of a run or a set stands for exactly this tile; pairs are never işler."""
    return any(
        wild and face is not None and ("YBKR"[face.suit], face.rank) == counts_as(tile, joker)
        for laid in melds
        if laid.meld.kind is not Kind.PAIR
        for face, wild in laid.meld.places
    )


def event(tile: str, joker: str, melds: list[Laid], table: Terms) -> int:
    """What a discard that is no finish costs (rules 8.12, 10.3, 10.6)."""
    price = 51 if table.game == "51" else 101
    if not table.fines:
        return 0
    if tile == joker:
        return price
    if table.tournament:
        return 0
    if lays_off(tile, joker, melds) or (table.okey_spot_is_isler and frees(tile, joker, melds)):
        return price
    return 0


# -- ends of hand ------------------------------------------------------------------------------------------------------


def terms(rng: random.Random) -> Terms:
    if rng.random() < 0.25:
        return Terms(tournament=True, partners=True, bonus_scaled=True, devam=rng.random() < 0.9, signs=True)
    names: tuple[GameName, ...] = ("101", "34", "51")
    name = rng.choice(names)
    return Terms(
        game=name,
        partners=rng.random() < 0.5,
        fines=rng.random() < 0.8,
        high_is_ten=name == "51" and rng.random() < 0.5,
        bonus_scaled=rng.random() < 0.5,
        okey_spot_is_isler=rng.random() < 0.3,
    )


def table_meld(rng: random.Random) -> Meld:
    """A meld with or without an okey in it."""
    kind = rng.choice((Kind.RUN, Kind.RUN, Kind.SET, Kind.PAIR))
    if kind is Kind.RUN:
        size = rng.choice((3, 3, 4, 5, 13))
        suit, low = rng.randrange(4), rng.randint(1, 14 - size)
        faces = [Face(suit, low + step) for step in range(size)]
    elif kind is Kind.SET:
        rank = rng.randint(1, 13)
        faces = [Face(suit, rank) for suit in sorted(rng.sample(range(4), rng.choice((3, 3, 4))))]
    else:
        faces = [Face(rng.randrange(4), rng.randint(1, 13))] * 2
    star = rng.randrange(len(faces)) if rng.random() < 0.4 else -1
    return Meld(kind, tuple(Place(face, at == star) for at, face in enumerate(faces)))


def stroke(rng: random.Random, real: Tile) -> tuple[Area, tuple[Group, ...]]:
    """What is staged for one opening: runs, of the value or below it, or six pairs."""
    if rng.random() < 0.3:
        kinds = [kind for kind in rng.sample(KINDS, 8) if kind not in (real, Tile.FALSE_OKEY)][:6]
        return Area.PAIRS, tuple((Piece(kind), Piece(kind)) for kind in kinds)
    lows = rng.sample([suit * 13 + low for suit in range(4) for low in (0, 3, 6, 9)], rng.randint(2, 6))
    runs = [KINDS[low : low + 3] for low in lows]
    return Area.SERIES, tuple(tuple(map(Piece, run)) for run in runs if real not in run)


def rack(rng: random.Random, real: Tile, size: int) -> list[Tile]:
    tiles = [KINDS[rng.randrange(52)] for _ in range(size)]
    for special, chance in ((real, 0.25), (real, 0.08), (Tile.FALSE_OKEY, 0.2)):
        if rng.random() < chance:
            tiles[rng.randrange(size)] = special
    return tiles


class Scene:
    """A hand just before its last act, made by chance."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.table = terms(rng)
        self.indicator = KINDS[rng.randrange(52)]
        self.joker = okey(self.indicator)
        self.real = Tile(self.joker)
        self.seat = rng.randrange(4)
        self.opened = [rng.choice(("none", "series", "series", "pairs")) for _ in range(4)]
        if rng.random() < 0.3:
            self.opened = ["none"] * 4
            self.opened[self.seat] = rng.choice(("none", "series", "pairs"))
        self.racks = [rack(rng, self.real, rng.randint(1, 14)) for _ in range(4)]
        self.fines = tuple(
            LedgerLine(rng.randrange(4), rng.choice((51, 101)), "COLLECT", "8.12")
            for _ in range(rng.choice((0, 0, 1, 3)))
        )
        self.melds = [Laid(Seat(rng.randrange(4)), table_meld(rng)) for _ in range(rng.randrange(5))]
        self.stock: tuple[Tile, ...] = (Tile.Y1, Tile.K2)
        self.area: Area | None = None
        self.groups: tuple[Group, ...] = ()
        self.now = self.opened[self.seat] != "none" and rng.random() < 0.4
        self.lines: Lines = Counter((line.seat, line.points) for line in self.fines)

    @property
    def others(self) -> list[str]:
        return [way for seat, way in enumerate(self.opened) if seat != self.seat]

    def victims(self, factor: int, seats: list[int]) -> None:
        for seat in seats:
            tiles = [tile.value for tile in self.racks[seat]]
            self.lines[(seat, victim(self.opened[seat], tiles, self.joker, factor, self.table))] += 1

    def state(self) -> State:
        """The position; one whose groups are still staged is not open yet."""
        ways = [Opened(way) for way in self.opened]
        if self.groups:
            ways[self.seat] = Opened.NONE
        before = ways[self.seat] is not Opened.NONE and not self.now
        anybody = before or any(way != "none" for way in self.others)
        turn = Turn(Seat(self.seat), area=self.area, groups=self.groups, opened_before=before, anybody_before=anybody)
        hand = Hand(
            indicator=self.indicator,
            racks=tuple(map(in_order, self.racks)),
            stock=self.stock,
            turn=turn,
            need=self.table.need,
            melds=tuple(self.melds),
            opened=tuple(ways),
            fines=self.fines,
        )
        return State(self.table, Phase.PLAY, Seat(0), hand)


def finish(scene: Scene) -> Act[Action] | Lapse | None:
    """Goes out; None for what cannot be."""
    rng, seat, table = scene.rng, scene.seat, scene.table
    two = table.devam and rng.random() < 0.4
    last = scene.real if rng.random() < 0.4 else rng.choice(KINDS)
    if scene.opened[seat] == "none":
        scene.area, scene.groups = stroke(rng, scene.real)
        scene.opened[seat] = scene.area.value
        scene.now = True
    pairs = scene.opened[seat] == "pairs"
    elden = scene.now and all(way == "none" for way in scene.others)
    if elden and pairs and table.game != "51" and not two:
        return None  # ten pairs and one tile more: that is 21, and there are 22 (rules 8.9)
    scene.racks[seat] = [scene.real, scene.real] if two else [last]
    okeys = "devam" if two else "okey" if last is scene.real else ""
    kinds = {word for word, holds in ((okeys, okeys), ("pairs", pairs), ("elden", elden)) if holds}
    factor, bonus = finish_of(kinds, table)
    scene.lines[(seat, -bonus)] += 1
    partner = (seat + 2) % 4 if table.partners else seat
    scene.victims(factor, [other for other in range(4) if other not in (seat, partner)])
    if two:
        return Act(Seat(seat), Devam())
    if not scene.groups and rng.random() < 0.05:
        return Lapse(Seat(seat), LapseCause.TIMEOUT)
    return Act(Seat(seat), Discard(last, rng.choice((Onto.SIDE, Onto.INDICATOR))))


def stock_out(scene: Scene) -> Act[Action] | Lapse | None:
    """Discards a tile that is not the last of the rack, after the last of the stock was drawn."""
    rng = scene.rng
    thrown = rng.choice((scene.real, Tile.FALSE_OKEY)) if rng.random() < 0.2 else rng.choice(KINDS[:52])
    scene.stock = ()
    if fine := event(thrown, scene.joker, scene.melds, scene.table):
        scene.lines[(scene.seat, fine)] += 1
    scene.victims(1, [0, 1, 2, 3])
    scene.racks[scene.seat].append(thrown)
    return Act(Seat(scene.seat), Discard(thrown))


def end(rng: random.Random) -> tuple[State, Act[Action] | Lapse, Lines]:
    """A state before the last act of a hand, that act, and the lines that the clauses name."""
    while True:
        scene = Scene(rng)
        act = finish(scene) if rng.random() < 0.75 else stock_out(scene)
        void = scene.table.tournament and scene.opened == ["pairs"] * 4  # before it comes to this (rules 10.3)
        if act is not None and not void:
            return scene.state(), act, scene.lines


@pytest.mark.parametrize("share", range(SHARES))
def test_the_lines_of_a_hand_are_those_that_the_clauses_name(share: int) -> None:
    """Rules 8.6, 8.9 to 8.13, 10.3 to 10.5."""
    rng = random.Random(f"okey scores {share}")
    for _ in range(ENDS // SHARES):
        state, act, expected = end(rng)
        after = game.apply(state, act)
        (result,) = after.results
        got = Counter((line.seat, line.points) for line in result.lines if line.points)
        assert got == expected, f"{game.notation.write_position(state)}\n{act}\n{got - expected} {expected - got}"
