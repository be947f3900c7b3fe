"""The players service's tables. Times are Unix milliseconds."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table

metadata = MetaData()

players = Table(
    "players",
    metadata,
    Column("player", String, primary_key=True),
    Column("display_name", String, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("user_name", String, primary_key=True),
    Column("player", ForeignKey("players.player"), nullable=False, unique=True),
    Column("password_hash", String, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("session", String, primary_key=True),
    Column("player", ForeignKey("players.player"), nullable=False),
    Column("generation", Integer, nullable=False),
    Column("rotated_ms", BigInteger, nullable=False),
    Column("expire_ms", BigInteger, nullable=False),
    Index("sessions_expire", "expire_ms"),
)

refresh_tokens = Table(
    "refresh_tokens",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("session", ForeignKey("sessions.session", ondelete="CASCADE"), nullable=False),
    Column("generation", Integer, nullable=False),
    Index("refresh_tokens_session", "session"),
)

sign_in_attempts = Table(
    "sign_in_attempts",
    metadata,
    Column("user_name", String, primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("blocked_until_ms", BigInteger, nullable=False),
    Index("sign_in_attempts_blocked", "blocked_until_ms"),
)

offices = Table(
    "offices",
    metadata,
    Column("player", ForeignKey("players.player"), primary_key=True),
    Column("office", String, primary_key=True),
    Column("since_ms", BigInteger, nullable=False),
)
"""What operators have entrusted to players."""

blocks = Table(
    "blocks",
    metadata,
    Column("player", ForeignKey("players.player"), primary_key=True),
    Column("blocked", ForeignKey("players.player"), primary_key=True),
    Column("since_ms", BigInteger, nullable=False),
)
"""Whom players do not want to meet."""
