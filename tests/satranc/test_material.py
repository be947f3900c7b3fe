"""Which material can still mate, compared with python-chess over all small sets of men (rules 4.4, 4.7)."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import chess
import pytest

from services.satranc.material import cannot_mate, is_dead

# The colour of the square matters for bishops alone: L stands on a light one, D on a dark one.
KINDS = {"Q": chess.QUEEN, "R": chess.ROOK, "N": chess.KNIGHT, "L": chess.BISHOP, "D": chess.BISHOP, "P": chess.PAWN}
LIGHT = [chess.C2, chess.E2, chess.G2, chess.B3, chess.D3, chess.F3]
DARK = [chess.B2, chess.D2, chess.F2, chess.C3, chess.E3, chess.G3]


def armies(most: int) -> list[str]:
    return ["".join(men) for size in range(most + 1) for men in combinations_with_replacement(KINDS, size)]


def board_of(white: str, black: str) -> chess.Board:
    """A board with two kings and these men."""
    board = chess.Board(None)
    board.set_piece_at(chess.A1, chess.Piece(chess.KING, chess.WHITE))
    board.set_piece_at(chess.H8, chess.Piece(chess.KING, chess.BLACK))
    light, dark = iter(LIGHT), iter(DARK)
    for army, colour in ((white, chess.WHITE), (black, chess.BLACK)):
        for man in army:
            board.set_piece_at(next(light) if man == "L" else next(dark), chess.Piece(KINDS[man], colour))
    return board


def boards() -> Iterator[tuple[str, str, chess.Board]]:
    for white, black in product(armies(2), armies(2)):
        yield white, black, board_of(white, black)


def test_the_flag_rule_is_python_chess_list() -> None:
    """Rules 4.7."""
    drawn = 0
    for white, black, board in boards():
        for side in (chess.WHITE, chess.BLACK):
            expected = board.has_insufficient_material(side)
            drawn += expected
            assert cannot_mate(board, side) == expected, (white, black, side)
    assert drawn > 50


def test_a_position_is_dead_where_neither_side_can_mate() -> None:
    """Rules 4.4: the list of dead positions is that of both sides' material."""
    dead = [(white, black) for white, black, board in boards() if is_dead(board)]
    assert dead == [(white, black) for white, black, board in boards() if board.is_insufficient_material()]
    assert len(dead) > 10


@pytest.mark.parametrize(
    ("white", "black", "dead"),
    [
        ("", "", True), ("L", "", True), ("", "N", True), ("LL", "", True), ("L", "L", True), ("D", "DD", True),
        ("L", "D", False), ("LD", "", False), ("NN", "", False), ("N", "N", False), ("N", "L", False),
        ("P", "", False), ("R", "", False), ("Q", "", False), ("LN", "", False),
    ],
)  # fmt: skip
def test_exactly_the_list(white: str, black: str, dead: bool) -> None:
    assert is_dead(board_of(white, black)) is dead
