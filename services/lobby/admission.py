"""Who may sit down: every way to a seat asks here, and nowhere else."""

from collections.abc import Callable, Iterable

from services.lobby import clock
from services.lobby.blocks import Blocks
from services.lobby.peers import Peers
from services.lobby.sanctions import Sanctions
from services.lobby.store import TableStore
from services.lobby.table import Table, refusal
from services.runtime import persons
from services.runtime.errors import Denied, Exhausted


class _Others(Exception):  # noqa: N818
    """Other people have come to the table since it was looked who is there."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table


class Admission:
    """Asked before a player gets a seat, or one kept for him."""

    def __init__(self, store: TableStore, blocks: Blocks, sanctions: Sanctions, peers: Peers, open_tables: int) -> None:
        self._store = store
        self._peers = peers
        self._blocks = blocks
        self._sanctions = sanctions
        self._open_tables = open_tables

    async def known(self, players: Iterable[str]) -> None:
        """Raises `Missing` if one of them, to whom seats are given out, is no player of this house."""
        await persons.require_known(self._peers, players)

    async def to_any(self, player: str, *, counted: bool = False) -> None:
        """Raises `Refused` for who is banned or suspended, `Exhausted` for who waits at too many tables already.

        `counted`: the table that he wants to sit at is one of those already.
        """
        await self._sanctions.require_free(player)
        if not counted and await self._store.count_waiting(player) >= self._open_tables:
            raise refusal(Exhausted, "TOO_MANY_SEATS", limit=self._open_tables)

    async def seat(self, player: str, table: Table, step: Callable[[Table], Table]) -> Table | None:
        """Takes the step that seats `player`, if he may sit with those who are at the table at that moment.

        Raises `Denied` where one does not want to meet the other, without a word of who; seats that are given out are
        so for both. Gives None if there is no such table.
        """
        while True:
            now = clock.now_ms()
            met = set() if table.reserved or table.seat_of(player) is not None else _met(table, player, now)
            if met and await self._blocks.between(player, met):
                raise refusal(Denied, "BLOCKED")
            try:
                return await self._store.change(table.table, _among(met, player, step, now), now)
            except _Others as others:
                table = others.table

    async def beside(self, player: str, table: Table, seat: int, *, for_points: bool) -> None:
        """Raises what keeps `player` from a seat of a running match: a sanction, somebody he must not meet, or, where
        league points are played for, too many of his own.
        """
        await self._sanctions.require_free(player)
        if for_points and not any(sitter is not None and sitter.bot_level for sitter in table.seats):
            await self._sanctions.require_substitute(player)
        others = {sitter.player for number, sitter in enumerate(table.seats) if sitter is not None and number != seat}
        met = others - {"", player}
        if met and await self._blocks.between(player, met):
            raise refusal(Denied, "BLOCKED")


def _met(table: Table, player: str, now_ms: int) -> set[str]:
    """Whom `player` would meet: who sits there, has a seat kept now, or is to begin, even if he does not sit yet.

    Who let a kept seat go is not there; when he comes again, it is he who is asked about.
    """
    host = set() if table.starts_by_itself else {table.owner}
    return (table.there(now_ms) | host) - {"", player}


def _among(met: set[str], player: str, step: Callable[[Table], Table], now_ms: int) -> Callable[[Table], Table]:
    """The step, taken only among people that are known."""

    def taken(table: Table) -> Table:
        if not table.reserved and table.seat_of(player) is None and not _met(table, player, now_ms) <= met:
            raise _Others(table)
        return step(table)

    return taken
