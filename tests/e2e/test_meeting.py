"""People meet at the terminal: by a code, by quick match, in the lobby."""

import re
from pathlib import Path

import pytest

from tests.e2e.conftest import KIRAATHANE, SHORT, Person
from tests.e2e.screen import Terminal
from tests.support.platform import Platform

pytestmark = [pytest.mark.platform, pytest.mark.timeout(280)]


def test_a_private_table_from_its_code_to_the_first_move(person: Person, platform: Platform, tmp_path: Path) -> None:
    other = Person(tmp_path / "other", platform.gateway)
    third = Person(tmp_path / "third", platform.gateway)
    opening = [KIRAATHANE, "table", "new", "tavla", "--private", "--name", "Ayşe", "--options", *SHORT]
    with Terminal(opening, person.environment) as first:
        code = re.search(r"join ([0-9A-Z]{8})", first.wait(r"join [0-9A-Z]{8}"))
        assert code is not None
        table = re.search(r"tables/[a-z0-9]+", first.text)
        assert table is not None
        assert table[0] not in third.run("tables").stdout
        assert "No open table has this code" in third.run("join", "00000000").stderr
        with Terminal([KIRAATHANE, "join", code[1].lower(), "--name", "Barış"], other.environment) as second:
            first.wait(r"Dice|thinking")
            second.wait(r"Dice|thinking")


def test_who_waits_talks_and_is_talked_to(person: Person, platform: Platform, tmp_path: Path) -> None:
    other = Person(tmp_path / "other", platform.gateway)
    opening = [KIRAATHANE, "play", "batak", "--people", "--name", "Ayşe"]
    with Terminal(opening, person.environment) as first:
        table = re.search(r"tables/[a-z0-9-]+", first.wait(r"--table tables/[a-z0-9-]+"))
        assert table is not None
        joining = [KIRAATHANE, "play", "batak", "--table", table[0], "--name", "Barış"]
        with Terminal(joining, other.environment) as second:
            first.wait("Barış sat down")
            second.wait("Seated")
            first.type("Hoş geldin!")
            second.wait("Ayşe: Hoş geldin!")
            second.type("wait")
            second.type("iki bot alalım")
            first.wait("Barış: iki bot alalım")
            first.type("bot kolay")
            second.wait("Bots: kolay")
            first.type("bot kolay")
            second.wait("Bots: kolay, kolay")
            second.type("ready")
            for screen in (first, second):
                screen.wait("13 cards")


def test_the_owner_sends_somebody_away(person: Person, platform: Platform, tmp_path: Path) -> None:
    other = Person(tmp_path / "other", platform.gateway)
    opening = [KIRAATHANE, "play", "batak", "--people", "--name", "Ayşe"]
    with Terminal(opening, person.environment) as first:
        table = re.search(r"tables/[a-z0-9-]+", first.wait(r"--table tables/[a-z0-9-]+"))
        assert table is not None
        joining = [KIRAATHANE, "play", "batak", "--table", table[0], "--name", "Barış"]
        with Terminal(joining, other.environment) as second:
            first.wait("Barış sat down")
            first.type("kick barış")
            second.wait("has sent you away")
            first.wait("Barış got up")
        assert "cannot sit at this table" in other.run("play", "batak", "--table", table[0]).stderr


def test_who_asks_twice_is_told_that_he_sits_there_already(person: Person) -> None:
    asking = [KIRAATHANE, "quick", "tavla", "--options", "matchLength=7"]
    with Terminal(asking, person.environment) as first:
        assert "already" not in first.wait("Waiting for it to start")
        with Terminal(asking, person.environment) as second:
            assert "You sit at this table already" in second.wait("Waiting for it to start")


def test_two_who_ask_for_any_table_meet_and_the_lobby_shows_it(
    person: Person, platform: Platform, tmp_path: Path
) -> None:
    other = Person(tmp_path / "other", platform.gateway)
    watcher = Person(tmp_path / "watcher", platform.gateway)
    asking = [KIRAATHANE, "quick", "pisti"]
    with Terminal([KIRAATHANE, "lobby"], watcher.environment) as lobby:
        lobby.wait("Open tables")
        with Terminal([*asking, "--name", "Ayşe"], person.environment) as first:
            first.wait("Waiting for it to start")
            lobby.wait(r"pisti +. Ayşe")
            with Terminal([*asking, "--name", "Barış"], other.environment) as second:
                for screen in (first, second):
                    screen.wait("Which card|thinking")
                lobby.wait("has begun to play")
                lobby.wait("kiraathane watch matches/pisti-")


def test_people_talk_while_they_play(person: Person, platform: Platform, tmp_path: Path) -> None:
    other = Person(tmp_path / "other", platform.gateway)
    asking = [KIRAATHANE, "quick", "tavla", "--options", *SHORT]
    with Terminal([*asking, "--name", "Ayşe"], person.environment) as first:
        first.wait("Waiting for it to start")
        with Terminal([*asking, "--name", "Barış"], other.environment) as second:
            for screen in (first, second):
                screen.wait(r"Dice|thinking")
            first.type(": kolay gelsin")
            second.wait("Ayşe: kolay gelsin")
            second.type(":sana da")
            first.wait("Barış: sana da")
