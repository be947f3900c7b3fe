"""The number of ways to play on from known positions, counted in three ways (rules 4.2).

`Game.legal` and `Game.apply` count as the house plays, python-chess is the oracle, and the bots' own board, which
generates moves by itself, is a second opinion. The positions and numbers: chessprogramming.org/Perft_Results.
"""

import chess
import pytest

from services.kernel.game import Act, Decide, Seat
from services.satranc import game
from services.satranc.actions import PlayMove
from services.satranc.bots.mailbox import Mailbox
from services.satranc.state import State
from tests.satranc.tables import START, at

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ENDGAME = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
PROMOTIONS = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
BUGS = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"
MIDDLE = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"
COUNTS = {
    START: (20, 400, 8_902),
    KIWIPETE: (48, 2_039, 97_862),
    ENDGAME: (14, 191, 2_812),
    PROMOTIONS: (6, 264, 9_467),
    BUGS: (44, 1_486, 62_379),
    MIDDLE: (46, 2_079, 89_890),
}


def by_rules(state: State, depth: int) -> int:
    """As the house plays: what `legal` lists, `apply` takes. Games that are over have no moves."""
    if not isinstance(game.pending(state), Decide):
        return 0
    seat = Seat(state.turn)
    moves = [action for action in game.legal(state, seat) if isinstance(action, PlayMove)]
    if depth == 1:
        return len(moves)
    return sum(by_rules(game.apply(state, Act(seat, move)), depth - 1) for move in moves)


def by_python_chess(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += by_python_chess(board, depth - 1)
        board.pop()
    return total


def by_mailbox(board: Mailbox, depth: int) -> int:
    total = 0
    for move in board.moves():
        board.make(move)
        if not board.is_exposed():
            total += by_mailbox(board, depth - 1) if depth > 1 else 1
        board.unmake()
    return total


@pytest.mark.parametrize("fen", COUNTS)
def test_the_rules_count_as_everybody_does(fen: str) -> None:
    for depth, count in enumerate(COUNTS[fen][:2], start=1):
        assert by_rules(at(fen), depth) == count
        assert by_python_chess(chess.Board(fen), depth) == count


@pytest.mark.parametrize("fen", [ENDGAME, PROMOTIONS, START])
def test_the_rules_count_as_everybody_does_deeper(fen: str) -> None:
    assert by_rules(at(fen), 3) == COUNTS[fen][2]


@pytest.mark.parametrize("fen", COUNTS)
def test_a_board_of_another_make_counts_the_same(fen: str) -> None:
    board = Mailbox(chess.Board(fen))
    before = (list(board.squares), board.key, board.score, board.castling, board.ep)
    assert by_mailbox(board, 3) == COUNTS[fen][2]
    assert (list(board.squares), board.key, board.score, board.castling, board.ep) == before
