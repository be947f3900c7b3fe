"""The words of which positions are written, and the plain values among them; `notation` says what they mean."""

from collections.abc import Callable
from typing import Final, TypeVar

from services.ellibir.state import Phase
from services.kernel.game import Seat

T = TypeVar("T")
D = TypeVar("D")

_FLAGS: Final = ("opened-now", "single")
_KEYS: Final = (
    *("turn", "turns", "dealer", "hands", "stock", "bottom", "melds", "opened", "declared", "shown", "bound"),
    *("discards", "need", "claim", "cut", "drawn", "laid-off", "sheet", "rounds", "repeats", "stars", "clock"),
)


class Words:
    """The words of a position with their values. Raises `ValueError` for a word that means nothing here."""

    def __init__(self, text: str) -> None:
        words = text.split()
        if not words or words[0] not in set(Phase):
            raise ValueError(f"{text!r}: a position begins with {', '.join(Phase)}")
        self.phase = Phase(words.pop(0))
        self.flags: set[str] = set()
        self._values: dict[str, str] = {}
        while words:
            word = words.pop(0)
            if word in self.flags or word in self._values or word not in (*_FLAGS, *_KEYS):
                raise ValueError(f"{word!r} cannot stand there; words are {', '.join((*_KEYS, *_FLAGS))}, each once")
            if word in _FLAGS:
                self.flags.add(word)
            elif words:
                self._values[word] = words.pop(0)
            else:
                raise ValueError(f"after {word!r} something is missing")

    def read(self, name: str, reader: Callable[[str], T], default: D) -> T | D:
        """The value of `name` as `reader` reads it, or `default` if it is not there."""
        return reader(self._values[name]) if name in self._values else default

    def items(self, name: str, between: str) -> list[str]:
        """The parts of the value of `name`; none if it is not there."""
        return self._values[name].split(between) if name in self._values else []


def number(text: str) -> int:
    """A plain number from 0 on. Raises `ValueError`."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 12:
        raise ValueError(f"{text!r} is no number here")
    return int(text)


def numbers(text: str) -> tuple[int, ...]:
    """Numbers with commas between them. Raises `ValueError`."""
    return tuple(map(number, text.split(",")))


def seat_of(text: str) -> Seat:
    """A seat, 0 to 3. Raises `ValueError`."""
    if text not in ("0", "1", "2", "3"):
        raise ValueError(f"{text!r} is no seat: 0 to 3")
    return Seat(int(text))


def of_seat(text: str) -> tuple[Seat, str]:
    """A seat and what is said of it, `2:pairs`. Raises `ValueError`."""
    who, between, value = text.partition(":")
    if not between:
        raise ValueError(f"{text!r}: a seat and a value, with a colon between them")
    return seat_of(who), value
