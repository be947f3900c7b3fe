"""Whether people without a seat may watch a match; those that there are may be watched."""

from alembic import op

revision = "0004"
down_revision = "0003"
oldest = "0003"


def upgrade() -> None:
    op.execute("ALTER TABLE matches ADD COLUMN spectators SMALLINT NOT NULL DEFAULT 1")
