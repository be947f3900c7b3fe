"""Who plays a seat, and who is there (league rules 11.6-11.8).

The journal now also has rows that say what became of a seat. Older programs cannot read those: they would freeze the
match, so none of them may start on these tables.
"""

from alembic import op

revision = "0003"
down_revision = "0002"
oldest = "0003"

TABLES = (
    # The seating as it was after commit `seq`, for those commits that changed it; `stood_in` seats were then played by
    # somebody else.
    """CREATE TABLE seatings (
        match_id TEXT NOT NULL,
        seq BIGINT NOT NULL,
        seating TEXT NOT NULL,
        stood_in SMALLINT NOT NULL,
        PRIMARY KEY (match_id, seq)
    ){small}""",
    # Since when (house time) nothing is known of a seat's person, and what has come of it (journal/presence.py).
    """CREATE TABLE absences (
        match_id TEXT NOT NULL,
        seat SMALLINT NOT NULL,
        since_ms BIGINT NOT NULL,
        state SMALLINT NOT NULL DEFAULT 0,
        swept_ms BIGINT NOT NULL DEFAULT 0,
        PRIMARY KEY (match_id, seat)
    ){small}""",
    "CREATE INDEX absences_since ON absences (state, since_ms)",
    # At which replicas a seat's person has a stream open.
    """CREATE TABLE connections (
        match_id TEXT NOT NULL,
        seat SMALLINT NOT NULL,
        replica TEXT NOT NULL,
        PRIMARY KEY (match_id, seat, replica)
    ){small}""",
    "CREATE INDEX connections_replica ON connections (replica)",
    # The replicas that have connections, and when (house time) each was last alive.
    "CREATE TABLE replicas (replica TEXT NOT NULL PRIMARY KEY, alive_ms BIGINT NOT NULL){small}",
)


def upgrade() -> None:
    small = " WITHOUT ROWID" if op.get_bind().dialect.name == "sqlite" else ""
    for table in TABLES:
        op.execute(table.replace("{small}", small))
