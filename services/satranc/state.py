"""The whole match of satranç: the table's terms, the position and what came before it, clocks, offer, touches."""

import msgspec

from services.satranc.board import START, Position, position
from services.satranc.happenings import Happening
from services.satranc.terms import Terms


class Ending(msgspec.Struct, frozen=True):
    """How the match ended: one of `meta.end_causes`, and the seat that won it (None: drawn)."""

    cause: str
    winner: int | None


class Clocks(msgspec.Struct, frozen=True):
    """`left` milliseconds by seat, as they stood at `began` (when the seat on turn began to think); `now` is the last
    event's time. All by the match's own clock.
    """

    left: tuple[int, int]
    began: int = 0
    now: int = 0


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole match.

    `white` is the seat with White, None before the lot (rules 4.1). `base` is the position after the last capture or
    pawn move (or the first one), `since` the moves from there as UCI text, `keys` the positions on that way, `base` and
    the present one included: nothing older can come again. `start` and `moves` (SAN) tell the whole game, `last` is the
    last move as UCI text. `captured` has the pieces that each seat has taken, in small letters. `offer` is the seat
    whose offer of a draw is open, `wait` how many own moves each seat has to make before it may offer again (rules
    4.6). `touches` are squares in the order in which they were touched, two together where they were touched at once
    (rules 4.3).
    """

    terms: Terms
    clocks: Clocks
    white: int | None = None
    start: str = START
    base: str = START
    since: tuple[str, ...] = ()
    keys: tuple[str, ...] = (START.rsplit(" ", 2)[0],)
    fen: str = START
    last: str = ""
    moves: tuple[str, ...] = ()
    captured: tuple[str, str] = ("", "")
    offer: int | None = None
    wait: tuple[int, int] = (0, 0)
    touches: tuple[tuple[str, ...], ...] = ()
    adjusted: tuple[str, ...] = ()
    ending: Ending | None = None
    happened: tuple[Happening, ...] = ()

    @property
    def position(self) -> Position:
        return position(self.fen)

    @property
    def turn(self) -> int:
        """The seat on turn; 0 before the lot."""
        white = self.white or 0
        return white if self.fen.split(" ", 2)[1] == "w" else 1 - white

    @property
    def repetitions(self) -> int:
        """How often the position on the board has stood there, this time included."""
        return self.keys.count(self.keys[-1])

    @property
    def is_played(self) -> bool:
        """True between the lot and the end."""
        return self.white is not None and self.ending is None
