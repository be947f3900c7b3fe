"""Numbers by chance from a seed: the same ones for the same seed, on every machine."""

from collections.abc import MutableSequence
from typing import Final

_MASK: Final = 2**64 - 1
_STEP: Final = 0x9E3779B97F4A7C15


class Draws:
    """Splitmix (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014); the kernel's `Rng`."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def bits(self) -> int:
        """64 bits."""
        self._state = state = (self._state + _STEP) & _MASK
        state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        state = (state ^ state >> 27) * 0x94D049BB133111EB & _MASK
        return state ^ state >> 31

    def randrange(self, stop: int, /) -> int:
        """A number below `stop`, which is far below 2**64."""
        return self.bits() % stop

    def shuffle(self, x: MutableSequence[int], /) -> None:
        for last in range(len(x) - 1, 0, -1):
            other = self.bits() % (last + 1)
            x[last], x[other] = x[other], x[last]

    def one_in(self, hundredths: int) -> bool:
        """True in so many of a hundred cases."""
        return self.bits() % 100 < hundredths
