"""What moderators ordered, as people at the table are told it."""

import pytest
from rich.text import Text

from kiraathane.match.v1 import match_pb2
from kiraathane_client.cli import orders, seats
from kiraathane_client.tavla.terminal import terminal
from kiraathane_client.terminal import Look

TR, EN = Look("tr"), Look("en")
SEATS = [match_pb2.Seat(seat=n, player=f"players/{n}", display_name=name) for n, name in enumerate(("Ayşe", "Bora"))]
PLAYING, FROZEN = match_pb2.MATCH_STATUS_PLAYING, match_pb2.MATCH_STATUS_FROZEN


def info(kind: str = "", *, status: int = PLAYING, cause: str = "", version: int = 7) -> match_pb2.MatchInfo:
    made = match_pb2.MatchInfo(seats=SEATS, status=match_pb2.MatchStatus.Name(status), end_cause=cause)
    if kind:
        made.order.CopyFrom(match_pb2.Order(kind=f"ORDER_KIND_{kind}", word="Bakıyoruz.", version=version, back_to=3))
        made.order.frozen = status == FROZEN
    return made


def plain(lines: list[Text]) -> list[str]:
    return [line.plain for line in lines]


@pytest.mark.parametrize(
    ("kind", "tr", "en"),
    [
        ("FREEZE", "Bir yönetici maçı durdurdu", "A moderator has frozen the match"),
        ("THAW", "Maç kaldığı yerden sürüyor", "The match goes on where it was"),
        ("REWIND", "Bir yönetici maçı 3. sürüme geri aldı", "A moderator has taken the match back to version 3"),
        ("VOID", "Bir yönetici maçı bozdu, sayılmaz", "A moderator has made the match void"),
        ("END", "Bir yönetici maçı bitirdi", "A moderator has ended the match"),
    ],
)
def test_an_order_is_told_once_with_its_reason(kind: str, tr: str, en: str) -> None:
    assert plain(orders.last(info(kind), TR)) == plain(seats.news(info(), info(kind), TR)) == [f"{tr}: Bakıyoruz."]
    assert plain(orders.last(info(kind), EN)) == plain(seats.news(info(), info(kind), EN)) == [f"{en}: Bakıyoruz."]
    assert seats.news(info(kind), info(kind), EN) == []
    assert len(seats.news(info(kind), info(kind, version=9), EN)) == 1


def test_a_frozen_match_says_so_as_long_as_it_is() -> None:
    frozen = info("FREEZE", status=FROZEN)
    assert plain(seats.notes(frozen, EN)) == [
        "A moderator has frozen the match: Bakıyoruz.",
        "The match is frozen, and no clock runs.",
    ]
    assert seats.news(info(), frozen, EN) == []  # it stands under the table
    assert seats.notes(info("THAW"), EN) == []
    assert not orders.is_held(info(status=FROZEN))  # by a fault of the house
    assert orders.is_held(info("REWIND", status=FROZEN))


@pytest.mark.parametrize(("winners", "told"), [([1], "Winner: Bora"), ([], "Winner: nobody is ahead")])
def test_the_end_by_a_moderator_is_told_by_points(winners: list[int], told: str) -> None:
    ended = info("END", status=match_pb2.MATCH_STATUS_FINISHED, cause="ended")
    ended.score.CopyFrom(match_pb2.Score(points=[1, 2], winners=winners))
    update = type("Update", (), {"info": ended})
    assert plain([*seats.result(terminal, update, EN)]) == [
        "A moderator has ended the match: Bakıyoruz.",
        "Ayşe: 1  Bora: 2",
        told,
    ]


def test_a_match_that_a_moderator_broke_up_is_told_from_one_that_nobody_played() -> None:
    over = {"status": match_pb2.MATCH_STATUS_FINISHED, "cause": "void"}
    update = type("Update", (), {"info": info("VOID", **over)})
    assert plain([*seats.result(terminal, update, EN)]) == ["A moderator has made the match void: Bakıyoruz."]
    update = type("Update", (), {"info": info("THAW", **over)})
    assert "Nobody was at the table" in seats.result(terminal, update, EN)[0].plain
