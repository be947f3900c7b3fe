"""Who may sit down: every way to a seat asks here, and nowhere else."""

from services.lobby.store import TableStore
from services.lobby.table import Table, refusal
from services.runtime.errors import Exhausted


class Admission:
    """Asked before a player gets a seat, or one kept for him."""

    def __init__(self, store: TableStore, open_tables: int) -> None:
        self._store = store
        self._open_tables = open_tables

    async def to_any(self, player: str) -> None:
        """Raises `Exhausted` for who sits at too many open tables already."""
        if await self._store.count_waiting(player) >= self._open_tables:
            raise refusal(Exhausted, "TOO_MANY_SEATS", limit=self._open_tables)

    async def to_table(self, player: str, table: Table) -> None:
        """Raises a `HouseError` for who must not sit down at this table. Who has his place there may."""
        if player not in table.members or player in table.kicked:
            await self.to_any(player)
