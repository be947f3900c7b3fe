"""From full seats to the match, and to its end. Pure: every step makes a new table or raises a `HouseError`."""

import msgspec

from services.lobby.table import Sitter, Status, Table, refusal, require_open, require_owner, seated
from services.runtime.errors import Refused


def fix(table: Table, owner: str) -> Table:
    """The owner starts: from here on the seats stay as they are. Starting again changes nothing."""
    if (
        table.status in (Status.STARTING, Status.STARTED)
        and table.starts_by_itself
        and table.seat_of(owner) is not None
    ):
        return table
    require_owner(table, owner)
    if table.status in (Status.STARTING, Status.STARTED, Status.OVER):
        return table
    require_open(table)
    free = [str(seat) for seat, sitter in enumerate(table.seats) if sitter is None]
    if free:
        raise refusal(Refused, "SEATS_FREE", seats=", ".join(free))
    unready = [str(s) for s, sitter in enumerate(table.seats) if sitter and not sitter.ready and sitter.player != owner]
    if unready:
        raise refusal(Refused, "NOT_READY", seats=", ".join(unready))
    return msgspec.structs.replace(table, status=Status.STARTING)


def settled(table: Table) -> Table:
    """A table that starts by itself, about to be started when it is complete."""
    if not table.starts_by_itself or table.status is not Status.OPEN:
        return table
    if not all(sitter is not None and sitter.ready for sitter in table.seats):
        return table
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


def substituted(table: Table, seat: int, player: str, display_name: str) -> Table:
    """`player` plays the match on for who sat there; he has the place at the table as well."""
    there = table.seats[seat]
    if there is None or there.player == player or table.status not in (Status.STARTED, Status.OVER):
        return table
    sitter = Sitter(player, display_name, "", "", max(who.order for who in (there, *table.people)) + 1, ready=True)
    return seated(table, seat, sitter)


def over(table: Table) -> Table:
    """The match has ended."""
    if table.status not in (Status.STARTED, Status.STARTING):
        return table
    return msgspec.structs.replace(table, status=Status.OVER)
