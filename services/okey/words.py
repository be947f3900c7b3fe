"""The words of a position with their values."""

from collections.abc import Callable
from typing import Final, TypeVar

from services.okey.state import Phase

T = TypeVar("T")
D = TypeVar("D")

_FLAGS: Final = ("opennow", "barred", "fined", "signed", "acted")
_NAMES: Final = (
    *("starter", "turn", "indicator", "racks", "stock", "buried", "piles", "melds", "opened", "need", "seen", "taken"),
    *("fines", "signs", "window", "side", "drawn", "staged", "undo", "used", "layoffs", "sheet", "last", "left"),
)


class Words:
    """The words of a position with their values. Raises `ValueError` for a word that means nothing here."""

    def __init__(self, text: str) -> None:
        words = text.split()
        if not words or words[0] not in set(Phase):
            raise ValueError(f"{text!r}: a position begins with {', '.join(Phase)}")
        self.phase = Phase(words[0])
        self.flags = {word for word in words[1:] if word in _FLAGS}
        rest = [word for word in words[1:] if word not in _FLAGS]
        if len(rest) % 2:
            raise ValueError(f"{rest[-1]!r} has no value")
        self.values = dict(zip(rest[::2], rest[1::2], strict=True))
        for name in self.values:
            if name not in _NAMES:
                raise ValueError(f"{name!r} is none of {', '.join(_NAMES)}, {', '.join(_FLAGS)}")
        if len(self.values) * 2 != len(rest):
            raise ValueError("a word stands there twice")

    def read(self, name: str, reader: Callable[[str], T], default: D) -> T | D:
        """The value of `name` as `reader` reads it, or `default` if it is not there."""
        return reader(self.values[name]) if name in self.values else default
