"""What the players at a table are called."""

from kiraathane.match.v1 import match_pb2
from kiraathane_client.names import seat_name


def info(*seats: tuple[str, str]) -> match_pb2.MatchInfo:
    """A match with these names and bots' levels, by seat."""
    made = match_pb2.MatchInfo()
    for seat, (name, level) in enumerate(seats):
        made.seats.add(seat=seat, display_name=name, bot_level=level)
    return made


def names(*seats: tuple[str, str]) -> list[str]:
    return [seat_name(info(*seats), seat) for seat in range(len(seats))]


def test_a_bot_is_shown_as_one_and_only_once() -> None:
    assert names(("Ayşe", ""), ("usta", "usta"), ("Bot (orta)", "orta")) == ["Ayşe", "usta (bot)", "Bot (orta)"]


def test_the_same_name_is_told_apart() -> None:
    assert names(("Bot", "orta"), ("Can", ""), ("Bot", "orta"), ("Can", "")) == ["Bot 1", "Can 1", "Bot 2", "Can 2"]
    assert names(("Can", ""), ("Can", "orta")) == ["Can", "Can (bot)"]


def test_a_seat_that_nobody_has() -> None:
    assert seat_name(info(("Ayşe", "")), 3) == "?"
