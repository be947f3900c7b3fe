"""The turn of 8.16 straight from the words of the clauses, slowly: why an act is refused first, and what it costs."""

from collections import Counter
from itertools import product

from services.kernel.game import Seat
from services.kernel.melds import Face as Printed
from services.kernel.melds import Kind, Meld
from services.kernel.melds import Place as Lying
from services.okey.actions import (
    Action,
    Area,
    AutoPlace,
    Collect,
    Commit,
    Devam,
    Discard,
    Draw,
    LayOff,
    Onto,
    Open,
    Place,
    ReturnSide,
    Spot,
    SwapOkey,
    TakeSide,
    Undo,
)
from services.okey.results import Opened
from services.okey.state import Laid, Phase, State
from services.okey.tiles import Group, Piece, Tile
from tests.okey.test_scores_again import counts_as, event, okey

Face = tuple[str, int]
FACES: list[Face] = [(colour, number) for colour in "YBKR" for number in range(1, 14)]

# -- melds ------------------------------------------------------------------------------------------------


def is_run(faces: tuple[Face, ...]) -> bool:
    return len(faces) >= 3 and all(face == (faces[0][0], faces[0][1] + at) for at, face in enumerate(faces))


def is_set(faces: tuple[Face, ...]) -> bool:
    return len(faces) in (3, 4) and len({number for _, number in faces}) == 1 and len(set(faces)) == len(faces)


def readings(group: Group, area: Area, joker: str) -> list[tuple[Face, ...]]:
    """Rules 8.4: all that a group can be, every okey tried as everything."""
    wild = [piece.tile.value == joker for piece in group]
    choices = [
        ([counts_as(piece.face or piece.tile, joker)] if piece.face or not okey_here else FACES)
        for piece, okey_here in zip(group, wild, strict=True)
    ]
    if area is Area.PAIRS:
        if len(group) != 2:
            return []
        if all(wild):
            own = counts_as(joker, joker)
            return [(own, own)] if all(own in choice for choice in choices) else []
        return [(one, other) for one, other in product(*choices) if one == other]
    if len(group) < 3 or len(group) > 13 or all(wild):
        return []
    found: dict[object, tuple[Face, ...]] = {}
    for faces in product(*choices):
        if is_run(faces):
            found["run", faces] = faces
        elif is_set(faces):
            found["set", frozenset(faces)] = faces
    return list(found.values())


def worth_34(numbers: list[int]) -> int:
    """Rules 8.7: the best split into runs of three to five; a block's middle, and a third of every tile beside it."""
    if len(numbers) > 5:
        return max(worth_34(numbers[:at]) + worth_34(numbers[at:]) for at in (3, 4, 5) if len(numbers) - at >= 3)
    return numbers[1] + sum(number // 3 for number in numbers[3:])


def worth(faces: tuple[Face, ...], state: State) -> int:
    numbers = sorted(number for _, number in faces)
    if state.terms.game == "34":
        return worth_34(numbers)
    return sum(10 if state.terms.high_is_ten and number > 10 else number for number in numbers)


# -- acts -------------------------------------------------------------------------------------------------


class Book:
    """Rules 8.16: the first reason for which an act is refused, "" for none; `fine` is its price."""

    def __init__(self, state: State, action: Action) -> None:
        hand, turn = state.playing
        self.state, self.hand, self.turn = state, hand, turn
        self.joker = okey(hand.indicator)
        self.rack = [tile.value for tile in hand.racks[turn.seat]]
        self.opened = hand.opened[turn.seat].value
        self.tournament = state.terms.tournament
        self.price = (51 if state.terms.game == "51" else 101) if state.terms.fines else 0
        self.fine = 0
        self.melds = [*hand.melds]
        self.used = [tile.value for tile in turn.used]
        self.reason = self.judge(action)

    def judge(self, action: Action) -> str:
        drawing = isinstance(action, Draw | TakeSide)
        if isinstance(action, Devam) and not self.state.terms.devam:
            return "NOT_AT_THIS_TABLE"
        if drawing != (self.state.phase is Phase.DRAW):
            return "WRONG_PHASE"
        match action:
            case Place():
                return self.place(action)
            case AutoPlace():
                return self.auto(action)
            case Open():
                return self.open(action)
            case LayOff():
                return self.lay_off(action)
            case SwapOkey():
                return self.swap(action)
            case Discard():
                return self.discard(action)
            case _:
                return self.alone(action)

    def alone(self, action: Action) -> str:
        """The acts that say nothing but what they are."""
        match action:
            case TakeSide():
                return self.take()
            case ReturnSide():
                return self.give_back()
            case Collect():
                return self.collect()
            case Commit():
                return self.commit()
            case Devam():
                return self.devam()
            case Undo():
                return "" if self.turn.undo else "NOTHING_TO_UNDO"
            case _:
                return ""

    def take(self) -> str:
        if not self.hand.piles[(self.turn.seat + 3) % 4]:
            return "NO_SIDE_TILE"
        if self.turn.side_barred:
            return "SIDE_BARRED"
        if self.opened != "none" and self.state.terms.side_after_open == "forbidden":
            return "SIDE_FORBIDDEN"
        return ""

    def give_back(self) -> str:
        if self.turn.side is None:
            return "NO_SIDE_TILE"
        if self.turn.groups or self.turn.used:
            return "ALREADY_LAID"
        self.fine = 101 if self.tournament else 0
        return ""

    def off(self, tiles: list[str]) -> str:
        """The tiles leave the rack, and one stays."""
        if Counter(tiles) - Counter(self.rack):
            return "NOT_YOUR_TILE"
        self.rack = list((Counter(self.rack) - Counter(tiles)).elements())
        return "" if self.rack else "KEEP_ONE_TILE"

    def lies_in(self, area: Area) -> str:
        if self.turn.groups and self.turn.area is not area:
            return "MIXED_AREAS"
        if self.opened == "pairs" and area is Area.SERIES:
            return "PAIR_OPENER"
        if self.opened == "series" and area is Area.PAIRS and Opened.PAIRS not in self.hand.opened:
            return "NO_PAIR_AREA"
        return ""

    def place(self, action: Place) -> str:
        groups = self.turn.groups
        bad = not 0 <= action.group <= len(groups)
        bad = bad or not 0 <= action.pos <= (len(groups[action.group]) if action.group < len(groups) else 0)
        no_okey = action.piece.face is not None and action.piece.tile.value != self.joker
        return (
            self.off([action.piece.tile])
            or self.lies_in(action.area)
            or ("BAD_GROUP" if bad else "NOT_AN_OKEY" if no_okey else "")
        )

    def collect(self) -> str:
        if not self.turn.groups:
            return "NOTHING_STAGED"
        self.fine = 0 if self.turn.fined else self.price
        return ""

    def auto(self, action: AutoPlace) -> str:
        groups = [tuple(map(Piece, tiles)) for tiles in action.groups]
        if Counter(tile for group in action.groups for tile in group) - Counter(map(Tile, self.rack)):
            return "NOT_YOUR_TILE"
        lying = [
            group
            for group in groups
            if readings(group, action.area, self.joker)
            and not (action.area is Area.SERIES and any(piece.tile.value == self.joker for piece in group))
        ]
        tiles: list[str] = [piece.tile for group in lying for piece in group]
        return self.off(tiles) or self.lies_in(action.area) or ("" if lying else "NOTHING_TO_LAY")

    def conditions(self, groups: tuple[Group, ...], area: Area, *, stroke: bool = False) -> str:
        """ "Conditions of a commit": 1 to 3; what is committed is used."""
        melds = []
        for group in groups:
            found = readings(group, area, self.joker)
            if len(found) != 1:
                return "OKEY_NEEDS_FACE" if found else "INVALID_MELD" if area is Area.SERIES else "INVALID_PAIR"
            melds += found
        staged: list[str] = [piece.tile.value for group in groups for piece in group]
        if self.opened == "none":
            if area is Area.SERIES:
                waived = stroke and len(self.rack) == 1
                if sum(worth(meld, self.state) for meld in melds) < self.hand.need and not waived:
                    return "BELOW_VALUE"
            elif len(melds) < (4 if self.state.terms.game == "51" else 5):
                return "TOO_FEW_PAIRS"
            if self.turn.side is not None and self.turn.side.value not in staged:
                return "SIDE_UNUSED"
            self.opened = area.value
        self.used += staged
        self.melds += [as_laid(faces, group, self.joker, area) for faces, group in zip(melds, groups, strict=True)]
        return ""

    def commit(self) -> str:
        if not self.turn.groups or self.turn.area is None:
            return "NOTHING_STAGED"
        reason = self.conditions(self.turn.groups, self.turn.area)
        if reason and self.tournament:
            self.fine = 0 if self.turn.fined else self.price
            return ""
        return reason

    def implied(self, *, stroke: bool = False) -> str:
        if not self.turn.groups or self.turn.area is None:
            return ""
        if self.tournament and not stroke:
            return "COMMIT_FIRST"
        return self.conditions(self.turn.groups, self.turn.area, stroke=stroke)

    def open(self, action: Open) -> str:
        if self.turn.groups:
            return "STAGING_NOT_EMPTY"
        if not action.groups:
            return "NOTHING_STAGED"
        pieces = [piece for group in action.groups for piece in group]
        reason = self.off([piece.tile.value for piece in pieces]) or self.lies_in(action.area)
        if reason or not all(action.groups):
            return reason or "BAD_GROUP"
        if any(piece.face is not None and piece.tile.value != self.joker for piece in pieces):
            return "NOT_AN_OKEY"
        if not action.finish:
            return self.conditions(action.groups, action.area)
        finish: list[str] = [tile.value for tile in action.finish]
        two = len(finish) > 1
        if sorted(finish) != sorted(self.rack) or (two and not self.state.terms.devam):
            return "NOT_FINISHING"
        if two and finish != [self.joker] * 2:
            return "NOT_TWO_OKEYS"
        if two:
            self.rack.pop()  # 10.5: "one tile" reads "the two okeys"
        return self.conditions(action.groups, action.area, stroke=True) or self.duties(finish[0], last=True)

    def duties(self, tile: str, *, last: bool) -> str:
        side = None if self.turn.side is None else self.turn.side.value
        if side is None:
            return ""
        if self.opened == "none":
            return "OPEN_OWED"
        unmet = self.turn.opened_before and self.state.terms.side_after_open == "mustUse" and side not in self.used
        if unmet and not (last and tile == side):
            return "SIDE_UNUSED"
        return "SIDE_TILE_SAME_TURN" if tile == side and not last else ""

    def discard(self, action: Discard) -> str:
        tile, last = action.tile.value, len(self.rack) == 1
        if tile not in self.rack:
            return "NOT_YOUR_TILE"
        reason = self.implied(stroke=last) or self.duties(tile, last=last)
        if reason:
            return reason
        if last:
            return "NOT_OPENED" if self.opened == "none" else ""
        if action.onto is Onto.INDICATOR:
            return "NOT_FINISHING"
        self.fine = event(tile, self.joker, self.melds, self.state.terms)
        return ""

    def devam(self) -> str:
        if self.rack != [self.joker] * 2:
            return "NOT_TWO_OKEYS"
        self.rack.pop()
        reason = self.implied(stroke=True) or self.duties(self.joker, last=True)
        return reason or ("NOT_OPENED" if self.opened == "none" else "")

    def lay_off(self, action: LayOff) -> str:
        reason = self.implied()
        if reason or self.opened == "none":
            return reason or "NOT_OPENED"
        if self.tournament and self.opened == "pairs" and self.turn.lay_offs >= 2:
            return "LAYOFF_LIMIT"
        if reason := self.off([action.tile.value]):
            return reason
        if not 0 <= action.meld < len(self.melds):
            return "DOES_NOT_FIT"
        spots = spots_of(self.melds[action.meld])
        if action.tile.value == self.joker:
            fitting = [spot for spot in spots if action.spot in (None, spot)]
            return "" if len(fitting) == 1 else "NAME_THE_SPOT" if fitting else "DOES_NOT_FIT"
        face = counts_as(action.tile, self.joker)
        laid = self.melds[action.meld].meld
        if laid.kind is Kind.SET and any(
            place.wild and place.face and ("YBKR"[place.face.suit], place.face.rank) == face for place in laid.places
        ):
            return "COLOUR_TAKEN"
        fits = [spot for spot, free in spots.items() if free == face and action.spot in (None, spot)]
        return "" if fits else "DOES_NOT_FIT"

    def swap(self, action: SwapOkey) -> str:
        reason = self.implied()
        if reason or self.opened == "none":
            return reason or "NOT_OPENED"
        if action.tile.value not in self.rack:
            return "NOT_YOUR_TILE"
        places = self.melds[action.meld].meld.places if 0 <= action.meld < len(self.melds) else ()
        if not 0 <= action.place < len(places) or not places[action.place].wild:
            return "NO_OKEY_THERE"
        face = places[action.place].face
        assert face is not None
        right = action.tile.value != self.joker and counts_as(action.tile, self.joker) == ("YBKR"[face.suit], face.rank)
        return "" if right else "WRONG_TILE"


def spots_of(laid: Laid) -> dict[Spot, Face]:
    """Rules 8.16, "where a lay-off goes"."""
    faces = [("YBKR"[face.suit], face.rank) for face, _ in laid.meld.places if face is not None]
    if laid.meld.kind is Kind.RUN:
        ends = {Spot.LOW: (faces[0][0], faces[0][1] - 1), Spot.HIGH: (faces[0][0], faces[-1][1] + 1)}
        return {spot: face for spot, face in ends.items() if 1 <= face[1] <= 13}
    if laid.meld.kind is Kind.SET and len(faces) == 3:
        there = [colour for colour, _ in faces]
        return {Spot(colour): (colour, faces[0][1]) for colour in "YBKR" if colour not in there}
    return {}


def as_laid(faces: tuple[Face, ...], group: Group, joker: str, area: Area) -> Laid:
    """A group that has just been committed, as it lies: those of a set by their colours."""
    wild = [piece.tile.value == joker for piece in group]
    places = [
        Lying(Printed("YBKR".index(colour), number), star) for (colour, number), star in zip(faces, wild, strict=True)
    ]
    kind = Kind.PAIR if area is Area.PAIRS else Kind.RUN if is_run(faces) else Kind.SET
    return Laid(Seat(0), Meld(kind, tuple(sorted(places) if kind is Kind.SET else places)))
