"""Quick matches: a seat at the first table that fits, or at a new one where those meet who ask for the same.

The seat is kept for some seconds, and its player sits down as at any table, knowing the match's commitment. A race for
a seat is decided by compare-and-swap; who loses it looks at the next table. Those who find none at the same moment are
sent to one new table, and when it is full to another, so that no more tables are opened than are filled.
"""

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from typing import Final

import msgspec

from services.kernel.registry import Family
from services.lobby import clock, sitting
from services.lobby.admission import Admission
from services.lobby.games import resolve
from services.lobby.opening import Opening, new_name
from services.lobby.store import Cursor, TableStore
from services.lobby.table import Status, Table, refusal
from services.runtime.errors import Denied, Refused, Unavailable

KEPT_MS: Final = 15_000
MOST_LOOKED_AT: Final = 1_000
MOST_NEW: Final = 64
_PAGE: Final = 100


class QuickMatch:
    """Finds seats."""

    def __init__(self, store: TableStore, opening: Opening, admission: Admission) -> None:
        self._store = store
        self._opening = opening
        self._admission = admission
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """By family: those who ask at one process do not race each other, which costs a write for each who loses."""

    async def seat(
        self, family: Family, given: Mapping[str, str], player: str, request_id: str, seconds: float | None
    ) -> Table:
        """The table at which a seat is kept for `player` now, or at which this request has brought him to one."""
        options = resolve(family, given)
        for mine in await self._store.of_player(player):
            if _brought(mine, player, request_id) or _waits(mine, family.slug, given, player):
                if mine.seat_of(player) is not None:
                    return mine
                if (kept := await self._kept(mine, player, request_id, set())) is not None:
                    return kept
        await self._admission.to_any(player)
        async with self._turns[family.slug]:
            return await self._found(family, given, options, player, request_id, seconds)

    async def _found(
        self,
        family: Family,
        given: Mapping[str, str],
        options: Mapping[str, str],
        player: str,
        request_id: str,
        seconds: float | None,
    ) -> Table:
        passed: set[str] = set()
        if (found := await self._anywhere(family, given, player, request_id, passed)) is not None:
            return found
        wish = msgspec.json.encode((family.slug, sorted(options.items()))).decode()
        for _ in range(MOST_NEW):
            name = await self._store.filling(wish, passed, new_name(), clock.now_ms())
            table = await self._opening.named(name, family, options, player, seconds, finish=_starting_by_itself)
            if (found := await self._kept(table, player, request_id, passed)) is not None:
                return found
        raise refusal(Unavailable, "GAME_UNAVAILABLE", family=family.slug)

    async def _anywhere(
        self, family: Family, given: Mapping[str, str], player: str, request_id: str, passed: set[str]
    ) -> Table | None:
        """A seat at an open table of the list, the oldest first; what was looked at in vain is added to `passed`."""
        after: Cursor | None = None
        for _ in range(MOST_LOOKED_AT // _PAGE):
            page = await self._store.oldest(family.slug, after, _PAGE)
            for table in page:
                if _fits(table, given) and (kept := await self._kept(table, player, request_id, passed)) is not None:
                    return kept
            if len(page) < _PAGE:
                return None
            after = page[-1].created_ms, page[-1].table
        return None

    async def _kept(self, table: Table, player: str, request_id: str, passed: set[str]) -> Table | None:
        """The table with a seat kept for `player`; None if it has none for him."""
        passed.add(table.table)
        now = clock.now_ms()
        try:
            sitting.keep(table, player, request_id, now, now + KEPT_MS)  # a full table costs nothing more
            return await self._admission.seat(
                player, table, lambda table: sitting.keep(table, player, request_id, now, now + KEPT_MS)
            )
        except (Refused, Denied):
            return None


def _starting_by_itself(table: Table) -> Table:
    return msgspec.structs.replace(table, starts_by_itself=True)


def _fits(table: Table, given: Mapping[str, str]) -> bool:
    """True if the options that were chosen are as they were chosen."""
    return all(table.options.get(name) == value for name, value in given.items())


def _waits(table: Table, family: str, given: Mapping[str, str], player: str) -> bool:
    """True for a table at which the player waits for just this: he asks from another device, or again."""
    wanted = table.family == family and table.status is Status.OPEN and table.starts_by_itself and table.listed
    there = table.seat_of(player) is not None or table.kept_seat(player, clock.now_ms()) is not None
    return wanted and there and _fits(table, given)


def _brought(table: Table, player: str, request_id: str) -> bool:
    """True if this request has brought the player to his seat here."""
    sat = any(sitter.player == player and request_id in sitter.requests for sitter in table.people)
    now = clock.now_ms()
    return sat or any(k and k.player == player and request_id in k.requests and k.holds(now) for k in table.kept)
