"""What a bot is to the house: a function of what its seat sees."""

from collections.abc import Sequence
from typing import ClassVar, Protocol, TypeVar

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


class ProgramGone(Exception):  # noqa: N818  (what happened to it)
    """The program died, was silent for too long, or answered what makes no sense."""


class Program(Protocol):
    """A program beside the worker that answers line by line, as chess engines do. The worker starts it when it is first
    asked, starts it again after it has died, and ends it with itself.
    """

    def ask(self, lines: Sequence[str], until: str, seconds: float) -> Sequence[str]:
        """Says `lines` and returns what it answers, up to the line that begins with `until`. Raises `ProgramGone`."""
        ...


class AidedBot(Bot[V_contra, A_co], Protocol[V_contra, A_co]):
    """A bot that plays by a program where the machine has it. `program` is its name: of the command, and of the
    worker's setting that says where it is.
    """

    program: ClassVar[str]

    def decide_with(self, program: Program, view: V_contra, level: str, seed: int) -> A_co:
        """As `decide`, with the help of the program. Raises `ProgramGone` where that cannot be had."""
        ...
