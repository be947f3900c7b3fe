"""The search finds what a search without any shortcut finds, and counts in positions."""

import random

import chess
import pytest

from services.satranc.bots.mailbox import Mailbox, Move
from services.satranc.bots.search import INFINITE, MATE, Search
from services.satranc.bots.seat import searched
from services.satranc.bots.worth import KING, worth


def position(seed: int, plies: int) -> chess.Board:
    """A position by chance in which there are moves."""
    rng = random.Random(seed)
    while True:
        board = chess.Board()
        for _ in range(plies):
            if board.is_game_over():
                break
            board.push(rng.choice(list(board.legal_moves)))
        if not board.is_game_over():
            return board


def legal(board: chess.Board) -> list[Move]:
    return [searched(move) for move in board.legal_moves]


def plain_quiet(board: Mailbox, alpha: int, beta: int) -> int:
    """Captures to the end, without order or cuts but alpha-beta's own."""
    best = board.value()
    if best >= beta:
        return best
    alpha = max(alpha, best)
    for move in board.captures():
        board.make(move)
        if not board.is_exposed():
            best = max(best, -plain_quiet(board, -beta, -alpha))
            alpha = max(alpha, best)
        board.unmake()
        if best >= beta:
            break
    return best


@pytest.mark.parametrize("seed", range(12))
def test_a_move_is_worth_what_the_quiet_position_after_it_is_worth(seed: int) -> None:
    """At depth one, from quiet positions: leaving out captures that cannot matter changes no move's place."""
    board = position(seed, 12)
    values = {}
    for move in legal(board):
        box = Mailbox(board)
        value = Search(box, [], INFINITE * INFINITE).value_of(move, 1)
        box.make(move)
        plain = -plain_quiet(box, -INFINITE, INFINITE) if not box.in_check() else None
        values[move] = (value, plain)
    compared = [(value, plain) for value, plain in values.values() if plain is not None]
    assert compared
    assert all(value == plain for value, plain in compared)


@pytest.mark.parametrize("seed", range(6))
def test_a_search_leaves_the_board_as_it_was(seed: int) -> None:
    board = position(seed, 30)
    box = Mailbox(board)
    before = (list(box.squares), box.key, box.score, box.castling, box.ep, box.quiet, box.side, box.made)
    for budget in (1, 50, 333, 2_000):
        Search(box, [], budget).best(legal(board))
        assert (list(box.squares), box.key, box.score, box.castling, box.ep, box.quiet, box.side, box.made) == before


@pytest.mark.parametrize("budget", [1, 100, 1_000, 5_000])
def test_no_more_positions_are_looked_at_than_allowed(budget: int) -> None:
    board = position(3, 20)
    search = Search(Mailbox(board), [], budget)
    move, _ = search.best(legal(board))
    assert move in legal(board)
    assert search._nodes <= budget + 1


def test_a_board_full_of_queens_is_looked_at_no_longer() -> None:
    """Captures to the end have no end there; what is not searched is judged at first sight."""
    board = chess.Board("qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1")
    box = Mailbox(board)
    search = Search(box, [], 300)
    values = [search.glance(move, 2, -INFINITE) for move in legal(board)]
    assert len(set(values)) > 1
    assert search._nodes <= 300 + len(values)
    assert box.key == Mailbox(board).key


def test_keys_name_positions() -> None:
    """The same position has the same key, however it came about; another has another."""
    keys: dict[int, str] = {}
    for seed in range(40):
        board = position(seed, 25)
        again = chess.Board()
        box = Mailbox(again)
        for move in board.move_stack:
            box.make(searched(move))
            again.push(move)
            fresh = Mailbox(again)
            assert (box.score, box.castling) == (fresh.score, fresh.castling)
            if again.has_legal_en_passant() == (again.ep_square is not None):
                assert box.key == fresh.key
            epd = again.epd(en_passant="legal")
            assert keys.setdefault(fresh.key, epd) == epd


def test_a_mate_is_worth_more_the_nearer_it_is() -> None:
    board = chess.Board("7k/8/6K1/8/8/8/8/R7 w - - 0 1")
    move, value = Search(Mailbox(board), [], 5_000).best(legal(board))
    assert (move, value) == (searched(chess.Move.from_uci("a1a8")), MATE - 1)


def test_a_repetition_is_a_draw_to_the_search() -> None:
    """A queen down, the side on turn is glad to go back to where it has been."""
    board = chess.Board("3qk3/8/8/8/8/8/8/4K3 w - - 10 40")
    box = Mailbox(board)
    back = searched(chess.Move.from_uci("e1f2"))
    box.make(back)
    been = box.key
    box.unmake()
    assert Search(Mailbox(board), [been], INFINITE).value_of(back, 2) == 0
    assert Search(Mailbox(board), [], INFINITE).value_of(back, 2) < -500


def test_both_sides_are_judged_alike() -> None:
    for seed in range(20):
        board = position(seed, 40)
        assert Mailbox(board).value() == Mailbox(board.mirror()).value()


def test_pieces_are_worth_what_beginners_learn() -> None:
    """A queen more than a rook, a rook more than a bishop or knight, they more than a pawn, wherever they stand."""
    squares = [(file, rank) for file in range(8) for rank in range(1, 7)]
    pawn, knight, bishop, rook, queen = (
        [worth(kind, *square)[phase] for square in squares for phase in (0, 1)] for kind in range(1, KING)
    )
    assert max(pawn) < min(*knight, *bishop)
    assert max(*knight, *bishop) < min(rook) < max(rook) < min(queen)
