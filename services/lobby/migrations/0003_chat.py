"""What is said at tables, and who does not want to hear it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
oldest = "0002"


def upgrade() -> None:
    op.create_table(
        "chat",
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True),
        sa.Column("player", sa.String, nullable=False),
        sa.Column("display_name", sa.String, nullable=False),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("request_id", sa.String, nullable=False),
        sa.UniqueConstraint("table", "player", "request_id", name="chat_request"),
    )
    op.create_index("chat_at", "chat", ["at_ms"])
    op.create_table(
        "muted",
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("player", sa.String, primary_key=True),
    )
    op.create_index("tables_touched", "tables", ["touched_ms"])
