"""What was agreed before the match: the table's options, read once."""

from collections.abc import Mapping

import msgspec


class Terms(msgspec.Struct, frozen=True):
    """The table (rules 7.1, 7.3, 7.4).

    `when_ruffed`: a spade is not led before one has fallen. `must_raise`: who can take the trick must. `must_ruff`: who
    cannot follow plays a spade. `over_limit` tricks above the bid sink it. `turn_seconds` is None where no clock runs.
    """

    hands: int = 11
    when_ruffed: bool = True
    must_raise: bool = True
    must_ruff: bool = False
    over_limit: int = 3
    turn_seconds: int | None = 60


def read_terms(options: Mapping[str, str]) -> Terms:
    """The terms of a table whose options are complete."""
    seconds = options["turnSeconds"]
    return Terms(
        hands=int(options["batakHands"]),
        when_ruffed=options["kozMode"] == "whenRuffed",
        must_raise=options["raise"] == "mandatory",
        must_ruff=options["mustRuff"] == "on",
        over_limit=int(options["overLimit"]),
        turn_seconds=None if seconds == "none" else int(seconds),
    )
