"""Moderators' orders: matches that one has frozen, and since when (Unix time).

The journal now also has rows that are orders, and `journal.seat` is -1 in those. Older programs cannot read them: they
would freeze the match, so none of them may start on these tables.
"""

from alembic import op

revision = "0005"
down_revision = "0004"
oldest = "0005"


def upgrade() -> None:
    small = " WITHOUT ROWID" if op.get_bind().dialect.name == "sqlite" else ""
    op.execute(f"CREATE TABLE holds (match_id TEXT NOT NULL PRIMARY KEY, since_ms BIGINT NOT NULL){small}")
