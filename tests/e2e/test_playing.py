"""Somebody plays tavla at a terminal, through the gateway, against a bot."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.conftest import KIRAATHANE, SHORT, Person
from tests.e2e.screen import Terminal
from tests.support.platform import Platform

pytestmark = [pytest.mark.platform, pytest.mark.timeout(280)]

MY_TURN = re.compile(r"^Dice \d(-\d)*, (?:(\d+) plays|one play)|Enter: roll the dice|accept or refuse", re.MULTILINE)


def play_on(terminal: Terminal, until: Callable[[str], object], seconds: float = 200) -> str:
    """Plays the first play whenever it is this person's turn, until the screen shows something."""
    deadline = time.monotonic() + seconds
    answered = ""
    while not until(terminal.look(0.1)):
        assert time.monotonic() < deadline, terminal.text
        assert not terminal.ended, terminal.text
        asked = MY_TURN.search(terminal.text)
        board = terminal.text.split("\n›")[0]
        if asked and "›" in terminal.text and board != answered:
            answered = board
            if "accept or refuse" in asked[0]:
                terminal.type("accept")
            else:
                terminal.type("1" if asked[2] else "")
    return terminal.text


def new_game(person: Person, *more: str) -> Terminal:
    options = ("--options", *SHORT)
    return Terminal([KIRAATHANE, "play", "tavla", "--bot", "kolay", *options, *more], person.environment)


def my_turn(terminal: Terminal) -> str:
    return terminal.wait(lambda text: re.search(r"Dice .* plays", text) and "›" in text, 60)


def test_a_whole_match_and_its_record(person: Person, tmp_path: Path) -> None:
    with new_game(person, "--name", "Deniz") as terminal:
        end = play_on(terminal, lambda text: "kiraathane verify" in text)
        assert re.search(r"You win!|You lose\.", end)
        assert "Deniz – Bot (kolay)" in end
        terminal.wait_end()
        assert terminal.status == 0
    (name,) = set(re.findall(r"matches/[a-z0-9-]+", end))
    file = tmp_path / "record.json"
    assert person.run("record", name, "-o", str(file)).returncode == 0
    verified = person.run("verify", str(file))
    told = " ".join(verified.stdout.split())
    assert verified.returncode == 0, told
    assert "The hash is the one that this machine saw before the end" in told
    assert "What you added to the chance is in it" in told
    data = file.read_text(encoding="utf-8")
    secret = re.search(r'"secret": "(.)', data)
    assert secret is not None
    file.write_text(data.replace(secret[0], secret[0][:-1] + ("0" if secret[1] != "0" else "1")), encoding="utf-8")
    assert person.run("verify", str(file)).returncode == 1
    for form in ("mat", "text"):
        assert person.run("record", name, "--format", form).stdout


def test_what_the_rules_forbid_is_explained_and_nothing_is_lost(person: Person) -> None:
    with new_game(person) as terminal:
        before = my_turn(terminal)
        board = before.splitlines()[1:12]
        terminal.type("6/1")
        told = terminal.wait(r"\(rule [\d.]+\)")
        assert told.splitlines()[1:12] == board
        terminal.type("xyzzy")
        terminal.wait("“xyzzy” is not understood")
        terminal.type("l")
        terminal.wait("Enter: back to the board")
        terminal.type()
        terminal.wait(lambda text: "back to the board" not in text)
        terminal.type("?")
        terminal.wait("one checker, both dice")


def test_a_turn_is_made_checker_by_checker_and_taken_back(person: Person) -> None:
    with new_game(person) as terminal:
        text = my_turn(terminal)
        while len(set(re.findall(r"\[(\d)\]", text.splitlines()[6]))) < 2:  # two different dice
            terminal.type("1")
            terminal.wait(lambda now, old=text: now != old and re.search(r"Dice .* plays", now), 60)
            text = my_turn(terminal)
        first = re.search(r"  1 (\S+) \S+", text)
        assert first is not None, text
        terminal.type(first[1])
        terminal.wait("u: undo")
        terminal.type("u")
        assert terminal.wait(r"Dice .* plays").splitlines()[1:12] == text.splitlines()[1:12]


def test_somebody_goes_and_comes_back(person: Person) -> None:
    with new_game(person) as terminal:
        text = my_turn(terminal)
        terminal.press("c")
        gone = terminal.wait_end()
        assert "may soon end without you. To come back:" in gone
        resume = re.search(r"kiraathane (play tavla --match matches/[a-z0-9-]+)", gone)
        assert resume is not None
    with Terminal([KIRAATHANE, *resume[1].split()], person.environment) as terminal:
        assert my_turn(terminal).splitlines()[1:12] == text.splitlines()[1:12]


def test_leaving_asks_first_and_loses(person: Person) -> None:
    with new_game(person) as terminal:
        my_turn(terminal)
        terminal.type("leave")
        terminal.wait("Are you sure")
        terminal.type("n")
        terminal.wait(r"Dice .* plays")
        terminal.type("leave")
        terminal.wait("Are you sure")
        terminal.type("y")
        terminal.wait_end()
        assert "You lose." in terminal.text


def test_giving_up_a_game_asks_first(person: Person) -> None:
    with new_game(person) as terminal:
        my_turn(terminal)
        terminal.type("resign")
        terminal.wait("give up this game")
        terminal.type("y")
        terminal.wait_end()
        assert "You lose." in terminal.text


@pytest.mark.parametrize("killed", ["services", "gateway"])
def test_a_process_that_dies_in_the_middle_loses_nothing(person: Person, platform: Platform, killed: str) -> None:
    with new_game(person) as terminal:
        my_turn(terminal)
        terminal.type("1")
        platform.kill(killed)
        terminal.wait("The connection is lost; reconnecting")
        assert "Traceback" not in terminal.written
        platform.start(killed)
        play_on(terminal, lambda text: "kiraathane verify" in text)
        assert re.search(r"You win!|You lose\.", terminal.text)
    (name,) = set(re.findall(r"matches/[a-z0-9-]+", terminal.text))
    platform.wait_ready()
    file = Path(person.environment["HOME"]) / "record.json"
    assert person.run("record", name, "-o", str(file)).returncode == 0
    assert person.run("verify", str(file)).returncode == 0


def test_a_script_may_play(person: Person) -> None:
    """Without a terminal, lines are read when the seat is asked for one."""
    arguments = ("play", "tavla", "--bot", "kolay", "--options", *SHORT, "--lang", "tr", "--ascii")
    done = person.run(*arguments, typed="1\n" * 200, seconds=200)
    assert done.returncode == 0, done.stderr
    assert re.search(r"Kazandınız!|Kaybettiniz\.", done.stdout)
    assert "●" not in done.stdout


def test_another_persons_match_can_be_watched_but_not_played(
    person: Person, platform: Platform, tmp_path: Path
) -> None:
    other = Person(tmp_path / "other", platform.gateway)
    with new_game(person) as terminal:
        my_turn(terminal)
        terminal.press("c")
        (name,) = set(re.findall(r"matches/[a-z0-9-]+", terminal.wait_end()))
    refused = other.run("play", "tavla", "--match", name)
    assert refused.returncode == 1
    assert f"kiraathane watch {name}" in " ".join(refused.stderr.split())
    with Terminal([KIRAATHANE, "watch", name], other.environment) as terminal:
        terminal.wait("Bot \\(kolay\\)")
        assert "(you)" not in terminal.text
