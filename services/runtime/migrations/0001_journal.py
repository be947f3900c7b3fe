"""A family's matches: what was fixed at their beginning, where they stand, and the journal of all that happened.

`heads` is the one table that every commit updates: narrow, and no index on what changes, so that PostgreSQL can update
it in place (heap-only tuples). Open matches are found by the partial index.
"""

from alembic import op

revision = "0001"
down_revision = None
oldest = "0001"

TABLES = (
    # Fixed when the match is created.
    """CREATE TABLE matches (
        match_id TEXT NOT NULL PRIMARY KEY,
        request_id {bytes} NOT NULL UNIQUE,
        rules_version INTEGER NOT NULL,
        options TEXT NOT NULL,
        commitment TEXT NOT NULL,
        created_ms BIGINT NOT NULL
    ){small}""",
    # The secrets of the matches' chance; told in the record when the match is over.
    "CREATE TABLE secrets (match_id TEXT NOT NULL PRIMARY KEY, secret {bytes} NOT NULL){small}",
    # Fixed when the match is started.
    """CREATE TABLE starts (
        match_id TEXT NOT NULL PRIMARY KEY,
        seats TEXT NOT NULL,
        started_ms BIGINT NOT NULL,
        started_house_ms BIGINT NOT NULL
    ){small}""",
    # Where the match stands. deadline_ms and clock_ms are house time (deadlines.py).
    """CREATE TABLE heads (
        match_id TEXT NOT NULL PRIMARY KEY,
        seq BIGINT NOT NULL,
        status SMALLINT NOT NULL,
        updated_ms BIGINT NOT NULL,
        clock_ms BIGINT NOT NULL,
        deadline_ms BIGINT,
        outcomes INTEGER NOT NULL,
        cause TEXT NOT NULL,
        score {bytes},
        swept_ms BIGINT NOT NULL DEFAULT 0
    ){heads}""",
    "CREATE INDEX heads_open ON heads (match_id) WHERE status = 2",
    # The truth: one row per commit, never changed.
    """CREATE TABLE journal (
        match_id TEXT NOT NULL,
        seq BIGINT NOT NULL,
        at_ms BIGINT NOT NULL,
        seat SMALLINT,
        request_id {bytes},
        events {bytes} NOT NULL,
        PRIMARY KEY (match_id, seq)
    ){large}""",
    # States now and then, so that a match need not be replayed from its beginning.
    """CREATE TABLE snapshots (
        match_id TEXT NOT NULL,
        seq BIGINT NOT NULL,
        outcomes INTEGER NOT NULL,
        state {bytes} NOT NULL,
        PRIMARY KEY (match_id, seq)
    ){large}""",
    # What must be told to the workers: bots to wake, results to score.
    """CREATE TABLE outbox (
        match_id TEXT NOT NULL,
        kind SMALLINT NOT NULL,
        seat SMALLINT NOT NULL,
        version BIGINT NOT NULL,
        level TEXT NOT NULL,
        created_ms BIGINT NOT NULL,
        next_ms BIGINT NOT NULL,
        attempts INTEGER NOT NULL,
        PRIMARY KEY (match_id, kind, seat, version)
    ){small}""",
    # One row: when the service was last alive, and how long it has been down in all.
    "CREATE TABLE house (id INTEGER NOT NULL PRIMARY KEY, alive_ms BIGINT NOT NULL, down_ms BIGINT NOT NULL)",
)


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        words = {"bytes": "BLOB", "small": " WITHOUT ROWID", "heads": " WITHOUT ROWID", "large": " WITHOUT ROWID"}
    else:
        words = {"bytes": "BYTEA", "small": "", "heads": " WITH (fillfactor = 50)", "large": ""}
    for table in TABLES:
        op.execute(table.format(**words))
