"""What is refused, and for which reason first, a second time: straight from the clauses' words, at random positions."""

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from kiraathane.okey.v1 import okey_service_pb2 as pb
from services.kernel.game import Act, Seat
from services.kernel.refusal import Illegal
from services.okey import game
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
from services.okey.queries import check
from services.okey.results import Opened
from services.okey.state import Hand, Laid, Phase, State, Turn
from services.okey.tiles import KINDS, Group, Piece, Tile, in_order
from services.okey.wire_tiles import AREA, group_to_proto
from tests.okey.book import Book, spots_of
from tests.okey.test_scores_again import okey, table_meld, terms

POSITIONS = 60_000
SHARES = 4

# -- positions ---------------------------------------------------------------------------------------------------------


def a_group(rng: random.Random, area: Area, joker: Tile) -> Group:
    """Mostly a meld, now and then with okeys in it, named or not, and now and then spoilt."""
    if area is Area.PAIRS:
        faces = [KINDS[rng.randrange(52)]] * 2
    elif rng.random() < 0.5:
        size = rng.choice((3, 3, 4, 5, 6))
        low = rng.randrange(4) * 13 + rng.randint(0, 13 - size)
        faces = list(KINDS[low : low + size])
    else:
        number = rng.randrange(13)
        faces = [KINDS[colour * 13 + number] for colour in rng.sample(range(4), rng.choice((3, 3, 4)))]
    pieces = [Piece(Tile.FALSE_OKEY if face is joker else face) for face in faces]
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        at = rng.randrange(len(pieces))
        named = faces[at] if rng.random() < 0.4 else rng.choice(KINDS[:52]) if rng.random() < 0.1 else None
        pieces[at] = Piece(joker, named)
    if rng.random() < 0.1:
        pieces[rng.randrange(len(pieces))] = Piece(rng.choice(KINDS))
    if rng.random() < 0.05:
        pieces.pop()
    return tuple(pieces)


def some_groups(rng: random.Random, area: Area, joker: Tile) -> tuple[Group, ...]:
    number = rng.choice((1, 1, 2, 4, 5, 5, 6)) if area is Area.PAIRS else rng.choice((1, 1, 2, 3, 4))
    return tuple(group for group in (a_group(rng, area, joker) for _ in range(number)) if group)


def position(rng: random.Random) -> State:
    table = terms(rng)
    rules = rng.choice(("mustUse", "mustUse", "forbidden", "free"))
    if not table.tournament:
        table = replace(table, side_after_open=rules)
    indicator = KINDS[rng.randrange(52)]
    joker = Tile(okey(indicator))
    seat = rng.randrange(4)
    ways = [Opened(rng.choice(("none", "none", "series", "series", "pairs"))) for _ in range(4)]
    if table.tournament and ways.count(Opened.PAIRS) > 2:
        ways = [Opened.SERIES] * 4
    racks = [[KINDS[rng.randrange(52)] for _ in range(rng.choice((1, 1, 2, 3, 8)))] for _ in range(4)]
    if rng.random() < 0.4:
        racks[seat] = rng.choice(([joker], [joker] * 2, [joker, KINDS[3]], [Tile.FALSE_OKEY, joker]))
    phase = Phase.DRAW if rng.random() < 0.08 else Phase.PLAY
    before = ways[seat] is not Opened.NONE and rng.random() < 0.7
    groups: tuple[Group, ...] = ()
    area = None
    side = None
    used: tuple[Tile, ...] = ()
    if phase is Phase.PLAY:
        if rng.random() < 0.4:
            area = Area.PAIRS if ways[seat] is Opened.PAIRS or rng.random() < 0.25 else Area.SERIES
            groups = some_groups(rng, area, joker)
            area = area if groups else None
        tiles = [*racks[seat], *(piece.tile for group in groups for piece in group)]
        if rng.random() < 0.35:
            side = rng.choice(tiles)
        if ways[seat] is not Opened.NONE and rng.random() < 0.4:
            used = tuple(rng.choices([*tiles, *KINDS], k=rng.randint(1, 3)))
    turn = Turn(
        Seat(seat),
        side=side,
        side_barred=side is None and rng.random() < 0.3,
        area=area,
        groups=groups,
        opened_before=before,
        anybody_before=before or any(way is not Opened.NONE for at, way in enumerate(ways) if at != seat),
        used=used,
        lay_offs=rng.randint(0, 2) if used else 0,
        fined=table.tournament and bool(groups) and rng.random() < 0.4,
    )
    hand = Hand(
        indicator=indicator,
        racks=tuple(map(in_order, racks)),
        stock=KINDS[:3],
        turn=turn,
        need=rng.choice((51, 56, 80)) if table.game == "51" else table.need,
        piles=tuple(tuple(rng.choices(KINDS, k=rng.randint(0, 2))) for _ in range(4)),
        melds=tuple(Laid(Seat(rng.randrange(4)), table_meld(rng)) for _ in range(rng.randint(0, 3))),
        opened=tuple(ways),
    )
    return State(table, phase, Seat(0), hand)


def with_tiles(state: State, tiles: list[Tile], left: int) -> State:
    """The position with these tiles on the rack of the seat on turn, and a few of those that were there."""
    hand, turn = state.playing
    racks = [*hand.racks]
    racks[turn.seat] = in_order([*tiles, *hand.racks[turn.seat][:left]])
    return replace(state, hand=replace(hand, racks=tuple(racks)))


def an_opening(rng: random.Random, state: State, joker: Tile) -> tuple[State, Action]:
    area = rng.choice((Area.SERIES, Area.SERIES, Area.PAIRS))
    groups = () if rng.random() < 0.03 else some_groups(rng, area, joker)
    tiles = [piece.tile for one in groups for piece in one]
    if rng.random() < 0.1:
        return state, Open(area, groups)
    state = with_tiles(state, tiles, rng.choice((0, 1, 1, 2, 3)))
    rest = list((Counter(state.playing[0].racks[state.playing[1].seat]) - Counter(tiles)).elements())
    return state, Open(area, groups, tuple(rest[: rng.choice((1, 1, 2))]) if rng.random() < 0.5 else ())


def an_automatic(rng: random.Random, state: State, joker: Tile) -> tuple[State, Action]:
    area = rng.choice(list(Area))
    lots = tuple(tuple(piece.tile for piece in one) for one in some_groups(rng, area, joker))
    state = with_tiles(state, [one for lot in lots for one in lot], rng.choice((0, 1, 2)))
    return state, AutoPlace(area, lots)


def a_lay_off(rng: random.Random, state: State, joker: Tile, tile: Tile, at: int) -> tuple[State, Action]:
    melds = state.playing[0].melds
    if 0 <= at < len(melds) and (fits := list(spots_of(melds[at]).values())) and rng.random() < 0.6:
        colour, number = rng.choice(fits)
        tile = Tile(f"{colour}{number}") if rng.random() < 0.7 else joker
        state = with_tiles(state, [tile], rng.choice((0, 1, 2)))
    return state, LayOff(tile, at, rng.choice((None, None, None, *Spot)))


def a_swap(rng: random.Random, state: State, joker: Tile, tile: Tile, at: int) -> tuple[State, Action]:
    melds = state.playing[0].melds
    place = rng.randint(-1, 4)
    if 0 <= at < len(melds) and rng.random() < 0.8:
        places = melds[at].meld.places
        place = next((index for index, one in enumerate(places) if one.wild), place)
        face = places[place % len(places)].face
        if face is not None and rng.random() < 0.7:
            tile = KINDS[face.suit * 13 + face.rank - 1]
            tile = Tile.FALSE_OKEY if tile is joker and rng.random() < 0.7 else tile
            state = with_tiles(state, [tile], 1)
    return state, SwapOkey(tile, at, place)


def a_place(rng: random.Random, state: State, tile: Tile) -> Action:
    _, turn = state.playing
    named = rng.choice(KINDS[:52]) if rng.random() < 0.15 else None
    group = rng.randint(-1, len(turn.groups) + 1) if rng.random() < 0.3 else len(turn.groups)
    area = turn.area if turn.area and rng.random() < 0.8 else rng.choice(list(Area))
    return Place(Piece(tile, named), area, group, rng.randint(0, 1) * rng.randint(0, 3))


def an_act(rng: random.Random, state: State) -> tuple[State, Action]:
    """An act, mostly one that has a chance, and the position that it is done in."""
    hand, turn = state.playing
    joker = Tile(okey(hand.indicator))
    tile = rng.choice(hand.racks[turn.seat]) if rng.random() < 0.95 else rng.choice(KINDS)
    at = rng.randint(-1, len(hand.melds)) if rng.random() < 0.2 or not hand.melds else rng.randrange(len(hand.melds))
    if state.phase is Phase.DRAW and rng.random() < 0.8:
        return state, rng.choice((Draw(), TakeSide(), TakeSide()))
    kind = rng.randrange(9)
    if kind in (0, 1):
        return an_opening(rng, state, joker)
    if kind == 2:
        return an_automatic(rng, state, joker)
    if kind in (3, 4):
        return a_lay_off(rng, state, joker, tile, at)
    if kind == 5:
        return a_swap(rng, state, joker, tile, at)
    alone: tuple[Action, ...] = (Undo(), Collect(), ReturnSide(), ReturnSide(), Devam(), TakeSide(), *[Commit()] * 4)
    return state, rng.choice((*alone, *[a_place(rng, state, tile)] * 5, *[Discard(tile, rng.choice(list(Onto)))] * 9))


def outcome(state: State, action: Action) -> State | str:
    """The match after the act, or why it was refused."""
    try:
        return game.apply(state, Act(state.playing[1].seat, action))
    except Illegal as refused:
        return refused.reason


@pytest.mark.parametrize("share", range(SHARES))
def test_an_act_is_refused_for_the_reason_that_the_clauses_name_first(share: int) -> None:
    """Rules 8.4 to 8.8, 8.12, 8.16, 10.3, 10.5."""
    rng = random.Random(f"okey refusals {share}")
    for _ in range(POSITIONS // SHARES):
        state, action = an_act(rng, position(rng))
        book = Book(state, action)
        told = f"{game.notation.write_position(state)}\n{state.terms}\n{action}\n{book.reason}"
        after = outcome(state, action)
        assert (after if isinstance(after, str) else "") == book.reason, told
        if isinstance(after, State) and after.hand is not None:
            assert sum(line.points for line in after.hand.fines) == book.fine, told


def test_what_a_commit_would_answer_is_what_the_act_answers() -> None:
    """Rules 8.16, "asking without playing"."""
    rng = random.Random("okey questions")
    for _ in range(POSITIONS // 10):
        state = position(rng)
        hand, turn = state.playing
        if turn.groups or state.phase is not Phase.PLAY:
            continue
        state, action = an_opening(rng, state, Tile(okey(hand.indicator)))
        if not isinstance(action, Open) or action.finish or not state.playing[0].racks[turn.seat]:
            continue
        groups = map(group_to_proto, action.groups)
        answer = check(game.view(state, turn.seat), pb.CheckGroupsRequest(area=AREA[action.area], groups=groups))
        assert answer.reason == Book(state, action).reason, f"{game.notation.write_position(state)}\n{action}"
