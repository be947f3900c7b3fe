"""Touch-move: which moves fulfil the duty that touched pieces make (rules 4.3)."""

from collections.abc import Iterator

import chess

from services.satranc.board import Position

Moves = tuple[chess.Move, ...]
Touches = tuple[tuple[str, ...], ...]


def duty(at: Position, touches: Touches) -> Moves | None:
    """The moves of which one must be played; None where nothing binds. The rows of the table in 4.3, in their order."""
    if not touches:
        return None
    king = at.board.king(at.board.turn)
    castlings = dict(_castlings(at))
    pairs = [tuple(map(chess.parse_square, touched)) for touched in touches if len(touched) == 2]
    if pairs:
        at_once = [castlings[rook] for _, rook in pairs if rook in castlings]
        of_king = tuple(move for move in at.legal if move.from_square == king)
        return (at_once[0],) if at_once else of_king or None
    order = [chess.parse_square(square) for touched in touches for square in touched]
    banned: set[chess.Move] = set()
    if king in order:
        before, after = order[: order.index(king)], order[order.index(king) + 1 :]
        if meant := [castlings[rook] for rook in after if rook in castlings]:
            return (meant[0],)
        banned = {castlings[rook] for rook in before if rook in castlings}
    allowed = tuple(move for move in at.legal if move not in banned)
    return _touched(at, order, allowed) or (allowed if banned else None)


def _touched(at: Position, order: list[int], allowed: Moves) -> Moves:
    """The rows for single pieces: one takes the other, else the first that can be moved or taken."""
    own = [square for square in order if at.board.color_at(square) == at.board.turn]
    enemy = [square for square in order if square not in own]
    if own and enemy:
        takes = tuple(m for m in allowed if m.from_square == own[0] and at.captured(m) == enemy[0])
        if takes:
            return takes
    for square in order:
        if square in own:
            found = tuple(move for move in allowed if move.from_square == square)
        else:
            found = tuple(move for move in allowed if at.captured(move) == square)
        if found:
            return found
    return ()


def _castlings(at: Position) -> Iterator[tuple[int, chess.Move]]:
    """The legal castlings by the square of their rook."""
    for move in at.legal:
        if at.board.is_castling(move):
            short = chess.square_file(move.to_square) > chess.square_file(move.from_square)
            yield chess.square(7 if short else 0, chess.square_rank(move.from_square)), move
