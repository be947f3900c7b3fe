"""The moderation's tables. Times are Unix milliseconds."""

from sqlalchemy import BigInteger, Column, Integer, MetaData, String, Table

metadata = MetaData()

leaves = Table(
    "leaves",
    metadata,
    Column("player", String, primary_key=True),
    Column("match", String, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
)

sanctions = Table(
    "sanctions",
    metadata,
    Column("sanction", String, primary_key=True),
    Column("player", String, nullable=False),
    Column("kind", Integer, nullable=False),
    Column("reason", String, nullable=False),
    Column("clause", String, nullable=False),
    Column("begin_ms", BigInteger, nullable=False),
    Column("end_ms", BigInteger, nullable=False),
    Column("appeal", String, nullable=False),
    Column("lifted_ms", BigInteger),
    Column("lift_note", String, nullable=False),
    Column("request_id", String, nullable=False),
)

reports = Table(
    "reports",
    metadata,
    Column("report", String, primary_key=True),
    Column("reporter", String, nullable=False),
    Column("player", String, nullable=False),
    Column("place", String, nullable=False),
    Column("text", String, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("closed_ms", BigInteger),
    Column("note", String, nullable=False),
    Column("request_id", String, nullable=False),
)

audit = Table(
    "audit",
    metadata,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("moderator", String, nullable=False),
    Column("action", String, nullable=False),
    Column("subject", String, nullable=False),
    Column("detail", String, nullable=False),
    Column("outcome", String, nullable=False),
    Column("refusal", String, nullable=False),
    Column("request_id", String),
)
