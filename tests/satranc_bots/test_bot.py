"""What the bots decide: legal, the same for the same seed, sensible about mates, captures and draws."""

import random

import pytest

from services.kernel.game import Act, Decide, Seat
from services.satranc import game, wire
from services.satranc.actions import AcceptDraw, Action, ClaimFifty, ClaimThreefold, PlayMove, Resign
from services.satranc.bot import bot
from services.satranc.bots.levels import LEVELS as SKILLS
from services.satranc.bots.levels import hurried
from services.satranc.meta import META
from services.satranc.state import State
from tests.satranc.tables import START, act, at, config

LEVELS = META.bot_levels


def decided(state: State, level: str = "usta", seed: int = 1) -> Action:
    """The bot's action, from the view as it comes over the wire."""
    view = wire.view_from_proto(wire.view_to_proto(game.view(state, Seat(state.turn))))
    return bot.decide(view, level, seed)


@pytest.mark.parametrize("level", LEVELS)
def test_a_bots_game_is_legal_to_its_end(level: str) -> None:
    """Against a player by chance, who loses."""
    rng = random.Random(level)
    state = game.setup(config(touchMove="on"))
    for _ in range(400):
        wait = game.pending(state)
        if not isinstance(wait, Decide):
            break
        (seat,) = wait.seats
        legal = game.legal(state, seat)
        moves = [action for action in legal if isinstance(action, PlayMove)]
        action = decided(state, level, rng.randrange(2**63)) if seat == 0 else rng.choice(moves)
        assert action in legal
        assert not isinstance(action, Resign)
        state = game.apply(state, Act(seat, action))
    assert game.score(state).winners == (0,)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_arguments_give_the_same_action(level: str) -> None:
    for position in (START, "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"):
        first = decided(at(position), level, 7)
        assert all(decided(at(position), level, 7) == first for _ in range(3))


@pytest.mark.parametrize(
    ("clock", "left", "budget"),
    [
        ("none", "900,900", 16_000), ("3d", "900,900", 16_000), ("3+0", "40000,900", 16_000),
        ("3+0", "20000,900", 8_000), ("3+0", "10,90000", 800), ("3+2", "10,900", 16_000), ("1+1", "0,900", 8_000),
    ],
)  # fmt: skip
def test_who_has_little_time_left_thinks_less(clock: str, left: str, budget: int) -> None:
    """Rules 4.7: by the seat's own clock."""
    view = game.view(at(f"{START} left {left}", clock=clock), Seat(0))
    skill = hurried(SKILLS["usta"], view.clock, view.turn)
    assert skill.budget == budget
    assert (skill.nodes == SKILLS["usta"].nodes) == (budget == 16_000)


def test_other_seeds_open_in_other_ways() -> None:
    assert len({decided(at(START), "kolay", seed) for seed in range(12)}) > 2
    assert len({decided(at(START), "usta", seed) for seed in range(12)}) > 1


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8"),  # mate on the back rank
        ("7k/8/5N1K/8/8/8/8/6R1 w - - 0 1", "g1g8"),  # mate with the knight's help
        ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4"),  # the fool's mate
    ],
)
def test_a_mate_in_one_is_played_at_every_level(level: str, position: str, move: str) -> None:
    state = at(position)
    for seed in range(3):
        assert decided(state, level, seed) == PlayMove(move)


@pytest.mark.parametrize("level", ["orta", "usta"])
def test_a_queen_that_hangs_is_taken(level: str) -> None:
    assert decided(at("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"), level) == PlayMove("e4d5")


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "f6a6"),  # mate in three begins with a quiet discovery
        ("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", "f3f7"),  # a queen's sacrifice
    ],
)
def test_usta_finds_a_mate_that_is_farther_off(position: str, move: str) -> None:
    assert decided(at(position)) == PlayMove(move)


def test_usta_mates_with_a_rook() -> None:
    """Against a king that runs for the middle: the bot knows how to drive it to the edge before fifty moves are up."""
    state = at("8/8/8/4k3/8/8/8/R3K3 w - - 0 1")
    for turn in range(100):
        if not isinstance(game.pending(state), Decide):
            break
        if state.turn == 0:
            action = decided(state, "usta", turn)
        else:
            moves = state.position.legal
            middle = min(moves, key=lambda move: abs(move.to_square % 8 - 3.4) + abs(move.to_square // 8 - 3.4))
            action = PlayMove(middle.uci())
        state = game.apply(state, Act(Seat(state.turn), action))
    assert state.ending is not None
    assert state.ending.cause == "checkmate"


# -- draws -------------------------------------------------------------------------------------------------------------

LOST = "3qk3/8/8/8/8/8/8/4K3 w - - 10 40"
WON = "3QK3/8/8/8/8/8/8/4k3 w - - 10 40"


@pytest.mark.parametrize("level", LEVELS)
def test_an_offer_is_accepted_by_who_is_lost_and_not_by_who_wins(level: str) -> None:
    assert decided(act(at(LOST), 1, "offer"), level) == AcceptDraw()
    assert isinstance(decided(act(at(WON), 1, "offer"), level), PlayMove)


@pytest.mark.parametrize("level", LEVELS)
def test_ones_own_offer_is_not_answered(level: str) -> None:
    assert isinstance(decided(act(at(LOST), 0, "offer"), level), PlayMove)


@pytest.mark.parametrize("level", LEVELS)
def test_fifty_moves_are_claimed_unless_one_wins(level: str) -> None:
    assert decided(at(LOST.replace("10 40", "100 90")), level) == ClaimFifty()


def test_a_winner_claims_no_draw_until_nothing_comes_of_it() -> None:
    assert isinstance(decided(at(WON.replace("10 40", "90 90"))), PlayMove)
    assert decided(at(WON.replace("10 40", "150 120"), autoDraws="off")) == ClaimFifty()


def test_the_third_repetition_is_claimed_by_who_is_worse() -> None:
    shuffled = "moves e1f2 e8f8 f2e1 f8e8 e1f2 e8f8 f2e1 f8e8"
    assert decided(at(f"{LOST} {shuffled}")) == ClaimThreefold()
    winning = at(f"{WON} moves e8f7 e1f2 f7e8 f2e1 e8f7 e1f2 f7e8 f2e1")
    assert winning.repetitions == 3
    assert isinstance(decided(winning), PlayMove)


def test_and_announced_by_who_can_make_it() -> None:
    state = at(f"{LOST} moves e1f2 e8f8 f2e1 f8e8 e1f2 e8f8 f2e1 f8f7 e1e2 f7f8")
    action = decided(state)
    assert action == ClaimThreefold("e2e1")
    assert action in game.legal(state, Seat(0))


@pytest.mark.parametrize("level", LEVELS)
def test_touched_pieces_are_played(level: str) -> None:
    """Whoever takes a seat over may find pieces touched."""
    state = act(at(START, touchMove="on"), 0, "touch a2")
    action = decided(state, level)
    assert isinstance(action, PlayMove)
    assert action.move[:2] == "a2"


def test_a_match_of_equal_bots_ends() -> None:
    """Rules 4.4: also without automatic draws."""
    state = at("4k3/r7/8/8/8/8/R7/4K3 w - - 0 1", autoDraws="off")
    for turn in range(400):
        if not isinstance(game.pending(state), Decide):
            return
        state = game.apply(state, Act(Seat(state.turn), decided(state, "kolay", turn)))
    raise AssertionError("it goes on and on")


def test_there_is_no_other_level() -> None:
    with pytest.raises(ValueError, match="no bot level 'hoca'; there are kolay, orta, usta"):
        decided(at(START), "hoca")


def test_nobody_decides_after_the_end() -> None:
    with pytest.raises(ValueError, match="phase is 'over'"):
        decided(act(at(START), 0, "resign"))
