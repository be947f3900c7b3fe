"""What a bot draws by chance: numbers that follow from a seed alone, on every machine the same."""

from collections.abc import MutableSequence
from typing import Final

_MASK: Final = 2**64 - 1


class Draws:
    """A `Rng` (Marsaglia's xorshift64 with Vigna's multiplier, seeded through splitmix64)."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        mixed = (seed + 0x9E3779B97F4A7C15) & _MASK
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _MASK
        self._state = mixed ^ mixed >> 31 or 1

    def _next(self) -> int:
        """The next 32 bits."""
        state = self._state
        state ^= state >> 12
        state ^= state << 25 & _MASK
        state ^= state >> 27
        self._state = state
        return (state * 0x2545F4914F6CDD1D & _MASK) >> 32

    def randrange(self, stop: int, /) -> int:
        """A number in 0..stop-1. For the small ranges of cards its bias is below one in a hundred million."""
        if stop <= 64:
            return self._next() * stop >> 32
        number = 0
        for _ in range(stop.bit_length() // 32 + 2):
            number = number << 32 | self._next()
        return number % stop

    def random(self) -> float:
        """A number from 0 on, below 1."""
        return self._next() / 2**32

    def shuffle(self, x: MutableSequence[int], /) -> None:
        """Puts `x` into another order, each with the same chance."""
        for last in range(len(x) - 1, 0, -1):
            other = self._next() * (last + 1) >> 32
            x[last], x[other] = x[other], x[last]
