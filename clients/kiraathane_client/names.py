"""What the players at a table are called."""

from kiraathane.match.v1 import match_pb2


def seat_name(info: match_pb2.MatchInfo, seat: int) -> str:
    """The name to show: a bot is always shown as one, and of several of the same name each has a number.

    `?` for a seat that nobody has.
    """
    names = {place.seat: _shown(place) for place in info.seats}
    name = names.get(seat)
    if name is None:
        return "?"
    same = sorted(other for other, shown in names.items() if shown == name)
    return f"{name} {same.index(seat) + 1}" if len(same) > 1 else name


def _shown(place: match_pb2.Seat) -> str:
    bot = place.bot_level and "bot" not in place.display_name.casefold()
    return f"{place.display_name} (bot)" if bot else place.display_name
