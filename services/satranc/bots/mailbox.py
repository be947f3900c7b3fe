"""A board for searching: a list of 120 squares with a margin, made and unmade in place, its worth kept up to date.

Whether a move is legal is not asked beforehand: a position in which the king can be taken shows that the move before it
was not. python-chess, which the rules use, is exact and far slower.
"""

from typing import Final

import chess

from services.satranc.bots.worth import (
    BISHOP,
    BISHOP_PAIR,
    FULL_PHASE,
    KING,
    KNIGHT,
    PAWN,
    PHASES,
    QUEEN,
    ROOK,
    TEMPO,
    worth,
)

Move = tuple[int, int, int]
"""From, to, and the piece that a pawn becomes (0: none)."""

OFF: Final = 99
A1, E1, H1, A8, E8, H8 = 21, 25, 28, 91, 95, 98
_STRAIGHT: Final = (-10, -1, 1, 10)
_DIAGONAL: Final = (-11, -9, 9, 11)
_LEAPS: Final = (-21, -19, -12, -8, 8, 12, 19, 21)
_ALL: Final = (*_STRAIGHT, *_DIAGONAL)
_STEPS: Final = ((), (), _LEAPS, _DIAGONAL, _STRAIGHT, _ALL, _ALL)
_SLIDES: Final = (False, False, False, True, True, True, False)
_PROMOTIONS: Final = (QUEEN, KNIGHT, ROOK, BISHOP)
# Bits of the castling rights (White short, White long, Black short, Black long), and those that a square takes away
# when something leaves it or comes to it.
_LOST: Final = {E1: 3, H1: 1, A1: 2, E8: 12, H8: 4, A8: 8}
_RIGHTS: Final = ((chess.BB_H1, 1), (chess.BB_A1, 2), (chess.BB_H8, 4), (chess.BB_A8, 8))

# One number holds the worth of all pieces: early and late (White's less Black's, in 20 bits each), phase, bishops of
# each side. So a move changes it with one addition for each piece that comes or goes.
_HALF: Final = 1 << 19
_OFFSET: Final = _HALF | _HALF << 20
_MASK: Final = (1 << 20) - 1


def index(square: int) -> int:
    """python-chess' square as a place on this board."""
    return 21 + 10 * (square >> 3) + (square & 7)


def _mixed(number: int) -> int:
    """A number without pattern for `number` (the mixing step of SplitMix64, Steele et al. 2014)."""
    number = (number + 1) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    number = (number ^ number >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
    return number ^ number >> 31


def _packed(piece: int, square: int) -> int:
    """What a piece (White's are positive) adds on python-chess' square."""
    kind = abs(piece)
    early, late = worth(kind, square & 7, square >> 3 if piece > 0 else 7 - (square >> 3))
    sign = 1 if piece > 0 else -1
    bishop = (1 << 46 if piece > 0 else 1 << 52) if kind == BISHOP else 0
    return sign * (early + (late << 20)) + (PHASES.get(kind, 0) << 40) + bishop


# By piece + 6 and place.
_WORTH: Final = [[0] * 120 for _ in range(13)]
_KEYS: Final = [[0] * 120 for _ in range(13)]
_SIDE_KEY: Final = _mixed(2_000)
_CASTLE_KEYS: Final = [_mixed(2_001 + rights) for rights in range(16)]
_EP_KEYS: Final = [0, *(_mixed(2_100 + place) for place in range(1, 120))]
for _piece in (piece for piece in range(-6, 7) if piece):
    for _square in range(64):
        _WORTH[_piece + 6][index(_square)] = _packed(_piece, _square)
        _KEYS[_piece + 6][index(_square)] = _mixed(_piece * 64 + 400 + _square)


class Mailbox:
    """A position to search. `side` is 1 for White and -1 for Black; `key` names the position."""

    def __init__(self, board: chess.Board) -> None:
        self.squares = [OFF] * 120
        for square in range(64):
            self.squares[index(square)] = 0
        self.score = self.key = 0
        for square, piece in board.piece_map().items():
            place, number = index(square), piece.piece_type if piece.color else -piece.piece_type
            self.squares[place] = number
            self.score += _WORTH[number + 6][place]
            self.key ^= _KEYS[number + 6][place]
        self.side = 1 if board.turn else -1
        self.castling = sum(bit for mask, bit in _RIGHTS if board.castling_rights & mask)
        self.ep = index(board.ep_square) if board.ep_square is not None and board.has_legal_en_passant() else 0
        self.quiet = board.halfmove_clock
        self.key ^= _CASTLE_KEYS[self.castling] ^ _EP_KEYS[self.ep] ^ (_SIDE_KEY if self.side < 0 else 0)
        self._undo: list[tuple[int, int, int, int, int, int, int, int, int, int]] = []

    def value(self) -> int:
        """The worth of the position for the side on turn."""
        packed = self.score + _OFFSET
        early, late = (packed & _MASK) - _HALF, (packed >> 20 & _MASK) - _HALF
        phase = min(packed >> 40 & 63, FULL_PHASE)
        pairs = ((packed >> 46 & 63) > 1) - ((packed >> 52) > 1)
        early += pairs * BISHOP_PAIR[0]
        late += pairs * BISHOP_PAIR[1]
        return self.side * (early * phase + late * (FULL_PHASE - phase)) // FULL_PHASE + TEMPO

    # -- moves --------------------------------------------------------------------------------------------------------

    def moves(self) -> list[Move]:
        """The pseudo-legal moves."""
        squares, side = self.squares, self.side
        found: list[Move] = []
        for place in range(21, 99):
            piece = squares[place] * side
            if piece == PAWN:
                self._pawn(place, found)
            elif 1 < piece < 7:
                slides = _SLIDES[piece]
                for step in _STEPS[piece]:
                    to = place + step
                    target = squares[to]
                    while not target:
                        found.append((place, to, 0))
                        if not slides:
                            break
                        to += step
                        target = squares[to]
                    if target * side < 0 and target != OFF:
                        found.append((place, to, 0))
        if self.castling & (3 if side > 0 else 12):
            self._castlings(found)
        return found

    def captures(self) -> list[Move]:
        """The pseudo-legal moves that take something or make a queen."""
        squares, side = self.squares, self.side
        found: list[Move] = []
        for place in range(21, 99):
            piece = squares[place] * side
            if piece == PAWN:
                self._pawn_captures(place, found)
            elif 1 < piece < 7:
                slides = _SLIDES[piece]
                for step in _STEPS[piece]:
                    to = place + step
                    target = squares[to]
                    if slides:
                        while not target:
                            to += step
                            target = squares[to]
                    if target * side < 0 and target != OFF:
                        found.append((place, to, 0))
        return found

    def _pawn(self, place: int, found: list[Move]) -> None:
        squares, side = self.squares, self.side
        forward, rank = 10 * side, place // 10
        to = place + forward
        last = rank == (8 if side > 0 else 3)
        if not squares[to]:
            if last:
                found.extend([(place, to, piece) for piece in _PROMOTIONS])
            else:
                found.append((place, to, 0))
                if rank == (3 if side > 0 else 8) and not squares[to + forward]:
                    found.append((place, to + forward, 0))
        for to in (place + forward - 1, place + forward + 1):
            target = squares[to]
            if target * side < 0 and target != OFF:
                found.extend([(place, to, piece) for piece in (_PROMOTIONS if last else (0,))])
            elif to == self.ep:
                found.append((place, to, 0))

    def _pawn_captures(self, place: int, found: list[Move]) -> None:
        squares, side = self.squares, self.side
        forward = 10 * side
        promotion = QUEEN if place // 10 == (8 if side > 0 else 3) else 0
        if promotion and not squares[place + forward]:
            found.append((place, place + forward, QUEEN))
        for to in (place + forward - 1, place + forward + 1):
            target = squares[to]
            if (target * side < 0 and target != OFF) or to == self.ep:
                found.append((place, to, promotion))

    def _castlings(self, found: list[Move]) -> None:
        squares = self.squares
        king, short, long = (E1, 1, 2) if self.side > 0 else (E8, 4, 8)
        for bit, step, between in ((short, 1, (1, 2)), (long, -1, (-1, -2, -3))):
            free = self.castling & bit and not any(squares[king + way] for way in between)
            if free and not any(self.attacked(king + step * way) for way in range(3)):
                found.append((king, king + 2 * step, 0))

    def attacked(self, place: int) -> bool:
        """True if the side that is not on turn attacks `place`."""
        squares, enemy = self.squares, -self.side
        for step in _LEAPS:
            if squares[place + step] == KNIGHT * enemy:
                return True
        if squares[place - 9 * enemy] == enemy or squares[place - 11 * enemy] == enemy:
            return True
        for steps, line in ((_STRAIGHT, ROOK * enemy), (_DIAGONAL, BISHOP * enemy)):
            for step in steps:
                to = place + step
                piece = squares[to]
                if piece == KING * enemy:
                    return True
                while not piece:
                    to += step
                    piece = squares[to]
                if piece in (line, QUEEN * enemy):
                    return True
        return False

    def in_check(self) -> bool:
        """True if the king of the side on turn is attacked."""
        return self.attacked(self.squares.index(KING * self.side, 21))

    def is_exposed(self) -> bool:
        """True if the side that has just moved left its king to be taken: that move was not legal."""
        self.side = -self.side
        exposed = self.in_check()
        self.side = -self.side
        return exposed

    # -- making and unmaking ------------------------------------------------------------------------------------------

    def make(self, move: Move) -> None:
        """Plays a pseudo-legal move."""
        place, to, promotion = move
        squares, side = self.squares, self.side
        piece, taken, taken_at = squares[place], squares[to], to
        is_pawn = piece == side
        if is_pawn and to == self.ep:
            taken_at = to - 10 * side
            taken = squares[taken_at]
        self._undo.append((place, to, piece, taken, taken_at, self.castling, self.ep, self.quiet, self.key, self.score))
        put = promotion * side if promotion else piece
        score = self.score - _WORTH[piece + 6][place] + _WORTH[put + 6][to]
        key = self.key ^ _KEYS[piece + 6][place] ^ _KEYS[put + 6][to] ^ _SIDE_KEY ^ _EP_KEYS[self.ep]
        if taken:
            squares[taken_at] = 0
            score -= _WORTH[taken + 6][taken_at]
            key ^= _KEYS[taken + 6][taken_at]
        squares[place] = 0
        squares[to] = put
        ep = 0
        if is_pawn:
            # A square behind a pawn counts only if a pawn stands beside it: other positions are the same without it.
            if abs(to - place) == 20 and (squares[to - 1] == -side or squares[to + 1] == -side):
                ep = (place + to) // 2
        elif piece == KING * side and abs(to - place) == 2:
            rook, target = (to + 1, to - 1) if to > place else (to - 2, to + 1)
            row = ROOK * side + 6
            squares[rook], squares[target] = 0, ROOK * side
            score += _WORTH[row][target] - _WORTH[row][rook]
            key ^= _KEYS[row][rook] ^ _KEYS[row][target]
        castling = self.castling
        if castling:
            castling &= ~(_LOST.get(place, 0) | _LOST.get(to, 0))
            key ^= _CASTLE_KEYS[self.castling] ^ _CASTLE_KEYS[castling]
        self.castling, self.ep = castling, ep
        self.score, self.key = score, key ^ _EP_KEYS[ep]
        self.quiet = 0 if taken or is_pawn else self.quiet + 1
        self.side = -side

    def unmake(self) -> None:
        """Takes the last move back."""
        place, to, piece, taken, taken_at, self.castling, self.ep, self.quiet, self.key, self.score = self._undo.pop()
        squares = self.squares
        self.side = -self.side
        squares[to] = 0
        squares[place] = piece
        if taken:
            squares[taken_at] = taken
        if piece in (KING, -KING) and abs(to - place) == 2:
            rook, target = (to + 1, to - 1) if to > place else (to - 2, to + 1)
            squares[target], squares[rook] = 0, ROOK * self.side

    @property
    def made(self) -> int:
        """How many moves can be taken back."""
        return len(self._undo)

    def unmake_to(self, made: int) -> None:
        """Takes moves back until only so many are left, wherever a search was broken off."""
        while len(self._undo) > made:
            if self._undo[-1][0]:
                self.unmake()
            else:
                self.unskip()

    def skip(self) -> None:
        """The other side is on turn, without a move."""
        self._undo.append((0, 0, 0, 0, 0, self.castling, self.ep, self.quiet, self.key, self.score))
        self.key ^= _SIDE_KEY ^ _EP_KEYS[self.ep]
        self.ep, self.side = 0, -self.side

    def unskip(self) -> None:
        """Takes `skip` back."""
        *_, self.castling, self.ep, self.quiet, self.key, self.score = self._undo.pop()
        self.side = -self.side

    def has_pieces(self) -> bool:
        """True if the side on turn has more than king and pawns."""
        return any(KNIGHT <= piece * self.side <= QUEEN for piece in self.squares if piece != OFF)
