"""A table as a value, and what may be done at it. Pure: every step makes a new table or raises a `HouseError`."""

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


class Sitter(msgspec.Struct, frozen=True):
    """Who sits on a seat. `player` is empty for a bot, `bot_level` for a person. `order` tells who sat down first."""

    player: str
    display_name: str
    bot_level: str
    nonce: str
    order: int


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A table. `owner` decides: who sat down first, and before that who opened it. Times are Unix milliseconds."""

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

    @property
    def people(self) -> list[Sitter]:
        """The people at the table, in the order in which they sat down."""
        return sorted((sitter for sitter in self.seats if sitter and sitter.player), key=lambda sitter: sitter.order)

    def seat_of(self, player: str) -> int | None:
        """The seat of a player, or None."""
        return next((seat for seat, sitter in enumerate(self.seats) if sitter and sitter.player == player), None)


def sit(table: Table, player: str, display_name: str, seat: int | None, nonce: str) -> Table:
    """`player` sits down on `seat`, or on the first free one. Sitting on one's own seat changes the nonce at most."""
    own = table.seat_of(player)
    if own is not None and seat in (None, own):
        return _renonce(table, own, nonce)
    _require_open(table)
    if own is not None:
        raise refusal(Refused, "SEATED_ELSEWHERE", seat=own)
    seat = _free_seat(table, seat)
    order = 1 + max((sitter.order for sitter in table.people), default=0)
    sitter = Sitter(player=player, display_name=display_name, bot_level="", nonce=nonce, order=order)
    owner = table.owner if table.people else player
    return msgspec.structs.replace(table, seats=_with(table, seat, sitter), owner=owner)


def leave(table: Table, player: str) -> Table:
    """`player` gets up. The next who sat down owns the table then; when nobody is left it is closed.

    Who opened a table and never sat closes it by leaving, as long as nobody sits. Leaving twice changes nothing.
    """
    seat = table.seat_of(player)
    if table.status is Status.CLOSED or (seat is None and (player != table.owner or table.people)):
        return table
    _require_open(table)
    if seat is not None:
        table = msgspec.structs.replace(table, seats=_with(table, seat, None))
    if not table.people:
        return msgspec.structs.replace(table, status=Status.CLOSED)
    return msgspec.structs.replace(table, owner=table.people[0].player)


def add_bot(table: Table, owner: str, level: str, seat: int | None, levels: tuple[str, ...]) -> Table:
    """The owner puts a bot on `seat`, or on the first free one. On a bot's seat the new level takes its place."""
    require_owner(table, owner)
    if level not in levels:
        raise refusal(Invalid, "BOT_LEVEL_UNKNOWN", level=level, levels=", ".join(levels))
    bot = Sitter(player="", display_name=f"Bot ({level})", bot_level=level, nonce="", order=0)
    if seat is not None and seat < len(table.seats) and table.seats[seat] == bot:
        return table
    _require_open(table)
    replaces = seat is not None and seat < len(table.seats) and (there := table.seats[seat]) and there.bot_level
    return msgspec.structs.replace(
        table, seats=_with(table, seat if replaces and seat is not None else _free_seat(table, seat), bot)
    )


def fix(table: Table, owner: str) -> Table:
    """The owner starts: from here on the seats stay as they are. Starting again changes nothing."""
    require_owner(table, owner)
    if table.status in (Status.STARTING, Status.STARTED):
        return table
    _require_open(table)
    free = [str(seat) for seat, sitter in enumerate(table.seats) if sitter is None]
    if free:
        raise refusal(Refused, "SEATS_FREE", seats=", ".join(free))
    return msgspec.structs.replace(table, status=Status.STARTING)


def started(table: Table) -> Table:
    """The match has begun."""
    if table.status is not Status.STARTING:
        return table
    return msgspec.structs.replace(table, status=Status.STARTED)


def reopened(table: Table) -> Table:
    """The match could not be started with these seats: people may change them again."""
    if table.status is not Status.STARTING:
        return table
    return msgspec.structs.replace(table, status=Status.OPEN)


def closed(table: Table) -> Table:
    """Nobody used the table for too long."""
    if table.status is not Status.OPEN:
        return table
    return msgspec.structs.replace(table, status=Status.CLOSED)


def require_owner(table: Table, player: str) -> None:
    """Raises `Denied` for anybody but the owner."""
    if player != table.owner:
        raise refusal(Denied, "OWNER_ONLY")


def refusal(kind: type[HouseError], reason: str, **detail: object) -> HouseError:
    """The error with the lobby's sentences."""
    return kind(reason, detail, labels=REFUSALS[reason])


def _require_open(table: Table) -> None:
    if table.status is Status.CLOSED:
        raise refusal(Refused, "TABLE_CLOSED")
    if table.status is not Status.OPEN:
        raise refusal(Refused, "TABLE_STARTED")


def _renonce(table: Table, seat: int, nonce: str) -> Table:
    """The seat with the new nonce while that still means something."""
    sitter = table.seats[seat]
    if sitter is None or not nonce or sitter.nonce == nonce or table.status is not Status.OPEN:
        return table
    return msgspec.structs.replace(table, seats=_with(table, seat, msgspec.structs.replace(sitter, nonce=nonce)))


def _free_seat(table: Table, wanted: int | None) -> int:
    """The wanted seat if it is free, or the first free one; raises a `HouseError` that says why there is none."""
    if wanted is None:
        for seat, sitter in enumerate(table.seats):
            if sitter is None:
                return seat
        raise refusal(Refused, "TABLE_FULL")
    if wanted >= len(table.seats):
        raise refusal(Invalid, "SEAT_UNKNOWN", seat=wanted, seats=len(table.seats))
    if table.seats[wanted] is not None:
        raise refusal(Refused, "SEAT_TAKEN", seat=wanted)
    return wanted


def _with(table: Table, seat: int, sitter: Sitter | None) -> tuple[Sitter | None, ...]:
    return (*table.seats[:seat], sitter, *table.seats[seat + 1 :])
