"""The table as it is drawn. Golden screens: `KIRAATHANE_GOLDEN=write pytest …` writes them anew."""

import os
from pathlib import Path

import pytest
from rich.console import Console

from kiraathane_client.pisti.terminal import terminal
from kiraathane_client.terminal import Look
from services.kernel.game import Fate
from services.pisti import game
from services.pisti.state import State
from tests.clients.pisti.matches import LAST, LONG_PILE, PLAYING, START, state_of, turn_of, update_of

GOLDEN = Path(__file__).parent / "golden"
LOOKS = {"tr": Look("tr"), "en": Look("en"), "tr-ascii": Look("tr", ascii=True), "en-ascii": Look("en", ascii=True)}
BLUFF = {"bluff": "on", "pistiTarget": "151"}


def start() -> tuple[State, int]:
    """The first card of a game."""
    return state_of(START), 0


def single() -> tuple[State, int]:
    """One card lies on the table, and a bluff may be tried."""
    return state_of(PLAYING, **BLUFF), 0


def empty() -> tuple[State, int]:
    """The table is empty, and the other seat has the first card."""
    return state_of(PLAYING, "A H9", **BLUFF), 0


def next_game() -> tuple[State, int]:
    """The first deal of the next game: the count of the last one stays to be looked at."""
    state = state_of(LAST, "B H8", **(BLUFF | {"pistiTarget": "101"}))
    return game.apply(state, Fate((*range(3, 52), 0, 1, 2))), 1


def claimed() -> tuple[State, int]:
    """The other seat's bluff waits for an answer."""
    return state_of(PLAYING, "A bluff CA", **BLUFF), 1


def waiting() -> tuple[State, int]:
    """The own bluff waits for an answer."""
    return state_of(PLAYING, "A bluff CA", **BLUFF), 0


def long_pile() -> tuple[State, int]:
    return state_of(LONG_PILE), 0


def counted() -> tuple[State, int]:
    """A single game is over."""
    return state_of(LAST, "B H8"), 0


SCENES = {
    "start": start,
    "single": single,
    "claimed": claimed,
    "waiting": waiting,
    "empty": empty,
    "long": long_pile,
    "counted": counted,
    "next": next_game,
}


def golden(name: str, text: str) -> None:
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("KIRAATHANE_GOLDEN") == "write":
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


def drawn(scene: str, look: Look, width: int = 80) -> str:
    console = Console(width=width, color_system=None, force_terminal=False, _environ={})
    turn = turn_of(*SCENES[scene]())
    with console.capture() as capture:
        console.print(turn.board(look), no_wrap=True, crop=True, end="")
        for line in turn.offers(look):
            console.print(line)
        console.print(turn.question(look))
    return "\n".join(line.rstrip() for line in capture.get().splitlines()) + "\n"


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("scene", SCENES)
def test_the_table_is_drawn(scene: str, look: str) -> None:
    golden(f"{scene}-{look}", drawn(scene, LOOKS[look]))


@pytest.mark.parametrize("scene", SCENES)
def test_ascii_is_ascii(scene: str) -> None:
    assert drawn(scene, LOOKS["en-ascii"]).replace("Ayşe", "Ayse").isascii()


@pytest.mark.parametrize("scene", SCENES)
def test_eighty_columns_and_twenty_four_lines_are_enough(scene: str) -> None:
    for look in LOOKS.values():
        lines = drawn(scene, look).splitlines()
        assert max(map(len, lines)) <= 80
        assert len(lines) <= 18  # five lines are left for what happened, one to type in


def test_a_long_name_gives_way_to_what_is_told_of_it() -> None:
    update = update_of(single()[0], 1)
    for seat in update.info.seats:
        seat.display_name = "Müsteşarzade Abdülkerim Efendi'nin Torunu"
    lines = terminal.board(update, LOOKS["tr"]).plain.splitlines()
    assert any("… aldığı 5" in line for line in lines)
    for reason in ("pişti", "blöf yakaladı", "blöf kabul", "blöf doğru çıktı"):
        assert any(line.endswith(f": {reason}") for line in lines)


@pytest.mark.parametrize("scene", ["claimed", "waiting"])
def test_a_bluff_card_is_drawn_for_its_owner_alone(scene: str) -> None:
    text = drawn(scene, LOOKS["tr"])
    assert ("♣A" in text) is (scene == "waiting")


def test_a_spectator_sees_backs() -> None:
    update = update_of(single()[0], None)
    console = Console(width=80, color_system=None, _environ={})
    with console.capture() as capture:
        console.print(terminal.board(update, LOOKS["tr"]), end="")
    text = capture.get()
    assert text.count("▒▒") == 6
    assert "(siz)" not in text
    assert "♥9" not in text
