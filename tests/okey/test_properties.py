"""What holds in every match, whatever is dealt and played (invariants 1, 8, 9, 12 to 16)."""

import random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from services.kernel.game import Act, Config, Over, Seat
from services.kernel.refusal import Illegal
from services.okey import game
from services.okey.actions import (
    Action,
    Area,
    AutoPlace,
    ClaimIsler,
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
    SelfDeclare,
    Spot,
    SwapOkey,
    TakeSide,
    Undo,
)
from services.okey.happenings import Fined, HandEnded, HandFinished
from services.okey.results import Finish, Opened
from services.okey.state import State
from services.okey.tiles import COLOURS, KINDS, Piece, Tile
from tests.okey.inventory import check
from tests.okey.tables import HOUSE, TOURNAMENT, config, walk

house = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in HOUSE.items()}).map(
    lambda options: config(okeyHands=1, **options)
)
tables = st.one_of(house, house, st.just(TOURNAMENT))
seeds = st.integers(0, 2**32)
few = settings(max_examples=12, deadline=None)


@few
@given(tables, seeds)
def test_all_106_tiles_are_there_in_every_state(table: Config, seed: int) -> None:
    """Invariants 1 and 15."""
    for state in walk(random.Random(seed), table, lapses=0.05):
        check(state)


@few
@given(tables, seeds)
def test_a_hand_has_at_most_one_finisher_and_nobody_else_gains(table: Config, seed: int) -> None:
    """Invariants 8 and 12."""
    before: State | None = None
    for state in walk(random.Random(seed), table, lapses=0.05):
        ended = [one for one in state.happened if isinstance(one, HandEnded)]
        finished = [one for one in state.happened if isinstance(one, HandFinished)]
        for hand in ended:
            result = hand.result
            assert len(finished) == (result.finisher is not None)
            assert all(line.points >= 0 for line in result.lines if line.seat != result.finisher or result.void)
            if Finish.ELDEN in result.finish:
                assert before is not None
                opened = before.playing[0].opened
                assert all(opened[seat] is Opened.NONE for seat in range(4) if seat != result.finisher)
            count = [line for line in result.lines if line.clause in ("8.11", "8.13", "10.4")]
            assert sorted(line.seat for line in count) == ([] if result.void else [0, 1, 2, 3])
        before = state


@few
@given(tables, seeds)
def test_every_fine_has_a_cause_a_seat_and_an_amount(table: Config, seed: int) -> None:
    """Invariant 13: each is told when it is written, and stays."""
    fines = []
    state = None
    for state in walk(random.Random(seed), table, lapses=0.05):
        fines += [one.line for one in state.happened if isinstance(one, Fined)]
    assert state is not None
    for line in fines:
        assert line.points in (51, 101)
        assert line.reason in ("COLLECT", "ISLER_DISCARD", "OKEY_DISCARD", "FAILED_COMMIT", "SIDE_RETURNED")
        assert line in game.score(state).ledger
    if table.options["cezali"] == "off":
        assert not fines


def any_act(rng: random.Random, state: State) -> Action:
    """An act that somebody may try, sensible or not."""
    hand, turn = state.playing
    own = hand.racks[turn.seat]
    tile = rng.choice(own) if rng.random() < 0.8 else rng.choice(KINDS)
    several = rng.sample(own, min(len(own), rng.choice((2, 3, 3, 4))))
    area, meld, at = rng.choice(list(Area)), rng.randrange(-1, len(hand.melds) + 1), rng.randrange(-1, 5)
    named = Piece(tile, rng.choice((None, None, rng.choice(KINDS[:52]))))
    return rng.choice(
        (
            *(Draw(), TakeSide(), ReturnSide(), Undo(), Collect(), Commit(), Devam(), SelfDeclare()),
            Place(named, area, rng.randrange(-1, len(turn.groups) + 2), at),
            AutoPlace(area, (tuple(several), (tile,), ())),
            Open(area, (tuple(map(Piece, several)),), rng.choice(((), (tile,), (tile, tile), (tile,) * 3))),
            LayOff(tile, meld, rng.choice((None, *Spot))),
            SwapOkey(tile, meld, at),
            Discard(tile, rng.choice(list(Onto))),
            ClaimIsler(rng.choice(COLOURS), rng.randrange(15)),
        )
    )


@few
@given(tables, seeds)
def test_what_may_be_done_is_exactly_what_is_accepted(table: Config, seed: int) -> None:
    """Invariants 1, 14, 15: acts by chance leave no trace if they are refused, and lose no tile if they are not."""
    rng = random.Random(seed)
    for state in walk(rng, table):
        if state.due is None or rng.random() < 0.85:
            continue
        for _ in range(6):
            action, seat = any_act(rng, state), rng.choice((state.due, state.due, Seat(rng.randrange(4))))
            was = msgspec.msgpack.encode(state)
            try:
                after = game.apply(state, Act(seat, action))
            except Illegal as refused:
                assert action not in game.legal(state, seat)
                sentences = game.meta.refusal(refused.reason).sentences(refused.detail)
                assert all(sentences.values())
            else:
                assert action in game.legal(state, seat)
                check(after)
            assert msgspec.msgpack.encode(state) == was


@few
@given(tables, seeds)
def test_what_a_viewer_is_sent_names_no_tile_that_is_hidden_from_it(table: Config, seed: int) -> None:
    """Invariant 9: of the tiles in a view all lie in the own rack or lie open."""
    rng = random.Random(seed)
    for state in walk(rng, table):
        if state.hand is None or rng.random() < 0.95:
            continue
        hand = state.hand
        open_: set[Tile] = {hand.indicator, hand.okey, Tile.FALSE_OKEY}
        open_ |= {tile for tiles in (*hand.piles, *hand.taken) for tile in tiles}
        open_ |= {piece.tile for group in hand.turn.groups for piece in group}
        open_ |= {piece.face for group in hand.turn.groups for piece in group if piece.face is not None}
        for viewer in (None, *map(Seat, range(4))):
            view = game.view(state, viewer)
            melds = {one for meld in view.melds for piece in meld.pieces for one in (piece.tile, piece.face)}
            last = {tile for rack in view.last.racks for tile in rack} if view.last is not None else set()
            own = set(hand.racks[viewer]) if viewer is not None else set()
            told = {tile for tile in KINDS if f'"{tile}"' in msgspec.json.encode(view).decode()}
            assert told <= open_ | melds | last | own
            assert view.rack == (hand.racks[viewer] if viewer is not None else ())


@few
@given(house, seeds)
def test_time_outs_alone_end_every_match(table: Config, seed: int) -> None:
    """Invariant 16."""
    state: State | None = None
    for state in walk(random.Random(seed), table, lapses=1.0):  # noqa: B007
        pass
    assert state is not None
    assert game.pending(state) == Over("played_out")


@few
@given(seeds)
def test_time_outs_alone_end_a_match_of_the_tournament(seed: int) -> None:
    """Rules 10.1: it stays tied, since nobody plays on."""
    state: State | None = None
    for state in walk(random.Random(seed), TOURNAMENT, lapses=1.0):  # noqa: B007
        pass
    assert state is not None
    assert game.pending(state) == Over("tied")
    assert len(state.results) == 12
