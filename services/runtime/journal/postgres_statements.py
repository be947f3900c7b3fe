"""The statements of the PostgreSQL journal. They name every column: a newer version may have added some.

Status 1 is PREPARED, 2 PLAYING, 3 FINISHED, 4 FROZEN; task kind 1 is BOT, 2 SCORING.
"""

from functools import cache
from typing import Final

CREATE: Final = """
WITH made AS (
    INSERT INTO matches (match_id, request_id, rules_version, options, commitment, created_ms, spectators)
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (request_id) DO NOTHING RETURNING match_id
), hidden AS (
    INSERT INTO secrets (match_id, secret) SELECT match_id, $8 FROM made
), first AS (
    INSERT INTO heads (match_id, seq, status, updated_ms, clock_ms, outcomes, cause)
    SELECT match_id, 0, 1, $6, 0, 0, '' FROM made
)
SELECT match_id FROM made
"""
CREATED: Final = "SELECT match_id FROM matches WHERE request_id = $1"

# One statement makes a whole batch durable. What decides is the insert into the journal: it takes the row only if the
# head stands right before it (the key alone would accept gaps) and nobody else has put one there, and it waits for who
# is just about to. Everything else follows from the rows that it made. Rows go in by the order of their keys, so that
# two replicas with the same matches in their batches cannot wait for each other. The head is looked up by a subquery,
# which is one index probe a row whatever the planner believes of the table's size; a join was planned as a scan of it.
_MADE: Final = """
WITH input AS (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::smallint[], $5::bytea[], $6::bytea[],
        $7::smallint[], $8::smallint[], $9::bigint[], $10::bigint[], $11::integer[], $12::text[], $13::bytea[])
    AS t(match_id, seq, at_ms, seat, request_id, events, must_be, status, clock_ms, deadline_ms, outcomes, cause, score)
), made AS (
    INSERT INTO journal (match_id, seq, at_ms, seat, request_id, events)
    SELECT i.match_id, i.seq, i.at_ms, i.seat, i.request_id, i.events
    FROM input i
    WHERE (SELECT h.seq FROM heads h WHERE h.match_id = i.match_id AND h.status = i.must_be) = i.seq - 1
    ORDER BY i.match_id
    ON CONFLICT DO NOTHING RETURNING match_id
), moved AS (
    UPDATE heads h SET seq = i.seq, status = i.status, updated_ms = i.at_ms, clock_ms = i.clock_ms,
        deadline_ms = i.deadline_ms, outcomes = i.outcomes, cause = i.cause, score = i.score
    FROM input i JOIN made USING (match_id) WHERE h.match_id = i.match_id
)"""
_STARTED: Final = """, started AS (
    INSERT INTO starts (match_id, seats, started_ms, started_house_ms)
    SELECT t.* FROM unnest(${0}::text[], ${1}::text[], ${2}::bigint[], ${3}::bigint[])
    AS t(match_id, seats, started_ms, started_house_ms) JOIN made USING (match_id)
)"""
_SAVED: Final = """, saved AS (
    INSERT INTO snapshots (match_id, seq, outcomes, state)
    SELECT t.* FROM unnest(${0}::text[], ${1}::bigint[], ${2}::integer[], ${3}::bytea[])
    AS t(match_id, seq, outcomes, state) JOIN made USING (match_id) ON CONFLICT DO NOTHING
)"""
_CLEARED: Final = """, cleared AS (
    DELETE FROM outbox o USING made WHERE o.match_id = made.match_id AND o.kind = 1
)"""
_TASKS: Final = """, tasks AS (
    INSERT INTO outbox (match_id, kind, seat, version, level, created_ms, next_ms, attempts)
    SELECT t.* FROM unnest(${0}::text[], ${1}::smallint[], ${2}::smallint[], ${3}::bigint[],
        ${4}::text[], ${5}::bigint[], ${6}::bigint[], ${7}::integer[])
    AS t(match_id, kind, seat, version, level, created_ms, next_ms, attempts) JOIN made USING (match_id)
)"""
_SEATED: Final = """, seated AS (
    INSERT INTO seatings (match_id, seq, seating, stood_in)
    SELECT t.* FROM unnest(${0}::text[], ${1}::bigint[], ${2}::text[], ${3}::smallint[])
    AS t(match_id, seq, seating, stood_in) JOIN made USING (match_id)
)"""
_AWAITED: Final = """, awaited AS (
    INSERT INTO absences (match_id, seat, since_ms)
    SELECT t.* FROM unnest(${0}::text[], ${1}::smallint[], ${2}::bigint[])
    AS t(match_id, seat, since_ms) JOIN made USING (match_id)
    ON CONFLICT (match_id, seat) DO UPDATE SET since_ms = greatest(absences.since_ms, excluded.since_ms),
        state = CASE absences.state WHEN 1 THEN 1 ELSE 0 END, swept_ms = 0
)"""
_HELD: Final = """, held AS (
    INSERT INTO holds (match_id, since_ms)
    SELECT t.* FROM unnest(${0}::text[], ${1}::bigint[])
    AS t(match_id, since_ms) JOIN made USING (match_id) ON CONFLICT DO NOTHING
)"""
_LET_GO: Final = """, let_go AS (
    DELETE FROM holds h USING made WHERE h.match_id = made.match_id AND h.match_id = ANY(${0}::text[])
)"""
_COMMIT_COLUMNS: Final = 13


@cache
def append(
    *,
    starts: bool,
    saves: bool,
    clears: bool,
    wakes: bool,
    seats: bool,
    awaits: bool,
    holds: bool = False,
    lets_go: bool = False,
) -> str:
    """The statement for a batch; the parts that it needs take their columns in this order."""
    statement, used = _MADE, _COMMIT_COLUMNS
    for needed, part, columns in (
        (starts, _STARTED, 4),
        (saves, _SAVED, 4),
        (clears, _CLEARED, 0),
        (wakes, _TASKS, 8),
        (seats, _SEATED, 4),
        (awaits, _AWAITED, 3),
        (holds, _HELD, 2),
        (lets_go, _LET_GO, 1),
    ):
        if needed:
            statement += part.format(*range(used + 1, used + columns + 1))
            used += columns
    return f"{statement} SELECT match_id FROM made"  # noqa: S608  (made of the constants above)


FREEZE: Final = """
WITH frozen AS (
    UPDATE heads SET status = 4 WHERE match_id = $1 AND seq = $2 AND status IN (1, 2) RETURNING match_id
), cleared AS (
    DELETE FROM outbox o USING frozen f WHERE o.match_id = f.match_id AND o.kind = 1
)
SELECT match_id FROM frozen
"""
THAW: Final = """
UPDATE heads SET status = CASE seq WHEN 0 THEN 1 ELSE 2 END WHERE match_id = $1 AND status = 4 RETURNING match_id
"""

_HEAD: Final = "h.seq, h.status, h.updated_ms, h.clock_ms, h.deadline_ms, h.outcomes, h.cause, h.score"
STORED: Final = f"""
SELECT m.match_id, m.request_id, m.rules_version, m.options, m.commitment, x.secret, m.created_ms, m.spectators,
    {_HEAD}, s.seats, s.started_ms, s.started_house_ms
FROM matches m JOIN heads h USING (match_id) JOIN secrets x USING (match_id) LEFT JOIN starts s USING (match_id)
WHERE m.match_id = $1
"""  # noqa: S608
HEAD: Final = f"SELECT {_HEAD} FROM heads h WHERE match_id = $1"  # noqa: S608
ROWS: Final = """
SELECT seq, at_ms, seat, request_id, events FROM journal WHERE match_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq
"""
SNAPSHOT: Final = """
SELECT seq, outcomes, state FROM snapshots WHERE match_id = $1 AND seq <= $2 ORDER BY seq DESC LIMIT 1
"""
SEATING: Final = "SELECT seating FROM seatings WHERE match_id = $1 AND seq <= $2 ORDER BY seq DESC LIMIT 1"
REQUESTS: Final = "SELECT request_id FROM journal WHERE match_id = $1 AND seq <= $2 AND request_id IS NOT NULL"
FIND_REQUEST: Final = "SELECT seq FROM journal WHERE match_id = $1 AND seat = $2 AND request_id = $3"
VERSIONS: Final = "SELECT match_id, seq, status FROM heads WHERE match_id = ANY($1::text[])"
CENSUS: Final = """
SELECT count(*), (SELECT count(*) FROM heads WHERE status = 4), min(deadline_ms),
    (SELECT count(*) FROM holds), (SELECT min(since_ms) FROM holds)
FROM heads WHERE status = 2
"""

OVERDUE: Final = """
UPDATE heads SET swept_ms = $1 WHERE match_id IN (
    SELECT match_id FROM heads WHERE status = 2 AND deadline_ms <= $1 AND swept_ms <= $2
    ORDER BY deadline_ms LIMIT $3 FOR UPDATE SKIP LOCKED
) RETURNING match_id
"""

DUE_TASKS: Final = """
UPDATE outbox SET next_ms = $1 WHERE (match_id, kind, seat, version) IN (
    SELECT match_id, kind, seat, version FROM outbox WHERE next_ms <= $2
    ORDER BY next_ms LIMIT $3 FOR UPDATE SKIP LOCKED
) RETURNING match_id, kind, seat, version, level, created_ms, next_ms, attempts
"""
TASKS_SENT: Final = """
UPDATE outbox o SET attempts = t.attempts, next_ms = t.next_ms
FROM unnest($1::text[], $2::smallint[], $3::smallint[], $4::bigint[], $5::integer[], $6::bigint[])
    AS t(match_id, kind, seat, version, attempts, next_ms)
WHERE o.match_id = t.match_id AND o.kind = t.kind AND o.seat = t.seat AND o.version = t.version
"""
RECALL_TASKS: Final = "UPDATE outbox SET next_ms = least(next_ms, $1), attempts = greatest(attempts - 1, 0)"
DROP_SCORING: Final = "DELETE FROM outbox WHERE match_id = $1 AND kind = 2"
DROP_LEAVE: Final = "DELETE FROM outbox WHERE match_id = $1 AND kind = 3 AND version = $2"
# A leave that ended its match is told by the result.
LEAVES: Final = """
SELECT s.match_id, s.seq, j.at_ms, s.seating
FROM seatings s JOIN journal j USING (match_id, seq) JOIN heads h USING (match_id)
WHERE s.seating LIKE '%"left"%' AND NOT (h.status = 3 AND h.seq = s.seq) ORDER BY s.match_id, s.seq
"""
RETELL: Final = """
INSERT INTO outbox (match_id, kind, seat, version, level, created_ms, next_ms, attempts)
SELECT * FROM unnest($1::text[], $2::smallint[], $3::smallint[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[],
    $8::integer[])
ON CONFLICT DO NOTHING RETURNING match_id
"""
RESCORE: Final = """
INSERT INTO outbox (match_id, kind, seat, version, level, created_ms, next_ms, attempts)
SELECT match_id, 2, 0, seq, '', $1, updated_ms, 0 FROM heads WHERE status = 3
ON CONFLICT DO NOTHING RETURNING match_id
"""
EXISTS: Final = "SELECT 1 FROM heads WHERE match_id = $1"
BACKLOG: Final = "SELECT kind, count(*), min(created_ms) FROM outbox GROUP BY kind"

PING: Final = "SELECT 1"
FIRST_BEAT: Final = "INSERT INTO house (id, alive_ms, down_ms) VALUES (1, $1, 0) ON CONFLICT DO NOTHING"
# $2: this much of a silence is usual; $3: one beat. The row's lock makes sure that only one replica adds a silence.
BEAT: Final = """
WITH before AS (SELECT alive_ms, down_ms FROM house WHERE id = 1 FOR UPDATE)
UPDATE house h SET alive_ms = greatest(b.alive_ms, $1),
    down_ms = b.down_ms + CASE WHEN $1 - b.alive_ms > $2 THEN $1 - b.alive_ms - $3 ELSE 0 END
FROM before b WHERE h.id = 1 RETURNING h.down_ms, h.down_ms - b.down_ms
"""
