"""The table as it is drawn. Golden screens: `KIRAATHANE_GOLDEN=write pytest …` writes them anew."""

import os
from pathlib import Path

import pytest
from rich.console import Console

from kiraathane_client.batak.terminal import terminal
from kiraathane_client.terminal import Look
from services.batak import game
from services.batak.state import State
from services.kernel.game import Act, Seat
from tests.clients.batak.matches import BIDDING, LONG, PLAYING, state_of, turn_of, update_of

GOLDEN = Path(__file__).parent / "golden"
LOOKS = {"tr": Look("tr"), "en": Look("en"), "tr-ascii": Look("tr", ascii=True), "en-ascii": Look("en", ascii=True)}


def bidding() -> tuple[State, int]:
    return state_of(BIDDING), 2


def playing() -> tuple[State, int]:
    return state_of(PLAYING), 3


def waiting() -> tuple[State, int]:
    """The seat that took the trick looks on while another leads."""
    state = state_of(PLAYING)
    return game.apply(state, Act(Seat(3), game.notation.read_action("play C4"))), 3


def long() -> tuple[State, int]:
    """The last trick of a match of eleven hands, with the widest figures."""
    return state_of(LONG, kozMode="always"), 2


SCENES = {"bidding": bidding, "playing": playing, "waiting": waiting, "long": long}


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
    lines = drawn(scene, LOOKS["tr"], width=200).splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 21  # two lines are left for what happened, one to type in


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("raises", ["mandatory", "free"])
def test_the_terms_of_every_table_fit_the_screen(raises: str, look: str) -> None:
    """In the last hand of eleven."""
    text = BIDDING.partition("sheet")[0] + "sheet " + ";".join(["13/0,13/13,0/0,12/0"] * 10)
    update = update_of(state_of(text, mustRuff="on", **{"raise": raises}), 2)
    head = terminal.board(update, LOOKS[look]).plain.splitlines()[0]
    assert len(head) <= 80
    assert ("çakma mecburi" if look.startswith("tr") else "ruff") in head


def test_a_spectator_sees_no_hand() -> None:
    console = Console(width=80, color_system=None, _environ={})
    with console.capture() as capture:
        console.print(terminal.board(update_of(state_of(PLAYING), None), LOOKS["tr"]), end="")
    text = capture.get()
    assert "(siz)" not in text
    assert "♠7" not in text
    assert "▸ ♠9 ◂" in text


def test_a_card_that_may_not_be_played_is_dim() -> None:
    board = turn_of(*playing()).board(LOOKS["tr"])
    styles = {board.plain[span.start : span.end]: str(span.style) for span in board.spans}
    assert styles[" ♣4 "] != styles[" ♠7 "]


@pytest.mark.parametrize("look", LOOKS)
def test_the_guide_fits_the_screen(look: str) -> None:
    lines = terminal.guide(LOOKS[look]).plain.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 12
