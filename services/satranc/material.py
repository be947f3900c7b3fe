"""Which material can still mate: the exact lists of rules 4.4 and 4.7, and nothing beyond them."""

import chess
from chess import BB_DARK_SQUARES, BB_LIGHT_SQUARES


def is_dead(board: chess.Board) -> bool:
    """True if neither side can mate by the list of rules 4.4: K-K, KB-K, KN-K, or kings with bishops of one colour."""
    if board.pawns or board.rooks or board.queens:
        return False
    if board.knights:
        return not board.bishops and board.knights & (board.knights - 1) == 0
    return _one_colour(board.bishops)


def cannot_mate(board: chess.Board, side: chess.Color) -> bool:
    """True if `side` can mate by no legal sequence, by the list of rules 4.7."""
    own, other = board.occupied_co[side], board.occupied_co[not side]
    force = own & ~board.kings
    if not force:
        return True
    if force & (board.pawns | board.rooks | board.queens):
        return False
    if force & board.knights:
        alone = force & (force - 1) == 0
        return alone and not other & ~(board.kings | board.queens)
    return _one_colour(board.bishops) and not (board.pawns | board.knights)


def _one_colour(bishops: int) -> bool:
    return not (bishops & BB_LIGHT_SQUARES and bishops & BB_DARK_SQUARES)
