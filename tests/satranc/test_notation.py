"""Positions and acts as text: what is written is read again, and what cannot be read is named."""

import pytest

from services.kernel.game import Fate, Over
from services.satranc import game
from services.satranc.actions import Adjust, ClaimThreefold, PlayMove, Touch, TouchBoth
from tests.satranc.tables import START, at, config


@pytest.mark.parametrize(
    "text",
    [
        START,
        f"{START} lot",
        f"{START} moves g1f3 g8f6 white 1 left 300000,298000 began 1200 now 3000 offer 0 wait 3,1",
        f"{START} touched e1,h1+e1 adjusted a1,b1",
        f"{START} moves g1f3 over resigned 0",
        f"{START} over agreed draw",
    ],
)
def test_a_position_is_written_as_it_is_read(text: str) -> None:
    assert game.notation.write_position(at(text, clock="6+0")) == text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("8/8/8/8 w - - 0 1", "is not a FEN"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "FEN of six parts"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "cannot be played"),
        ("k7/8/8/8/8/8/8/K7 w KQ - 0 1", "cannot be played"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "cannot be played"),
        (f"{START} moves e2e5", "'e2e5' is not a legal move"),
        (f"{START} moves castle", "'castle' is not a legal move"),
        (f"{START} wait 3,1 wait 1,1", "stands twice"),
        (f"{START} offer", "takes 1 word"),
        (f"{START} offer 2", "not a seat"),
        (f"{START} left 1,-1", "not a whole number"),
        (f"{START} touched e9", "not a square"),
        (f"{START} over boredom draw", "'boredom' is not one of"),
        (f"{START} hello", "'hello' is not one of"),
    ],
)
def test_what_is_no_position_is_named(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        at(text)


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("7k/8/6K1/8/8/8/8/8 b - - 0 1", "dead_position"),
    ],
)
def test_a_position_in_which_the_game_is_over_is_over(text: str, cause: str) -> None:
    state = at(text)
    assert game.pending(state) == Over(cause)
    assert game.score(state).winners == ((0,) if cause == "checkmate" else ())


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("e2e4", PlayMove("e2e4")),
        ("e7e8q", PlayMove("e7e8q")),
        ("san exd8=Q+", PlayMove("exd8=Q+", san=True)),
        ("claimThreefold", ClaimThreefold()),
        ("claimThreefold g1f3", ClaimThreefold("g1f3")),
        ("claimThreefold san Nf3", ClaimThreefold("Nf3", san=True)),
        ("touch e2", Touch("e2")),
        ("touch-both e1 h1", TouchBoth("e1", "h1")),
        ("adjust a1 b1", Adjust(("a1", "b1"))),
    ],
)
def test_acts_both_ways(text: str, action: object) -> None:
    assert game.notation.read_action(text) == action
    assert game.notation.write_action(action) == text  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "e2", "e2e9", "Nf3", "san Zf3", "touch", "touch-both e1", "adjust", "claim"])
def test_what_is_no_act_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a|an act is a move"):
        game.notation.read_action(text)


def test_the_lot_keeps_the_position() -> None:
    state = game.notation.read_position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 lot", config(colours="random"))
    after = game.apply(state, Fate((2,)))
    assert (after.white, after.fen) == (1, state.fen)
    for wrong in ((3,), (1, 1), ()):
        with pytest.raises(ValueError, match="lot"):
            game.apply(state, Fate(wrong))
    with pytest.raises(ValueError, match="lot"):
        game.apply(after, Fate((1,)))
