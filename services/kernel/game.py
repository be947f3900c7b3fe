"""The Game interface: what a family must say for the house to host it.

Rules are pure. A state is the whole match, immutable, complete and encodable; time and chance come in as arguments of
`apply`, never from inside.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, MutableSequence
from enum import StrEnum
from typing import ClassVar, Generic, NewType, Protocol, TypeVar

import msgspec

from services.kernel.meta import Meta
from services.kernel.score import Score

Seat = NewType("Seat", int)
Viewer = Seat | None  # None is a spectator

S = TypeVar("S")  # State
A = TypeVar("A")  # Action
V = TypeVar("V")  # View
H = TypeVar("H")  # Happening
A_co = TypeVar("A_co", covariant=True)


class Config(msgspec.Struct, frozen=True):
    """What a match is set up from. `options` are complete: they went through `Meta.resolve`."""

    options: Mapping[str, str]


# -- what a match waits for -------------------------------------------------------------------------------------------


class Decide(msgspec.Struct, frozen=True, tag=True):
    """These seats must each decide something; the order in which they do has no meaning.

    `question` numbers what is asked. As long as it stays the same, what one seat does makes no other seat's decision
    late: whoever decided before he saw it is still heard. None where every decision must be made on the newest version.
    """

    seats: frozenset[Seat]
    question: int | None = None


class Roll(msgspec.Struct, frozen=True, tag=True):
    """`count` dice of `sides` faces, each 1..sides."""

    count: int
    sides: int


class Shuffle(msgspec.Struct, frozen=True, tag=True):
    """A permutation of 0..size-1."""

    size: int


ChanceRequest = Roll | Shuffle


class Chance(msgspec.Struct, frozen=True, tag=True):
    """The match waits for an outcome from outside (rules 0.8)."""

    request: ChanceRequest


class Over(msgspec.Struct, frozen=True, tag=True):
    """The match has ended; `cause` is one of the family's `end_causes`. (The house's own are in `meta`.)"""

    cause: str


Pending = Decide | Chance | Over


# -- what may happen to a match ---------------------------------------------------------------------------------------


class Act(msgspec.Struct, Generic[A], frozen=True, tag="act"):
    """A seat's decision. `at_ms` is the match's own clock: milliseconds since it began, less the house's downtime."""

    seat: Seat
    action: A
    at_ms: int = 0


class Fate(msgspec.Struct, frozen=True, tag="fate"):
    """The answer to `Chance`: the dice in order, or the permutation."""

    outcome: tuple[int, ...]


class LapseCause(StrEnum):
    """Why a seat did not decide for itself."""

    TIMEOUT = "timeout"
    LEFT = "left"


class Lapse(msgspec.Struct, frozen=True, tag="lapse"):
    """A seat let its time run out, or left where that ends the match (`Meta.leave_ends`).

    The rules say what that means for the table. Elsewhere who plays a seat is nothing that they are told (`seating`).
    """

    seat: Seat
    cause: LapseCause
    at_ms: int = 0


# -- what a seat may do -----------------------------------------------------------------------------------------------


class Options(Protocol[A_co]):
    """The legal actions of a seat: iterable, countable, and answers `in`.

    Iterating yields each action once, in a fixed order that depends only on what the seat can see. `action in options`
    holds for exactly the actions that `apply` accepts, which may be more than are listed where two actions mean the
    same (a tavla turn played in another order of checkers).
    """

    def __iter__(self) -> Iterator[A_co]: ...
    def __len__(self) -> int: ...
    def __contains__(self, action: object, /) -> bool: ...


class Rng(Protocol):
    """The randomness that `resample` is given; `random.Random` is one."""

    def randrange(self, stop: int, /) -> int: ...
    def shuffle(self, x: MutableSequence[int], /) -> None: ...


class Notation(ABC, Generic[S, A]):
    """Compact text for positions and acts, both ways: transcripts, scenario files, logs of a frozen match.

    `read_position(write_position(s), config)` gives back everything that decides how the match goes on.
    Both readers raise `ValueError` with a sentence that says what is wrong and where.
    """

    @abstractmethod
    def write_position(self, state: S) -> str: ...
    @abstractmethod
    def read_position(self, text: str, config: Config) -> S: ...
    @abstractmethod
    def write_action(self, action: A) -> str: ...
    @abstractmethod
    def read_action(self, text: str) -> A: ...


class Game(ABC, Generic[S, A, V, H]):
    """A game family. Stateless: one instance serves every match of the family."""

    meta: ClassVar[Meta]
    state_type: type[S]
    action_type: type[A]
    """A union of tagged structs; given to the codec, which checks what it decodes."""
    notation: Notation[S, A]

    @abstractmethod
    def setup(self, config: Config) -> S:
        """The match before anything has happened."""

    @abstractmethod
    def pending(self, state: S) -> Pending:
        """What the match waits for."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Options[A]:
        """What `seat` may do now; empty when it may do nothing."""

    @abstractmethod
    def apply(self, state: S, event: Act[A] | Fate | Lapse) -> S:
        """The match after `event`. Raises `Illegal`, and then `state` is still the match."""

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> V:
        """All that `viewer` may see. Built, never filtered: the type has no field for a secret."""

    @abstractmethod
    def happenings(self, state: S, viewer: Viewer) -> tuple[H, ...]:
        """What the last `apply` brought, as far as `viewer` may know it, in order. For animation and the record."""

    @abstractmethod
    def score(self, state: S) -> Score:
        """Points so far, per seat and team, with the ledger that explains them."""

    @abstractmethod
    def allowance(self, state: S) -> int | None:
        """Milliseconds, from now, after which the due seats lapse; None where no clock runs."""

    @abstractmethod
    def resample(self, state: S, seat: Seat, rng: Rng) -> S:
        """Another world that looks the same to `seat`."""
