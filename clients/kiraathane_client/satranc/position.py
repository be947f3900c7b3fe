"""The board of a FEN, as the terminal needs it: what stands where. Who may move what, the house says."""

from collections.abc import Iterator, Mapping

import msgspec

from kiraathane.satranc.v1 import satranc_pb2 as pb

FILES = "abcdefgh"
KINDS = "kqrbnp"
# The letters of the pieces in the two languages of the house, in the order of KINDS (pawns have none when they move).
LETTERS: Mapping[str, str] = {"en": "KQRBNP", "tr": "ŞVKFAP"}


class Board(msgspec.Struct, frozen=True):
    """`men` has a FEN letter for each occupied square (White's are capital); `white_to_move` is whose turn it is."""

    men: dict[str, str]
    white_to_move: bool


def read(fen: str) -> Board:
    """The board of a FEN that the house sent."""
    diagram, side, *_ = fen.split()
    return Board(men=dict(_men(diagram)), white_to_move=side == "w")


def _men(diagram: str) -> Iterator[tuple[str, str]]:
    for rank, row in zip("87654321", diagram.split("/"), strict=True):
        file = 0
        for sign in row:
            if sign.isdecimal():
                file += int(sign)
            else:
                yield FILES[file] + rank, sign
                file += 1


def white_seat(view: pb.SatrancView) -> int:
    """The seat with White; 0 before the lot."""
    return view.white if view.HasField("white") else 0


def letter(kind: str, lang: str) -> str:
    """The capital letter of a piece (a FEN letter of either side) in "tr" or "en"."""
    return LETTERS[lang][KINDS.index(kind.lower())]


def told(san: str, lang: str) -> str:
    """A move in SAN with the letters of the language."""
    if lang == "en" or san.startswith("O"):
        return san
    names = dict(zip(LETTERS["en"][:5], LETTERS[lang], strict=False))
    return "".join(names.get(sign, sign) for sign in san)
