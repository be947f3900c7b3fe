"""What the players at a table are called."""

from kiraathane.match.v1 import match_pb2

BY_RULES = "rules"
"""As `stand_in`: the default acts of the game play the seat."""


def seat_name(info: match_pb2.MatchInfo, seat: int) -> str:
    """The name to show: a bot, one that stands in for a person too, is always shown as one, and of several of the same
    name each has a number.

    `?` for a seat that nobody has.
    """
    names = {place.seat: _shown(place) for place in info.seats}
    name = names.get(seat)
    if name is None:
        return "?"
    same = sorted(other for other, shown in names.items() if shown == name)
    return f"{name} {same.index(seat) + 1}" if len(same) > 1 else name


def _shown(place: match_pb2.Seat) -> str:
    stands_in = place.stand_in not in ("", BY_RULES)
    bot = (place.bot_level or stands_in) and "bot" not in place.display_name.casefold()
    return f"{place.display_name} (bot)" if bot else place.display_name
