"""The table as it is drawn. Golden screens: `KIRAATHANE_GOLDEN=write pytest …` writes them anew."""

import os
from pathlib import Path

import pytest
from rich.console import Console

from kiraathane.match.v1 import match_pb2
from kiraathane.okey.v1 import okey_pb2 as pb
from kiraathane.okey.v1 import okey_service_pb2 as service
from kiraathane_client.okey.ledger import fines, sheet
from kiraathane_client.okey.rack import Stand
from kiraathane_client.okey.telling import last_racks
from kiraathane_client.okey.terminal import OkeyTerminal
from kiraathane_client.okey.turn import OkeyTurn
from kiraathane_client.terminal import Asked, Look
from tests.clients.okey.matches import (
    SERIES,
    action,
    discards,
    groups,
    laid,
    playing,
    tile,
    tiles,
    turn_of,
    update_of,
    view,
)

GOLDEN = Path(__file__).parent / "golden"
LOOKS = {"tr": Look("tr"), "en": Look("en"), "tr-ascii": Look("tr", ascii=True), "en-ascii": Look("en", ascii=True)}
LAY_OFFS = [
    action(lay_off=pb.LayOff(tile=tile("B7"), meld=3)),
    action(lay_off=pb.LayOff(tile=tile("R5"), meld=1, spot=pb.SPOT_LOW)),
    action(swap_okey=pb.SwapOkey(tile=tile("Y7"), meld=9, place=1)),
]
ADVICE = service.SuggestMeldsResponse(
    series=groups("R8 R9 R10, Y9 Y10 Y11, R12 R13 R5=R11"),
    worth=93,
    need=101,
    pairs=groups("R5=B7 B7"),
    need_pairs=5,
)
STAGED = [pb.Group(pieces=laid(text, "R5")) for text in ("R8 R9 R10", "F K5")]


def drawing() -> OkeyTurn:
    return turn_of(view())


def laying() -> OkeyTurn:
    """An open player."""
    seats = list(playing().seats)
    seats[0].opened = pb.OPENED_SERIES
    table = playing(rack=tiles("Y1 B7 B12 R5 R7"), seats=[*seats[:1], *seats[1:]])
    return turn_of(table, [*LAY_OFFS, *discards("R7 Y1 B7 B12 R5")])


def staging() -> OkeyTurn:
    table = playing(area=SERIES, staged=STAGED, undoable=True, rack=tiles("Y1 Y9 Y10 B1 B2 R5 R7"))
    legal = [action(undo=pb.Undo()), action(collect=pb.Collect()), action(commit=pb.Commit()), *discards("R7 Y1")]
    return turn_of(table, legal)


def owing() -> OkeyTurn:
    """A player who has taken the side tile, sorted by numbers, in 51 whose need has risen."""
    terms = pb.OkeyTerms(game="51", partners=True, fines=True)
    sheet = [pb.OkeyHand(finisher=1, finish=[pb.FINISH_OKEY], points=[200, -100, 0, 46])]
    owed = {"side": tile("B7"), "side_owed": True, "side_returnable": True}
    table = playing(**owed, drawn=None, terms=terms, need=75, need_pairs=4, sheet=sheet, melds=())
    return turn_of(table, [action(return_side=pb.ReturnSide())], stand=Stand("sets"))


def advised() -> OkeyTurn:
    turn = turn_of(playing())
    reading = turn.read("öner", LOOKS["tr"])
    assert isinstance(reading, Asked)
    reading.then(ADVICE)
    return turn


SCENES = {"drawing": drawing, "laying": laying, "staging": staging, "owing": owing, "advised": advised}


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
    turn = SCENES[scene]()
    board = turn.board(look)
    board.rstrip()
    return printed(board, *turn.offers(look), turn.question(look), width=width)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("scene", SCENES)
def test_the_table_is_drawn(scene: str, look: str) -> None:
    golden(f"{scene}-{look}", drawn(scene, LOOKS[look]))


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("scene", ["laying", "staging"])
def test_what_may_be_done_now_is_listed_with_examples(scene: str, look: str) -> None:
    golden(f"help-{scene}-{look}", printed(SCENES[scene]().guide(LOOKS[look])))


@pytest.mark.parametrize("scene", SCENES)
def test_ascii_is_ascii(scene: str) -> None:
    assert drawn(scene, LOOKS["en-ascii"]).replace("Ayşe", "Ayse").isascii()


@pytest.mark.parametrize("scene", SCENES)
def test_eighty_columns_and_twenty_four_lines_are_enough(scene: str) -> None:
    for look in LOOKS.values():
        lines = drawn(scene, look, width=200).splitlines()
        assert max(map(len, lines)) <= 80
        assert len(lines) <= 19  # five lines are left, of what happened and to type in


def test_a_spectator_sees_no_rack() -> None:
    text = printed(OkeyTerminal().board(update_of(view(rack=()), None), LOOKS["tr"]))
    assert "(siz)" not in text
    assert "Istakanız" not in text
    assert "M10 M11★" in text


def test_colours_and_marks_tell_tiles_apart() -> None:
    board = drawing().board(LOOKS["tr"])
    styles = {board.plain[span.start : span.end].strip(): str(span.style) for span in board.spans}
    assert len({styles[text] for text in ("Y9", "M5", "S3", "K8", "K5★", "K5°")}) == 6


@pytest.mark.parametrize(
    ("arrangement", "rack"),
    [
        ("runs", ["Y1", "B6", "K6", "K6", "R5°", "R6", "R7", "R5★"]),
        ("sets", ["Y1", "R5°", "B6", "K6", "K6", "R6", "R7", "R5★"]),
        ("pairs", ["K6", "K6", "Y1", "R5°", "B6", "R6", "R7", "R5★"]),
    ],
)
def test_the_rack_is_arranged_for_runs_for_sets_and_for_pairs(arrangement: str, rack: list[str]) -> None:
    turn = turn_of(playing(rack=tiles("R7 R6 B6 K6 K6 F R5 Y1")), stand=Stand(arrangement))
    assert turn.board(LOOKS["en"]).plain.splitlines()[-1].split() == rack


def test_the_sheet_has_hands_teams_and_how_they_ended() -> None:
    hands = [
        pb.OkeyHand(finisher=1, finish=[pb.FINISH_OKEY, pb.FINISH_ELDEN], points=[404, -202, 404, 0]),
        pb.OkeyHand(points=[0, 0, 0, 0], void=True),
        pb.OkeyHand(points=[202, 34, 202, 0]),
    ]
    fine = match_pb2.LedgerLine(seat=0, points=101, reason="COLLECT", clause="8.12")
    update = update_of(view(sheet=hands, fines=[fine], terms=pb.OkeyTerms(game="101", partners=True)))
    golden("sheet-tr", printed(sheet(update, LOOKS["tr"])))
    update.info.score.ledger.append(fine)
    assert fines(update, LOOKS["tr"]).plain == "Ayşe +101  serdiği taşları topladı (8.12)"


def test_the_racks_of_the_hand_before_are_shown() -> None:
    last = pb.Racks(racks=[pb.Tiles(tiles=tiles("R7 F")), *[pb.Tiles()] * 3], counts=[12, 0, 0, 0])
    assert last_racks(update_of(view(last=last)), LOOKS["en"]).plain.splitlines()[:2] == [
        "Ayşe: R7 false okey  (12)",
        "Bora: -  (0)",
    ]
