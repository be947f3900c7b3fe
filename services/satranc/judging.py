"""From the text of a move to the move, or to the reason why it cannot be played (rules 4.2, 4.6)."""

from collections.abc import Iterable
from typing import Final

import chess

from services.kernel.refusal import Illegal
from services.satranc.actions import SAN_MOVE, UCI_MOVE
from services.satranc.board import Position

_SHOWN: Final = 12  # moves that a refusal names; the client has the whole list
_TURKISH: Final = str.maketrans("KQRBN", "ŞVKFA")
_GRAVEST: Final = ("KING_IN_CHECK", "PROMOTION_REQUIRED", "ILLEGAL_MOVE")


def judged(at: Position, text: str, *, san: bool) -> chess.Move:
    """The legal move that is meant; raises `Illegal`."""
    if san:
        return _san(at, text)
    if UCI_MOVE.fullmatch(text) is None:
        raise Illegal("ILLEGAL_MOVE", move=text, **choice(at, at.legal))
    return _uci(at, _squares(text))


def named(at: Position, moves: Iterable[chess.Move]) -> str:
    """Moves as a player reads them, e.g. "Nf3, Nh3"; "—" if there are none."""
    listed = tuple(moves)
    names = [at.san(move) for move in listed[:_SHOWN]]
    return ", ".join([*names, "…"] if len(listed) > _SHOWN else names) or "—"


def choice(at: Position, moves: Iterable[chess.Move]) -> dict[str, str]:
    """What may be played, as details of a refusal: `legal`, and `legal_tr` for the Turkish sentence."""
    legal = named(at, moves)
    return {"legal": legal, "legal_tr": turkish(legal)}


def turkish(san: str) -> str:
    """SAN with the Turkish letters: an English K would be a Turkish player's rook (kale)."""
    return san.translate(_TURKISH)


def _squares(text: str) -> chess.Move:
    """The move of a UCI text; also of one that stays where it is, which python-chess does not read."""
    promotion = chess.Piece.from_symbol(text[4]).piece_type if text[4:] else None
    return chess.Move(chess.parse_square(text[:2]), chess.parse_square(text[2:4]), promotion)


def _uci(at: Position, move: chess.Move) -> chess.Move:
    board = at.board
    if board.color_at(move.from_square) != board.turn:
        raise Illegal("NO_PIECE_THERE", where=chess.square_name(move.from_square))
    # Castling is the king's move of two squares, not the capture of the own rook.
    if at.is_legal(move) and board.color_at(move.to_square) != board.turn:
        return move
    raise _reason(at, move)


def _reason(at: Position, move: chess.Move) -> Illegal:
    """Why an own piece may not move so."""
    board = at.board
    own = [other for other in at.legal if other.from_square == move.from_square]
    if _is_castling(board, move) and move.promotion is None:
        if not at.is_legal(move):
            return _no_castling(board, move)
        return Illegal("ILLEGAL_MOVE", move=move.uci(), **choice(at, own))  # "Kg1": in SAN that is "O-O"
    promoting = chess.Move(move.from_square, move.to_square, chess.QUEEN)
    if move.promotion is None and at.is_legal(promoting):
        return Illegal("PROMOTION_REQUIRED", move=move.uci())
    meant = promoting if move.promotion is None and board.is_pseudo_legal(promoting) else move
    if board.is_pseudo_legal(meant) and board.color_at(move.to_square) != board.turn:
        detail = {"attackers": _attackers(board, meant), **choice(at, at.legal)}
        return Illegal("KING_IN_CHECK", move=move.uci(), **detail)
    return Illegal("ILLEGAL_MOVE", move=move.uci(), **choice(at, own))


def _attackers(board: chess.Board, move: chess.Move) -> str:
    """The squares from which the own king would be attacked."""
    after = board.copy(stack=False)
    after.push(move)
    king = after.king(not after.turn)
    assert king is not None
    return ", ".join(map(chess.square_name, after.attackers(after.turn, king)))


def _is_castling(board: chess.Board, move: chess.Move) -> bool:
    """True for a king's move of two squares along its rank."""
    a, b = move.from_square, move.to_square
    return board.king(board.turn) == a and abs(a - b) == 2 and chess.square_rank(a) == chess.square_rank(b)


def _no_castling(board: chess.Board, move: chess.Move) -> Illegal:
    """Why there is no castling: for good, or for the moment."""
    king, short = move.from_square, move.to_square > move.from_square
    rank = chess.square_rank(king)
    rook = chess.square(7 if short else 0, rank)
    name = "O-O" if short else "O-O-O"
    if not board.castling_rights & chess.BB_SQUARES[rook] or chess.square_file(king) != 4:
        return Illegal("CASTLING_LOST", castling=name)
    between = [square for square in chess.SquareSet.between(king, rook) if board.piece_at(square)]
    way = (king, (king + move.to_square) // 2, move.to_square)
    attacked = [square for square in way if board.is_attacked_by(not board.turn, square)]
    squares = ", ".join(map(chess.square_name, between or attacked))
    return Illegal("CASTLING_BLOCKED", castling=name, squares=squares)


# -- SAN ---------------------------------------------------------------------------------------------------------------


def _san(at: Position, text: str) -> chess.Move:
    bare = text.rstrip("+#")
    if SAN_MOVE.fullmatch(text) is None:
        raise Illegal("ILLEGAL_MOVE", move=text, **choice(at, at.legal))
    if bare[0] in "O0":
        return _castle(at, short=len(bare) == 3)
    piece, rest = (chess.Piece.from_symbol(bare[0]).piece_type, bare[1:]) if bare[0] in "KQRBN" else (chess.PAWN, bare)
    promotion = None
    if rest[-1] in "QRBN":
        promotion = chess.Piece.from_symbol(rest[-1]).piece_type
        rest = rest[:-1].rstrip("=")
    target, origin = chess.parse_square(rest[-2:]), rest[:-2].rstrip("x-")
    meant = [square for square in at.board.pieces(piece, at.board.turn) if _comes_from(square, origin)]
    if piece == chess.PAWN and not origin:  # a pawn that takes is named by its file
        meant = [square for square in meant if chess.square_file(square) == chess.square_file(target)]
    if not meant:
        raise Illegal("NO_PIECE_THERE", where=text)
    moves = [chess.Move(square, target, promotion) for square in meant]
    legal = [move for move in moves if at.is_legal(move) and not at.board.is_castling(move)]
    if len(legal) == 1:
        return legal[0]
    if legal:
        raise Illegal("SAN_AMBIGUOUS", move=text, move_tr=turkish(text), **choice(at, legal))
    raise min((_reason(at, move) for move in moves), key=lambda one: _weight(one.reason))


def _castle(at: Position, *, short: bool) -> chess.Move:
    king = at.board.king(at.board.turn)
    home = chess.E1 if at.board.turn else chess.E8
    if king != home:
        raise Illegal("CASTLING_LOST", castling="O-O" if short else "O-O-O")
    return _uci(at, chess.Move(home, home + 2 if short else home - 2))


def _comes_from(square: int, origin: str) -> bool:
    return all(sign in chess.square_name(square) for sign in origin)


def _weight(reason: str) -> int:
    return _GRAVEST.index(reason) if reason in _GRAVEST else len(_GRAVEST)
