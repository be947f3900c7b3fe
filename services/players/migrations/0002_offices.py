"""What operators have entrusted to players."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
oldest = "0001"


def upgrade() -> None:
    op.create_table(
        "offices",
        sa.Column("player", sa.String, sa.ForeignKey("players.player"), primary_key=True),
        sa.Column("office", sa.String, primary_key=True),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
    )
