"""Frozen matches are counted every few seconds: an index of them alone. Like that of open matches it is on what never
changes, with `status` in its condition, which the first one has too: commits stay in place as before.
"""

from alembic import op

revision = "0002"
down_revision = "0001"
oldest = "0001"


def upgrade() -> None:
    op.execute("CREATE INDEX heads_frozen ON heads (match_id) WHERE status = 4")
