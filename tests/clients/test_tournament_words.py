"""A tournament at the terminal: who did what, and what is asked before it is done."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner

from kiraathane.tournaments.v1 import tournaments_service_pb2 as pb
from kiraathane_client.cli import sure, tournament, tournament_app
from kiraathane_client.cli.desk import Desk, ExpectedFailure, Gone
from kiraathane_client.cli.prompt import NoMoreLines


def cup(**encounter: Any) -> pb.Tournament:
    made = pb.Tournament(tournament="tournaments/c", title="Cup", status=pb.TOURNAMENT_STATUS_PLAYING)
    made.format = pb.TOURNAMENT_FORMAT_KNOCKOUT
    for name in ("Ayşe", "Barış"):
        made.entrants.add(people=[pb.Person(player=f"players/{name}", display_name=name)])
    made.rounds.add(stage=pb.TOURNAMENT_STAGE_KNOCKOUT).encounters.add(home=0, **encounter)
    return made


def told(lang: str, **encounter: Any) -> str:
    t = cup(over=True, **encounter)
    return tournament._state(Desk(lang), t, t.rounds[0].encounters[0])


@pytest.mark.parametrize(
    ("cause", "tr", "en"),
    [
        ("left", "{} ({} masayı bıraktı)", "{} ({} walked out)"),
        ("no_show", "{} ({} gelmedi)", "{} ({} did not come)"),
        ("ruling", "{} (hakem kararı: {} kaybetti)", "{} (referee's decision: {} lost)"),
    ],
)
@pytest.mark.parametrize(("winner", "names"), [(0, ("Ayşe", "Barış")), (1, ("Barış", "Ayşe"))])
def test_the_cause_is_told_of_who_lost(cause: str, tr: str, en: str, winner: int, names: tuple[str, str]) -> None:
    assert told("tr", away=1, winner=winner, cause=cause) == tr.format(*names)
    assert told("en", away=1, winner=winner, cause=cause) == en.format(*names)


def test_who_withdrew_is_named_without_the_mark_that_he_has_in_the_table() -> None:
    t = cup(away=1, winner=0, over=True, cause="left")
    t.entrants[1].withdrawn = True
    assert tournament._state(Desk("en"), t, t.rounds[0].encounters[0]) == "Ayşe (Barış walked out)"


def test_where_both_lost_nobody_is_named() -> None:
    assert told("en", away=1, cause="no_show") == "(both sides did not come)"
    assert told("tr", away=1, cause="ruling") == "(hakem kararı: iki taraf da kaybetti)"
    assert told("en", winner=0, cause="bye") == "Ayşe (no opponent)"


def test_nobody_is_sent_to_a_table_of_what_was_cancelled() -> None:
    t = cup(away=1, table="tables/t")
    t.rounds[0].encounters[0].sit_down_by.GetCurrentTime()
    assert "sit down" in tournament._state(Desk("en"), t, t.rounds[0].encounters[0])
    t.status = pb.TOURNAMENT_STATUS_CANCELLED
    assert tournament._state(Desk("en"), t, t.rounds[0].encounters[0]) == "not played out"


class Tournaments:
    """The house's, with one cup; what is done there is written down."""

    def __init__(self, t: pb.Tournament) -> None:
        self.tournaments = self
        self.cup, self.done = t, list[tuple[Any, ...]]()

    async def get(self, name: str) -> pb.Tournament:
        assert name == self.cup.tournament
        return self.cup

    async def decide(self, *asked: Any) -> pb.Tournament:
        self.done.append(asked)
        return self.cup

    async def withdraw(self, *asked: Any) -> pb.Tournament:
        self.done.append(asked)
        return self.cup


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Tournaments:
    there = Tournaments(cup(away=1))

    async def shown_after(_: Desk, ask: Callable[[Any], Any]) -> None:
        await ask(there)

    monkeypatch.setattr(tournament, "shown_after", shown_after)
    return there


def typed(*words: str) -> None:
    """Runs the command's coroutine; nobody sits at a terminal here."""
    app = tournament_app.build(Desk("en"), asyncio.run, "")
    ran = CliRunner().invoke(app, words)
    if ran.exception is not None:
        raise ran.exception


def test_both_lose_only_where_somebody_says_so(house: Tournaments) -> None:
    with pytest.raises(ExpectedFailure, match=r"Encounter 1 \(Ayşe – Barış\): do both sides lose\? If so, add --yes"):
        typed("decide", "c", "1")
    assert house.done == []
    typed("decide", "c", "1", "--loser", "Barış")
    typed("decide", "c", "1", "--yes")
    assert house.done == [("tournaments/c", 0, 0, 1), ("tournaments/c", 0, 0, None)]


def test_withdrawing_is_asked_about_once_it_is_for_good(house: Tournaments) -> None:
    with pytest.raises(ExpectedFailure, match="for good"):
        typed("withdraw", "c")
    typed("withdraw", "c", "--yes")
    house.cup.status = pb.TOURNAMENT_STATUS_OPEN
    typed("withdraw", "c")
    assert house.done == [("tournaments/c",)] * 2


@pytest.mark.parametrize(("line", "goes_on"), [("e", True), ("Yes", True), ("", False), ("h", False), (None, False)])
async def test_at_a_terminal_only_a_yes_goes_on(
    line: str | None, goes_on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal:
        async def line(self, mark: str, *_: Any) -> str:
            assert mark == "Sure? (y/n) "
            if line is None:
                raise NoMoreLines
            return line

    monkeypatch.setattr(Desk, "interactive", True)
    monkeypatch.setattr(sure, "prompt_of", lambda _: Terminal())
    if goes_on:
        await sure.make_sure(Desk("en"), "Sure?", yes=False)
    else:
        with pytest.raises(Gone, match="Nothing was done"):
            await sure.make_sure(Desk("en"), "Sure?", yes=False)
