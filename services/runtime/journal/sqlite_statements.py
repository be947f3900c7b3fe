"""The statements of the SQLite journal. They name every column: a newer version may have added some.

Status 1 is PREPARED, 2 PLAYING, 3 FINISHED, 4 FROZEN; task kind 1 is BOT."""

from typing import Final

CREATE: Final = """
INSERT INTO matches (match_id, request_id, rules_version, options, commitment, created_ms, spectators)
VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (request_id) DO NOTHING
"""
CREATED: Final = "SELECT match_id FROM matches WHERE request_id = ?"
HIDE: Final = "INSERT INTO secrets (match_id, secret) VALUES (?, ?)"
FIRST_HEAD: Final = """
INSERT INTO heads (match_id, seq, status, updated_ms, clock_ms, outcomes, cause) VALUES (?, 0, 1, ?, 0, 0, '')
"""

CLAIM: Final = """
UPDATE heads SET seq = ?2, status = ?3, updated_ms = ?4, clock_ms = ?5, deadline_ms = ?6, outcomes = ?7, cause = ?8,
    score = ?9
WHERE match_id = ?1 AND seq = ?2 - 1 AND status = ?10
"""
ROW: Final = "INSERT INTO journal (match_id, seq, at_ms, seat, request_id, events) VALUES (?, ?, ?, ?, ?, ?)"
START: Final = "INSERT INTO starts (match_id, seats, started_ms, started_house_ms) VALUES (?, ?, ?, ?)"
CLEAR_BOT_TASKS: Final = "DELETE FROM outbox WHERE match_id = ? AND kind = 1"
TASK: Final = """
INSERT INTO outbox (match_id, kind, seat, version, level, created_ms, next_ms, attempts)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
SNAPSHOT_ROW: Final = "INSERT OR REPLACE INTO snapshots (match_id, seq, outcomes, state) VALUES (?, ?, ?, ?)"

FREEZE: Final = "UPDATE heads SET status = 4 WHERE match_id = ? AND seq = ? AND status IN (1, 2)"
THAW: Final = "UPDATE heads SET status = CASE seq WHEN 0 THEN 1 ELSE 2 END WHERE match_id = ? AND status = 4"

_HEAD: Final = "h.seq, h.status, h.updated_ms, h.clock_ms, h.deadline_ms, h.outcomes, h.cause, h.score"
STORED: Final = f"""
SELECT m.match_id, m.request_id, m.rules_version, m.options, m.commitment, x.secret, m.created_ms, m.spectators,
    {_HEAD}, s.seats, s.started_ms, s.started_house_ms
FROM matches m JOIN heads h USING (match_id) JOIN secrets x USING (match_id) LEFT JOIN starts s USING (match_id)
WHERE m.match_id = ?
"""  # noqa: S608
HEAD: Final = f"SELECT {_HEAD} FROM heads h WHERE match_id = ?"  # noqa: S608
ROWS: Final = """
SELECT seq, at_ms, seat, request_id, events FROM journal WHERE match_id = ? AND seq > ? AND seq <= ? ORDER BY seq
"""
SNAPSHOT: Final = """
SELECT seq, outcomes, state FROM snapshots WHERE match_id = ? AND seq <= ? ORDER BY seq DESC LIMIT 1
"""
SEATING_ROW: Final = "INSERT INTO seatings (match_id, seq, seating, stood_in) VALUES (?, ?, ?, ?)"
# Whoever is there (state 1) stays so.
AWAITED: Final = """
INSERT INTO absences (match_id, seat, since_ms) VALUES (?, ?, ?)
ON CONFLICT (match_id, seat) DO UPDATE SET since_ms = max(since_ms, excluded.since_ms),
    state = CASE state WHEN 1 THEN 1 ELSE 0 END, swept_ms = 0
"""
HOLD: Final = "INSERT OR IGNORE INTO holds (match_id, since_ms) VALUES (?, ?)"
LET_GO: Final = "DELETE FROM holds WHERE match_id = ?"
SEATING: Final = "SELECT seating FROM seatings WHERE match_id = ? AND seq <= ? ORDER BY seq DESC LIMIT 1"
REQUESTS: Final = "SELECT request_id FROM journal WHERE match_id = ? AND seq <= ? AND request_id IS NOT NULL"
FIND_REQUEST: Final = "SELECT seq FROM journal WHERE match_id = ? AND seat = ? AND request_id = ?"
VERSION: Final = "SELECT match_id, seq, status FROM heads WHERE match_id = ?"
CENSUS: Final = """
SELECT count(*), (SELECT count(*) FROM heads WHERE status = 4), min(deadline_ms),
    (SELECT count(*) FROM holds), (SELECT min(since_ms) FROM holds)
FROM heads WHERE status = 2
"""

_OVERDUE: Final = "status = 2 AND deadline_ms <= ?1 AND swept_ms <= ?2"
ANY_OVERDUE: Final = f"SELECT 1 FROM heads WHERE {_OVERDUE} LIMIT 1"  # noqa: S608
OVERDUE: Final = f"""
UPDATE heads SET swept_ms = ?1 WHERE match_id IN (
    SELECT match_id FROM heads WHERE {_OVERDUE} ORDER BY deadline_ms LIMIT ?3
) RETURNING match_id
"""  # noqa: S608

ANY_DUE_TASK: Final = "SELECT 1 FROM outbox WHERE next_ms <= ? LIMIT 1"
DUE_TASKS: Final = """
UPDATE outbox SET next_ms = ?1 WHERE (match_id, kind, seat, version) IN (
    SELECT match_id, kind, seat, version FROM outbox WHERE next_ms <= ?2 ORDER BY next_ms LIMIT ?3
) RETURNING match_id, kind, seat, version, level, created_ms, next_ms, attempts
"""
TASK_SENT: Final = """
UPDATE outbox SET attempts = ?, next_ms = ? WHERE match_id = ? AND kind = ? AND seat = ? AND version = ?
"""
RECALL_TASKS: Final = "UPDATE outbox SET next_ms = min(next_ms, ?), attempts = max(attempts - 1, 0)"
DROP_TASKS: Final = "DELETE FROM outbox WHERE match_id = ? AND kind = ?"
DROP_LEAVE: Final = "DELETE FROM outbox WHERE match_id = ? AND kind = 3 AND version = ?"
# A leave that ended its match is told by the result.
LEAVES: Final = """
SELECT s.match_id, s.seq, j.at_ms, s.seating
FROM seatings s JOIN journal j USING (match_id, seq) JOIN heads h USING (match_id)
WHERE s.seating LIKE '%"left"%' AND NOT (h.status = 3 AND h.seq = s.seq) ORDER BY s.match_id, s.seq
"""
RETELL: Final = f"{TASK} ON CONFLICT DO NOTHING"
RESCORE: Final = """
INSERT INTO outbox (match_id, kind, seat, version, level, created_ms, next_ms, attempts)
SELECT match_id, 2, 0, seq, '', ?, updated_ms, 0 FROM heads WHERE status = 3
ON CONFLICT DO NOTHING
"""
BACKLOG: Final = "SELECT kind, count(*), min(created_ms) FROM outbox GROUP BY kind"

HOUSE: Final = "SELECT alive_ms, down_ms FROM house WHERE id = 1"
BEAT: Final = "INSERT OR REPLACE INTO house (id, alive_ms, down_ms) VALUES (1, ?, ?)"
