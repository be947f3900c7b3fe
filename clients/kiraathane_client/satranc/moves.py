"""Moves as people type them: squares, SAN with English or Turkish letters, castling in words; and as they are shown."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from kiraathane_client.satranc.position import LETTERS, Board, letter
from kiraathane_client.terminal import folded

_NOISE: Final = str.maketrans("0", "O", "x:-=+#!?. /()")
_CASTLINGS: Final = {
    "rok": 1, "kisarok": 1, "kucukrok": 1, "castle": 1, "castleshort": 1, "shortcastle": 1,
    "uzunrok": -1, "buyukrok": -1, "castlelong": -1, "longcastle": -1,
}  # fmt: skip
OTHER: Final = {"tr": "en", "en": "tr"}
_IN_BOTH: Final = "k"  # king; kale, the rook


class Moves:
    """The legal moves of a position (UCI texts), found by what people type."""

    def __init__(self, board: Board, legal: Sequence[str]) -> None:
        self.board = board
        self.legal = tuple(legal)
        self._spelled = {lang: self._spellings(lang) for lang in LETTERS}
        self._loose = {lang: _folded(spelled) for lang, spelled in self._spelled.items()}

    def find(self, typed: str, lang: str) -> tuple[str, ...]:
        """The legal moves that `typed` may mean: one, none, or several.

        Letters count first as those of `lang`. The one that names a piece in both languages counts as nothing else: no
        rook moves because the king cannot.
        """
        way = _CASTLINGS.get(folded(typed).replace(" ", ""))
        if way is not None:
            return tuple(move for move in self.legal if self._castling(move) == way)
        # "axb8" and "a x b8" are one spelling; a capital letter is a piece, a small one may be a file.
        key = typed.strip().translate(_NOISE)
        langs = (lang,) if folded(key[:1]) == _IN_BOTH else (lang, OTHER[lang])
        if found := next(filter(None, (self._spelled[one].get(key) for one in langs)), None):
            return tuple(found)
        if (squares := key.lower()) in self.legal:  # two squares are two squares, also in capitals
            return (squares,)
        loose = folded(key)
        return tuple(next(filter(None, (self._loose[one].get(loose) for one in langs)), ()))

    def written(self, move: str, lang: str) -> str:
        """A legal move in SAN with the letters of `lang`, without signs for check and mate."""
        way = self._castling(move)
        if way:
            return "O-O" if way > 0 else "O-O-O"
        kind, start, end = self.board.men[move[:2]].lower(), move[:2], move[2:4]
        takes = "x" if self._takes(move) else ""
        if kind == "p":
            made = f"={letter(move[4], lang)}" if len(move) > 4 else ""
            return f"{start[0] + takes if takes else ''}{end}{made}"
        return f"{letter(kind, lang)}{self._origin(move)}{takes}{end}"

    def written_all(self, lang: str) -> list[str]:
        """All legal moves, as `written` has them."""
        return [self.written(move, lang) for move in self.legal]

    # -- spellings ----------------------------------------------------------------------------------------------------

    def _spellings(self, lang: str) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for move in self.legal:
            for key in dict.fromkeys(self._keys(move, lang)):
                found.setdefault(key, []).append(move)
        return found

    def _keys(self, move: str, lang: str) -> Iterator[str]:
        start, end, made = move[:2], move[2:4], move[4:]
        yield move
        if way := self._castling(move):
            yield "OO" if way > 0 else "OOO"
            return
        kind = self.board.men[start].lower()
        if kind != "p":
            yield from (letter(kind, lang) + origin + end for origin in ("", start[0], start[1], start))
            return
        names = (letter(made, lang), "") if made else ("",)  # without the piece it may become any of the four
        for name in names:
            yield from (origin + end + name for origin in ({start[0]} if self._takes(move) else {"", start[0]}))
            yield start + end + name

    def _castling(self, move: str) -> int:
        """1 for castling short, -1 for long, 0 for any other move."""
        way = ord(move[2]) - ord(move[0])
        return way // 2 if abs(way) == 2 and self.board.men[move[:2]] in "kK" else 0

    def _takes(self, move: str) -> bool:
        return move[2:4] in self.board.men or (move[0] != move[2] and self.board.men[move[:2]] in "pP")

    def _origin(self, move: str) -> str:
        """What must be said of where the piece comes from."""
        rivals = [
            other
            for other in self.legal
            if other[2:4] == move[2:4] and other[:2] != move[:2]
            and self.board.men[other[:2]] == self.board.men[move[:2]]
        ]  # fmt: skip
        if not rivals:
            return ""
        if all(other[0] != move[0] for other in rivals):
            return move[0]
        return move[1] if all(other[1] != move[1] for other in rivals) else move[:2]


def _folded(spelled: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The spellings in small ASCII letters: what "nf3" or "SF1" may mean."""
    found: dict[str, list[str]] = {}
    for key, moves in spelled.items():
        known = found.setdefault(folded(key), [])
        known += [move for move in moves if move not in known]
    return found
