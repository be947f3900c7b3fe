"""Quick matches: a seat at the first table that fits, or at a new one where those meet who ask for the same.

First is where somebody waits, the oldest such table; one at which nobody is comes after all of these. The seat is kept
for some seconds, and its player sits down as at any table, knowing the match's commitment. A race for a seat is decided
by compare-and-swap; who loses it looks at the next table. Those who find none at the same moment are sent to one new
table, and when it is full to another, so that no more tables are opened than are filled.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from functools import partial
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
        wish = {name: options[name] for name in given}
        for mine in await self._store.of_player(player):
            brought = _brought(mine, player, request_id)
            if brought or _waits(mine, family.slug, wish, player):
                if not brought and (older := await self._older(family, wish, player, request_id, mine)) is not None:
                    return older
                if mine.seat_of(player) is not None:
                    return mine
                if (kept := await self._kept(mine, player, request_id, set())) is not None:
                    return kept
        await self._admission.to_any(player)
        async with self._turns[family.slug]:
            return await self._found(family, wish, options, player, request_id, seconds)

    async def _found(
        self,
        family: Family,
        wish: Mapping[str, str],
        options: Mapping[str, str],
        player: str,
        request_id: str,
        seconds: float | None,
    ) -> Table:
        passed: set[str] = set()
        if (found := await self._anywhere(family, wish, player, request_id, passed)) is not None:
            return found
        place = msgspec.json.encode((family.slug, sorted(options.items()))).decode()
        for _ in range(MOST_NEW):
            name = await self._store.filling(place, passed, new_name(), clock.now_ms())
            table = await self._opening.named(name, family, options, player, seconds, finish=_starting_by_itself)
            if (found := await self._kept(table, player, request_id, passed)) is not None:
                return found
        raise refusal(Unavailable, "GAME_UNAVAILABLE", family=family.slug)

    async def _anywhere(
        self, family: Family, wish: Mapping[str, str], player: str, request_id: str, passed: set[str]
    ) -> Table | None:
        """A seat at an open table of the list, the oldest first: where somebody waits, and else where nobody does.

        What was looked at in vain is added to `passed`.
        """
        empty: list[Table] = []
        async for table in self._fitting(family, wish, player):
            if not table.there(clock.now_ms()) - {player}:
                empty.append(table)
            elif (kept := await self._kept(table, player, request_id, passed)) is not None:
                return kept
        for table in empty:
            if (kept := await self._kept(table, player, request_id, passed)) is not None:
                return kept
        return None

    async def _fitting(self, family: Family, wish: Mapping[str, str], player: str) -> AsyncIterator[Table]:
        """Open tables of the list that fit and at which he does not sit, the oldest first."""
        after: Cursor | None = None
        for _ in range(MOST_LOOKED_AT // _PAGE):
            page = await self._store.oldest(family.slug, after, _PAGE)
            for table in page:
                if _fits(table, wish) and table.seat_of(player) is None:
                    yield table
            if len(page) < _PAGE:
                return
            after = page[-1].created_ms, page[-1].table

    async def _older(
        self, family: Family, wish: Mapping[str, str], player: str, request_id: str, mine: Table
    ) -> Table | None:
        """A seat where somebody waits for longer than he does at `mine`, alone, which he then leaves.

        Two who came to two tables, since a seat was kept in vain, find each other so; only who came later moves.
        """
        if mine.there(clock.now_ms()) - {player}:
            return None
        async for table in self._fitting(family, wish, player):
            if (table.created_ms, table.table) >= (mine.created_ms, mine.table):
                return None
            if table.there(clock.now_ms()) - {player}:
                await self._admission.to_any(player, counted=True)
                if (kept := await self._kept(table, player, request_id, set())) is not None:
                    return await self._moved(mine, kept, player)
        return None

    async def _moved(self, old: Table, new: Table, player: str) -> Table | None:
        """The new table once he has left the old one; None, and no seat kept, if that has just begun."""
        leave = partial(sitting.leave, player=player)
        try:
            await self._store.change(old.table, leave, clock.now_ms())
        except Refused:
            await self._store.change(new.table, leave, clock.now_ms())
            return None
        return new

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


def _fits(table: Table, wish: Mapping[str, str]) -> bool:
    """True if the options that were chosen are as they were chosen."""
    return all(table.options.get(name) == value for name, value in wish.items())


def _waits(table: Table, family: str, wish: Mapping[str, str], player: str) -> bool:
    """True for a table at which the player waits for just this: he asks from another device, or again."""
    wanted = table.family == family and table.status is Status.OPEN and table.starts_by_itself and table.listed
    there = table.seat_of(player) is not None or table.kept_seat(player, clock.now_ms()) is not None
    return wanted and there and _fits(table, wish)


def _brought(table: Table, player: str, request_id: str) -> bool:
    """True if this request has brought the player to his seat here."""
    sat = any(sitter.player == player and request_id in sitter.requests for sitter in table.people)
    now = clock.now_ms()
    return sat or any(k and k.player == player and request_id in k.requests and k.holds(now) for k in table.kept)
