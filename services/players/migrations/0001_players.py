"""Players, accounts, sessions with their refresh tokens, and failed sign-ins."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
oldest = "0001"


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("player", sa.String, primary_key=True),
        sa.Column("display_name", sa.String, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "accounts",
        sa.Column("user_name", sa.String, primary_key=True),
        sa.Column("player", sa.String, sa.ForeignKey("players.player"), nullable=False, unique=True),
        sa.Column("password_hash", sa.String, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("session", sa.String, primary_key=True),
        sa.Column("player", sa.String, sa.ForeignKey("players.player"), nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("rotated_ms", sa.BigInteger, nullable=False),
        sa.Column("expire_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("sessions_expire", "sessions", ["expire_ms"])
    op.create_table(
        "refresh_tokens",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("session", sa.String, sa.ForeignKey("sessions.session", ondelete="CASCADE"), nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
    )
    op.create_index("refresh_tokens_session", "refresh_tokens", ["session"])
    op.create_table(
        "sign_in_attempts",
        sa.Column("user_name", sa.String, primary_key=True),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("blocked_until_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("sign_in_attempts_blocked", "sign_in_attempts", ["blocked_until_ms"])
