"""What happened is told in both languages."""

from typing import Any

import pytest

from kiraathane.match.v1 import match_pb2
from kiraathane.okey.v1 import okey_pb2 as pb
from kiraathane_client.okey.telling import CAUSES
from kiraathane_client.okey.terminal import OkeyTerminal
from kiraathane_client.terminal import Look
from services.okey.meta import META
from tests.clients.okey.matches import RUN, SERIES, group, meld, piece, playing, tile, tiles, update_of, view

TR, EN = Look("tr"), Look("en")
FINE = match_pb2.LedgerLine(seat=1, points=101, reason="ISLER_DISCARD", clause="8.12")


PLACED = pb.GroupsPlaced(seat=0, area=SERIES, groups=[group("B7 B8 B9")], left=[pb.Tiles(tiles=tiles("R1 K1"))])


def told(look: Look = TR, table: pb.OkeyView | None = None, **happening: Any) -> list[str]:
    update = update_of(table or playing(), 0, pb.OkeyHappening(**happening))
    return [line.plain for line in OkeyTerminal().happenings(update, look)]


HAPPENINGS: list[tuple[dict[str, Any], str, str]] = [
    ({"lot": pb.LotFell(seat=2)}, "Can (bot): kurayla başlıyor", "Can (bot): begins, by lot"),
    (
        {"dealt": pb.HandDealt(number=3, starter=1, indicator=tile("R4"))},
        "Bora: 3. el dağıtıldı, başlıyor; gösterge K4",
        "Bora: hand 3 is dealt, and begins; the indicator is R4",
    ),
    ({"drawn": pb.TileDrawn(seat=0, tile=tile("R5"))}, "Ayşe: K5★ çekti", "Ayşe: draws R5★"),
    ({"drawn": pb.TileDrawn(seat=1, by_rules=True)}, "Bora: çekti  (kurallar)", "Bora: draws  (by the rules)"),
    (
        {"side_taken": pb.SideTaken(seat=1, tile=tile("F"))},
        "Bora: yandan K5° aldı",
        "Bora: takes R5° from the side",
    ),
    (
        {"side_returned": pb.SideReturned(seat=1, tile=tile("B7"))},
        "Bora: M7 geri bıraktı",
        "Bora: gives B7 back",
    ),
    ({"placed": pb.TilePlaced(seat=1, piece=piece("R5=B7"))}, "Bora: M7★ serdi", "Bora: stages B7★"),
    ({"taken_back": pb.TakenBack(seat=1, tile=tile("B7"))}, "Bora: M7 geri aldı", "Bora: takes B7 back"),
    (
        {"collected": pb.Collected(seat=1, tiles=tiles("B7 F"))},
        "Bora: serdiği 2 taşı topladı",
        "Bora: collects the 2 staged tiles",
    ),
    (
        {"groups_placed": PLACED},
        "Ayşe: serdi: M7 M8 M9; per olmayan: K1 S1",
        "Ayşe: stages B7 B8 B9; not valid: R1 K1",
    ),
    (
        {"committed": pb.Committed(seat=1, melds=[meld(1, RUN, "B7 R5=B8 B9")], opening=pb.OPENED_NONE)},
        "Bora: indirdi: M7 M8★ M9",
        "Bora: lays B7 B8★ B9",
    ),
    (
        {"committed": pb.Committed(seat=1, melds=[meld(1, RUN, "B7 B8 B9")], opening=pb.OPENED_SERIES, worth=105)},
        "Bora: 105 ile açtı: M7 M8 M9",
        "Bora: opens with 105: B7 B8 B9",
    ),
    (
        {"committed": pb.Committed(seat=1, melds=[meld(1, RUN, "B7 B7")], opening=pb.OPENED_PAIRS)},
        "Bora: 1 çift açtı: M7 M7",
        "Bora: opens with 1 pairs: B7 B7",
    ),
    (
        {"commit_failed": pb.CommitFailed(seat=1, reason="BELOW_VALUE", details={"have": "97", "need": "101"})},
        "Bora: açamadı: 97 / 101, toplam yetmiyor",
        "Bora: cannot open: 97 / 101, the sum is too low",
    ),
    (
        {"commit_failed": pb.CommitFailed(seat=1, reason="INVALID_MELD")},
        "Bora: açamadı: per olmayan grup var",
        "Bora: cannot open: a group is neither a run nor a set",
    ),
    (
        {"laid_off": pb.LaidOff(seat=1, tile=tile("R5"), meld=3, face=tile("B7"))},
        "Bora: M7★ işledi (per 4)",
        "Bora: lays B7★ off (meld 4)",
    ),
    (
        {"okey_swapped": pb.OkeySwapped(seat=1, tile=tile("Y7"), meld=9)},
        "Bora: Y7 verip okeyi aldı (per 10)",
        "Bora: takes the okey for Y7 (meld 10)",
    ),
    ({"discarded": pb.Discarded(seat=1, tile=tile("B7"))}, "Bora: M7 attı", "Bora: discards B7"),
    (
        {"fined": pb.Fined(line=FINE)},
        "Ceza: Bora +101  işler taş attı (8.12)",
        "Fine: Bora +101  discarded a tile that lays off (8.12)",
    ),
    (
        {"isler_claimed": pb.IslerClaimed(seat=0, thrower=1, tile=tile("B7"))},
        "Ayşe: «M7 işler» dedi (Bora attı)",
        "Ayşe: says that B7 lays off (Bora threw it)",
    ),
    (
        {"isler_declared": pb.IslerDeclared(seat=1, tile=tile("B7"))},
        "Bora: attığı M7 için «işler» dedi",
        "Bora: says that his own B7 lays off",
    ),
    (
        {"sign_given": pb.SignGiven(seat=1, sign=pb.SIGN_HAVE_OKEY)},
        "Bora: işaret: okey var",
        "Bora: signs: have an okey",
    ),
    (
        {"finished": pb.HandFinished(seat=1, tiles=tiles("B7"), onto=pb.ONTO_INDICATOR)},
        "Bora: M7 göstergeye attı ve bitirdi",
        "Bora: discards B7 onto the indicator and finishes",
    ),
    (
        {"left": pb.SeatLeft(seat=1)},
        "Bora: masadan kalktı",
        "Bora: left the match",
    ),
]


@pytest.mark.parametrize(("happening", "tr", "en"), HAPPENINGS)
def test_what_happens_is_told(happening: dict[str, Any], tr: str, en: str) -> None:
    assert told(TR, **happening) == [tr]
    assert told(EN, **happening) == [en]


def test_groups_that_are_opened_in_one_act_are_told_once() -> None:
    committed = pb.Committed(seat=0, melds=[meld(0, RUN, "B7 B8 B9")], opening=pb.OPENED_SERIES, worth=63, need=64)
    happenings = [pb.OkeyHappening(groups_placed=PLACED), pb.OkeyHappening(committed=committed)]
    update = update_of(playing(terms=pb.OkeyTerms(game="51")), 0, *happenings)
    lines = [line.plain for line in OkeyTerminal().happenings(update, EN)]
    assert lines == ["Ayşe: opens with 63: B7 B8 B9  (now 64)"]


def ended(look: Look, **fields: Any) -> list[str]:
    ledger = [
        FINE,
        match_pb2.LedgerLine(seat=0, points=404, reason="NOT_OPENED", clause="8.11"),
        match_pb2.LedgerLine(seat=1, points=-202, reason="FINISH_OKEY", clause="8.11"),
        match_pb2.LedgerLine(seat=2, points=46, reason="PAIR_OPENER_LEFT", clause="8.11"),
        match_pb2.LedgerLine(seat=3, points=0, reason="PARTNER_FINISHED", clause="8.13"),
    ]
    return told(look, hand_ended=pb.HandEnded(number=3, hand=pb.OkeyHand(**fields), ledger=ledger))


def test_the_end_of_a_hand_is_told_with_why() -> None:
    """Five lines, which fit the screen; the fines were told when they fell."""
    assert ended(TR, finisher=1, finish=[pb.FINISH_OKEY, pb.FINISH_PAIRS]) == [
        "  Ayşe +404  el açmadı (8.11)",
        "  Bora -202  bitirdi (8.11)",
        "  Can (bot) +46  çift açtı, elinde kalan (8.11)",
        "  Deniz 0  eşi bitirdi (8.13)",
        "3. el bitti: Bora bitirdi (okeyle, çiftten)",
    ]
    assert ended(EN, finisher=1)[-1] == "Hand 3 is over: Bora finished"
    assert ended(EN)[-1] == "Hand 3 is over; the stock is empty, nobody finished"
    assert ended(TR, void=True)[-1] == "El geçersiz: dört oyuncu da çift açtı"


def test_tiles_of_a_hand_that_is_over_are_not_marked_with_the_next_ones_okey() -> None:
    happenings = [
        pb.OkeyHappening(finished=pb.HandFinished(seat=1, tiles=tiles("R5"))),
        pb.OkeyHappening(laid_off=pb.LaidOff(seat=1, tile=tile("R9"), face=tile("B7"))),
        pb.OkeyHappening(hand_ended=pb.HandEnded(number=2)),
    ]
    lines = [line.plain for line in OkeyTerminal().happenings(update_of(view(), 0, *happenings), EN)]
    assert lines[:2] == ["Bora: discards R5 and finishes", "Bora: lays B7★ off (meld 1)"]


def test_that_another_player_draws_is_not_worth_a_line() -> None:
    assert told(drawn=pb.TileDrawn(seat=1)) == []


def test_something_newer_than_the_program_is_left_out() -> None:
    assert told() == []


def result(
    viewer: int | None, look: Look, winners: tuple[int, ...], cause: str = "played_out", **fields: Any
) -> list[str]:
    update = update_of(view(**fields), viewer)
    update.info.end_cause = cause
    update.info.score.places.extend((2, 1, 4, 3))
    update.info.score.winners.extend(winners)
    return [line.plain for line in OkeyTerminal().result(update, look)]


def test_the_end_of_the_match_is_told() -> None:
    assert result(0, TR, (1,)) == [
        "Kaybettiniz; Bora kazandı.  (bütün eller oynandı)",
        "  1. Bora: -101",
        "  2. Ayşe: 202",
        "  3. Deniz: 303",
        "  4. Can (bot): 404",
    ]
    partners = pb.OkeyTerms(game="101", partners=True)
    assert result(1, EN, (1, 3), terms=partners)[-1] == "Teams: Ayşe + Can (bot) 606, Bora + Deniz 202"
    assert result(1, EN, (1, 3))[0] == "You win!  (all hands were played)"
    assert result(None, EN, (1,), "forfeited")[0] == "Bora won.  (a player left; his team lost)"
    assert result(0, TR, (), "tied")[0].startswith("Kimse kazanmadı.")


def test_every_end_of_the_family_has_words() -> None:
    assert {cause.cause for cause in META.end_causes} == set(CAUSES)


def test_every_happening_has_its_sentence() -> None:
    known = {name for happening, _, _ in HAPPENINGS for name in happening} | {"hand_ended"}
    assert known == {field.name for field in pb.OkeyHappening.DESCRIPTOR.oneofs_by_name["happening"].fields}
