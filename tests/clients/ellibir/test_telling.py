"""What happened is told in both languages."""

from typing import Any

import pytest

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from kiraathane.match.v1 import match_pb2
from kiraathane_client.ellibir.telling import CAUSES
from kiraathane_client.ellibir.terminal import EllibirTerminal
from kiraathane_client.terminal import Look
from services.ellibir.meta import META
from services.ellibir.score import CLAUSES
from tests.clients.ellibir.matches import PAIR, RUN, meld, piece, pieces, playing, update_of, view

TR, EN = Look("tr"), Look("en")
WRONG = match_pb2.LedgerLine(seat=1, points=50, reason="WRONG_OPENING", clause="9.11")
LAYS = match_pb2.LedgerLine(seat=1, points=50, reason="LAYS_OFF", clause="9.11")


def told(look: Look = TR, **happening: Any) -> list[str]:
    update = update_of(playing(), 0, pb.EllibirHappening(**happening))
    return [line.plain for line in EllibirTerminal().happenings(update, look)]


HAPPENINGS: list[tuple[dict[str, Any], str, str | None]] = [
    ({"lot": pb.LotFell(seat=2)}, "Can (bot): kurayla başlıyor", "Can (bot): begins, by lot"),
    ({"cut": pb.CardsCut(seat=1, jokers=2)}, "Bora: kesti, 2 joker aldı", "Bora: cuts and takes 2 jokers"),
    (
        {"cut": pb.CardsCut(seat=1, bottom=piece("HJ"))},
        "Bora: kesti; altta ♥J açık duruyor",
        "Bora: cuts; ♥J lies open at the bottom",
    ),
    (
        {"dealt": pb.HandsDealt(number=2, dealer=0, starter=1)},
        "Bora: 2. el dağıtıldı, başlıyor",
        "Bora: round 2 is dealt, and begins",
    ),
    ({"drawn": pb.CardDrawn(seat=0, card=piece("JO"))}, "Ayşe: Joker çekti", "Ayşe: draws Joker"),
    ({"drawn": pb.CardDrawn(seat=1, by_rules=True)}, "Bora: çekti  (kurallar)", "Bora: draws  (by the rules)"),
    ({"taken": pb.DiscardTaken(seat=1, card=piece("C5"))}, "Bora: yerden ♣5 aldı", "Bora: takes ♣5"),
    (
        {"bottom_taken": pb.BottomTaken(seat=1, card=piece("HJ"))},
        "Bora: alttaki ♥J kartını aldı",
        "Bora: takes ♥J from the bottom",
    ),
    (
        {"opened": pb.HandOpened(seat=1, melds=[meld(RUN, "H9 HT* HJ")], value=55)},
        "Bora: 55 ile açtı: ♥9 ♥10★ ♥J",
        "Bora: opens with 55: ♥9 ♥10★ ♥J",
    ),
    (
        {"opened": pb.HandOpened(seat=1, melds=[meld(PAIR, "H9 H9")], pairs=True, finishing=True)},
        "Bora: elden çiftle açtı: ♥9 ♥9",
        "Bora: opens with pairs: ♥9 ♥9, at one stroke",
    ),
    ({"wrong": pb.WrongOpening(seat=1, line=WRONG)}, "Bora: yanlış açtı  +50  (9.11)", None),
    (
        {"wrong": pb.WrongOpening(seat=0, line=WRONG, fault=pb.OPENING_FAULT_SUM, value=45)},
        "Ayşe: yanlış açtı (45)  +50  (9.11)",
        "Ayşe: tries a wrong opening (45)  +50  (9.11)",
    ),
    (
        {"wrong": pb.WrongOpening(seat=0, line=WRONG, fault=pb.OPENING_FAULT_PAIRS)},
        "Ayşe: yanlış açtı (çiftler böyle açılmaz)  +50  (9.11)",
        "Ayşe: tries a wrong opening (pairs do not open so)  +50  (9.11)",
    ),
    (
        {"laid": pb.MeldsLaid(seat=1, melds=[meld(RUN, "H9 HT HJ")])},
        "Bora: indirdi: ♥9 ♥10 ♥J",
        "Bora: lays ♥9 ♥10 ♥J",
    ),
    (
        {"laid_off": pb.LaidOff(seat=1, cards=pieces("H9 H9"), meld=4, owner=3)},
        "Bora: ♥9 ♥9 işledi (per 5)",
        "Bora: lays ♥9 ♥9 off (meld 5)",
    ),
    (
        {"joker": pb.JokerTaken(seat=1, cards=pieces("CJ"), meld=0, jokers=1)},
        "Bora: ♣J verip 1 joker aldı (per 1)",
        "Bora: takes 1 joker for ♣J (meld 1)",
    ),
    ({"discarded": pb.CardDiscarded(seat=1, card=piece("JO"))}, "Bora: Joker attı", "Bora: discards Joker"),
    (
        {"twins": pb.TwinsShown(seat=1, card=piece("H9"), other=piece("S9"))},
        "Bora: ♥9 ve ♠9 gösterdi, ♥9 attı",
        "Bora: shows ♥9 and ♠9, and discards ♥9",
    ),
    (
        {"fined": pb.Fined(line=LAYS, card=piece("D8"))},
        "Ceza: Bora +50  işler kart attı (9.11)  ♦8",
        "Fine: Bora +50  discarded a card that lays off (9.11)  ♦8",
    ),
    ({"declared": pb.PairsDeclared(seat=1)}, "Bora: çifte gidiyor", "Bora: goes for pairs"),
    (
        {"claimed": pb.BottomClaimed(seat=1, card=piece("HJ"))},
        "Bora: ♥J gösterip alttaki kartı istedi",
        "Bora: shows ♥J and claims the bottom card",
    ),
    ({"single": pb.SingleAnnounced(seat=1)}, "Bora: tek!", "Bora: tek! (one card will be left)"),
    (
        {"star": pb.StarWon(seat=1, value=104)},
        "Bora: yıldız (104 ile açtı)",
        "Bora: wins a star (opened with 104)",
    ),
]


@pytest.mark.parametrize(("happening", "tr", "en"), HAPPENINGS)
def test_what_happens_is_told(happening: dict[str, Any], tr: str, en: str | None) -> None:
    assert told(TR, **happening) == [tr]
    if en is not None:
        assert told(EN, **happening) == [en]


def ended(look: Look, result: pb.RoundResult) -> list[str]:
    hands = [pb.Hand(cards=pieces("H9 JO"), count=34), *[pb.Hand()] * 3]
    last = pb.LastRound(number=3, result=result, hands=hands)
    ledger = [
        match_pb2.LedgerLine(seat=0, points=68, reason="CARDS_PAIRS", clause="9.10"),
        match_pb2.LedgerLine(seat=2, points=100, reason="CLOSED", clause="9.10"),
    ]
    return told(look, ended=pb.RoundEnded(last=last, ledger=ledger))


def test_the_end_of_a_round_is_told_with_why() -> None:
    finished = pb.RoundResult(ending=pb.ROUND_ENDING_FINISHED, finisher=1, joker=True, elden=True)
    assert ended(TR, finished) == [
        "  Ayşe +68  çift açtı, elinde kalan iki kat (9.10)  ♥9 Joker",
        "  Can (bot) +100  el açmadı (9.10)",
        "3. el bitti, biten Bora (jokerle, elden)",
    ]
    assert ended(EN, pb.RoundResult(ending=pb.ROUND_ENDING_STOCK))[-1] == "Round 3 is over; the stock is empty"
    repeated = pb.RoundResult(ending=pb.ROUND_ENDING_REPEATED)
    assert ended(EN, repeated) == ["The stock ended and nobody opened: again"]


def test_marks_and_stars_are_told_at_the_end_of_the_match() -> None:
    ledger = [match_pb2.LedgerLine(seat=1, points=-100, reason="MINUS_MARK", clause="9.14")]
    assert told(TR, match=pb.MatchCounted(ledger=ledger)) == ["Bora -100  biten elin eksisi (9.14)"]


def test_every_reason_of_the_ledger_has_words() -> None:
    for reason in CLAUSES:
        (line,) = told(EN, match=pb.MatchCounted(ledger=[match_pb2.LedgerLine(seat=1, reason=reason)]))
        assert reason not in line


def test_that_another_player_draws_is_not_worth_a_line() -> None:
    assert told(drawn=pb.CardDrawn(seat=1)) == []


def test_something_newer_than_the_program_is_left_out() -> None:
    assert told() == []


def result(viewer: int | None, look: Look, winners: tuple[int, ...], **fields: Any) -> list[str]:
    update = update_of(view(**fields), viewer)
    update.info.end_cause = "played_out"
    update.info.score.places.extend((3, 1, 2, 4))
    update.info.score.winners.extend(winners)
    return [line.plain for line in EllibirTerminal().result(update, look)]


def test_the_end_of_the_match_is_told() -> None:
    assert result(0, TR, (1,)) == [
        "Kaybettiniz; Bora kazandı.  (bütün eller oynandı)",
        "  1. Bora: 12",
        "  2. Can (bot): 62",
        "  3. Ayşe: 100",
        "  4. Deniz: 144",
    ]
    partners = pb.EllibirTerms(players=4, partners=True, threshold=51)
    assert result(1, EN, (1, 3), terms=partners)[-1] == "Teams: Ayşe + Can (bot) 162, Bora + Deniz 156"
    assert result(1, EN, (1, 3))[0] == "You win!  (all rounds were played)"
    assert result(None, EN, (1,))[0] == "Bora won.  (all rounds were played)"
    assert result(0, TR, ())[0].startswith("Kimse kazanmadı.")


def test_every_end_of_the_family_has_words() -> None:
    assert {cause.cause for cause in META.end_causes} == set(CAUSES)


def test_every_happening_has_its_sentence() -> None:
    known = {name for happening, _, _ in HAPPENINGS for name in happening} | {"ended", "match"}
    assert known == {field.name for field in pb.EllibirHappening.DESCRIPTOR.oneofs_by_name["happening"].fields}
