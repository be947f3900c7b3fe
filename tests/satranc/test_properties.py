"""What must hold in every game, tried on games by chance and compared with python-chess."""

import random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.kernel.game import Act, Decide, Over, Seat
from services.kernel.refusal import Illegal
from services.satranc import game
from services.satranc.actions import ClaimFifty, ClaimThreefold, PlayMove
from services.satranc.board import key_of
from services.satranc.state import State
from services.satranc.touch import duty
from tests.satranc.tables import START, at, config

seeds = st.integers(0, 2**32)
GAMES = settings(max_examples=8)


def game_by_chance(seed: int, *, shuffling: float = 0.0, **options: str) -> list[tuple[State, PlayMove, State]]:
    """The moves of a game with the states before and after; `shuffling` is the share of moves that go back again."""
    rng = random.Random(seed)
    state = game.setup(config(**options))
    told: list[tuple[State, PlayMove, State]] = []
    while isinstance(wait := game.pending(state), Decide) and len(told) < 250:
        (seat,) = wait.seats
        moves = [action for action in game.legal(state, seat) if isinstance(action, PlayMove)]
        back = [move for move in moves if len(told) > 1 and move.move == _reversed(told[-2][1].move)]
        move = back[0] if back and rng.random() < shuffling else rng.choice(moves)
        after = game.apply(state, Act(seat, move))
        told.append((state, move, after))
        state = after
    return told


def _reversed(move: str) -> str:
    return move[2:4] + move[:2]


@GAMES
@given(seeds)
def test_the_board_is_python_chess_board(seed: int) -> None:
    board = chess.Board()
    for before, move, after in game_by_chance(seed):
        parsed = chess.Move.from_uci(move.move)
        assert {m.uci() for m in board.legal_moves} == {m.uci() for m in before.position.legal}
        assert after.moves[-1] == board.san(parsed)
        board.push(parsed)
        assert after.fen == board.fen(en_passant="legal")
        assert after.position.in_check == board.is_check()
        assert game.view(after, None).quiet_plies == board.halfmove_clock


@GAMES
@given(seeds)
def test_repetitions_are_counted_as_python_chess_counts_them(seed: int) -> None:
    """Rules 4.4: games that go to and fro, so that positions come again."""
    board = chess.Board()
    for _, move, after in game_by_chance(seed, shuffling=0.8, autoDraws="off"):
        board.push_uci(move.move)
        if game.pending(after) == Over("dead_position"):
            continue
        for times in (2, 3, 4, 5):
            assert (after.repetitions >= times) == board.is_repetition(times)
        if isinstance(game.pending(after), Decide):
            legal = game.legal(after, Seat(after.turn))
            assert (ClaimThreefold() in legal) == board.is_repetition(3)
            assert (ClaimFifty() in legal) == (board.halfmove_clock >= 100)
            by_move = {a.move for a in legal if isinstance(a, ClaimThreefold) and a.move}
            assert by_move == third_times(board)


def third_times(board: chess.Board) -> set[str]:
    """The moves that bring a position up for the third time."""
    found = set()
    for move in list(board.legal_moves):
        board.push(move)
        if board.is_repetition(3):
            found.add(move.uci())
        board.pop()
    return found


@GAMES
@given(seeds)
def test_a_game_ends_exactly_where_python_chess_ends_it(seed: int) -> None:
    """Rules 4.4: of itself by mate, stalemate, dead material, the fifth time and 75 moves."""
    board = chess.Board()
    for _, move, after in game_by_chance(seed, shuffling=0.7):
        board.push_uci(move.move)
        outcome = board.outcome()
        end = game.pending(after)
        if outcome is None:
            assert isinstance(end, Decide)
            continue
        assert isinstance(end, Over)
        names = {
            chess.Termination.CHECKMATE: "checkmate",
            chess.Termination.STALEMATE: "stalemate",
            chess.Termination.INSUFFICIENT_MATERIAL: "dead_position",
            chess.Termination.FIVEFOLD_REPETITION: "fivefold",
            chess.Termination.SEVENTYFIVE_MOVES: "seventy_five_moves",
        }
        assert end.cause == names[outcome.termination]
        winner = None if outcome.winner is None else 0 if outcome.winner else 1
        assert game.score(after).winners == (() if winner is None else (winner,))


@GAMES
@given(seeds)
def test_the_window_holds_all_that_can_come_again(seed: int) -> None:
    for _, _, after in game_by_chance(seed, shuffling=0.5):
        assert len(after.keys) == len(after.since) + 1
        assert after.keys[0] == key_of(after.base)
        assert after.keys[-1] == key_of(after.fen)
        assert len(after.since) == min(after.position.quiet_plies, len(after.moves))
        again = at(game.notation.write_position(after))
        assert (again.keys, again.fen, again.since) == (after.keys, after.fen, after.since)


@GAMES
@given(seeds, st.data())
def test_a_duty_is_a_set_of_legal_moves_and_only_they_are_taken(seed: int, data: st.DataObject) -> None:
    """Rules 4.3."""
    state = data.draw(st.sampled_from(game_by_chance(seed, touchMove="on")))[0]
    board = state.position.board
    squares = [chess.square_name(square) for square in chess.SquareSet(board.occupied)]
    touches = tuple((square,) for square in data.draw(st.lists(st.sampled_from(squares), max_size=4, unique=True)))
    due = duty(state.position, touches)
    legal = set(state.position.legal)
    touched = at(f"{state.fen} touched {','.join(t for (t,) in touches)}" if touches else state.fen, touchMove="on")
    allowed = {a.move for a in game.legal(touched, Seat(touched.turn)) if isinstance(a, PlayMove)}
    if due is None:
        assert allowed == {move.uci() for move in legal}
        own_can = [t for (t,) in touches if any(m.from_square == chess.parse_square(t) for m in legal)]
        assert not own_can
        return
    assert due
    assert set(due) <= legal
    assert allowed == {move.uci() for move in due}
    for move in legal - set(due):
        with pytest.raises(Illegal, match="TOUCH_DUTY"):
            game.apply(touched, Act(Seat(touched.turn), PlayMove(move.uci())))


@given(st.text(alphabet="abcdefgh12345678KQRBNxO-=+#", max_size=8))
@settings(max_examples=300)
def test_any_san_is_a_legal_move_or_a_declared_refusal(text: str) -> None:
    state = at("r3k2r/1P1p1p2/8/2pPp3/2N5/2N5/1P4p1/R3K2R w KQkq c6 0 9")
    action = PlayMove(text, san=True)
    if action in game.legal(state, Seat(0)):
        after = game.apply(state, Act(Seat(0), action))
        assert state.position.board.parse_san(text).uci() == after.last
        return
    with pytest.raises(Illegal) as refused:
        game.apply(state, Act(Seat(0), action))
    assert game.meta.refusal(refused.value.reason).sentences(refused.value.detail)


def test_a_long_game_costs_no_more_at_its_end_than_at_its_beginning() -> None:
    """What an apply looks at is bounded by the moves since the last capture or pawn move."""
    state = at(START, autoDraws="off")
    for _ in range(150):
        for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
            state = game.apply(state, Act(Seat(state.turn), PlayMove(move)))
    assert (len(state.moves), state.repetitions) == (600, 151)
    state = game.apply(state, Act(Seat(0), PlayMove("e2e4")))
    assert (len(state.keys), len(state.since)) == (1, 0)
