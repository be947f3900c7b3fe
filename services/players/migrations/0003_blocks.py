"""Whom players do not want to meet."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
oldest = "0001"


def upgrade() -> None:
    op.create_table(
        "blocks",
        sa.Column("player", sa.String, sa.ForeignKey("players.player"), primary_key=True),
        sa.Column("blocked", sa.String, sa.ForeignKey("players.player"), primary_key=True),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
    )
