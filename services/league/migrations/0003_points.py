"""League points: a row for every change, and its sums; ratings by season; what is done once by the calendar."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
oldest = "0001"

# SQLite counts up only in a column that is called INTEGER.
_SEQUENCE = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "points_ledger",
        sa.Column("seq", _SEQUENCE, primary_key=True, autoincrement=True),
        sa.Column("match", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player", sa.String, nullable=False),
        sa.Column("cause", sa.String, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("clause", sa.String, nullable=False),
        sa.Column("counted", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("voided", sa.Integer, nullable=False),
        sa.Column("hands", sa.Integer, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("season", sa.String, nullable=False),
        sa.UniqueConstraint("match", "seat", "player", "cause", name="points_ledger_once"),
    )
    op.create_index("points_ledger_player", "points_ledger", ["player", "seq"])
    op.create_table(
        "points",
        sa.Column("season", sa.String, primary_key=True),
        sa.Column("player", sa.String, primary_key=True),
        sa.Column("display_name", sa.String, nullable=False),
        sa.Column("rating", sa.BigInteger, nullable=False),
        sa.Column("games", sa.BigInteger, nullable=False),
        sa.Column("wins", sa.BigInteger, nullable=False),
        sa.Column("voided", sa.BigInteger, nullable=False),
        sa.Column("leaves", sa.BigInteger, nullable=False),
    )
    op.create_index("points_leaders", "points", ["season", "rating", "player"])
    op.create_table(
        "season_standings",
        sa.Column("season", sa.String, primary_key=True),
        sa.Column("family", sa.String, primary_key=True),
        sa.Column("player", sa.String, primary_key=True),
        sa.Column("display_name", sa.String, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("played", sa.BigInteger, nullable=False),
        sa.Column("won", sa.BigInteger, nullable=False),
    )
    op.create_index("season_standings_leaders", "season_standings", ["season", "family", "rating", "player"])
    op.create_table(
        "participants",
        sa.Column("player", sa.String, primary_key=True),
        sa.Column("ended_ms", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("match", sa.String, primary_key=True),
    )
    op.create_table(
        "calendar",
        sa.Column("what", sa.String, primary_key=True),
        sa.Column("period", sa.String, primary_key=True),
        sa.Column("done_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "cap_runs",
        sa.Column("period", sa.String, primary_key=True),
        sa.Column("player", sa.String, primary_key=True),
        sa.Column("wins_voided", sa.Integer, nullable=False),
        sa.Column("points_removed", sa.Integer, nullable=False),
        sa.Column("reason", sa.String, nullable=False),
    )
    op.create_table(
        "honours",
        sa.Column("season", sa.String, primary_key=True),
        sa.Column("family", sa.String, primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String, nullable=False),
        sa.Column("display_name", sa.String, nullable=False),
        sa.Column("value", sa.Double, nullable=False),
    )
