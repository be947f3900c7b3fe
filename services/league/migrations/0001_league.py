"""Results with a ledger line per seat, standings and public statistics."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
oldest = "0001"


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("match", sa.String, primary_key=True),
        sa.Column("family", sa.String, nullable=False),
        sa.Column("recorded_ms", sa.BigInteger, nullable=False),
        sa.Column("document", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "ledger",
        sa.Column("match", sa.String, sa.ForeignKey("results.match"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("player", sa.String, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("mu_before", sa.Double, nullable=False),
        sa.Column("sigma_before", sa.Double, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
    )
    op.create_index("ledger_player", "ledger", ["player", "match"])
    op.create_table(
        "standings",
        sa.Column("family", sa.String, primary_key=True),
        sa.Column("player", sa.String, primary_key=True),
        sa.Column("display_name", sa.String, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("played", sa.BigInteger, nullable=False),
        sa.Column("won", sa.BigInteger, nullable=False),
    )
    op.create_index("standings_leaders", "standings", ["family", "rating", "player"])
    op.create_table(
        "statistics",
        sa.Column("family", sa.String, primary_key=True),
        sa.Column("options", sa.String, primary_key=True),
        sa.Column("outcome", sa.String, primary_key=True),
        sa.Column("games", sa.BigInteger, nullable=False),
    )
