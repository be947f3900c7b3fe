"""Who may do what when, and what the answer says (rules 4.6)."""

import pytest

from kiraathane.satranc.v1 import satranc_pb2 as pb
from services.kernel.game import Act, Decide, Lapse, LapseCause, Seat
from services.kernel.refusal import Illegal
from services.satranc import game, wire
from services.satranc.actions import Action, OfferDraw, PlayMove, Resign, Touch
from tests.satranc.tables import KNIGHTS, START, act, at, config, play


def refusal(state: object, seat: int, text: str) -> Illegal:
    with pytest.raises(Illegal) as caught:
        act(state, seat, text)  # type: ignore[arg-type]
    return caught.value


def test_an_offer_in_between_makes_nobodys_move_late() -> None:
    """The question stays the same until a half-move is played."""
    state = at(START)
    asked = game.pending(state)
    assert isinstance(asked, Decide)
    assert game.pending(act(state, 1, "offer")) == asked
    assert game.pending(act(act(state, 1, "offer"), 0, "decline-draw")) == asked
    moved = game.pending(act(state, 0, "e2e4"))
    assert isinstance(moved, Decide)
    assert (asked.question, moved.question) == (0, 1)


def test_each_half_move_is_another_question() -> None:
    state = at(START)
    questions = []
    for move in KNIGHTS.split():
        wait = game.pending(state)
        assert isinstance(wait, Decide)
        questions.append(wait.question)
        state = play(state, move)
    assert questions == [0, 1, 2, 3]


@pytest.mark.parametrize("seat", [0, 1])
def test_both_may_resign_and_offer_at_any_time(seat: int) -> None:
    state = at(START)
    assert {OfferDraw(), Resign()} <= set(game.legal(state, Seat(seat)))


def test_a_seat_that_does_not_exist_may_do_nothing() -> None:
    state = at(START)
    assert list(game.legal(state, Seat(2))) == []
    assert refusal(state, 2, "resign").reason == "NOT_YOUR_TURN"


def test_reasons_come_in_the_order_of_the_rule_book() -> None:
    state = at(START)
    assert refusal(state, 1, "touch a3").reason == "TOUCH_OFF"  # before whose turn it is
    touching = at(START, touchMove="on")
    assert refusal(touching, 1, "touch a3").reason == "NOT_YOUR_TURN"  # before what is there
    over = act(touching, 0, "resign")
    assert refusal(over, 1, "touch a3").reason == "WRONG_PHASE"  # before everything
    pinned = at("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1 touched e1", touchMove="on")
    assert refusal(pinned, 0, "e2c3").reason == "KING_IN_CHECK"  # before the duty


def test_a_refusal_says_what_may_be_played() -> None:
    state = at("4k3/8/8/8/4P3/3B4/8/4K3 w - - 0 1")
    sentences = game.meta.refusal("ILLEGAL_MOVE").sentences(refusal(state, 0, "d3f5").detail)
    assert "Fc4" in sentences["tr"]  # a Turkish player's bishop is a fil
    assert "Bc4" in sentences["en"]
    assert "d3f5" in sentences["en"]


def test_what_is_no_move_at_all_is_refused_as_well() -> None:
    """Such a text comes from no wire and no notation, but a state must not break over it."""
    for action in (PlayMove("hello"), PlayMove("Zz", san=True), PlayMove("")):
        with pytest.raises(Illegal, match="ILLEGAL_MOVE"):
            game.apply(at(START), Act(Seat(0), action))


def test_a_refused_act_changes_nothing() -> None:
    state = at(START)
    before = game.notation.write_position(state)
    for text in ("e2e5", "claim50", "claimThreefold g1f3", "accept-draw", "san Nf6"):
        refusal(state, 0, text)
    assert game.notation.write_position(state) == before


def test_the_offer_of_one_does_not_bind_the_other() -> None:
    """Rules 4.6: three own moves for who has offered; the other at once."""
    state = act(at(START), 0, "offer")
    state = play(state, "e2e4", "e7e5")  # Black moves: it lapses
    assert (state.offer, state.wait) == (None, (2, 0))
    assert OfferDraw() not in game.legal(state, Seat(0))
    assert OfferDraw() in game.legal(state, Seat(1))
    state = act(state, 1, "offer")
    assert play(state, "g1f3").offer is None
    state = play(act(state, 0, "decline-draw"), "g1f3", "b8c6", "f1c4")
    assert OfferDraw() in game.legal(state, Seat(0))
    assert OfferDraw() not in game.legal(state, Seat(1))


def test_leaving_ends_it_even_before_the_lot() -> None:
    state = game.apply(game.setup(config(colours="random")), Lapse(Seat(0), LapseCause.LEFT))
    assert game.score(state).winners == (1,)


@pytest.mark.parametrize("cause", list(LapseCause))
def test_nothing_lapses_after_the_end(cause: LapseCause) -> None:
    over = act(at(START), 0, "resign")
    with pytest.raises(Illegal, match="WRONG_PHASE"):
        game.apply(over, Lapse(Seat(0), cause))


def test_who_is_not_on_turn_has_no_time_to_run_out() -> None:
    with pytest.raises(Illegal, match="NOT_YOUR_TURN"):
        game.apply(at(START), Lapse(Seat(1), LapseCause.TIMEOUT))


def test_touching_the_same_again_changes_nothing() -> None:
    """Rules 4.3."""
    state = act(at(START, touchMove="on"), 0, "touch e2")
    again = act(state, 0, "touch e2")
    assert again.touches == state.touches == (("e2",),)
    assert Touch("e2") not in list(game.legal(state, Seat(0)))
    assert Touch("e2") in game.legal(state, Seat(0))


@pytest.mark.parametrize(
    "message",
    [
        pb.SatrancAction(),
        pb.SatrancAction(move=pb.PlayMove()),
        pb.SatrancAction(move=pb.PlayMove(move=pb.MoveText(uci="e2e9"))),
        pb.SatrancAction(move=pb.PlayMove(move=pb.MoveText(san="hello"))),
        pb.SatrancAction(claim_threefold=pb.ClaimThreefold(move=pb.MoveText(uci=""))),
        pb.SatrancAction(touch=pb.Touch(square="j1")),
        pb.SatrancAction(adjust=pb.Adjust(squares=["a1", ""])),
    ],
)
def test_what_no_text_of_a_move_is_is_malformed(message: pb.SatrancAction) -> None:
    with pytest.raises(ValueError, match=r"is not a|empty"):
        wire.action_from_proto(message)


@pytest.mark.parametrize(
    "action",
    [PlayMove("e2e4"), PlayMove("e8=Q", san=True), *game.legal(at(START, touchMove="on"), Seat(0))],
)
def test_every_act_goes_over_the_wire(action: Action) -> None:
    assert wire.action_from_proto(wire.action_to_proto(action)) == action


def test_captured_pieces_are_kept_by_who_took_them() -> None:
    state = play(at(START), "e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a2", "a1a2")
    assert state.captured == ("pq", "pp")
    assert game.view(state, None).captured == ("pq", "pp")


def test_castling_rights_are_lost_with_the_kings_first_move() -> None:
    state = act(act(at("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), 0, "e1e2"), 1, "e8e7")
    assert game.apply(state, Act(Seat(0), PlayMove("e2e1"))).fen.split()[2] == "-"


def test_whatever_has_the_form_of_a_move_is_played_or_refused() -> None:
    """Rules 4.6: nothing else comes of any two squares, with a promotion or without."""
    state = at("r3k2r/P7/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1")
    legal = {action.move for action in game.legal(state, Seat(0)) if isinstance(action, PlayMove)}
    squares = [file + rank for file in "abcdefgh" for rank in "12345678"]
    for move in (a + b + promotion for a in squares for b in squares for promotion in ("", "q")):
        if move in legal:
            game.apply(state, Act(Seat(0), PlayMove(move)))
        else:
            refused = refusal(state, 0, move)
            assert ": ." not in game.meta.refusal(refused.reason).sentences(refused.detail)["en"]
