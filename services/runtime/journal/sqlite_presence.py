"""The presence rows in SQLite, whose one process is the one replica. States are 0 WAITING, 1 HERE, 2 SETTLED."""

import sqlite3
from typing import Any, Final

from services.runtime.journal.presence import Changes, Place
from services.runtime.journal.sqlite_hand import Hand

_LEASE_MS: Final = 5_000

_JOIN: Final = "INSERT OR IGNORE INTO connections (match_id, seat, replica) VALUES (?, ?, ?)"
_LEAVE: Final = "DELETE FROM connections WHERE match_id = ? AND seat = ? AND replica = ?"
_SET: Final = """
INSERT INTO absences (match_id, seat, since_ms, state) VALUES (?, ?, ?, ?)
ON CONFLICT (match_id, seat) DO UPDATE SET since_ms = excluded.since_ms, state = excluded.state, swept_ms = 0
"""
_CALLED: Final = """
UPDATE absences SET since_ms = max(since_ms, ?3), state = CASE state WHEN 1 THEN 1 ELSE 0 END, swept_ms = 0
WHERE match_id = ?1 AND seat = ?2
"""
_OVER: Final = (
    "DELETE FROM connections WHERE match_id = ?",
    "DELETE FROM absences WHERE match_id = ?",
)
_ALIVE: Final = "UPDATE replicas SET alive_ms = ? WHERE replica = ?"
_NEW: Final = "INSERT INTO replicas (replica, alive_ms) VALUES (?, ?)"
_DEAD: Final = """
SELECT c.match_id, c.seat, max(coalesce(r.alive_ms, ?2)) FROM connections c LEFT JOIN replicas r USING (replica)
WHERE c.replica <> ?3 AND coalesce(r.alive_ms, ?1 - 1) < ?1 GROUP BY c.match_id, c.seat
"""
_BURY: Final = (
    "DELETE FROM replicas WHERE alive_ms < ? AND replica <> ?",
    "DELETE FROM connections WHERE replica <> ? AND replica NOT IN (SELECT replica FROM replicas)",
)
_FREE: Final = """
state = 0 AND since_ms <= ?1 AND swept_ms <= ?2
AND NOT EXISTS (SELECT 1 FROM connections c WHERE c.match_id = absences.match_id AND c.seat = absences.seat)
"""
_ANY_WAITING: Final = f"SELECT 1 FROM absences WHERE {_FREE} LIMIT 1"  # noqa: S608
_WAITING: Final = f"""
UPDATE absences SET swept_ms = ?3 WHERE (match_id, seat) IN (
    SELECT match_id, seat FROM absences WHERE {_FREE} ORDER BY since_ms LIMIT ?4
) RETURNING match_id, seat
"""  # noqa: S608
_SETTLE: Final = "UPDATE absences SET state = 2 WHERE match_id = ? AND seat = ? AND state = 0"
_EMPTY: Final = """
SELECT DISTINCT a.match_id FROM absences a WHERE a.state IN (0, 2) AND a.since_ms <= ?1
    AND NOT EXISTS (SELECT 1 FROM absences b WHERE b.match_id = a.match_id AND (b.state = 1 OR b.since_ms > ?1))
    AND NOT EXISTS (SELECT 1 FROM connections c WHERE c.match_id = a.match_id)
LIMIT ?2
"""
_SINCE: Final = """
SELECT since_ms FROM absences a WHERE match_id = ? AND seat = ? AND state <> 1
    AND NOT EXISTS (SELECT 1 FROM connections c WHERE c.match_id = a.match_id AND c.seat = a.seat)
"""
_STOOD_IN: Final = """
SELECT coalesce(sum((SELECT s.stood_in FROM seatings s WHERE s.match_id = h.match_id ORDER BY s.seq DESC LIMIT 1)), 0)
FROM heads h WHERE h.status = 2
"""


class SqlitePresence:
    """`PresenceStore` by the hands of the journal."""

    def __init__(self, writer: Hand, reader: Hand) -> None:
        self._writer = writer
        self._reader = reader

    async def keep(self, replica: str, changes: Changes, now_ms: int) -> None:
        await self._writer.commit(lambda connection: _keep(connection, replica, changes, now_ms))

    async def alive(self, replica: str, now_ms: int) -> bool:
        return await self._writer.commit(lambda connection: _alive(connection, replica, now_ms))

    async def bury(self, dead_ms: int, now_ms: int, but: str = "") -> int:
        return await self._writer.commit(lambda connection: _bury(connection, dead_ms, now_ms, but))

    async def waiting(self, before_ms: int, now_ms: int, limit: int) -> list[Place]:
        free = (before_ms, now_ms - _LEASE_MS)
        if not await self._reader.do(_rows, _ANY_WAITING, free):
            return []  # no write, no fsync, as long as everybody is there
        found = await self._writer.commit(lambda connection: _rows(connection, _WAITING, (*free, now_ms, limit)))
        return [(row[0], row[1]) for row in found]

    async def settle(self, place: Place) -> None:
        await self._writer.commit(lambda connection: _rows(connection, _SETTLE, place))

    async def empty(self, before_ms: int, limit: int) -> list[str]:
        return [row[0] for row in await self._reader.do(_rows, _EMPTY, (before_ms, limit))]

    async def since(self, place: Place) -> int | None:
        found = await self._reader.do(_rows, _SINCE, place)
        return found[0][0] if found else None

    async def stood_in(self) -> int:
        return int((await self._reader.do(_rows, _STOOD_IN, ()))[0][0])


def _rows(connection: sqlite3.Connection, statement: str, arguments: tuple[object, ...]) -> list[tuple[Any, ...]]:
    return connection.execute(statement, arguments).fetchall()


def _keep(connection: sqlite3.Connection, replica: str, changes: Changes, now_ms: int) -> None:
    connection.executemany(_JOIN, [(*place, replica) for place in changes.came])
    connection.executemany(_LEAVE, [(*place, replica) for place in changes.went])
    connection.executemany(_SET, [(*place, now_ms, 1) for place in changes.came])
    connection.executemany(_SET, [(*place, now_ms, 0) for place in changes.went])
    connection.executemany(_CALLED, [(*place, now_ms) for place in changes.called])
    for statement in _OVER:
        connection.executemany(statement, [(match_id,) for match_id in changes.over])


def _alive(connection: sqlite3.Connection, replica: str, now_ms: int) -> bool:
    if connection.execute(_ALIVE, (now_ms, replica)).rowcount:
        return True
    connection.execute(_NEW, (replica, now_ms))
    return False


def _bury(connection: sqlite3.Connection, dead_ms: int, now_ms: int, but: str) -> int:
    absent = connection.execute(_DEAD, (dead_ms, now_ms, but)).fetchall()
    connection.executemany(_SET, [(match_id, seat, since_ms, 0) for match_id, seat, since_ms in absent])
    connection.execute(_BURY[0], (dead_ms, but))
    connection.execute(_BURY[1], (but,))
    return len(absent)
