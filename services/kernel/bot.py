"""What a bot is to the house: a function of what its seat sees."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

V_contra = TypeVar("V_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)


class Bot(Protocol[V_contra, A_co]):
    """A family's bots, at every level that its `meta.bot_levels` declares (weakest first).

    `services/<family>/bot.py` has one as `bot`.
    """

    def decide(self, view: V_contra, level: str, seed: int) -> A_co:
        """The action of the seat whose `view` this is. The same arguments always give the same action."""
        ...


def level_index(levels: Sequence[str], level: str) -> int:
    """Where `level` stands among `levels`; raises `ValueError` that names the levels there are."""
    if level not in levels:
        raise ValueError(f"no bot level {level!r}; there are {', '.join(levels)}")
    return levels.index(level)
