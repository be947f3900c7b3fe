"""Leaves by choice, sanctions, reports, and what moderators did."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
oldest = "0001"

# SQLite counts up only in a column that is called INTEGER.
_SEQUENCE = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "leaves",
        sa.Column("player", sa.String, primary_key=True),
        sa.Column("match", sa.String, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "sanctions",
        sa.Column("sanction", sa.String, primary_key=True),
        sa.Column("player", sa.String, nullable=False),
        sa.Column("kind", sa.Integer, nullable=False),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("clause", sa.String, nullable=False),
        sa.Column("begin_ms", sa.BigInteger, nullable=False),
        sa.Column("end_ms", sa.BigInteger, nullable=False),
        sa.Column("appeal", sa.String, nullable=False),
        sa.Column("lifted_ms", sa.BigInteger),
        sa.Column("lift_note", sa.String, nullable=False),
        sa.Column("request_id", sa.String, nullable=False, unique=True),
    )
    op.create_index("sanctions_player", "sanctions", ["player", "end_ms"])
    op.create_table(
        "reports",
        sa.Column("report", sa.String, primary_key=True),
        sa.Column("reporter", sa.String, nullable=False),
        sa.Column("player", sa.String, nullable=False),
        sa.Column("place", sa.String, nullable=False),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("closed_ms", sa.BigInteger),
        sa.Column("note", sa.String, nullable=False),
        sa.Column("request_id", sa.String, nullable=False),
        sa.UniqueConstraint("reporter", "request_id", name="reports_request"),
    )
    op.create_index("reports_open", "reports", ["closed_ms", "at_ms"])
    op.create_table(
        "audit",
        sa.Column("number", _SEQUENCE, primary_key=True, autoincrement=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("moderator", sa.String, nullable=False),
        sa.Column("action", sa.String, nullable=False),
        sa.Column("subject", sa.String, nullable=False),
        sa.Column("detail", sa.String, nullable=False),
    )
