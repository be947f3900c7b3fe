"""The table's options, read once when a match is set up."""

from collections.abc import Mapping

import msgspec


class Terms(msgspec.Struct, frozen=True):
    """What the table agreed on (rules 6.10).

    `jack_pisti` are the points of an open jack on a single jack. `target` is None for a single game, `turn_seconds`
    where no clock runs.
    """

    jack_pisti: int
    last_card_counts: bool
    bluff: bool
    target: int | None
    turn_seconds: int | None


def read_terms(options: Mapping[str, str]) -> Terms:
    """The terms from complete options (`Meta.resolve`)."""
    target, seconds = options["pistiTarget"], options["turnSeconds"]
    return Terms(
        jack_pisti=int(options["jackPisti"]),
        last_card_counts=options["lastCardPisti"] == "counts",
        bluff=options["bluff"] == "on",
        target=None if target == "single" else int(target),
        turn_seconds=None if seconds == "none" else int(seconds),
    )
