"""The table as it is drawn. Golden screens: `KIRAATHANE_GOLDEN=write pytest …` writes them anew."""

import os
from pathlib import Path

import pytest
from rich.console import Console

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from kiraathane.ellibir.v1 import ellibir_service_pb2 as service
from kiraathane_client.ellibir.hand import Held
from kiraathane_client.ellibir.ledger import fines, hands, sheet
from kiraathane_client.ellibir.table import all_discards
from kiraathane_client.ellibir.terminal import EllibirTerminal
from kiraathane_client.ellibir.turn import EllibirTurn
from kiraathane_client.terminal import Asked, Look
from tests.clients.ellibir.matches import (
    DECLARE,
    DRAW,
    FOR_PAIRS,
    PAIR,
    RUN,
    SET,
    action,
    discards,
    group,
    opened,
    piece,
    pieces,
    playing,
    seat,
    turn_of,
    update_of,
    view,
)

GOLDEN = Path(__file__).parent / "golden"
LOOKS = {"tr": Look("tr"), "en": Look("en"), "tr-ascii": Look("tr", ascii=True), "en-ascii": Look("en", ascii=True)}
ADVICE = service.SuggestMeldsResponse(
    melds=[group(RUN, "H5 H6 H7"), group(RUN, "S9 ST SJ")], value=48, need=51, pairs=[group(PAIR, "SK SK")]
)


def drawing() -> EllibirTurn:
    return turn_of(view(), [DRAW, FOR_PAIRS, DECLARE])


def taking() -> EllibirTurn:
    """The discard opens; the bottom card is claimed."""
    groups = [group(SET, "C5 H5 S5"), group(RUN, "S9 ST SJ JO")]
    table = view(claim=pb.ClaimView(seat=3, ready=True), need=75)
    return turn_of(table, [DRAW, action(take_and_open=pb.TakeAndOpen(groups=groups)), FOR_PAIRS, DECLARE])


def laying() -> EllibirTurn:
    """An open player."""
    legal = [
        action(lay=pb.Lay(groups=[group(RUN, "S8 S9 ST SJ")])),
        action(lay_off=pb.LayOff(cards=pieces("D8"), meld=2)),
        action(lay_off=pb.LayOff(cards=pieces("JO"), meld=2, spot=pb.SPOT_HIGH)),
        action(swap_joker=pb.SwapJoker(meld=0, cards=pieces("CJ"))),
        action(announce_single=pb.AnnounceSingle()),
        *discards("S8 D8 JO"),
    ]
    return turn_of(opened(single=True), legal)


def sorted_by_rank() -> EllibirTurn:
    """The first round of three, of whom one cut a joker; repeated once."""
    seats = [seat(cards=15), seat(), seat()]
    table = playing(seats=seats, melds=(), bottom=None, cutter=1, cut_jokers=1, repeats=1, discards=())
    return turn_of(table, held=Held("sets"))


def advised() -> EllibirTurn:
    terms = pb.EllibirTerms(players=4, partners=True, threshold=51, rounds=11, kdv=True)
    result = pb.RoundResult(ending=pb.ROUND_ENDING_FINISHED, finisher=3, joker=True, points=[200, 24, 100, 0])
    turn = turn_of(playing(terms=terms, need=64, results=[result]))
    reading = turn.read("öner", LOOKS["tr"])
    assert isinstance(reading, Asked)
    reading.then(ADVICE)
    return turn


SCENES = {
    "drawing": drawing,
    "taking": taking,
    "laying": laying,
    "sorted_by_rank": sorted_by_rank,
    "advised": advised,
}


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
@pytest.mark.parametrize("scene", ["taking", "laying"])
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


def test_a_spectator_sees_no_hand() -> None:
    text = printed(EllibirTerminal().board(update_of(view(hand=(), seat=None), None), LOOKS["tr"]))
    assert "(siz)" not in text
    assert "Eliniz" not in text
    assert "♣J★" in text


def test_many_discards_are_cut_and_all_can_be_listed() -> None:
    thrown = [pb.Thrown(seat=number % 4, card=piece("HT")) for number in range(40)]
    thrown[1].taken = 2
    update = update_of(view(discards=thrown))
    (line,) = [one for one in drawn_lines(update) if one.startswith("Atılanlar")]
    assert line.startswith("Atılanlar: … ♥10 ♥10")
    assert line.endswith("← Deniz")
    assert len(line) <= 80
    assert all_discards(update, LOOKS["tr"]).plain.splitlines()[1] == "Bora: ♥10 (Can (bot))" + " ♥10" * 9


def drawn_lines(update: pb.MatchUpdate) -> list[str]:
    return [line.rstrip() for line in EllibirTerminal().board(update, LOOKS["tr"]).plain.splitlines()]


@pytest.mark.parametrize(
    ("arrangement", "hand"),
    [
        ("runs", ["♣6", "♥6", "♥7", "♥7", "♠3", "♠A", "★"]),
        ("sets", ["♠3", "♣6", "♥6", "♥7", "♥7", "♠A", "★"]),
        ("pairs", ["♥7", "♥7", "♠3", "♣6", "♥6", "♠A", "★"]),
    ],
)
def test_the_hand_is_held_for_runs_for_sets_and_for_pairs(arrangement: str, hand: list[str]) -> None:
    turn = turn_of(playing(hand=pieces("H7 H6 C6 SA JO S3 H7")), held=Held(arrangement))
    assert turn.board(LOOKS["en"]).plain.splitlines()[-1].split() == hand


def test_the_sheet_has_rounds_fines_marks_stars_and_teams() -> None:
    results = [
        pb.RoundResult(ending=pb.ROUND_ENDING_FINISHED, finisher=1, pairs=True, elden=True, points=[100, 0, 200, 8]),
        pb.RoundResult(ending=pb.ROUND_ENDING_STOCK, points=[100, 20, 30, 40]),
    ]
    update = update_of(view(results=results, terms=pb.EllibirTerms(players=4, partners=True, threshold=51)))
    golden("sheet-tr", printed(sheet(update, LOOKS["tr"])))
    assert fines(update, LOOKS["en"]).plain == "There are no fines and no points yet."
    update.info.score.ledger.add(seat=0, points=50, reason="WRONG_OPENING", clause="9.11")
    assert fines(update, LOOKS["tr"]).plain == "Ayşe +50  yanlış açış (9.11)"


def test_the_hands_of_the_round_before_are_shown() -> None:
    last = pb.LastRound(number=2, hands=[pb.Hand(cards=pieces("H7 JO"), count=32), *[pb.Hand()] * 3])
    assert hands(update_of(view(last=last)), LOOKS["en"]).plain.splitlines()[:2] == [
        "Ayşe: ♥7 Joker  (32)",
        "Bora: -  (0)",
    ]
    assert hands(update_of(view()), LOOKS["tr"]).plain == "Daha biten el yok."
