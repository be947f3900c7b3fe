"""The league's tables. Times are Unix milliseconds.

`ledger` has one line per seat of a recorded match; `standings` is its sum per player, `statistics` the sum of the
results' games. All of a match is written in the transaction that writes its result.
"""

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Integer, LargeBinary, MetaData, String, Table

metadata = MetaData()

results = Table(
    "results",
    metadata,
    Column("match", String, primary_key=True),
    Column("family", String, nullable=False),
    Column("recorded_ms", BigInteger, nullable=False),
    Column("document", LargeBinary, nullable=False),
)

ledger = Table(
    "ledger",
    metadata,
    Column("match", ForeignKey("results.match"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String, nullable=False),
    Column("won", Integer, nullable=False),
    Column("mu_before", Double, nullable=False),
    Column("sigma_before", Double, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
)

standings = Table(
    "standings",
    metadata,
    Column("family", String, primary_key=True),
    Column("player", String, primary_key=True),
    Column("display_name", String, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("rating", Double, nullable=False),
    Column("played", BigInteger, nullable=False),
    Column("won", BigInteger, nullable=False),
)

statistics = Table(
    "statistics",
    metadata,
    Column("family", String, primary_key=True),
    Column("options", String, primary_key=True),
    Column("outcome", String, primary_key=True),
    Column("games", BigInteger, nullable=False),
)
"""`options` is "" for the family as a whole, else the split's options as JSON with sorted names; `outcome` is a seat's
number, "drawn", or "all"."""
