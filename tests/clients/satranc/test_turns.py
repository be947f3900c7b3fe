"""What a person types becomes what the rules accept, or is explained."""

import random

import pytest

from kiraathane_client.satranc.turn import SatrancTurn
from kiraathane_client.terminal import Listed, Look, Puzzled, Ready
from services.kernel.game import Act, Decide
from services.satranc import game
from services.satranc.actions import PlayMove
from services.satranc.board import position
from services.satranc.state import State
from tests.clients.satranc.matches import accepted, sent, turn_of
from tests.satranc.tables import KNIGHTS, START, act, at, config, play

TR, EN = Look("tr"), Look("en")
TURKISH = str.maketrans("KQRBN", "ŞVKFA")
CROWDED = "4k3/P7/8/3p4/2P1P3/8/8/R2QK2R w KQ - 0 1"


def positions(seed: int, most: int) -> list[State]:
    """States of a random game."""
    rng = random.Random(seed)
    state, found = game.setup(config()), []
    while isinstance(wait := game.pending(state), Decide) and len(found) < most:
        found.append(state)
        (seat,) = wait.seats
        moves = [action for action in game.legal(state, seat) if isinstance(action, PlayMove)]
        state = game.apply(state, Act(seat, rng.choice(moves)))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_every_legal_move_can_be_typed_as_the_rules_write_it(seed: int) -> None:
    """Rules 4.6: SAN with English letters, with Turkish ones, and UCI text are all understood."""
    for state in positions(seed, 60):
        turn = turn_of(state, state.turn)
        at_board = position(state.fen)
        for move in at_board.legal:
            san = at_board.san(move)
            turkish = san if san.startswith("O") else san.translate(TURKISH)
            for typed, look in ((san, EN), (turkish, TR), (move.uci(), TR), (move.uci().upper(), EN)):
                assert sent(turn.read(typed, look)) == move.uci(), typed


@pytest.mark.parametrize("seed", range(3))
def test_every_completion_is_understood_and_legal(seed: int) -> None:
    for state in positions(seed + 10, 40):
        turn = turn_of(state, state.turn)
        for typed in turn.completions(""):
            if typed not in ("beraberlik", "teslim"):
                assert accepted(state, state.turn, turn.read(typed, EN if typed in _english(turn) else TR)), typed


def _english(turn: SatrancTurn) -> list[str]:
    return turn._moves.written_all("en")


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("e5", "e4e5"), ("ed5", "e4d5"), ("exd5", "e4d5"), ("e4xd5", "e4d5"), ("e4-e5", "e4e5"),
        ("O-O", "e1g1"), ("0-0-0", "san O-O-O"), ("rok", "e1g1"), ("Kısa Rok", "e1g1"), ("o-o", "e1g1"),
        ("a8=V", "a7a8q"), ("a8V", "a7a8q"), ("a8=Q", "a7a8q"), ("a8a", "a7a8n"), ("a7a8k", "a7a8r"),
        ("Vd4", "d1d4"), ("vd4", "d1d4"), ("Qd4", "d1d4"), ("Şf2", "e1f2"), ("sf2", "e1f2"), ("Kg1", "h1g1"),
        ("Ka4", "a1a4"), ("Vxd5", "d1d5"), ("Vd5+", "d1d5"), ("Vd5!?", "d1d5"),
    ],
)  # fmt: skip
def test_moves_are_typed_in_many_ways(typed: str, move: str) -> None:
    assert sent(turn_of(at(CROWDED), 0).read(typed, TR)) == move


def test_a_letter_names_the_piece_that_it_names_in_the_screens_language() -> None:
    """K is the rook of a Turkish player, and the king of an English one; never the other's, also where it cannot go."""
    turn = turn_of(at("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), 0)
    assert sent(turn.read("Kf1", TR)) == "h1f1"
    assert sent(turn.read("Kf1", EN)) == "e1f1"
    assert sent(turn.read("Kd1", TR)) == "san Rd1"  # the house says why not
    assert sent(turn.read("kd1", TR)) == "san Rd1"
    assert sent(turn.read("Kg1", EN)) == "san Kg1"
    assert sent(turn.read("Şf1", EN)) == "e1f1"
    assert sent(turn.read("Rf1", TR)) == "h1f1"


@pytest.mark.parametrize("typed", ["Rd1", "a8", "a7a8"])
def test_what_may_be_several_moves_is_listed(typed: str) -> None:
    state = at("4k3/P7/8/8/8/8/3K4/R6R w - - 0 1" if typed != "Rd1" else "4k3/8/8/8/8/8/4K3/R6R w - - 0 1")
    reading = turn_of(state, 0).read(typed, EN)
    assert isinstance(reading, Puzzled)
    assert ("Rad1, Rhd1" if typed == "Rd1" else "a8=Q, a8=R, a8=B, a8=N") in reading.sentence


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Af6", "san Nf6"), ("e2e5", "e2e5"), ("O-O", "san O-O"), ("Vd4", "san Qd4"), ("dxe5", "san dxe5"),
        ("e6", "san e6"),
    ],
)  # fmt: skip
def test_a_move_that_is_not_legal_goes_to_the_house_which_says_why(typed: str, said: str) -> None:
    reading = turn_of(at(START), 0).read(typed, TR)
    assert sent(reading) == said
    assert not accepted(at(START), 0, reading)


@pytest.mark.parametrize("typed", ["merhaba", "e9", "N", "", "i4", "O-O-O-O", "e2e4e5"])
def test_what_is_no_move_is_explained(typed: str) -> None:
    for look in (TR, EN):
        reading = turn_of(at(START), 0).read(typed, look)
        assert isinstance(reading, Puzzled)
        assert "g1f3" in reading.sentence


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("beraberlik", "offer"), ("draw", "offer"), ("kabul", "accept-draw"), ("RET", "decline-draw"),
        ("elli", "claim50"), ("tekrar", "claimThreefold"), ("tekrar Af3", "claimThreefold g1f3"),
        ("threefold g1f3", "claimThreefold g1f3"), ("üç", "claimThreefold"), ("dokun e2", "touch e2"),
        ("dokun e1 h1", "touch-both e1 h1"), ("touch h1+e1", "touch-both e1 h1"), ("düzelt a1 b1", "adjust a1 b1"),
        ("düzeltiyorum a1,b1", "adjust a1 b1"),
    ],
)  # fmt: skip
def test_words(typed: str, said: str) -> None:
    assert sent(turn_of(at(START), 0).read(typed, TR)) == said


@pytest.mark.parametrize("typed", ["teslim", "terk", "TERK", "resign"])
def test_giving_up_asks_first_and_works_out_of_turn(typed: str) -> None:
    for seat in (0, 1):
        reading = turn_of(at(START), seat).read(typed, TR)
        assert sent(reading) == "resign"
        assert isinstance(reading, Ready)
        assert reading.confirm


def test_a_draw_answers_an_offer_that_is_open() -> None:
    state = act(at(START), 0, "offer")
    assert sent(turn_of(state, 1).read("beraberlik", TR)) == "accept-draw"
    assert sent(turn_of(state, 1).read("ret", TR)) == "decline-draw"


def test_out_of_turn_one_waits_but_may_offer() -> None:
    turn = turn_of(at(START), 1)
    assert sent(turn.read("beraberlik", TR)) == "offer"
    assert turn.question(EN).plain.startswith("The other side is thinking")
    assert isinstance(turn.read("e5", EN), Puzzled)
    assert isinstance(turn.read("", EN), Puzzled)


def test_what_may_be_claimed_is_offered() -> None:
    state = play(at(f"{START} moves {KNIGHTS}"), *KNIGHTS.split()[:3])
    (line,) = turn_of(state, 1).offers(EN)
    assert line.plain.startswith("threefold MOVE")
    state = play(state, "f6g8")
    (line,) = turn_of(state, 0).offers(EN)
    assert line.plain.startswith("threefold: a draw")
    assert sent(turn_of(state, 0).read("threefold", EN)) == "claimThreefold"


def test_all_moves_are_listed_on_demand() -> None:
    reading = turn_of(at(START), 0).read("l", TR)
    assert isinstance(reading, Listed)
    assert "Af3" in reading.content.plain


def test_too_many_squares_are_explained() -> None:
    turn = turn_of(at(START), 0)
    for typed in ("dokun e2 e4 e5", "dokun z9"):
        assert isinstance(turn.read(typed, TR), Puzzled)


@pytest.mark.parametrize("typed", ["dokun +", "düzelt ,", "dokun e9", "dokun e2e4"])
def test_what_names_no_square_is_explained(typed: str) -> None:
    reading = turn_of(at(START, touchMove="on"), 0).read(typed, TR)
    assert reading == Puzzled("Kareleri «dokun e2» gibi yazın.")
