"""Somebody plays the games with melds at a terminal, by what the screen offers and what the house proposes."""

import re
import time

import pytest

from tests.e2e.conftest import KIRAATHANE, Person
from tests.e2e.screen import Terminal

pytestmark = [pytest.mark.platform, pytest.mark.timeout(280)]

SHORT = {"okey": "okeyHands=1", "ellibir": "elliBirRounds=1"}
DRAW, DISCARD = re.compile(r"^Your turn: draw", re.M), re.compile(r"Discard a (tile|card)\.$", re.M)
OFFERED = re.compile(r"\b(discard [^ ]+)")


def new_game(person: Person, family: str) -> Terminal:
    command = [KIRAATHANE, "play", family, "--bot", "kolay", "--options", SHORT[family], "turnSeconds=none"]
    return Terminal(command, person.environment)


def to_play(terminal: Terminal) -> str:
    """Draws, if there is still to draw; the screen on which a tile or card is to be discarded."""
    text = terminal.wait(lambda seen: (DRAW.search(seen) or DISCARD.search(seen)) and "›" in seen, 60)
    if DRAW.search(text):
        terminal.type()
        text = terminal.wait(lambda seen: DISCARD.search(seen) and "›" in seen)
    return text


@pytest.mark.parametrize("family", SHORT)
def test_the_house_proposes_explains_and_says_what_may_be_done(person: Person, family: str) -> None:
    with new_game(person, family) as terminal:
        to_play(terminal)
        terminal.type("suggest")
        terminal.wait("(?m)^Proposal: ")
        terminal.wait("arranged by proposal")
        terminal.type("sort pairs")
        terminal.wait("arranged by pairs")
        terminal.type("?")
        terminal.wait(r"What you may do now:\n(.*\n)*  discard ")
        terminal.type()
        terminal.type("undo" if family == "okey" else "tek")
        terminal.wait(r"\(rule (8\.16|9\.4)\)")


@pytest.mark.parametrize("family", SHORT)
def test_a_whole_match(person: Person, family: str) -> None:
    with new_game(person, family) as terminal:
        until = time.monotonic() + 200
        opened = ""
        while "kiraathane verify" not in terminal.look(0.1):
            assert time.monotonic() < until, terminal.text
            text = terminal.text
            if "›" not in text and "(y/n)" not in text:
                continue
            if "(y/n)" in text:
                terminal.type("y")
            elif DRAW.search(text):
                terminal.type()
                opened = ""
            elif DISCARD.search(text) and not opened:
                terminal.type("open")
                opened = "asked"
            elif DISCARD.search(text):
                offered = OFFERED.search(text.split("Discard a")[0].splitlines()[-2] + " " + text)
                assert offered, text
                terminal.type(offered[1])
            terminal.look(0.3)
        assert re.search(r"You win!|You lose", terminal.text)
        terminal.wait_end()
        assert terminal.status == 0
