"""The board as it is drawn. Golden screens: `KIRAATHANE_GOLDEN=write pytest …` writes them anew."""

import os
from pathlib import Path

import pytest
from rich.console import Console

from kiraathane.tavla.v1 import tavla_pb2 as pb
from kiraathane_client.tavla.terminal import terminal
from kiraathane_client.terminal import Look
from tests.clients.tavla.matches import play, update_of

GOLDEN = Path(__file__).parent / "golden"
OPENING = {24: 2, 13: 5, 8: 3, 6: 5}


def opening() -> pb.MatchUpdate:
    return update_of(OPENING, OPENING, (6, 2))


def race() -> pb.MatchUpdate:
    """Tall points, checkers off, no contact, a double on the table."""
    return update_of({6: 8, 4: 3, 1: 2, 0: 2}, {5: 7, 3: 4, 0: 4}, (4, 4), points=[4, 3], crawford=True)


def cube() -> pb.MatchUpdate:
    """Both on the bar, the cube with the other side, who moved last."""
    update = update_of({25: 2, 13: 5, 8: 3, 6: 5}, {25: 6, 6: 5, 20: 4}, cube=4, cube_in_game=True, cube_owner=1)
    update.view.phase = pb.TAVLA_PHASE_ROLL_OR_OFFER
    update.view.last_play.CopyFrom(play((13, 2), (6, 3)).play)
    update.view.last_play_seat = 1
    update.view.variant = "hiper"
    return update


def pinned() -> pb.MatchUpdate:
    """Hapis: one of each side lies under the other."""
    update = update_of({24: 9, 10: 1, 18: 5}, {24: 12, 15: 2, 7: 1}, (5, 1), variant="hapis")
    update.view.sides[0].pinned.extend(1 if point == 10 else 0 for point in range(1, 25))
    update.view.sides[1].pinned.extend(1 if point == 7 else 0 for point in range(1, 25))
    return update


SCENES = {"opening": opening, "race": race, "cube": cube, "pinned": pinned}
LOOKS = {"tr": Look("tr"), "en": Look("en"), "tr-ascii": Look("tr", ascii=True), "en-ascii": Look("en", ascii=True)}


def golden(name: str, text: str) -> None:
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("KIRAATHANE_GOLDEN") == "write":
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


def drawn(update: pb.MatchUpdate, look: Look, width: int = 80) -> str:
    console = Console(width=width, color_system=None, force_terminal=False, _environ={})
    turn = terminal.turn(update, [play((24, 6), (13, 2))] if update.view.dice else [])
    with console.capture() as capture:
        console.print(turn.board(look), no_wrap=True, crop=True, end="")
        for line in turn.offers(look):
            console.print(line)
        console.print(turn.question(look))
    return "\n".join(line.rstrip() for line in capture.get().splitlines()) + "\n"


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("scene", SCENES)
def test_the_board_is_drawn(scene: str, look: str) -> None:
    golden(f"{scene}-{look}", drawn(SCENES[scene](), LOOKS[look]))


@pytest.mark.parametrize("scene", SCENES)
def test_ascii_is_ascii(scene: str) -> None:
    text = drawn(SCENES[scene](), LOOKS["en-ascii"]).replace("Ayşe", "Ayse")
    assert text.isascii()


@pytest.mark.parametrize("scene", SCENES)
def test_eighty_columns_and_twenty_four_lines_are_enough(scene: str) -> None:
    lines = drawn(SCENES[scene](), LOOKS["tr"]).splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 18  # the board, offers and the question: five lines are left for what happened, one to type in


def test_a_spectator_sits_beside_the_first_seat() -> None:
    update = opening()
    update.info.ClearField("viewer_seat")
    console = Console(width=80, color_system=None, _environ={})
    with console.capture() as capture:
        console.print(terminal.board(update, LOOKS["tr"]), end="")
    assert "● Ayşe\n" in capture.get()
    assert "(siz)" not in capture.get()


def test_the_side_is_told_without_colour() -> None:
    text = drawn(opening(), LOOKS["tr"])
    assert text.count("●") == 15 + 1  # the checkers, and the name
    assert text.count("○") == 15 + 1


def test_a_long_name_is_cut() -> None:
    update = opening()
    update.info.seats[0].display_name = "Çok uzun adı olan birisi"
    assert max(map(len, drawn(update, LOOKS["tr"]).splitlines())) <= 80
