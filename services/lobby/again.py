"""The same people once more: who gets which seat of the next table. Pure."""

from collections.abc import Mapping
from typing import Any

import msgspec

from services.kernel.registry import Family
from services.lobby.sitting import bot_of
from services.lobby.table import Kept, Status, Table, refusal
from services.runtime.errors import Denied, Refused

KEPT_MS = 60_000
"""So long a seat of the new table is kept for who sat at the old one."""


class Places(msgspec.Struct, frozen=True):
    """The options of the next match, and for each of its seats which one of the last match goes there."""

    options: Mapping[str, str]
    order: tuple[int, ...]


def places(family: Family, table: Table, view: Any) -> Places:
    """As the family's module `rematch` has it from the match's last `view`; where one is missing two players swap."""
    if view is not None and family.has("rematch"):
        options, order = family.module("rematch").rematch(table.options, view)
        return Places(options=family.game.meta.resolve(options), order=tuple(order))
    seats = tuple(range(len(table.seats)))
    return Places(options=table.options, order=seats[::-1] if len(seats) == 2 else seats)


def require_rematch(table: Table, player: str) -> None:
    """Raises a `HouseError` unless `player` sat at the table, which was nobody's to give out, and its match is over."""
    if table.seat_of(player) is None:
        raise refusal(Denied, "NOT_AT_TABLE")
    if table.reserved:
        raise refusal(Denied, "TABLE_RESERVED")
    if table.status is not Status.OVER:
        raise refusal(Refused, "MATCH_GOES_ON")


def named(table: Table, before: str, name: str) -> Table:
    """The old table with the name of the next one, if it still names `before` (nothing, or one that was closed)."""
    return msgspec.structs.replace(table, rematch=name) if table.rematch == before else table


def opened(old: Table, new: Table, *, order: tuple[int, ...], now_ms: int) -> Table:
    """The new table with the bots of the old one on their seats and the others kept for the people."""
    came = [old.seats[seat] for seat in order]
    kept = [Kept(s.player, now_ms + KEPT_MS) if s is not None and s.player else None for s in came]
    bots = [bot_of(s.bot_level) if s is not None and s.bot_level else None for s in came]
    return msgspec.structs.replace(new, seats=tuple(bots), kept=tuple(kept), starts_by_itself=old.starts_by_itself)
