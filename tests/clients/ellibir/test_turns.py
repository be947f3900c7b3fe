"""What people type at a table of Elli Bir, and what is made of it."""

from typing import Any

import pytest

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from kiraathane.ellibir.v1 import ellibir_service_pb2 as service
from kiraathane_client.ellibir.hand import Held
from kiraathane_client.ellibir.terminal import EllibirTerminal
from kiraathane_client.ellibir.turn import EllibirTurn
from kiraathane_client.ellibir.vocabulary import COMMANDS
from kiraathane_client.terminal import Asked, Drafted, Listed, Look, Puzzled, Ready
from tests.clients.ellibir.matches import (
    DECLARE,
    DRAW,
    FOR_PAIRS,
    HAND,
    PAIR,
    RUN,
    SET,
    action,
    discards,
    group,
    meld,
    opened,
    piece,
    pieces,
    playing,
    turn_of,
    update_of,
    view,
)

TR, EN = Look("tr"), Look("en")
FINE = service.CheckGroupsResponse(value=55, need=51, accepted=True)
NO_CARD = "«vale» bir kart değil. Harfler m maça, k kupa, r karo, s sinek: «k5», «kk», «♥5», «joker» gibi yazın."
PAIRS_QUESTION = "Bu elde yalnız çiftle açabilirsiniz; geri dönülmez. Çifte gidilsin mi?"


def meant(turn: EllibirTurn, typed: str, look: Look = TR) -> pb.EllibirAction:
    reading = turn.read(typed, look)
    assert isinstance(reading, Ready), reading
    return reading.action


def question(turn: EllibirTurn, typed: str, look: Look = TR) -> str:
    reading = turn.read(typed, look)
    assert isinstance(reading, Ready), reading
    return reading.confirm


def puzzled(turn: EllibirTurn, typed: str, look: Look = TR) -> str:
    reading = turn.read(typed, look)
    assert isinstance(reading, Puzzled), reading
    return reading.sentence


def asked(turn: EllibirTurn, typed: str, answer: Any, look: Look = TR) -> Any:
    """What is made of the house's answer."""
    reading = turn.read(typed, look)
    assert isinstance(reading, Asked), reading
    return reading.then(answer)


# -- drawing and taking ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["", "çek", "ç", "draw", "d"])
def test_a_card_is_drawn(typed: str) -> None:
    assert meant(turn_of(view()), typed) == DRAW


def test_the_discard_is_taken_to_open_with_it() -> None:
    groups = [group(SET, "C5 H5 S5"), group(RUN, "S9 ST SJ JO")]
    take = action(take_and_open=pb.TakeAndOpen(groups=groups))
    turn = turn_of(view(), [DRAW, take, FOR_PAIRS])
    assert meant(turn, "al") == meant(turn, "take") == take
    assert turn.question(TR).plain == "Sıra sizde: çekin (Enter) ya da ♣5 alın."
    written = turn_of(view(hand=pieces(f"{HAND} S5")))
    assert asked(written, "al s5 k5 m5, m9 m10 mj joker", FINE) == Ready(take)
    reading = written.read("take 5chs", EN)
    assert isinstance(reading, Asked)
    assert reading.fields == {"groups": [group(SET, "C5 H5 S5")], "finish": None, "take": True}
    lay = action(take_and_lay=pb.TakeAndLay(groups=[group(SET, "C5 H5 S5")]))
    open_table = opened(hand=pieces(f"{HAND} S5"), phase=pb.ELLIBIR_PHASE_DRAW)
    assert asked(turn_of(open_table), "al 5skm", FINE) == Ready(lay)
    assert meant(turn_of(open_table, [DRAW, lay]), "al") == lay


def test_nothing_is_discarded_before_a_card_is_drawn() -> None:
    assert puzzled(turn_of(view()), "at k9") == "Önce kart çekin (Enter)."
    assert puzzled(turn_of(view()), "h9", EN) == "Draw first (Enter)."
    assert "anlaşılmadı" in puzzled(turn_of(view()), "olmaz")


def test_what_goes_out_with_the_discard_is_asked_about() -> None:
    act = pb.TakeAndOpen(groups=[group(SET, "C5 H5 S5")], finish=piece("SK"))
    turn = turn_of(view(), [DRAW, action(take_and_open=act)])
    assert question(turn, "al") == "♣5 ♥5 ♠5 açılır, ♠K ile bitersiniz. Tamam mı?"


def test_the_discard_is_taken_for_pairs() -> None:
    turn = turn_of(view(), [DRAW, FOR_PAIRS])
    assert meant(turn, "çifte al") == meant(turn, "take pairs") == meant(turn, "al") == FOR_PAIRS
    assert question(turn, "çifte al") == PAIRS_QUESTION
    goer = view()
    goer.seats[0].goer = True
    assert turn_of(goer, [DRAW, FOR_PAIRS]).question(EN).plain == "Your turn: draw (Enter), or take ♣5."
    assert question(turn_of(goer, [DRAW, FOR_PAIRS]), "çifte al") == ""


def test_what_cannot_be_taken_is_explained() -> None:
    told = "♣5 ile açılacak bir şey yok; perleri kendiniz yazabilirsiniz: «al ♥5 ♥6 ♥7, …»."
    assert puzzled(turn_of(view()), "al") == told
    assert puzzled(turn_of(view(discards=())), "take", EN) == "There is no discard to take."


def test_the_bottom_card_is_claimed_and_taken() -> None:
    claim = action(claim_bottom=pb.ClaimBottom(card=piece("HJ")))
    assert meant(turn_of(playing()), "iste") == meant(turn_of(playing()), "claim") == claim
    assert question(turn_of(playing()), "alttakini iste") == PAIRS_QUESTION
    assert puzzled(turn_of(playing(bottom=None)), "iste") == "Altta açık kart yok."
    take = action(take_bottom=pb.TakeBottom())
    assert meant(turn_of(view()), "alttakini al") == meant(turn_of(view()), "take bottom", EN) == take


# -- melds -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "look", "groups"),
    [
        ("aç k5 k6 k7", TR, [group(RUN, "H5 H6 H7")]),
        ("aç k7 kupa 6 ♥5", TR, [group(RUN, "H5 H6 H7")]),
        ("open h5-7; s9-j", EN, [group(RUN, "H5 H6 H7"), group(RUN, "S9 ST SJ")]),
        ("open king of spades sk", EN, [group(PAIR, "SK SK")]),
        ("aç k9 m9 joker", TR, [group(SET, "H9 S9 JO")]),
        ("aç 9km *", TR, [group(SET, "H9 S9 JO")]),
        ("aç k5 joker k7", TR, [group(RUN, "H5 JO H7")]),
        ("aç k7 joker k5", TR, [group(RUN, "H5 JO H7")]),
        ("aç mk mk, s3 joker", TR, [group(PAIR, "SK SK"), group(PAIR, "C3 JO")]),
        ("çift mk mk", TR, [group(PAIR, "SK SK")]),
        ("open h5 joker joker", EN, [group(RUN, "H5 JO JO")]),
        ("open sk joker joker", EN, [group(SET, "SK JO JO")]),
    ],
)
def test_groups_are_opened_as_they_are_written(typed: str, look: Look, groups: list[pb.Group]) -> None:
    turn = turn_of(playing(hand=pieces(f"{HAND} JO")))
    assert asked(turn, typed, FINE, look) == Ready(action(open=pb.Open(groups=groups)))


def test_a_wrong_opening_is_asked_about_first() -> None:
    """It costs 50: the house is asked, and then the player."""
    turn = turn_of(playing())
    good = pb.Meld(kind=RUN)
    low = service.CheckGroupsResponse(
        value=18, need=51, wrong_opening=True, groups=[service.GroupCheck(meld=good, value=18)]
    )
    reading = asked(turn, "aç k5 k6 k7", low)
    assert reading.confirm == "Yanlış açış (18 / 51, toplam yetmiyor): 50 ceza. Yine de açılsın mı?"
    bad = service.CheckGroupsResponse(need=51, wrong_opening=True, groups=[service.GroupCheck()])
    told = "A wrong opening (0 / 51, a group is no meld and no pair) costs 50. Open?"
    assert asked(turn, "open h5 h6 h9", bad, EN).confirm == told
    pairs = service.CheckGroupsResponse(need=51, wrong_opening=True, groups=[_pair("SK SK")])
    assert "çiftler böyle açılmaz" in asked(turn, "aç mk mk", pairs).confirm
    assert asked(turn, "aç k5 k6 k7", service.CheckGroupsResponse(refusal="GOES_FOR_PAIRS")).confirm == ""


def _pair(text: str) -> service.GroupCheck:
    return service.GroupCheck(meld=meld(PAIR, text))


def test_groups_are_asked_about_for_nothing() -> None:
    turn = turn_of(playing())
    reading = turn.read("dene k5 k6 k7 at mk", TR)
    assert isinstance(reading, Asked)
    assert reading.fields == {"groups": [group(RUN, "H5 H6 H7")], "finish": piece("SK"), "take": False}
    assert reading.then(FINE) == Puzzled("Olur: 55 / 51.")
    kept = service.CheckGroupsResponse(value=18, need=51, refusal="KEEP_ONE_CARD")
    assert asked(turn, "check h5 h6 h7", kept, EN) == Puzzled(
        "That cannot be laid: 18 / 51, a card must be left to discard."
    )
    low = service.CheckGroupsResponse(
        value=18, need=51, wrong_opening=True, groups=[service.GroupCheck(meld=pb.Meld(kind=RUN))]
    )
    assert asked(turn, "dene k5 k6 k7", low) == Puzzled("Olmaz: 18 / 51, toplam yetmiyor.")
    taking = turn_of(view(hand=pieces(f"{HAND} S5"))).read("dene 5skm", TR)
    assert isinstance(taking, Asked)
    assert taking.fields["take"] is True


def test_the_house_opens_what_it_lists() -> None:
    melds = action(open=pb.Open(groups=[group(RUN, "S9 ST SJ")]))
    pairs = action(open=pb.Open(groups=[group(PAIR, "SK SK")]))
    finish = action(open=pb.Open(groups=[group(RUN, "S9 ST SJ")], finish=piece("SK")))
    turn = turn_of(playing(), [melds, pairs, *discards("S8")])
    assert meant(turn, "aç") == meant(turn, "open") == melds
    assert meant(turn, "çift") == meant(turn, "aç çift") == pairs
    assert turn.offers(TR)[0].plain == "öner · aç · çift · at ♠8 · ?"
    strokes = turn_of(playing(), [finish, melds])
    assert meant(strokes, "bitir") == meant(strokes, "aç") == finish
    assert question(strokes, "finish", EN) == "♠9 ♠10 ♠J, then ♠K goes out. All right?"
    assert puzzled(turn, "bitir") == "Bu elle bitilmiyor."


def test_what_does_not_open_is_explained_with_its_worth() -> None:
    answer = service.SuggestMeldsResponse(melds=[group(RUN, "H5 H6 H7")], value=18, need=51)
    answer.pairs.append(group(PAIR, "SK SK"))
    turn = turn_of(playing())
    assert asked(turn, "aç", answer) == Puzzled("Açılmıyor: per 18 / 51, 1 çift; en iyisi ♥5 ♥6 ♥7.")
    told = "Pairs do not open: 1 (♠K ♠K); to open: 5 pairs, or 4 pairs and a meld."
    assert asked(turn, "pairs", answer, EN) == Puzzled(told)
    strict = turn_of(playing(terms=pb.EllibirTerms(players=4, threshold=51)))
    told = "Çift açılmıyor: 1 (♠K ♠K); açış: 4 ya da 5 çift ve bir per, 6 ya da 7 çift."
    assert asked(strict, "çift", answer) == Puzzled(told)
    assert asked(turn_of(opened()), "aç", answer) == Puzzled("İndirilecek per yok.")
    assert asked(turn, "aç", service.SuggestMeldsResponse(need=51)) == Puzzled("Açılmıyor: per 0 / 51, 0 çift.")


def test_who_is_open_lays_further_melds() -> None:
    lay = action(lay=pb.Lay(groups=[group(RUN, "S9 ST SJ")]))
    turn = turn_of(opened(), [lay, *discards("S8")])
    assert meant(turn, "indir") == meant(turn, "aç") == meant(turn, "put", EN) == lay
    assert asked(turn, "indir m9-j", FINE) == Ready(lay)


def test_the_proposal_stands_in_for_the_hand_until_it_is_arranged_again() -> None:
    answer = service.SuggestMeldsResponse(melds=[group(RUN, "H5 H6 H7")], value=18, need=51)
    answer.pairs.append(group(PAIR, "SK SK"))
    turn = turn_of(playing())
    before = turn.board(TR)
    assert asked(turn, "öner", answer) == Drafted()
    assert turn.board(TR).plain.splitlines()[-2] == "   ♥5   ♥6   ♥7"
    assert turn.offers(TR)[0].plain == "Öneri: per 18 / 51, 1 çift"
    assert asked(turn, "suggest pairs", answer, EN) == Drafted()
    assert turn.board(TR).plain.splitlines()[-2] == "   ♠K   ♠K"
    answer.melds_open = answer.pairs_open = True
    assert asked(turn, "öner", answer) == Drafted()
    assert turn.offers(EN)[0].plain == "Proposal: melds 18 / 51 (opens), pairs: 1 (opens)"
    assert turn.read("renk", TR) == Drafted()
    assert turn.board(TR) == before
    nothing = turn_of(opened())
    assert asked(nothing, "öner", service.SuggestMeldsResponse()) == Drafted()
    assert nothing.offers(TR)[0].plain == "Öneri: inecek bir şey yok."


# -- the table ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "look", "act"),
    [
        ("işle r8 3", TR, pb.LayOff(cards=pieces("D8"), meld=2)),
        ("işle r8", TR, pb.LayOff(cards=pieces("D8"), meld=2)),
        ("işle karo 8", TR, pb.LayOff(cards=pieces("D8"), meld=2)),
        ("lay 8 of diamonds #3", EN, pb.LayOff(cards=pieces("D8"), meld=2)),
        ("layoff d8 3", EN, pb.LayOff(cards=pieces("D8"), meld=2)),
        ("lay joker 3 high", EN, pb.LayOff(cards=pieces("JO"), meld=2, spot=pb.SPOT_HIGH)),
        ("işle joker 3 alt", TR, pb.LayOff(cards=pieces("JO"), meld=2, spot=pb.SPOT_LOW)),
        ("işle mk mk 5", TR, pb.LayOff(cards=pieces("SK SK"), meld=4)),
        ("işle mk mk", TR, pb.LayOff(cards=pieces("SK SK"), meld=4)),
    ],
)
def test_a_card_is_laid_off(typed: str, look: Look, act: pb.LayOff) -> None:
    assert meant(turn_of(opened()), typed, look) == action(lay_off=act)


def test_where_a_card_lays_off_is_found_or_asked() -> None:
    turn = turn_of(opened(hand=pieces("H2 C8 CQ H7 SK JO")))
    assert puzzled(turn, "işle k2") == "♥2 hiçbir pere işlemiyor."
    assert meant(turn, "işle s8") == action(lay_off=pb.LayOff(cards=pieces("C8"), meld=0))
    assert meant(turn, "lay h7", EN) == action(lay_off=pb.LayOff(cards=pieces("H7"), meld=1))
    assert puzzled(turn, "lay h7 44", EN) == "There is no meld 44."
    told = "On which meld? 1: ♣9 ♣10 ♣J★ or 2: ♦7 ♠7 ★ or 3: ♦9 ♦10 ♦J or 4: ♥Q ♠Q ♦Q: like “lay Joker 1”."
    assert puzzled(turn, "lay joker", EN) == told
    assert "ya da 4: ♥Q ♠Q ♦Q" in puzzled(turn, "işle sq")
    assert puzzled(turn, "işle") == "İşleyecek kartınız yok."
    legal = [action(lay_off=pb.LayOff(cards=pieces("D8"), meld=2))]
    assert puzzled(turn_of(opened(), legal), "işle") == "işle ♦8 3"
    assert puzzled(turn, "işle s8 sq mk") == "«işle k8 3» gibi yazın."


def test_a_joker_is_taken_from_the_table() -> None:
    turn = turn_of(opened(hand=pieces("CJ H7 C7 S2")))
    assert meant(turn, "değiş sj") == action(swap_joker=pb.SwapJoker(meld=0, cards=pieces("CJ")))
    assert meant(turn, "swap hearts 7 c7", EN) == action(swap_joker=pb.SwapJoker(meld=1, cards=pieces("H7 C7")))
    assert meant(turn, "değiş m2 2") == action(swap_joker=pb.SwapJoker(meld=1, cards=pieces("S2")))
    assert puzzled(turn, "değiş m2") == "Yerde ♠2 yerine duran joker yok."
    assert puzzled(turn, "swap", EN) == "Write it like “swap h8 3”."


# -- the discard -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "look", "thrown"),
    [("at k9", TR, "H9"), ("♥9", TR, "H9"), ("at maça papaz", TR, "SK"), ("discard c3", EN, "C3"), ("at 10", TR, "ST")],
)
def test_a_card_is_discarded(typed: str, look: Look, thrown: str) -> None:
    turn = turn_of(playing())
    assert meant(turn, typed, look) == discards(thrown)[0]
    assert question(turn, typed, look) == ""


def test_a_discard_that_costs_something_is_asked_about() -> None:
    assert question(turn_of(playing()), "at r8") == ""  # who has not opened is not fined
    table = opened()
    assert question(turn_of(table), "at r8") == "♦8 işler (per 3): atarsanız 50 ceza. Atılsın mı?"
    assert question(turn_of(table), "discard joker", EN) == "Discard the joker?"
    spent = opened(pb.OPENING_PAIRS, laid_off=2)
    assert question(turn_of(spent), "at r8") == ""
    alone = opened()
    for number in (1, 3):
        alone.seats[number].opened = pb.OPENING_NONE
    assert question(turn_of(alone), "at r8") == ""
    last = turn_of(opened(hand=pieces("JO")))
    assert meant(last, "at") == meant(last, "bitir") == discards("JO")[0]
    assert question(last, "at joker") == ""


def test_twins_tek_and_pairs_are_said() -> None:
    turn = turn_of(playing())
    assert meant(turn, "ikiz m9 k9") == action(show_twins=pb.ShowTwins(card=piece("S9"), other=piece("H9")))
    assert puzzled(turn, "twins h9", EN) == "Write two cards, the first goes: “twins h8 s8”."
    assert meant(turn, "tek") == meant(turn, "single") == action(announce_single=pb.AnnounceSingle())
    assert meant(turn, "çifte git") == meant(turn, "declare") == DECLARE
    assert question(turn, "çifte git") == PAIRS_QUESTION


@pytest.mark.parametrize(
    ("typed", "look", "told"),
    [
        ("at", TR, "Hangi kart? «at k9» gibi."),
        ("at k2", TR, "Elinizde ♥2 yok."),
        ("at 4", TR, "Hangisi: ♣4 ya da ♦4?"),
        ("at vale papaz", TR, NO_CARD),
        ("discard 2", EN, "You hold no 2."),
        ("aç k5 k6 k6", TR, "Elinizde ♥6 yok."),
        ("aç at k9", TR, "Önce perleri yazın."),
        ("hıh", TR, "«hıh» anlaşılmadı; ? ile ne yapabileceğinizi görün."),
        ("what", EN, "“what” is not understood; ? shows what you may do."),
        ("", TR, "? ile ne yapabileceğinizi görün."),
    ],
)
def test_what_cannot_be_read_is_explained(typed: str, look: Look, told: str) -> None:
    assert puzzled(turn_of(playing()), typed, look) == told


# -- out of turn -------------------------------------------------------------------------------------------------------


def test_out_of_turn_one_may_look_and_declare_pairs() -> None:
    turn = EllibirTurn(update_of(view(turn=1)), (), Held())
    assert turn.question(TR).plain == "Bora düşünüyor…"
    assert turn.offers(TR) == []
    assert turn.guide(TR) is None
    assert "Sıra sizde değil" in puzzled(turn, "at k7")
    assert meant(turn, "çifte git") == DECLARE
    for typed in ("çizelge", "cezalar", "eller", "atılanlar"):
        assert isinstance(turn.read(typed, TR), Listed)


def test_how_the_hand_is_held_outlives_the_turn() -> None:
    terminal = EllibirTerminal()
    assert terminal.turn(update_of(view()), ()).read("diz sayı", TR) == Drafted()
    assert "diziliş: sayı" in terminal.turn(update_of(playing()), ()).board(TR).plain
    assert terminal.turn(update_of(view()), ()).read("sort", EN) == Drafted()
    assert "arranged by pairs" in terminal.board(update_of(view()), EN).plain
    assert puzzled(turn_of(view()), "diz hıh") == "Dizilişler: renk, sayı, çift."


@pytest.mark.parametrize("word", sorted(COMMANDS))
def test_every_word_is_understood(word: str) -> None:
    """Whatever it comes to: an act, a question, a list, or a sentence that says how it is written."""
    for table in (view(), playing(), opened()):
        reading = turn_of(table).read(word, EN)
        assert not (isinstance(reading, Puzzled) and "is not understood" in reading.sentence)


def test_what_may_be_done_is_completed() -> None:
    turn = turn_of(playing(hand=pieces("H9 JO S8")))
    assert turn.completions("at ♥") == ["at ♥9"]
    assert turn.completions("disc") == ["discard ♠8", "discard ♥9", "discard joker"]


def test_a_refused_act_leaves_the_turn_as_it_was() -> None:
    turn = turn_of(playing())
    before = turn.board(TR)
    meant(turn, "at k7")
    turn.refused()
    assert turn.board(TR) == before
