"""What became of what moderators did, and by which request it was asked for.

Older programs write lines of what was done in the same transaction: those are DONE.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
oldest = "0001"


def upgrade() -> None:
    op.add_column("audit", sa.Column("outcome", sa.String, nullable=False, server_default="DONE"))
    op.add_column("audit", sa.Column("refusal", sa.String, nullable=False, server_default=""))
    op.add_column("audit", sa.Column("request_id", sa.String))
    op.create_index("audit_request", "audit", ["moderator", "request_id"], unique=True)
