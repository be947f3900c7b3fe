"""Tables, each one row with its seats; a row is changed by compare-and-swap on its version."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
oldest = "0001"


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("creator", sa.String, nullable=False),
        sa.Column("request_id", sa.String, nullable=False),
        sa.Column("family", sa.String, nullable=False),
        sa.Column("status", sa.Integer, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("touched_ms", sa.BigInteger, nullable=False),
        sa.Column("document", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("creator", "request_id", name="tables_request"),
    )
    op.create_index("tables_newest", "tables", ["status", "created_ms", "table"])
    op.create_index("tables_newest_of_family", "tables", ["family", "status", "created_ms", "table"])
    op.create_index("tables_untouched", "tables", ["status", "touched_ms"])
    op.create_index("tables_of_creator", "tables", ["creator", "status"])
