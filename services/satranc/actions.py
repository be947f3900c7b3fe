"""What a seat may decide (rules 4.6). Squares are named a1..h8; a move is UCI text, or SAN where `san` is true."""

import re
from typing import Final

import msgspec

UCI_MOVE: Final = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?")
SAN_MOVE: Final = re.compile(r"(?:O-O(?:-O)?|0-0(?:-0)?|[KQRBN]?[a-h]?[1-8]?[x-]?[a-h][1-8](?:=?[QRBN])?)[+#]?")
SQUARE: Final = re.compile(r"[a-h][1-8]")


class PlayMove(msgspec.Struct, frozen=True, tag="move"):
    """Play a move (rules 4.2)."""

    move: str
    san: bool = False


class ClaimFifty(msgspec.Struct, frozen=True, tag="fifty"):
    """Claim the draw of the fifty moves (rules 4.6)."""


class ClaimThreefold(msgspec.Struct, frozen=True, tag="threefold"):
    """Claim the draw of the third repetition: on the board, or by the announced `move` (rules 4.6)."""

    move: str = ""
    san: bool = False


class OfferDraw(msgspec.Struct, frozen=True, tag="offer"):
    """Offer a draw, in or out of turn (rules 4.6)."""


class AcceptDraw(msgspec.Struct, frozen=True, tag="accept"):
    """Accept the other player's offer (rules 4.6)."""


class DeclineDraw(msgspec.Struct, frozen=True, tag="decline"):
    """Decline the other player's offer (rules 4.6)."""


class Resign(msgspec.Struct, frozen=True, tag="resign"):
    """Give up, in or out of turn (rules 4.4)."""


class Touch(msgspec.Struct, frozen=True, tag="touch"):
    """A piece, own or enemy, has been touched on purpose (rules 4.3)."""

    square: str


class TouchBoth(msgspec.Struct, frozen=True, tag="touch_both"):
    """Own king and own rook were touched at the same time, to castle (rules 4.3)."""

    king: str
    rook: str


class Adjust(msgspec.Struct, frozen=True, tag="adjust"):
    """ "Düzeltiyorum": later touches of these squares in this turn create no duty (rules 4.3)."""

    squares: tuple[str, ...]


Action = (
    PlayMove | ClaimFifty | ClaimThreefold | OfferDraw | AcceptDraw | DeclineDraw | Resign | Touch | TouchBoth | Adjust
)


def read_move(text: str, *, san: bool) -> str:
    """`text` if it has the form of a move; raises `ValueError` with a sentence that says how one is written."""
    if san and SAN_MOVE.fullmatch(text) is None:
        raise ValueError(f"{text!r} is not a move in SAN, such as e4, Nbd7, exd5, O-O or e8=Q")
    if not san and UCI_MOVE.fullmatch(text) is None:
        raise ValueError(f"{text!r} is not a move in UCI notation, such as e2e4 or e7e8q")
    return text


def read_square(text: str) -> str:
    """`text` if it names a square; raises `ValueError`."""
    if SQUARE.fullmatch(text) is None:
        raise ValueError(f"{text!r} is not a square a1..h8")
    return text
