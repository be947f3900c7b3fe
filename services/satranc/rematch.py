"""The second match of the same two players: the colours swap (rules 4.1)."""

from collections.abc import Mapping

from services.satranc.view import View


def rematch(options: Mapping[str, str], view: View) -> tuple[dict[str, str], tuple[int, ...]]:
    """The options of the next match, and for each of its seats who sat where in the last one.

    Who had Black gets White without a lot: seat 0 of a table with `colours=host`.
    """
    white = view.white or 0
    return {**options, "colours": "host"}, (1 - white, white)
