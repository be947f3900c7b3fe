"""Who plays which seat, as the command tells it: changes, what stands under the table, and a match that is void."""

from typing import Any

import msgspec
import pytest
from rich.text import Text

from kiraathane.match.v1 import match_pb2
from kiraathane_client.cli import seats
from kiraathane_client.names import seat_name
from kiraathane_client.terminal import Look

TR, EN = Look("tr"), Look("en")
AYSE = match_pb2.Seat(seat=0, player="players/a", display_name="Ayşe", presence=match_pb2.PRESENCE_PRESENT)
BORA = match_pb2.Seat(seat=1, player="players/b", display_name="Bora", presence=match_pb2.PRESENCE_PRESENT)


def info(*sitting: match_pb2.Seat, viewer: int | None = None, cause: str = "") -> match_pb2.MatchInfo:
    status = match_pb2.MATCH_STATUS_FINISHED if cause else match_pb2.MATCH_STATUS_PLAYING
    return match_pb2.MatchInfo(seats=sitting, viewer_seat=viewer, status=status, end_cause=cause)


def but(seat: match_pb2.Seat, **changes: Any) -> match_pb2.Seat:
    changed = match_pb2.Seat()
    changed.CopyFrom(seat)
    for name, value in changes.items():
        setattr(changed, name, value)
    return changed


AWAY = but(BORA, presence=match_pb2.PRESENCE_AWAY, stand_in="orta", open=True)
LEFT = but(BORA, presence=match_pb2.PRESENCE_LEFT, stand_in="rules", open=True)
OTHER = but(BORA, player="players/c", display_name="Can")


def plain(lines: list[Text]) -> list[str]:
    return [line.plain for line in lines]


@pytest.mark.parametrize(
    ("before", "after", "tr", "en"),
    [
        (BORA, AWAY, "Bora uzaklaştı.", "Bora is away."),
        (AWAY, BORA, "Bora geri geldi.", "Bora is back."),
        (BORA, LEFT, "Bora masadan kalktı.", "Bora left the match."),
        (AWAY, LEFT, "Bora masadan kalktı.", "Bora left the match."),
        (LEFT, OTHER, "Bora yerine Can oturdu.", "Can sits down for Bora."),
    ],
)
def test_a_change_is_told(before: match_pb2.Seat, after: match_pb2.Seat, tr: str, en: str) -> None:
    assert plain(seats.news(info(AYSE, before), info(AYSE, after), TR)) == [tr]
    assert plain(seats.news(info(AYSE, before), info(AYSE, after), EN)) == [en]


def test_where_nothing_has_changed_nothing_is_told() -> None:
    assert seats.news(None, info(AYSE, AWAY), TR) == []
    assert seats.news(info(), info(AYSE, AWAY), TR) == []
    assert seats.news(info(AYSE, LEFT), info(AYSE, LEFT), TR) == []


def test_who_is_not_there_stands_under_the_table() -> None:
    assert seats.notes(info(AYSE, BORA), TR) == []
    assert plain(seats.notes(info(AYSE, AWAY), TR)) == ["Bora uzakta; yerine bot (orta) oynuyor"]
    assert plain(seats.notes(info(AYSE, LEFT), EN)) == ["Bora left; the rules play on for the seat"]
    assert seats.notes(info(AYSE, AWAY, cause="played_out"), TR) == []


def test_who_may_claim_the_match_is_told_how() -> None:
    absent = but(AWAY, stand_in="", open=False, claimable=True)
    assert plain(seats.notes(info(AYSE, absent, viewer=0), TR)) == ["Bora uzakta; maçı almak için: iste"]
    assert plain(seats.notes(info(AYSE, absent, viewer=0), EN)) == ["Bora is away; to take the match: claim"]
    assert plain(seats.notes(info(AYSE, absent, viewer=1), EN)) == ["Bora is away"]


def test_a_bot_that_stands_in_is_shown_as_one() -> None:
    assert seat_name(info(AYSE, AWAY), 1) == "Bora (bot)"
    assert seat_name(info(AYSE, LEFT), 1) == "Bora"  # the rules are no bot
    assert seat_name(info(AYSE, BORA), 1) == "Bora"


class Ended(msgspec.Struct, frozen=True):
    """A family that is never asked how a void match ended."""

    def result(self, update: Any, look: Look) -> list[Text]:
        return [Text(f"{update.info.end_cause} {look.lang}")]


class Update(msgspec.Struct, frozen=True):
    info: Any


def test_a_void_match_is_told_in_the_houses_own_words() -> None:
    family: Any = Ended()
    assert plain(list(seats.result(family, Update(info(cause="points")), TR))) == ["points tr"]
    void = Update(info(cause="void"))
    assert "sayılmaz" in plain(list(seats.result(family, void, TR)))[0]
    assert "void" in plain(list(seats.result(family, void, EN)))[0]
