"""The table as it is drawn. Golden screens: `KIRAATHANE_GOLDEN=write pytest …` writes them anew."""

import os
from pathlib import Path

import pytest
from rich.console import Console

from kiraathane_client.king.table import chart
from kiraathane_client.king.terminal import terminal
from kiraathane_client.terminal import Look
from services.king.state import State
from tests.clients.king.matches import FORCED, NAMING, PLAYING, TRUMP, state_of, turn_of, update_of

GOLDEN = Path(__file__).parent / "golden"
LOOKS = {"tr": Look("tr"), "en": Look("en"), "tr-ascii": Look("tr", ascii=True), "en-ascii": Look("en", ascii=True)}


def naming() -> tuple[State, int]:
    return state_of(NAMING), 2


def playing() -> tuple[State, int]:
    return state_of(PLAYING), 3


def waiting() -> tuple[State, int]:
    return state_of(TRUMP), 2


def forced() -> tuple[State, int]:
    """Trump must be named, and el iptal may be asked for."""
    return state_of(FORCED, kingLength=12), 0


SCENES = {"naming": naming, "playing": playing, "waiting": waiting, "forced": forced}


def golden(name: str, text: str) -> None:
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("KIRAATHANE_GOLDEN") == "write":
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


def printed(*lines: object, width: int = 80) -> str:
    console = Console(width=width, color_system=None, force_terminal=False, _environ={})
    with console.capture() as capture:
        for line in lines:
            console.print(line, no_wrap=True, crop=True)
    return "\n".join(line.rstrip() for line in capture.get().splitlines()) + "\n"


def drawn(scene: str, look: Look, width: int = 80) -> str:
    turn = turn_of(*SCENES[scene]())
    board = turn.board(look)
    board.rstrip()
    return printed(board, *turn.offers(look), turn.question(look), width=width)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("scene", SCENES)
def test_the_table_is_drawn(scene: str, look: str) -> None:
    golden(f"{scene}-{look}", drawn(scene, LOOKS[look]))


@pytest.mark.parametrize("look", LOOKS)
def test_the_chart_is_drawn(look: str) -> None:
    golden(f"chart-{look}", printed(chart(update_of(state_of(TRUMP), 2), LOOKS[look])))


@pytest.mark.parametrize("scene", SCENES)
def test_ascii_is_ascii(scene: str) -> None:
    assert drawn(scene, LOOKS["en-ascii"]).replace("Ayşe", "Ayse").isascii()


@pytest.mark.parametrize("scene", SCENES)
def test_eighty_columns_and_twenty_four_lines_are_enough(scene: str) -> None:
    for look in LOOKS.values():
        lines = drawn(scene, look, width=200).splitlines()
        assert max(map(len, lines)) <= 80
        assert len(lines) <= 21  # two lines are left for what happened, one to type in


def test_a_spectator_sees_no_hand() -> None:
    text = printed(terminal.board(update_of(state_of(PLAYING), None), LOOKS["tr"]))
    assert "(siz)" not in text
    assert "♠9" not in text
    assert "♠8" in text


def test_a_card_that_may_not_be_played_is_dim() -> None:
    board = turn_of(*playing()).board(LOOKS["tr"])
    styles = {board.plain[span.start : span.end]: str(span.style) for span in board.spans}
    assert styles[" ♠9 "] != styles[" ♥J "]
