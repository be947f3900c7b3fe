"""Tournaments, each one row, changed by compare-and-swap on its version; and the secrets of their lots."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
oldest = "0001"


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("tournament", sa.String, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("organiser", sa.String, nullable=False),
        sa.Column("request_id", sa.String, nullable=False),
        sa.Column("status", sa.Integer, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("document", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("organiser", "request_id", name="tournaments_request"),
    )
    op.create_index("tournaments_newest", "tournaments", ["created_ms", "tournament"])
    op.create_index("tournaments_status", "tournaments", ["status"])
    op.create_table(
        "secrets",
        sa.Column("tournament", sa.String, primary_key=True),
        sa.Column("secret", sa.LargeBinary, nullable=False),
    )
