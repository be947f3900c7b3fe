"""Sums over results: wins by seat, durations, how chance fell, bots against people, days on which people played.

Results that lie there already are counted by `python -m services.league.recount`.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
oldest = "0001"


def upgrade() -> None:
    for name, key, amounts in (
        ("seats", (_text("family"), _number("seats"), _number("seat")), ("games", "won")),
        ("durations", (_text("family"), _number("within_seconds")), ("matches", "milliseconds")),
        (
            "chance",
            (_text("family"), _text("kind"), _number("size"), _number("place"), _number("outcome")),
            ("count",),
        ),
        ("meetings", (_text("family"), _text("level")), ("matches", "ahead", "level_with", "behind")),
        ("days", (_number("day"), _text("family"), _text("player")), ("matches",)),
    ):
        op.create_table(name, *key, *(sa.Column(amount, sa.BigInteger, nullable=False) for amount in amounts))


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.String, primary_key=True)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, primary_key=True, autoincrement=False)
