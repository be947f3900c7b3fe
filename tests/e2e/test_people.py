"""Accounts, and two people at one table."""

import re
from pathlib import Path

import pytest

from tests.e2e.conftest import KIRAATHANE, SHORT, Here, Person
from tests.e2e.screen import Terminal
from tests.support.platform import Platform

pytestmark = [pytest.mark.platform, pytest.mark.timeout(280)]

PASSWORD = "dort yaprakli yonca"


def test_an_account_is_opened_left_and_entered_again(here: Here, tmp_path: Path) -> None:
    name = f"u{abs(hash(str(tmp_path))) % 10**9}"
    assert "Nobody is signed in" in here("whoami").out
    assert "Welcome, Deniz" in here("register", name, "--name", "Deniz", KIRAATHANE_PASSWORD=PASSWORD).out
    assert "Deniz (account" in here("whoami").out
    assert here("register", name).code == 1
    assert here("logout").code == 0
    assert "Nobody is signed in" in here("whoami").out
    assert here("login", name, KIRAATHANE_PASSWORD="yanlis parola").code == 1
    assert "Welcome, Deniz" in here("login", name, KIRAATHANE_PASSWORD=PASSWORD).out


def test_two_people_meet_at_a_table(person: Person, platform: Platform, tmp_path: Path) -> None:
    other = Person(tmp_path / "other", platform.gateway)
    opening = [KIRAATHANE, "play", "tavla", "--people", "--name", "Ayşe", "--options", *SHORT]
    with Terminal(opening, person.environment) as first:
        table = re.search(r"tables/[a-z0-9-]+", first.wait(r"--table tables/[a-z0-9-]+"))
        assert table is not None
        assert table[0] in other.run("tables", "--family", "tavla").stdout
        joining = [KIRAATHANE, "play", "tavla", "--table", table[0], "--name", "Barış"]
        with Terminal(joining, other.environment) as second:
            first.wait("Barış")
            second.wait("Ayşe")
            turns = [first, second]
            for _ in range(2):
                mine, theirs = turns
                if "thinking" in mine.wait(r"Dice|thinking"):
                    mine, theirs = theirs, mine
                mine.wait(r"Dice \d")
                before = theirs.wait("thinking")
                mine.type("1" if re.search(r"\d+ plays", mine.text) else "")
                theirs.wait(lambda text, old=before: text != old)
                turns = [theirs, mine]


def test_who_leaves_a_table_of_four_is_told_what_it_costs_and_a_bot_plays_on_to_the_end(
    person: Person, here: Here
) -> None:
    options = ("elliBirPlayers=4", "elliBirRounds=1")
    opening = [KIRAATHANE, "play", "ellibir", "--bot", "kolay", "--name", "Ayşe", "--options", *options]
    with Terminal(opening, person.environment) as terminal:
        terminal.wait("▶ Ayşe", 60)  # nothing happens now in between
        terminal.type("leave")
        assert "whatever your seat comes to" in " ".join(terminal.wait("Are you sure").split())
        terminal.type("y")
        end = terminal.wait_end()
        assert "You have no seat there any more" in end
        (name,) = set(re.findall(r"matches/[a-z0-9-]+", end))
    watched = here("watch", name)
    assert watched.code == 0
    assert "Ayşe left; a bot (orta) plays on for the seat" in watched.out
    assert re.search(r" 1\. .*: -?\d+", watched.out)
    assert "record is right" in here("verify", str(record_of(here, name, Path(person.environment["HOME"])))).out


def record_of(here: Here, name: str, folder: Path) -> Path:
    file = folder / "record.json"
    assert here("record", name, "-o", str(file)).code == 0
    return file
