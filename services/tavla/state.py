"""The whole match of tavla: the table's terms, where the match stands, the game that is being played."""

from enum import StrEnum

import msgspec

from services.kernel.score import LedgerLine
from services.kernel.series import Series
from services.tavla.actions import CheckerMove
from services.tavla.happenings import Happening
from services.tavla.terms import Terms


class Phase(StrEnum):
    """What the table waits for (rules 1.10, 2.6)."""

    OPENING = "opening"  # one die per seat
    ROLLING = "rolling"  # the dice of the seat on turn
    CHOOSING = "choosing"  # the seat on turn rolls or offers
    PLAYING = "playing"  # the seat on turn plays its dice
    ANSWERING = "answering"  # the other seat answers the offer
    OVER = "over"


class Crawford(StrEnum):
    """Where the match stands with its Crawford game (rules 2.4)."""

    AHEAD = "ahead"
    NOW = "now"
    PLAYED = "played"


class Match(msgspec.Struct, frozen=True):
    """What outlives a game. `number` is that of the game being played, from 1; points are true sums (rules 1.7)."""

    terms: Terms
    series: Series
    number: int = 1
    ledger: tuple[LedgerLine, ...] = ()
    crawford: Crawford = Crawford.AHEAD


class Cube(msgspec.Struct, frozen=True):
    """The cube: its value, and the seat that owns it (None while it stands in the middle)."""

    value: int = 1
    owner: int | None = None


class Ending(msgspec.Struct, frozen=True):
    """How the match ended: one of `meta.end_causes`, and the seat that won it."""

    cause: str
    winner: int


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole match.

    `sides` are the checkers by seat (see `board`), `pinned` one bit mask per seat of the own points where one of its
    checkers lies pinned (Hapis). `turn` is the seat on turn, and in ANSWERING the seat that offered. `dice` are those
    of the current turn, `previous` those of the turn before. `begun` says by seat whether its first turn of the game is
    over. `happened` is what the last apply brought.
    """

    match: Match
    phase: Phase
    turn: int
    sides: tuple[bytes, bytes]
    pinned: tuple[int, int] = (0, 0)
    dice: tuple[int, ...] = ()
    previous: tuple[int, ...] = ()
    last_play: tuple[CheckerMove, ...] = ()
    last_seat: int | None = None
    passed: bool = False
    cube: Cube = Cube()
    begun: tuple[bool, bool] = (False, False)
    ending: Ending | None = None
    happened: tuple[Happening, ...] = ()
