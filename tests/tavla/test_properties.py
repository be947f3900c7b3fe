"""What holds in every position of every variant, whatever the dice and the players do."""

import random
from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.kernel.codec import Codec
from services.kernel.game import Act, Config, Lapse, LapseCause, Over, Seat
from services.kernel.refusal import Illegal
from services.tavla import game, wire
from services.tavla.actions import Action, CheckerMove, PlayTurn
from services.tavla.plays import _Search, position
from services.tavla.state import Phase, State
from tests.tavla.tables import VARIANTS, dice, random_states

CODEC = Codec(game)
MANY = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def tables(draw: st.DrawFn) -> Config:
    """A table with any options."""
    misli = draw(st.booleans())
    return Config(
        options=game.meta.resolve(
            {
                "tavlaTable": "misli" if misli else "traditional",
                "tavlaVariant": draw(st.sampled_from(VARIANTS)),
                "matchLength": draw(st.sampled_from(("3", "5", "9") if misli else ("1", "3"))),
                "tavlaScore": draw(st.sampled_from(("traditional", "brainking"))),
                "openingRoll": draw(st.sampled_from(("playOpeningDice", "reroll"))),
                "winnerStartsNext": draw(st.sampled_from(("yes", "no"))),
                "hitAndRun": draw(st.sampled_from(("allowed", "forbidden"))),
                "antiScore": draw(st.sampled_from(("single", "mirrored"))),
            }
        )
    )


@st.composite
def positions(draw: st.DrawFn, phase: Phase | None = None) -> tuple[State, Config]:
    """A state somewhere in a random match, in the given phase if the match comes to one."""
    table = draw(tables())
    rng = random.Random(draw(st.integers(0, 10**9)))
    wanted = draw(st.integers(0, 160))
    found = game.setup(table)
    for index, state in enumerate(random_states(rng, table, resignations=0.005)):
        if phase is None or state.phase is phase:
            found = state
        if index >= wanted and found is state:
            break
    return found, table


@given(positions())
@MANY
def test_every_checker_is_somewhere(drawn: tuple[State, Config]) -> None:
    """Rules, invariant 10: 15 checkers a side (Hiper 3), a pinned one alone on its point under an enemy."""
    state, _ = drawn
    board = state.match.terms.board
    assert [sum(side) for side in state.sides] == [board.checkers] * 2
    for seat, pinned in enumerate(state.pinned):
        for point in range(1, 25):
            if pinned >> point & 1:
                assert state.sides[seat][point] == 1
                assert state.sides[1 - seat][board.mirror[point]] >= 1


@given(positions(Phase.PLAYING))
@MANY
def test_every_listed_play_is_accepted_and_leads_to_a_position_of_its_own(drawn: tuple[State, Config]) -> None:
    state, _ = drawn
    options = game.legal(state, Seat(state.turn))
    listed = list(options)
    assert len(listed) == len(options)
    assert listed == [options[index] for index in range(len(options))]
    reached = set()
    for action in listed:
        assert action in options
        if isinstance(action, PlayTurn):
            reached.add(board_after(state, action))
    assert len(reached) == len(listed) - (state.phase in (Phase.PLAYING, Phase.CHOOSING))


def board_after(state: State, action: PlayTurn) -> object:
    board = position(state).board()
    for point, die in action.moves:
        board.make(point, die)
    return board.key()


@given(positions(Phase.PLAYING), st.randoms(use_true_random=False))
@MANY
def test_another_order_of_the_same_moves_is_as_good(drawn: tuple[State, Config], rng: random.Random) -> None:
    """Rules 1.10: every order whose moves are legal one by one, unless the game is over before its last."""
    state, _ = drawn
    if state.phase is not Phase.PLAYING:
        return
    options = game.legal(state, Seat(state.turn))
    action = options[rng.randrange(options.decisions)]
    assert isinstance(action, PlayTurn)
    for moves in set(permutations(action.moves)):
        board = position(state).board()
        possible = True
        for index, (point, die) in enumerate(moves):
            possible = possible and not board.refusal(point, die) and not (index and board.end())
            if possible:
                board.make(point, die)
        assert (PlayTurn(moves) in options) is possible


@given(positions(Phase.PLAYING), st.randoms(use_true_random=False))
@MANY
def test_a_changed_play_is_refused_and_changes_nothing_or_leads_where_a_listed_one_does(
    drawn: tuple[State, Config], rng: random.Random
) -> None:
    state, _ = drawn
    if state.phase is not Phase.PLAYING:
        return
    seat = Seat(state.turn)
    options = game.legal(state, seat)
    reached = {board_after(state, action) for action in options if isinstance(action, PlayTurn)}
    before = CODEC.encode_state(state)
    for _ in range(20):
        base = options[rng.randrange(options.decisions)]
        assert isinstance(base, PlayTurn)
        changed = PlayTurn(mutated(base.moves, rng))
        try:
            game.apply(state, Act[Action](seat, changed))
        except Illegal as refusal:
            assert changed not in options
            game.meta.refusal(refusal.reason).sentences(refusal.detail)
        else:
            assert changed in options
            assert board_after(state, changed) in reached
        assert CODEC.encode_state(state) == before


def mutated(moves: tuple[CheckerMove, ...], rng: random.Random) -> tuple[CheckerMove, ...]:
    """Moves with one of them changed, left out, doubled or added, or all of them at random."""
    changed = list(moves)
    index = rng.randrange(len(changed))
    match rng.randrange(6):
        case 0:
            changed[index] = CheckerMove(rng.randrange(-1, 28), changed[index].die)
        case 1:
            changed[index] = CheckerMove(changed[index].point, rng.randrange(0, 8))
        case 2:
            del changed[index]
        case 3:
            changed.insert(index, changed[index])
        case 4:
            rng.shuffle(changed)
        case _:
            changed = [CheckerMove(rng.randrange(1, 27), rng.randrange(1, 7)) for _ in range(rng.randrange(5))]
    return tuple(changed)


@given(positions(Phase.PLAYING))
@MANY
def test_as_many_dice_are_played_as_can_be(drawn: tuple[State, Config]) -> None:
    """Rules, invariants 10 and 11: by the plain search, at tables where no rule looks at the end of a turn."""
    state, _ = drawn
    terms = state.match.terms
    if state.phase is not Phase.PLAYING or terms.hit_and_run_matters or terms.variant in ("multezim",):
        return
    lines = _Search(position(state)).found
    most = max(len(line.moves) for line in lines)
    ending = {line.moves for line in lines if line.end}
    for action in game.legal(state, Seat(state.turn)):
        if isinstance(action, PlayTurn) and action.moves not in ending:
            assert len(action.moves) == most


@given(positions())
@MANY
def test_only_the_seats_that_are_due_have_more_to_do_than_to_resign(drawn: tuple[State, Config]) -> None:
    state, _ = drawn
    due = getattr(game.pending(state), "seats", frozenset())
    for seat in map(Seat, range(2)):
        options = game.legal(state, seat)
        assert bool(options.decisions) is (seat in due)
        assert len(options) == options.decisions + bool(due)
        if seat not in due:
            with pytest.raises(Illegal):
                game.apply(state, Lapse(seat, LapseCause.TIMEOUT))


@given(positions())
@MANY
def test_a_state_comes_back_from_its_bytes(drawn: tuple[State, Config]) -> None:
    state, _ = drawn
    assert CODEC.decode_state(CODEC.encode_state(state)) == state


@given(positions())
@MANY
def test_a_position_comes_back_from_its_text_with_everything_that_decides_how_it_goes_on(
    drawn: tuple[State, Config],
) -> None:
    state, table = drawn
    text = game.notation.write_position(state)
    again = game.notation.read_position(text, table)
    assert game.notation.write_position(again) == text
    assert game.pending(again) == game.pending(state)
    decisive = ("phase", "sides", "pinned", "cube", "begun", "ending")
    assert [getattr(again, name) for name in decisive] == [getattr(state, name) for name in decisive]
    assert game.score(again).points == game.score(state).points
    assert again.match.crawford == state.match.crawford
    if not isinstance(game.pending(state), Over) and state.phase is not Phase.OPENING:
        assert again.turn == state.turn
        assert list(game.legal(again, Seat(0))) == list(game.legal(state, Seat(0)))
        assert list(game.legal(again, Seat(1))) == list(game.legal(state, Seat(1)))


@given(positions())
@MANY
def test_actions_and_views_come_back_from_text_and_wire(drawn: tuple[State, Config]) -> None:
    state, _ = drawn
    for seat in map(Seat, range(2)):
        for action in game.legal(state, seat):
            assert game.notation.read_action(game.notation.write_action(action)) == action
            assert wire.action_from_proto(wire.action_to_proto(action)) == action
    view = game.view(state, None)
    assert wire.view_from_proto(wire.view_to_proto(view)) == view
    for happening in game.happenings(state, None):
        assert wire.happening_to_proto(happening).WhichOneof("happening")


@given(tables(), st.integers(0, 10**9))
@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
def test_time_outs_alone_end_every_match(table: Config, seed: int) -> None:
    """Rules, invariant 16."""
    rng = random.Random(seed)
    state = game.setup(table)
    for _ in range(20_000):
        wait = game.pending(state)
        if isinstance(wait, Over):
            return
        due = getattr(wait, "seats", None)
        if due is None:
            state = dice(state, rng.randint(1, 6), rng.randint(1, 6))
        else:
            state = game.apply(state, Lapse(next(iter(due)), LapseCause.TIMEOUT))
    raise AssertionError(game.notation.write_position(state))
