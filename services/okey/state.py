"""The whole match of okey: the table's terms, the hands that are over, the hand that is being played."""

from enum import StrEnum
from typing import Final

import msgspec

from services.kernel.game import Seat
from services.kernel.melds import Meld
from services.kernel.melds import Place as MeldPlace
from services.kernel.score import LedgerLine
from services.kernel.tricks import SEATS, seat_after
from services.okey.actions import Area, Sign
from services.okey.happenings import Happening
from services.okey.results import HandResult, Opened
from services.okey.terms import Terms
from services.okey.tiles import Group, Tile, okey_of

Tiles = tuple[Tile, ...]

NO_TILES: Final[tuple[Tiles, ...]] = ((),) * SEATS
NOBODY: Final = (Opened.NONE,) * SEATS
NO_SIGNS: Final[tuple[Sign | None, ...]] = (None,) * SEATS


class Phase(StrEnum):
    """What the table waits for (rules 8.16)."""

    LOT = "lot"  # who starts
    DEAL = "deal"  # the tiles
    DRAW = "draw"
    PLAY = "play"
    OVER = "over"


class Laid(msgspec.Struct, frozen=True, gc=False):
    """A meld on the table and who laid it. Its places are what each tile counts as; a wild place holds a real okey, a
    place with the okey's face that is not wild a false okey."""

    seat: Seat
    meld: Meld


class UndoPlace(msgspec.Struct, frozen=True, gc=False, tag="place"):
    """A tile that was placed and may be taken back: where it lies among the staged groups."""

    group: int
    pos: int


class UndoLayOff(msgspec.Struct, frozen=True, gc=False, tag="layOff"):
    """A tile that was laid off and may be taken back: its place in the meld."""

    meld: int
    place: MeldPlace


class Window(msgspec.Struct, frozen=True, gc=False):
    """The discard that may still be claimed, and who threw it (rules 10.6)."""

    thrower: Seat
    tile: Tile


class Turn(msgspec.Struct, frozen=True, gc=False):
    """The turn of `seat` (rules 8.16).

    `side` is the tile taken from the left in this turn, `drawn` the one drawn. `area` and `groups` are what is staged,
    `undo` what may be taken back. `opened_before`: the seat was open when the turn began; `anybody_before`: any seat
    was. `used` are the tiles that were committed, laid off or swapped in, `lay_offs` how many of them were laid off.
    `fined`: the attempt has had its fine (10.3). `signed`: a sign was given (10.3). `since_ms` is when it began.
    """

    seat: Seat
    side: Tile | None = None
    side_barred: bool = False
    drawn: Tile | None = None
    area: Area | None = None
    groups: tuple[Group, ...] = ()
    undo: UndoPlace | UndoLayOff | None = None
    opened_before: bool = False
    anybody_before: bool = False
    used: Tiles = ()
    lay_offs: int = 0
    fined: bool = False
    signed: bool = False
    since_ms: int = 0


class Hand(msgspec.Struct, frozen=True, gc=False):
    """A hand that is being played.

    `stock` has its top first; its last `buried` tiles at most are false okeys that were turned up (8.3), which
    everybody saw. `piles` have the last discard last. `seen` are tiles on each rack that lay open before everybody,
    `taken` those of them that were taken from the side. `need` is what a series opening must be worth. `fines` are the
    lines of this hand's events. `window` is open while the last discard may be claimed. `acted`: some seat has decided
    something for itself.
    """

    indicator: Tile
    racks: tuple[Tiles, ...]
    stock: Tiles
    turn: Turn
    need: int
    buried: int = 0
    piles: tuple[Tiles, ...] = NO_TILES
    melds: tuple[Laid, ...] = ()
    opened: tuple[Opened, ...] = NOBODY
    seen: tuple[Tiles, ...] = NO_TILES
    taken: tuple[Tiles, ...] = NO_TILES
    fines: tuple[LedgerLine, ...] = ()
    signs: tuple[Sign | None, ...] = NO_SIGNS
    window: Window | None = None
    acted: bool = False

    @property
    def okey(self) -> Tile:
        """The tile whose two copies are wild (rules 8.3)."""
        return okey_of(self.indicator)


class Shown(msgspec.Struct, frozen=True, gc=False):
    """The racks at the end of the last hand, and the count of each."""

    racks: tuple[Tiles, ...]
    counts: tuple[int, ...]


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole match.

    `starter` is who starts the hand that is being played or dealt. `hand` is None while none is played. `results` are
    the hands that are over, void ones included; `last` has the racks of the last of them. `left` is the seat that left
    and thereby ended a match of the tournament. `now_ms` is when a seat last acted or lapsed, by the match's clock.
    `happened` is what the last apply brought.
    """

    terms: Terms
    phase: Phase = Phase.LOT
    starter: Seat = Seat(0)
    hand: Hand | None = None
    results: tuple[HandResult, ...] = ()
    last: Shown | None = None
    left: Seat | None = None
    now_ms: int = 0
    happened: tuple[Happening, ...] = ()

    @property
    def counted(self) -> int:
        """How many hands of the match are over; a void one is none of them (rules 10.3)."""
        return sum(not result.void for result in self.results)

    @property
    def number(self) -> int:
        """The number of the hand that is played or dealt, from 1; after the match that of the last."""
        return self.counted if self.phase is Phase.OVER and self.hand is None else self.counted + 1

    @property
    def due(self) -> Seat | None:
        """The seat that is on turn; None while tiles are dealt and after the match."""
        return self.hand.turn.seat if self.hand is not None and self.phase is not Phase.OVER else None

    @property
    def playing(self) -> tuple[Hand, Turn]:
        """The hand and the turn that are being played; raises `AssertionError` while none is."""
        assert self.hand is not None
        return self.hand, self.hand.turn


def side_is_unused(hand: Hand, terms: Terms) -> bool:
    """True if the seat on turn, open before this turn, must still use its side tile (rules 8.5)."""
    turn = hand.turn
    owes = turn.opened_before and terms.side_after_open == "mustUse"
    return turn.side is not None and owes and turn.side not in turn.used


def side_is_owed(hand: Hand, terms: Terms) -> bool:
    """True if the seat on turn must still use its side tile, or open with it."""
    turn = hand.turn
    return (turn.side is not None and hand.opened[turn.seat] is Opened.NONE) or side_is_unused(hand, terms)


def left_of(seat: Seat) -> Seat:
    """The seat that plays before it (rules 0.1)."""
    return seat_after(seat, -1)


def partner_of(seat: int) -> Seat:
    """The seat opposite."""
    return seat_after(seat, 2)
