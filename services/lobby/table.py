"""A table as a value. What may be done at it is in `sitting`, `starting` and `again`."""

from collections.abc import Mapping
from enum import IntEnum

import msgspec

from services.lobby.refusals import REFUSALS
from services.runtime.errors import Denied, HouseError, Invalid, Refused


class Status(IntEnum):
    """Where a table stands. STARTING: its seats are fixed, and its match is being started."""

    OPEN = 1
    STARTED = 2
    CLOSED = 3
    STARTING = 4
    OVER = 5


class Sitter(msgspec.Struct, frozen=True):
    """Who sits on a seat. `player` is empty for a bot, `bot_level` for a person. `order` tells who sat down first.

    `requests` are those of the quick matches that brought him here, or of the calls that put the bot there.
    """

    player: str
    display_name: str
    bot_level: str
    nonce: str
    order: int
    ready: bool = False
    requests: tuple[str, ...] = ()


class Kept(msgspec.Struct, frozen=True):
    """A free seat that is kept for `player`, until a moment (Unix milliseconds) or, with None, for good.

    `requests` are those of the quick matches that keep it.
    """

    player: str
    until_ms: int | None = None
    requests: tuple[str, ...] = ()

    def holds(self, now_ms: int) -> bool:
        """True while nobody else may sit there."""
        return self.until_ms is None or now_ms < self.until_ms


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A table. `owner` decides: who sat down first, and before that who opened it. Times are Unix milliseconds.

    A private table has an `invite_code`, a public one none. `starts_by_itself`: nobody needs to start it. `reserved`:
    every seat is given out for good, and nobody owns the table. `kept` has an entry per seat, or none at all. `rematch`
    is the table where those who sat here play again.
    """

    table: str
    request_id: str
    family: str
    options: Mapping[str, str]
    seats: tuple[Sitter | None, ...]
    creator: str
    owner: str
    status: Status
    match: str
    commitment: str
    created_ms: int
    touched_ms: int
    version: int = 0
    invite_code: str = ""
    starts_by_itself: bool = False
    reserved: bool = False
    kept: tuple[Kept | None, ...] = ()
    kicked: tuple[str, ...] = ()
    rematch: str = ""
    no_chat: bool = False
    spectators: bool = True

    @property
    def people(self) -> list[Sitter]:
        """The people at the table, in the order in which they sat down."""
        return sorted((sitter for sitter in self.seats if sitter and sitter.player), key=lambda sitter: sitter.order)

    @property
    def listed(self) -> bool:
        """True if everybody may know of the table."""
        return not self.invite_code and not self.reserved

    @property
    def full(self) -> bool:
        """True if every seat is taken."""
        return all(self.seats)

    def seat_of(self, player: str) -> int | None:
        """The seat of a player, or None."""
        return next((seat for seat, sitter in enumerate(self.seats) if sitter and sitter.player == player), None)

    def kept_seat(self, player: str, now_ms: int) -> int | None:
        """The free seat that is kept for a player, or None."""
        return next((seat for seat in range(len(self.seats)) if self.keeper(seat, now_ms) == player), None)

    def keeper(self, seat: int, now_ms: int) -> str:
        """For whom a free seat is kept now; empty if for nobody, and for a seat that is taken."""
        kept = self.kept[seat] if self.kept else None
        return kept.player if kept is not None and self.seats[seat] is None and kept.holds(now_ms) else ""

    def knows(self, player: str) -> bool:
        """True for whom a private table is no secret: who sits there, opened it, or has had a seat kept for him."""
        return player not in self.kicked and player in self.members

    def there(self, now_ms: int) -> set[str]:
        """The people who are at the table now: who sit there, or have a free seat kept for them."""
        sitting = {sitter.player for sitter in self.people}
        return sitting | {self.keeper(seat, now_ms) for seat in range(len(self.seats))} - {""}

    @property
    def members(self) -> set[str]:
        """All people whom the table concerns: who sit there, have had a seat kept for them, or opened it."""
        kept = {place.player for place in self.kept if place is not None}
        return ({sitter.player for sitter in self.people} | kept | {self.creator}) - {"", *self.kicked}


def refusal(kind: type[HouseError], reason: str, **detail: object) -> HouseError:
    """The error with the lobby's sentences."""
    return kind(reason, detail, labels=REFUSALS[reason])


def require_owner(table: Table, player: str) -> None:
    """Raises `Denied` for anybody but the owner; a reserved table has none."""
    if table.reserved:
        raise refusal(Denied, "TABLE_RESERVED")
    if player != table.owner:
        raise refusal(Denied, "OWNER_ONLY")


def require_not_kicked(table: Table, player: str) -> None:
    """Raises `Denied` for who was sent away from the table."""
    if player in table.kicked:
        raise refusal(Denied, "KICKED")


def require_open(table: Table) -> None:
    """Raises `Refused` once the seats cannot change any more."""
    if table.status is Status.CLOSED:
        raise refusal(Refused, "TABLE_CLOSED")
    if table.status is not Status.OPEN:
        raise refusal(Refused, "TABLE_STARTED")


def require_seat_exists(table: Table, seat: int) -> None:
    """Raises `Invalid` for a seat that the table does not have."""
    if seat >= len(table.seats):
        raise refusal(Invalid, "SEAT_UNKNOWN", seat=seat, seats=len(table.seats))


def seated(table: Table, seat: int, sitter: Sitter | None) -> Table:
    """The table with another sitter, or none, on a seat."""
    return msgspec.structs.replace(table, seats=(*table.seats[:seat], sitter, *table.seats[seat + 1 :]))
