"""What a piece is worth where it stands, in hundredths of a pawn, in the middle game and in the endgame.

The tables are made from what every beginner's book says: knights and bishops to the middle, rooks to open ranks, pawns
forward, most of all in the endgame; the king hides behind his pawns while queens are about and walks out when they are
gone.
"""

from typing import Final

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)

VALUES: Final = {PAWN: (82, 108), KNIGHT: (325, 290), BISHOP: (340, 305), ROOK: (480, 520), QUEEN: (980, 950)}
PHASES: Final = {KNIGHT: 1, BISHOP: 1, ROOK: 2, QUEEN: 4}
FULL_PHASE: Final = 24
BISHOP_PAIR: Final = (28, 45)
TEMPO: Final = 10  # being on turn

_PAWN_FILES = (-4, 0, 2, 9, 9, 2, 0, -4)
_PAWN_RANKS = (0, 0, 3, 9, 18, 38, 70, 0)
_PAWN_RANKS_LATE = (0, 0, 6, 16, 34, 66, 110, 0)
_SHELTER = (24, 34, 8, -12, -12, 8, 38, 26)


def worth(piece: int, file: int, rank: int) -> tuple[int, int]:
    """The worth of a white piece on a square (0..7 each), in the middle game and in the endgame."""
    across, along = _from_middle(file), _from_middle(rank)
    edge, far = max(across, along), across + along  # 0 in the middle; 3 on the edge, 6 in the corner
    early, late = VALUES.get(piece, (0, 0))
    if piece == PAWN:
        early += _PAWN_FILES[file] * (2 if 2 <= rank <= 4 else 1) + _PAWN_RANKS[rank]
        late += _PAWN_RANKS_LATE[rank]
    elif piece == KNIGHT:
        early += 22 - 9 * far - 10 * (edge == 3) + 8 * (rank in (4, 5) and 1 < file < 6) - 8 * (rank == 0)
        late += 18 - 8 * far - 8 * (edge == 3)
    elif piece == BISHOP:
        early += 14 - 5 * far + 8 * (file == rank or file + rank == 7) - 12 * (rank == 0)
        late += 10 - 4 * far
    elif piece == ROOK:
        early += 6 * (2 < file < 5) + 24 * (rank == 6) - 3 * along
        late += 14 * (rank == 6) + 4 * (rank == 7)
    elif piece == QUEEN:
        early += 4 - 2 * far - 6 * (rank == 0) + 6 * (rank == 0 and file == 3)
        late += 22 - 9 * far
    else:
        early += _SHELTER[file] if rank == 0 else _SHELTER[file] // 3 - 22 * min(rank, 4)
        late += 34 - 15 * far - 6 * (edge == 3)
    return early, late


def _from_middle(place: int) -> int:
    return 3 - place if place < 4 else place - 4
