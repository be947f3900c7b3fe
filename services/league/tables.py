"""The league's tables. Times are Unix milliseconds.

`ledger` has one line per seat of a recorded match, and behind them (as if the table had more seats) one for everybody
who left a seat that a substitute took; `standings` is its sum per player. `SUMS` are sums over results (sums.py): what
is no part of a key is added up. All of a match is written in the transaction that writes its result.
"""

from typing import Final

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

seats = Table(
    "seats",
    metadata,
    Column("family", String, primary_key=True),
    Column("seats", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("games", BigInteger, nullable=False),
    Column("won", BigInteger, nullable=False),
)
"""Games with a winner, by the number of seats at the table, and how many of them this seat won (alone or not)."""

durations = Table(
    "durations",
    metadata,
    Column("family", String, primary_key=True),
    Column("within_seconds", Integer, primary_key=True),
    Column("matches", BigInteger, nullable=False),
    Column("milliseconds", BigInteger, nullable=False),
)
"""Matches that took longer than the bound before and at most this one; 0 is above all bounds."""

chance = Table(
    "chance",
    metadata,
    Column("family", String, primary_key=True),
    Column("kind", String, primary_key=True),
    Column("size", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("outcome", Integer, primary_key=True),
    Column("count", BigInteger, nullable=False),
)
"""`kind`, `size` and `place` are the kernel's `fairness.Question`; `outcome` is the index in its counts."""

meetings = Table(
    "meetings",
    metadata,
    Column("family", String, primary_key=True),
    Column("level", String, primary_key=True),
    Column("matches", BigInteger, nullable=False),
    Column("ahead", BigInteger, nullable=False),
    Column("level_with", BigInteger, nullable=False),
    Column("behind", BigInteger, nullable=False),
)
"""Bots of a level and people as opponents: `matches` in which they were, and how often a bot was placed ahead of a
person, level with him, or behind; each bot is compared with each person who is not of its team."""

days = Table(
    "days",
    metadata,
    Column("day", Integer, primary_key=True),
    Column("family", String, primary_key=True),
    Column("player", String, primary_key=True),
    Column("matches", BigInteger, nullable=False),
)
"""Matches that a person finished on a day (UTC), counted in days since 1970."""

points_ledger = Table(
    "points_ledger",
    metadata,
    Column("seq", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("match", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", String, nullable=False),
    Column("cause", String, nullable=False),
    Column("points", Integer, nullable=False),
    Column("clause", String, nullable=False),
    Column("counted", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("voided", Integer, nullable=False),
    Column("hands", Integer, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("season", String, nullable=False),
)
"""Every change of somebody's league points, once by match, seat, player and cause. A player's rows are numbered in the
order in which they were applied. `counted`, `won`: one of his games, and a win; `voided`: made void since (11.5)."""

points = Table(
    "points",
    metadata,
    Column("season", String, primary_key=True),
    Column("player", String, primary_key=True),
    Column("display_name", String, nullable=False),
    Column("rating", BigInteger, nullable=False),
    Column("games", BigInteger, nullable=False),
    Column("wins", BigInteger, nullable=False),
    Column("voided", BigInteger, nullable=False),
    Column("leaves", BigInteger, nullable=False),
)
"""Sums of the ledger by player; `season` is "" for all time."""

season_standings = Table(
    "season_standings",
    metadata,
    Column("season", String, primary_key=True),
    *(Column(column.name, column.type, primary_key=column.primary_key, nullable=False) for column in standings.columns),
)
"""`standings` of matches that ended in the season, in which everybody begins anew."""

participants = Table(
    "participants",
    metadata,
    Column("player", String, primary_key=True),
    Column("ended_ms", BigInteger, primary_key=True),
    Column("match", String, primary_key=True),
)
"""Who took part in which match, to the end or not."""

calendar = Table(
    "calendar",
    metadata,
    Column("what", String, primary_key=True),
    Column("period", String, primary_key=True),
    Column("done_ms", BigInteger, nullable=False),
)
"""What has been done once for a piece of the calendar: "cap" or "season"."""

cap_runs = Table(
    "cap_runs",
    metadata,
    Column("period", String, primary_key=True),
    Column("player", String, primary_key=True),
    Column("wins_voided", Integer, nullable=False),
    Column("points_removed", Integer, nullable=False),
    Column("reason", String, nullable=False),
)
"""The record of every player whose wins the cap made void (11.5)."""

honours = Table(
    "honours",
    metadata,
    Column("season", String, primary_key=True),
    Column("family", String, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("player", String, nullable=False),
    Column("display_name", String, nullable=False),
    Column("value", Double, nullable=False),
)
"""The best when a season was closed; `family` is "" for league points."""

SUMS: Final = (statistics, seats, durations, chance, meetings, days)
