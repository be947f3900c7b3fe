"""Lists fit a line of 80 columns, whatever people call themselves, and names that are copied stay whole."""

import asyncio
import re
from types import SimpleNamespace
from typing import Any, cast

import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from typer.testing import CliRunner

from kiraathane.league.v1 import league_service_pb2 as league
from kiraathane.lobby.v1 import lobby_service_pb2 as lobby
from kiraathane.match.v1 import match_pb2
from kiraathane.moderation.v1 import moderation_service_pb2 as moderation
from kiraathane.tournaments.v1 import tournaments_service_pb2 as tournaments
from kiraathane_client.cli import lists, standing, statistics, tournament
from kiraathane_client.cli import moderation as order
from kiraathane_client.cli.desk import Desk
from kiraathane_client.cli.lobby_screen import LobbyScreen
from kiraathane_client.client import Client
from services.kernel.registry import families
from services.lobby.games import describe

WIDTH = 80
LONG = "Abdurrahman Çelebi oğlu Hüsamettin Efendi"[:40]
PLAYER, TABLE = "players/" + "f" * 20, "tables/" + "a" * 20
MATCH = "matches/ellibir-01m8rq1990669n4rzw0v8pk2j5"
TOURNAMENT, SANCTION, REPORT = "tournaments/" + "b" * 20, "sanctions/" + "c" * 20, "reports/" + "d" * 20
NOW = Timestamp(seconds=1_796_000_000)
NAMES = {PLAYER: LONG}
TEXT = "Masada yüksek sesle konuşuyor, sonra da taşları karıştırıp kalkıyor; herkes bundan şikâyetçi oldu."


@pytest.fixture(params=["tr", "en"])
def desk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    return Desk(request.param)


@pytest.fixture
def said(desk: Desk, capsys: pytest.CaptureFixture[str]) -> Any:
    """Prints something, and gives what came out, once it is seen to fit."""

    def shown(what: object = None) -> str:
        if what is not None:
            desk.out.print(what)
        out = capsys.readouterr().out
        assert out
        assert [line for line in out.splitlines() if len(line) > WIDTH] == []
        edged = [line.rstrip() for line in out.splitlines() if line[0:1] in set("╭│├╰")]
        assert [line for line in edged if line[-1] not in "╮│┤╯"] == [], "cut off at the right"
        return out

    return shown


def seats(count: int) -> list[match_pb2.Seat]:
    return [match_pb2.Seat(seat=seat, player=PLAYER, display_name=LONG) for seat in range(count)]


def table(**more: Any) -> lobby.Table:
    people = [lobby.TableSeat(seat=seat, player=PLAYER, display_name=LONG, ready=True) for seat in range(4)]
    options = {"elliBirPlayers": "4", "elliBirThreshold": "101", "turnSeconds": "600"}
    return lobby.Table(table=TABLE, family="ellibir", seats=people, options=options, match=MATCH, **more)


def test_open_tables(desk: Desk, said: Any) -> None:
    out = said(lists._tables(desk, [table()] * 3, {"ellibir": {}}))
    assert out.count(TABLE) == 3
    assert "players/" not in out


def test_games_and_their_options(desk: Desk, said: Any) -> None:
    for family in families().values():
        lists._game(desk, describe(family))
    assert "elliBirPlayers = 4" in said()


def test_the_lobby(desk: Desk, said: Any) -> None:
    client = cast("Client", SimpleNamespace(session=SimpleNamespace(player=PLAYER)))
    screen = LobbyScreen(desk, client)
    private = lobby.Table(table=TABLE, family="tavla", invite_code="ABCD1234", status=lobby.TABLE_STATUS_OPEN)
    private.seats.add(player=PLAYER, display_name=LONG)
    for item in (lobby.WatchLobbyResponse(table=table()), lobby.WatchLobbyResponse(table=private)):
        screen._news.take(item)
        screen._note(item, None)
    screen._note(lobby.WatchLobbyResponse(table_gone=lobby.TableGone(table=TABLE)), table())
    out = said(screen.draw())
    assert TABLE in out
    assert "players/" not in out


def test_the_lobby_tells_of_a_table_that_has_begun_and_how_to_watch(desk: Desk, said: Any) -> None:
    client = cast("Client", SimpleNamespace(session=SimpleNamespace(player="players/other")))
    allowed, started = match_pb2.SPECTATORS_ALLOWED, lobby.TABLE_STATUS_STARTED
    begun = desk.say("Bir ellibir masası oyuna başladı: ", "A table of ellibir has begun to play: ") + LONG
    left = desk.say("Bir ellibir masası gitti", "A table of ellibir is gone")
    for spectators, status, starts, watch in (
        (allowed, started, begun, True),
        (match_pb2.SPECTATORS_NONE, started, begun, False),
        (allowed, lobby.TABLE_STATUS_CLOSED, left, False),
        (allowed, lobby.TABLE_STATUS_UNSPECIFIED, left, False),
    ):
        screen = LobbyScreen(desk, client)
        gone = lobby.TableGone(table=TABLE, status=status)
        screen._note(lobby.WatchLobbyResponse(table_gone=gone), table(spectators=spectators))
        screen.tell()
        out = " ".join(said().split())
        assert out.startswith(starts)
        assert out.endswith(f"kiraathane watch {MATCH}") is watch


def test_league_points_and_their_changes(desk: Desk, said: Any) -> None:
    change = league.PointsChange(match=MATCH, cause=league.POINTS_CAUSE_SUBSTITUTE, voided=True, points=-1000)
    change.time.CopyFrom(NOW)
    change.clause = "11.4"
    assert MATCH in said(standing._changes(desk, [change]))


def test_a_history(desk: Desk, said: Any) -> None:
    result = league.MatchResult(match=MATCH, family="ellibir", seats=seats(4), end_cause="played_out", end_time=NOW)
    result.score.places.extend((1, 2, 2, 4))
    out = said(standing._history(desk, [result]))
    assert MATCH in out
    assert desk.say("bütün eller oynandı", "all rounds were played") in out
    assert "played_out" not in out
    assert "players/" not in out


def test_statistics_of_a_game_of_four(desk: Desk, said: Any) -> None:
    options = {"okeyGame": "101", "okeyTable": "tournament", "okeyTeams": "single"}
    row = league.StatisticsRow(games=123_456, options=options, drawn=1_000, share_drawn="12.34")
    row.won_by_seat.extend([30_000] * 4)
    row.share_by_seat.extend(["25.00"] * 4)
    out = said(statistics._wins(desk, [row]))
    assert "…" not in out
    assert desk.say("%25,00", "25.00 %") in out


def a_tournament(form: "tournaments.TournamentFormat.ValueType", stage: Any) -> tournaments.Tournament:
    people = [tournaments.Person(player=PLAYER, display_name=LONG)] * 2
    t = tournaments.Tournament(tournament=TOURNAMENT, title=LONG, family="ellibir", format=form)
    t.status = tournaments.TOURNAMENT_STATUS_PLAYING
    t.entrants.extend(tournaments.Entrant(people=people) for _ in range(4))
    t.commitment = "ab" * 32
    played = t.rounds.add(stage=stage)
    waiting = played.encounters.add(number=10, home=0, away=1, wins=[1, 1], table=TABLE)
    waiting.sit_down_by.CopyFrom(NOW)
    played.encounters.add(number=11, home=2, away=3, wins=[2, 0], winner=2, over=True, cause="ruling")
    return t


def test_tournaments(desk: Desk, said: Any) -> None:
    t = a_tournament(tournaments.TOURNAMENT_FORMAT_GROUPS, tournaments.TOURNAMENT_STAGE_GROUP)
    t.status = tournaments.TOURNAMENT_STATUS_OPEN
    assert TOURNAMENT in said(tournament._list(desk, [t]))
    t.waiting.add(person=tournaments.Person(player="players/x", display_name="Ayşe"), partner=PLAYER)
    tournament.show(desk, t, NAMES)
    out = said()
    assert "players/" not in out
    assert LONG in " ".join(out.split())


def test_groups_have_letters(desk: Desk, said: Any) -> None:
    t = a_tournament(tournaments.TOURNAMENT_FORMAT_GROUPS, tournaments.TOURNAMENT_STAGE_GROUP)
    for number in range(2):
        t.groups.add().lines.add(entrant=number, played=3, encounters_won=2, matches_won=5, penalties=1)
        t.rounds[0].encounters[number].group = number
    tournament.show(desk, t, NAMES)
    out = said()
    for letter in "AB":
        assert desk.say(f"{letter} grubu", f"Group {letter}") in out
        assert re.search(rf"│ {letter} +│", out)
    assert out.count(TABLE) == 1


def test_a_knock_out_has_no_groups(desk: Desk, said: Any) -> None:
    tournament.show(
        desk, a_tournament(tournaments.TOURNAMENT_FORMAT_KNOCKOUT, tournaments.TOURNAMENT_STAGE_KNOCKOUT), {}
    )
    assert desk.say("grup", "group") not in said()


def test_swiss_standings(desk: Desk, said: Any) -> None:
    t = a_tournament(tournaments.TOURNAMENT_FORMAT_SWISS, tournaments.TOURNAMENT_STAGE_SWISS)
    t.swiss.add(entrant=0, points=4.5, buchholz=12.25, sonneborn_berger=10.75, wins=4)
    tournament.show(desk, t, {})
    assert desk.say("12,25", "12.25") in said()


def test_groups_beyond_z() -> None:
    assert [tournament.letter(number) for number in (0, 25, 26, 27, 51, 52)] == ["A", "Z", "AA", "AB", "AZ", "BA"]


def test_sanctions_reports_and_the_audit_name_people(desk: Desk, said: Any) -> None:
    sanction = moderation.Sanction(sanction=SANCTION, player=PLAYER, reason=TEXT[:80], appeal=TEXT, lift_note=TEXT)
    for time in (sanction.begin_time, sanction.end_time, sanction.lift_time):
        time.CopyFrom(NOW)
    report = moderation.Report(report=REPORT, reporter=PLAYER, player=PLAYER, place=MATCH, text=TEXT, note=TEXT)
    report.create_time.CopyFrom(NOW)
    report.close_time.CopyFrom(NOW)
    entry = moderation.AuditEntry(number=123_456, time=NOW, moderator=PLAYER, action="SuspendPlayer", subject=PLAYER)
    entry.detail = TEXT
    told = [
        order._sanction(desk, sanction, NAMES),
        order._report(desk, report, NAMES),
        order._entry(desk, entry, NAMES),
    ]
    for one in told:
        order._write(desk, one)
    out = said()
    assert out.count(LONG) >= 4
    assert {SANCTION, REPORT, MATCH} <= set(out.split())
    assert "SuspendPlayer" not in out
    assert out.count("players/") == 1, "of who was reported, to be copied"


@pytest.mark.parametrize(
    ("action", "detail", "tr", "en"),
    [
        ("SuspendPlayer", "24 h: Çok konuştu", "24 saat: Çok konuştu", "24 h: Çok konuştu"),
        ("RewindMatch", "7: Baştan.", "7. sürüme: Baştan.", "to version 7: Baştan."),
        ("FreezeMatch", "7: Çay", "7: Çay", "7: Çay"),
    ],
)
def test_the_audit_says_for_how_long_and_to_which_version(
    desk: Desk, action: str, detail: str, tr: str, en: str
) -> None:
    entry = moderation.AuditEntry(number=1, time=NOW, moderator=PLAYER, action=action, subject=MATCH, detail=detail)
    assert order._entry(desk, entry, NAMES)[2] == desk.say(tr, en)


@pytest.mark.parametrize(
    ("command", "tr", "en"),
    [
        ("sanctions", "Yaptırım yok.", "There are no sanctions."),
        ("appeals", "İtiraz edilen yaptırım yok.", "No sanction has been appealed."),
        ("reports", "Şikâyet yok.", "There are no reports."),
        ("audit", "Yöneticiler daha bir şey yapmadı.", "Moderators have done nothing yet."),
    ],
)
def test_an_empty_list_says_what_there_is_none_of(
    desk: Desk, command: str, tr: str, en: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    async def shown(*asked: Any) -> None:
        told.append(asked[3])

    monkeypatch.setattr(order, "_shown", shown)
    app = order.build(desk, asyncio.run, "")
    assert CliRunner().invoke(app, [command]).exception is None
    assert told == [desk.say(tr, en)]


def test_every_end_of_every_game_has_words(desk: Desk, said: Any) -> None:
    for slug, family in families().items():
        for cause in (*(end.cause for end in family.game.meta.end_causes), "void"):
            result = league.MatchResult(match=MATCH, family=slug, end_cause=cause, seats=seats(4), end_time=NOW)
            words = standing.ending(slug, cause)
            assert words.tr != words.en
            assert MATCH in said(standing._history(desk, [result]))
