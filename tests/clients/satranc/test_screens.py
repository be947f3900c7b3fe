"""The board as it is drawn. Golden screens: `KIRAATHANE_GOLDEN=write pytest …` writes them anew."""

import os
from pathlib import Path

import pytest
from rich.console import Console

from kiraathane_client.satranc.terminal import terminal
from kiraathane_client.terminal import Look
from services.satranc import game
from services.satranc.state import State
from tests.clients.satranc.matches import turn_of, update_of
from tests.satranc.tables import KNIGHTS, START, act, at, config, play

GOLDEN = Path(__file__).parent / "golden"
GAME = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6", "d7c6", "f3e5", "d8d4", "e5f3", "d4e4"]


def opening() -> tuple[State, int]:
    """A new game, seen by White."""
    return game.setup(config()), 0


def middle() -> tuple[State, int]:
    """White is in check after taking and being taken, with clocks."""
    state = at(START, clock="3+2")
    for place, move in enumerate(GAME):
        state = act(state, state.turn, move, 1000 * (place + 1) * (place + 3))
    return state, 0


def offered() -> tuple[State, int]:
    """Black to answer: an offer is open, the position has been there before, days on the clock."""
    state = play(at(f"{START} white 1", clock="3d"), *KNIGHTS.split(), *KNIGHTS.split(), "b1c3")
    return act(state, 1, "offer", 86_400_000), 0


def claims() -> tuple[State, int]:
    """A draw may be claimed; Black has less than a minute, and has touched its king."""
    state = at("8/5k2/8/8/3K4/8/6r1/8 b - - 100 90 left 59999,1000 began 5000 white 1", touchMove="on", clock="1+0")
    return act(state, 0, "touch f7", 50_400), 0


SCENES = {"opening": opening, "middle": middle, "offered": offered, "claims": claims}
LOOKS = {"tr": Look("tr"), "en": Look("en"), "tr-ascii": Look("tr", ascii=True), "en-ascii": Look("en", ascii=True)}


def golden(name: str, text: str) -> None:
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("KIRAATHANE_GOLDEN") == "write":
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


def drawn(scene: str, look: Look, width: int = 80) -> str:
    state, seat = SCENES[scene]()
    console = Console(width=width, color_system=None, force_terminal=False, _environ={})
    turn = turn_of(state, seat)
    with console.capture() as capture:
        console.print(turn.board(look), no_wrap=True, crop=True, end="")
        for line in turn.offers(look):
            console.print(line)
        console.print(turn.question(look))
    return "\n".join(line.rstrip() for line in capture.get().splitlines()) + "\n"


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("scene", SCENES)
def test_the_board_is_drawn(scene: str, look: str) -> None:
    golden(f"{scene}-{look}", drawn(scene, LOOKS[look]))


@pytest.mark.parametrize("lang", ["tr", "en"])
@pytest.mark.parametrize("scene", SCENES)
def test_the_signs_of_an_ascii_screen_are_ascii(scene: str, lang: str) -> None:
    board = "\n".join(line[:30] for line in drawn(scene, LOOKS[f"{lang}-ascii"]).splitlines()[:10])
    assert board.isascii()
    assert "♔" not in drawn(scene, LOOKS[f"{lang}-ascii"])


@pytest.mark.parametrize("scene", SCENES)
def test_eighty_columns_and_twenty_four_lines_are_enough(scene: str) -> None:
    lines = drawn(scene, LOOKS["tr"]).splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 18  # the board, offers and the question: five lines are left for what happened, one to type in


def test_a_spectator_sits_beside_white() -> None:
    state, _ = offered()
    console = Console(width=80, color_system=None, _environ={})
    with console.capture() as capture:
        console.print(terminal.board(update_of(state, None), LOOKS["tr"]), end="")
    lines = capture.get().splitlines()
    assert lines[0].split()[0] == "a"
    assert lines[1].split()[0] == "8"
    assert "(siz)" not in capture.get()


def test_black_sees_the_board_from_the_other_side() -> None:
    lines = drawn("offered", LOOKS["en"]).splitlines()
    assert lines[0].split()[:8] == list("hgfedcba")
    assert lines[1].split()[0] == "1"


def test_a_long_name_is_cut() -> None:
    state, seat = middle()
    update = update_of(state, seat)
    update.info.seats[0].display_name = "Çok uzun adı olan birisi, hem de çok uzun adı olan birisi"
    console = Console(width=80, color_system=None, _environ={})
    with console.capture() as capture:
        console.print(terminal.board(update, LOOKS["tr"]), end="")
    assert max(map(len, capture.get().splitlines())) <= 80
