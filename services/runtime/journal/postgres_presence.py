"""The presence rows in PostgreSQL. States are 0 WAITING, 1 HERE, 2 SETTLED; match status 2 is PLAYING."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from services.runtime.journal.presence import Changes, Place

_LEASE_MS: Final = 5_000

_PLACES: Final = "unnest($1::text[], $2::smallint[]) AS t(match_id, seat)"
_CAME: Final = f"""
WITH joined AS (
    INSERT INTO connections (match_id, seat, replica) SELECT t.match_id, t.seat, $3 FROM {_PLACES}
    ON CONFLICT DO NOTHING
)
INSERT INTO absences (match_id, seat, since_ms, state) SELECT t.match_id, t.seat, $4, 1 FROM {_PLACES}
ORDER BY 1, 2 ON CONFLICT (match_id, seat) DO UPDATE SET since_ms = excluded.since_ms, state = 1, swept_ms = 0
"""  # noqa: S608
# The row is set back even if the person has a stream elsewhere: whoever looks (WAITING) asks for connections as well,
# and of two replicas that lose him at the same moment neither can know that the other did.
_WENT: Final = f"""
WITH gone AS (
    DELETE FROM connections c USING {_PLACES} WHERE c.match_id = t.match_id AND c.seat = t.seat AND c.replica = $3
)
INSERT INTO absences (match_id, seat, since_ms, state) SELECT t.match_id, t.seat, $4, 0 FROM {_PLACES}
ORDER BY 1, 2 ON CONFLICT (match_id, seat) DO UPDATE SET since_ms = excluded.since_ms, state = 0, swept_ms = 0
"""  # noqa: S608
_CALLED: Final = f"""
UPDATE absences a SET since_ms = greatest(a.since_ms, $3), state = CASE a.state WHEN 1 THEN 1 ELSE 0 END, swept_ms = 0
FROM {_PLACES} WHERE a.match_id = t.match_id AND a.seat = t.seat
"""  # noqa: S608
_OVER: Final = """
WITH gone AS (DELETE FROM connections WHERE match_id = ANY($1::text[]))
DELETE FROM absences WHERE match_id = ANY($1::text[])
"""
_ALIVE: Final = """
INSERT INTO replicas (replica, alive_ms) VALUES ($1, $2) ON CONFLICT (replica) DO UPDATE SET alive_ms = $2
RETURNING xmax <> 0
"""
_BURY: Final = """
WITH dead AS (
    DELETE FROM replicas WHERE alive_ms < $1 AND replica <> $3 RETURNING replica, alive_ms
), gone AS (
    DELETE FROM connections c WHERE c.replica <> $3
        AND (c.replica IN (SELECT replica FROM dead) OR NOT EXISTS (
            SELECT 1 FROM replicas r WHERE r.replica = c.replica))
    RETURNING c.match_id, c.seat, coalesce((SELECT d.alive_ms FROM dead d WHERE d.replica = c.replica), $2) AS alive_ms
)
INSERT INTO absences (match_id, seat, since_ms, state)
SELECT match_id, seat, max(alive_ms), 0 FROM gone GROUP BY match_id, seat
ORDER BY 1, 2 ON CONFLICT (match_id, seat) DO UPDATE SET since_ms = excluded.since_ms, state = 0, swept_ms = 0
RETURNING 1
"""
_WAITING: Final = """
UPDATE absences SET swept_ms = $2 WHERE (match_id, seat) IN (
    SELECT a.match_id, a.seat FROM absences a WHERE a.state = 0 AND a.since_ms <= $1 AND a.swept_ms <= $3
        AND NOT EXISTS (SELECT 1 FROM connections c WHERE c.match_id = a.match_id AND c.seat = a.seat)
    ORDER BY a.since_ms LIMIT $4 FOR UPDATE SKIP LOCKED
) RETURNING match_id, seat
"""
_SETTLE: Final = "UPDATE absences SET state = 2 WHERE match_id = $1 AND seat = $2 AND state = 0"
_EMPTY: Final = """
SELECT DISTINCT a.match_id FROM absences a WHERE a.state IN (0, 2) AND a.since_ms <= $1
    AND NOT EXISTS (SELECT 1 FROM absences b WHERE b.match_id = a.match_id AND (b.state = 1 OR b.since_ms > $1))
    AND NOT EXISTS (SELECT 1 FROM connections c WHERE c.match_id = a.match_id)
LIMIT $2
"""
_SINCE: Final = """
SELECT since_ms FROM absences a WHERE match_id = $1 AND seat = $2 AND state <> 1
    AND NOT EXISTS (SELECT 1 FROM connections c WHERE c.match_id = a.match_id AND c.seat = a.seat)
"""
_STOOD_IN: Final = """
SELECT coalesce(sum((SELECT s.stood_in FROM seatings s WHERE s.match_id = h.match_id ORDER BY s.seq DESC LIMIT 1)), 0)
FROM heads h WHERE h.status = 2
"""

Fetch = Callable[..., Awaitable[list[Any]]]


class PostgresPresence:
    """`PresenceStore` by the statements that `fetch` runs, which is the journal's own."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch

    async def keep(self, replica: str, changes: Changes, now_ms: int) -> None:
        if changes.came:
            await self._fetch(_CAME, *_columns(changes.came), replica, now_ms)
        if changes.went:
            await self._fetch(_WENT, *_columns(changes.went), replica, now_ms)
        if changes.called:
            await self._fetch(_CALLED, *_columns(changes.called), now_ms)
        if changes.over:
            await self._fetch(_OVER, list(changes.over))

    async def alive(self, replica: str, now_ms: int) -> bool:
        return bool((await self._fetch(_ALIVE, replica, now_ms))[0][0])

    async def bury(self, dead_ms: int, now_ms: int, but: str = "") -> int:
        return len(await self._fetch(_BURY, dead_ms, now_ms, but))

    async def waiting(self, before_ms: int, now_ms: int, limit: int) -> list[Place]:
        found = await self._fetch(_WAITING, before_ms, now_ms, now_ms - _LEASE_MS, limit)
        return [(row[0], row[1]) for row in found]

    async def settle(self, place: Place) -> None:
        await self._fetch(_SETTLE, *place)

    async def empty(self, before_ms: int, limit: int) -> list[str]:
        return [row[0] for row in await self._fetch(_EMPTY, before_ms, limit)]

    async def since(self, place: Place) -> int | None:
        found = await self._fetch(_SINCE, *place)
        return found[0][0] if found else None

    async def stood_in(self) -> int:
        return int((await self._fetch(_STOOD_IN))[0][0])


def _columns(places: Sequence[Place]) -> tuple[list[str], list[int]]:
    return [match_id for match_id, _ in places], [seat for _, seat in places]
