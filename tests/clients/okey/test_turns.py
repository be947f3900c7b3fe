"""What people type at an okey table, and what is made of it."""

from typing import Any

import pytest

from kiraathane.okey.v1 import okey_pb2 as pb
from kiraathane.okey.v1 import okey_service_pb2 as service
from kiraathane_client.okey.rack import Stand
from kiraathane_client.okey.terminal import OkeyTerminal
from kiraathane_client.okey.turn import OkeyTurn
from kiraathane_client.okey.vocabulary import COMMANDS
from kiraathane_client.terminal import Asked, Drafted, Listed, Look, Puzzled, Ready
from tests.clients.okey.matches import (
    PAIRS,
    RACK,
    SERIES,
    action,
    discards,
    group,
    groups,
    laid,
    piece,
    playing,
    tile,
    tiles,
    turn_of,
    update_of,
    view,
)

TR, EN = Look("tr"), Look("en")
NO_TILE = "«k14» bir taş değil. K kırmızı, M mavi, S siyah, Y sarı: «k5», «okey», «okey=m7», «sahte» gibi yazın."


def meant(turn: OkeyTurn, typed: str, look: Look = TR) -> pb.OkeyAction:
    reading = turn.read(typed, look)
    assert isinstance(reading, Ready), reading
    return reading.action


def question(turn: OkeyTurn, typed: str, look: Look = TR) -> str:
    reading = turn.read(typed, look)
    assert isinstance(reading, Ready), reading
    return reading.confirm


def puzzled(turn: OkeyTurn, typed: str, look: Look = TR) -> str:
    reading = turn.read(typed, look)
    assert isinstance(reading, Puzzled), reading
    return reading.sentence


def asked(turn: OkeyTurn, typed: str, answer: Any, look: Look = TR) -> Any:
    """What is made of the house's answer."""
    reading = turn.read(typed, look)
    assert isinstance(reading, Asked), reading
    return reading.then(answer)


def opened(**fields: Any) -> pb.OkeyView:
    """A table at which the viewer is open."""
    table = playing(**fields)
    table.seats[0].opened = pb.OPENED_SERIES
    return table


# -- drawing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["", "çek", "ç", "cek", "draw", "d", " ÇEK "])
def test_a_tile_is_drawn(typed: str) -> None:
    assert meant(turn_of(view()), typed) == action(draw=pb.Draw())


def test_nothing_is_discarded_before_a_tile_is_drawn() -> None:
    assert puzzled(turn_of(view()), "at s7") == "Önce taş çekin (Enter)."
    assert puzzled(turn_of(view()), "k7", EN) == "Draw first (Enter)."
    assert "anlaşılmadı" in puzzled(turn_of(view()), "olmaz")


@pytest.mark.parametrize("typed", ["yan", "y", "yandan al", "side", "take"])
def test_the_side_tile_is_taken(typed: str) -> None:
    assert meant(turn_of(view()), typed) == action(take_side=pb.TakeSide())


def test_the_side_tile_goes_back_for_nothing_but_in_the_tournament() -> None:
    turn = turn_of(playing(side=tile("B7")))
    assert meant(turn, "geri bırak") == meant(turn, "return") == action(return_side=pb.ReturnSide())
    assert question(turn, "geri bırak") == ""
    tournament = turn_of(playing(side=tile("B7"), terms=pb.OkeyTerms(game="101", fines=True, tournament=True)))
    assert question(tournament, "geri bırak") == "Geri bırakmak 101 ceza. Emin misiniz?"


@pytest.mark.parametrize(
    ("opening", "returnable", "told"),
    [
        (pb.OPENED_NONE, True, "Yandan M7 aldınız: bu turda onunla açın ya da «geri bırak»."),
        (pb.OPENED_NONE, False, "Yandan M7 aldınız: bu turda onunla açın."),
        (pb.OPENED_SERIES, True, "Yandan M7 aldınız: bu turda kullanın ya da «geri bırak»."),
    ],
)
def test_what_the_side_tile_binds_to_is_said(opening: Any, returnable: bool, told: str) -> None:
    table = playing(side=tile("B7"), side_owed=True, side_returnable=returnable, drawn=None)
    table.seats[0].opened = opening
    assert turn_of(table).question(TR).plain == told
    table.side_owed = False
    assert turn_of(table).question(TR).plain == "Bir taş atın."


# -- melds -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "look", "area", "text"),
    [
        ("aç k8 k9 k10, y9 y10 y11", TR, SERIES, "R8 R9 R10, Y9 Y10 Y11"),
        ("aç k8-10; sarı 9 y10 11y", TR, SERIES, "R8 R9 R10, Y9 Y10 Y11"),
        ("open r8-10 / y9-11", EN, SERIES, "R8 R9 R10, Y9 Y10 Y11"),
        ("open 1rkby", EN, SERIES, "R1 K1 B1 Y1"),
        ("open r12 r13 okey", EN, SERIES, "R12 R13 R5"),
        ("aç k12 k13 okey=k11", TR, SERIES, "R12 R13 R5=R11"),
        ("aç k12 k13 *k11", TR, SERIES, "R12 R13 R5=R11"),
        ("aç k8 k9 k11*", TR, SERIES, "R8 R9 R5=R11"),
        ("aç m5 sahte s5", TR, SERIES, "B5 F K5"),
        ("aç m5 k5 okey=s5", TR, SERIES, "B5 F R5=K5"),
        ("aç m5 kırmızı 5 okey=s5", TR, SERIES, "B5 F R5=K5"),
        ("aç m7 okey, s7 sahte", TR, PAIRS, "B7 R5, K7 F"),
        ("çift m7 okey", TR, PAIRS, "B7 R5"),
        ("pairs b7 okey", EN, PAIRS, "B7 R5"),
    ],
)
def test_groups_are_opened_as_they_are_written(typed: str, look: Look, area: Any, text: str) -> None:
    table = playing(rack=tiles(f"{RACK} K5"))
    assert meant(turn_of(table), typed, look) == action(open=pb.Open(area=area, groups=groups(text)))


def test_a_hand_is_finished_with_an_opening() -> None:
    table = playing(rack=tiles("R8 R9 R10 K7"))
    finish = pb.Open(area=SERIES, groups=groups("R8 R9 R10"), finish=tiles("K7"))
    assert meant(turn_of(table), "aç k8-10 at s7") == action(open=finish)
    turn = turn_of(table, [action(open=finish)])
    assert meant(turn, "bitir") == meant(turn, "aç") == action(open=finish)
    assert question(turn, "bitir") == "K8 K9 K10 açılır, S7 ile el biter. Tamam mı?"
    assert puzzled(turn_of(table), "finish", EN) == "This rack does not finish."


def test_the_house_opens_what_it_lists() -> None:
    series = action(open=pb.Open(area=SERIES, groups=groups("R8 R9 R10")))
    pairs = action(open=pb.Open(area=PAIRS, groups=groups("B7 R5")))
    turn = turn_of(playing(), [series, pairs, *discards("R7")])
    assert meant(turn, "aç") == meant(turn, "open") == series
    assert meant(turn, "çift") == meant(turn, "aç çift") == meant(turn, "pairs", EN) == pairs
    assert turn.offers(TR)[0].plain == "öner · aç · çift · at K7 · ?"


def test_what_does_not_open_is_explained_with_its_worth() -> None:
    answer = service.SuggestMeldsResponse(series=groups("R12 R13 R5=R11"), worth=97, need=101, need_pairs=5)
    answer.pairs.extend(groups("B7 R5=B7"))
    turn = turn_of(playing())
    assert asked(turn, "aç", answer) == Puzzled("Açılmıyor: 97 / 101 (K12 K13 K11★), çift 1 / 5.")
    assert asked(turn, "çift", answer, EN) == Puzzled("Pairs do not open: 1 / 5 (B7 B7★).")
    answer.worth = 105
    owing = turn_of(playing(side=tile("B7")))
    assert asked(owing, "open", answer, EN) == Puzzled("That does not open with B7, which you took.")
    assert asked(turn_of(opened()), "aç", answer) == Puzzled("İndirilecek per yok.")
    assert asked(turn_of(opened()), "çift", answer) == Puzzled("İndirilecek çift yok.")


def test_the_proposal_stands_in_for_the_rack_until_it_is_arranged_again() -> None:
    answer = service.SuggestMeldsResponse(series=groups("R12 R13 R5=R11"), worth=36, need=101, need_pairs=5)
    answer.pairs.extend(groups("B7 R5=B7"))
    answer.stroke.extend(groups("R8 R9 R10"))
    answer.finish.CopyFrom(tile("K7"))
    turn = turn_of(playing())
    before = turn.board(TR)
    assert asked(turn, "öner çift", answer) == Drafted()
    assert "  M7  M7★" in turn.board(TR).plain
    assert asked(turn, "suggest", answer) == Drafted()
    assert "  K8  K9  K10" in turn.board(TR).plain
    assert turn.offers(TR)[0].plain == "Öneri: seri 36 / 101, çift 1 / 5, S7 ile bitiyor («bitir»)"
    assert turn.read("renk", TR) == Drafted()
    assert turn.board(TR) == before


def test_groups_are_asked_about() -> None:
    turn = turn_of(playing())
    reading = turn.read("dene k8 k9 k10", TR)
    assert isinstance(reading, Asked)
    assert reading.fields == {"area": SERIES, "groups": groups("R8 R9 R10")}
    below = service.CheckGroupsResponse(reason="BELOW_VALUE", worth=27, need=101)
    assert reading.then(below) == Puzzled("Açılmaz: 27 / 101, toplam yetmiyor.")
    faces = service.CheckGroupsResponse(reason="OKEY_NEEDS_FACE", details={"tiles": "🔴7 🔵7", "faces": "🟡7, ⚫7"})
    told = "That does not open: 0 / 0, what an okey stands for is not said (R7 B7) (Y7, K7)."
    assert asked(turn, "check r8 r9 r10", faces, EN) == Puzzled(told)
    good = service.CheckGroupsResponse(worth=105, need=101)
    assert asked(turn, "dene k8 k9 k10", good) == Puzzled("Açılır: 105 / 101.")
    assert puzzled(turn, "dene") == "«dene k5 k6 k7, …» yazın."


# -- staging -----------------------------------------------------------------------------------------------------------


def staged(text: str, **fields: Any) -> pb.OkeyView:
    lying = [pb.Group(pieces=laid(part, "R5")) for part in text.split(",")]
    return playing(area=SERIES, staged=lying, **fields)


def test_groups_without_an_okey_are_staged_at_once() -> None:
    turn = turn_of(playing())
    auto = pb.AutoPlace(area=SERIES, groups=[pb.Tiles(tiles=tiles("R8 R9 R10")), pb.Tiles(tiles=tiles("Y9 Y10 Y11"))])
    assert meant(turn, "ser k8 k9 k10, y9-11") == action(auto_place=auto)
    assert meant(turn_of(playing(), [action(auto_place=auto)]), "ser") == action(auto_place=auto)
    assert puzzled(turn, "stage", EN) == "There is no meld without an okey to stage."
    assert "taş taş serilir" in puzzled(turn, "ser k12 k13 okey")


def test_tiles_are_staged_one_by_one() -> None:
    place = pb.Place(piece=piece("R7"), area=SERIES, group=0, pos=0)
    assert meant(turn_of(playing()), "koy k7") == meant(turn_of(playing()), "ser k7") == action(place=place)
    turn = turn_of(staged("R8 R9 R10,Y9 Y10"))
    assert meant(turn, "koy k7 a") == action(place=pb.Place(piece=piece("R7"), area=SERIES, group=0, pos=0))
    assert meant(turn, "koy y11 b") == action(place=pb.Place(piece=piece("Y11"), area=SERIES, group=1, pos=2))
    assert meant(turn, "koy okey=y8 b 1") == action(place=pb.Place(piece=piece("R5=Y8"), area=SERIES, group=1, pos=0))
    assert meant(turn, "place k7", EN) == action(place=pb.Place(piece=piece("K7"), area=SERIES, group=2, pos=0))
    assert meant(turn_of(playing()), "koy k7 çift").place.area == PAIRS
    assert puzzled(turn, "koy k7 d") == "Öyle bir grup yok; serilenler: a, b"


def test_what_is_staged_is_committed_or_taken_back() -> None:
    turn = turn_of(staged("R8 R9 R10"))
    assert meant(turn, "aç") == meant(turn, "tamam") == meant(turn, "commit") == action(commit=pb.Commit())
    assert meant(turn, "geri") == meant(turn, "undo") == action(undo=pb.Undo())
    assert meant(turn, "topla") == meant(turn, "geri topla") == action(collect=pb.Collect())
    assert question(turn, "collect", EN) == "To collect costs 101. Are you sure?"
    free = turn_of(staged("R8 R9 R10", terms=pb.OkeyTerms(game="51")))
    assert question(free, "topla") == ""


def test_in_the_tournament_a_commit_that_fails_is_asked_about_first() -> None:
    turn = turn_of(staged("F K5 B5", terms=pb.OkeyTerms(game="101", fines=True, tournament=True)))
    reading = turn.read("tamam", TR)
    assert isinstance(reading, Asked)
    assert reading.fields == {"area": SERIES, "groups": [group("F K5 B5")]}
    good = reading.then(service.CheckGroupsResponse(worth=105, need=101))
    assert good == Ready(action(commit=pb.Commit()))
    bad = reading.then(service.CheckGroupsResponse(reason="BELOW_VALUE", worth=97, need=101))
    told = "Açılmaz: 97 / 101, toplam yetmiyor. 101 ceza yazılır. Emin misiniz?"
    assert bad == Ready(action(commit=pb.Commit()), told)


# -- the table ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "look", "act"),
    [
        ("işle m7 4", TR, pb.LayOff(tile=tile("B7"), meld=3)),
        ("isle 4 m7", TR, pb.LayOff(tile=tile("B7"), meld=3)),
        ("işle mavi 7", TR, pb.LayOff(tile=tile("B7"), meld=3)),
        ("lay b7", EN, pb.LayOff(tile=tile("B7"), meld=3)),
        ("lay blue 7 #4", EN, pb.LayOff(tile=tile("B7"), meld=3)),
        ("lay off b7 4", EN, pb.LayOff(tile=tile("B7"), meld=3)),
        ("işle okey 2 alt", TR, pb.LayOff(tile=tile("R5"), meld=1, spot=pb.SPOT_LOW)),
        ("lay okey 2 high", EN, pb.LayOff(tile=tile("R5"), meld=1, spot=pb.SPOT_HIGH)),
        ("lay okey 1 red", EN, pb.LayOff(tile=tile("R5"), meld=0, spot=pb.SPOT_RED)),
        ("işle okey 3", TR, pb.LayOff(tile=tile("R5"), meld=2)),
    ],
)
def test_a_tile_is_laid_off(typed: str, look: Look, act: pb.LayOff) -> None:
    assert meant(turn_of(opened()), typed, look) == action(lay_off=act)


def test_where_a_tile_lays_off_is_found_or_asked() -> None:
    turn = turn_of(opened(rack=tiles("Y1 K9 K13 R10 B7")))
    assert puzzled(turn, "işle y1") == "Y1 hiçbir pere işlemiyor."
    assert meant(turn, "işle k10") == action(lay_off=pb.LayOff(tile=tile("R10"), meld=0))
    assert puzzled(turn, "lay b7 44", EN) == "There is no meld 44."
    okey = turn_of(opened())
    assert "Hangi pere? 1: Y10 M10 S10 ya da 2: S10 S11 S12" in puzzled(okey, "işle okey")
    legal = [action(lay_off=pb.LayOff(tile=tile("K9"), meld=1)), action(lay_off=pb.LayOff(tile=tile("K13"), meld=1))]
    assert puzzled(turn_of(opened(), legal), "işle") == "işle S9 2, işle S13 2"
    assert puzzled(turn, "lay", EN) == "You have no tile to lay off."


def test_an_okey_is_taken_from_the_table() -> None:
    turn = turn_of(opened(rack=tiles("Y7 B11 K3")))
    assert meant(turn, "değiş y7") == action(swap_okey=pb.SwapOkey(tile=tile("Y7"), meld=9, place=1))
    assert meant(turn, "swap b11 3", EN) == action(swap_okey=pb.SwapOkey(tile=tile("B11"), meld=2, place=2))
    assert meant(turn, "değiş s3 3") == action(swap_okey=pb.SwapOkey(tile=tile("K3"), meld=2, place=2))
    assert puzzled(turn, "değiş s3") == "Yerde S3 yerine duran okey yok."


# -- the discard -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "look", "thrown"),
    [
        ("at k7", TR, "R7"),
        ("k7", TR, "R7"),
        ("at siyah 7", TR, "K7"),
        ("discard k7", EN, "K7"),
        ("7k", EN, "K7"),
        ("at sahte", TR, "F"),
        ("false", EN, "F"),
    ],
)
def test_a_tile_is_discarded(typed: str, look: Look, thrown: str) -> None:
    turn = turn_of(playing(melds=()))
    assert meant(turn, typed, look) == action(discard=pb.Discard(tile=tile(thrown), onto=pb.ONTO_SIDE))
    assert question(turn, typed, look) == ""


def test_a_discard_that_costs_something_is_asked_about() -> None:
    turn = turn_of(playing())
    assert question(turn, "at m7") == "M7 işler (per 4): atarsanız 101 ceza. Atılsın mı?"
    assert question(turn, "discard okey", EN) == "R5★ is an okey, which costs 101. Discard it?"
    free = turn_of(playing(terms=pb.OkeyTerms(game="51")))
    assert question(free, "at m7") == ""
    assert question(free, "at okey") == "K5★ okey. Atılsın mı?"
    tournament = turn_of(playing(terms=pb.OkeyTerms(game="101", fines=True, tournament=True)))
    assert question(tournament, "at m7") == ""  # noticing it is the players' work


def test_the_last_tile_finishes() -> None:
    turn = turn_of(opened(rack=tiles("R5")))
    assert meant(turn, "at") == meant(turn, "bitir") == action(discard=pb.Discard(tile=tile("R5"), onto=pb.ONTO_SIDE))
    assert question(turn, "at okey") == ""
    onto = action(discard=pb.Discard(tile=tile("R5"), onto=pb.ONTO_INDICATOR))
    assert meant(turn, "at okey gösterge") == meant(turn, "discard okey indicator", EN) == onto


def test_the_real_and_the_false_okey_are_told_apart() -> None:
    both = turn_of(playing())
    assert puzzled(both, "at k5") == "Okey mi, sahte okey mi? «okey» ya da «sahte» yazın."
    assert meant(both, "at k5°").discard.tile == tile("F")
    assert meant(both, "at k5*").discard.tile == tile("R5")
    only = turn_of(playing(rack=tiles("R5 K1 K2")))
    assert meant(only, "at k5").discard.tile == tile("R5")


@pytest.mark.parametrize(
    ("typed", "look", "told"),
    [
        ("at", TR, "Hangi taş? «at k9» gibi."),
        ("at k2", TR, "Istakanızda K2 yok."),
        (
            "discard r14",
            EN,
            "“r14” is no tile. R red, B blue, K black, Y yellow: like “r5”, “okey”, “okey=b7”, “false”.",
        ),
        ("aç k8 k9 k9", TR, "Istakanızda K9 yok."),
        ("hıh", TR, "«hıh» anlaşılmadı; ? ile ne yapabileceğinizi görün."),
        ("what", EN, "“what” is not understood; ? shows what you may do."),
        ("", TR, "? ile ne yapabileceğinizi görün."),
    ],
)
def test_what_cannot_be_read_is_explained(typed: str, look: Look, told: str) -> None:
    assert puzzled(turn_of(playing()), typed, look) == told


# -- beside the game ---------------------------------------------------------------------------------------------------


def test_the_tournament_has_claims_and_signs() -> None:
    turn = turn_of(playing())
    claim = pb.ClaimIsler(colour=pb.COLOUR_RED, number=9)
    assert meant(turn, "işler k9") == meant(turn, "claim r9", EN) == action(claim_isler=claim)
    assert puzzled(turn, "işler") == "Rengi ve sayısıyla söyleyin: «işler k9»."
    assert meant(turn, "söyle") == meant(turn, "declare") == action(self_declare=pb.SelfDeclare())
    assert meant(turn, "işaret okey var") == action(give_sign=pb.GiveSign(sign=pb.SIGN_HAVE_OKEY))
    assert meant(turn, "sign wait", EN) == action(give_sign=pb.GiveSign(sign=pb.SIGN_WAIT))
    assert puzzled(turn, "işaret hıh").startswith("İşaretler: bekle, aç")
    assert meant(turn, "devam") == action(devam=pb.Devam())


def test_out_of_turn_one_may_look_and_claim() -> None:
    turn = OkeyTurn(update_of(view(turn=1)), (), Stand())
    assert turn.question(TR).plain == "Bora düşünüyor…"
    assert turn.offers(TR) == []
    assert turn.guide(TR) is None
    assert "Sıra sizde değil" in puzzled(turn, "at k7")
    assert puzzled(turn, "", EN) == "? shows what you may do."
    assert meant(turn, "işler k9").HasField("claim_isler")
    for typed in ("çizelge", "cezalar", "ıstakalar", "atılanlar"):
        assert isinstance(turn.read(typed, TR), Listed)


def test_the_discards_that_may_be_seen_are_listed() -> None:
    table = view()
    table.seats[0].discards.extend(tiles("R7 F"))
    listed = turn_of(table).read("discards", EN)
    assert isinstance(listed, Listed)
    assert listed.content.plain.splitlines()[:2] == ["Ayşe (3): R7 R5°", "Bora (4): Y2"]


def test_how_the_rack_stands_outlives_the_turn() -> None:
    terminal = OkeyTerminal()
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
    turn = turn_of(playing(rack=tiles("R7 K7 R5 F")))
    assert turn.completions("at k") == ["at K7"]
    assert turn.completions("disc") == ["discard R7", "discard K7", "discard okey", "discard false"]


def test_a_refused_act_leaves_the_turn_as_it_was() -> None:
    turn = turn_of(playing())
    before = turn.board(TR)
    meant(turn, "at k7")
    turn.refused()
    assert turn.board(TR) == before


def test_what_the_house_says_is_shown_with_the_screens_tiles() -> None:
    told = OkeyTerminal().told("🔴7 buraya işlemez; ⚫️10, 🃏, 🟡", TR)
    assert told == "K7 buraya işlemez; S10, sahte okey, sarı"
    assert OkeyTerminal().told("“🔵9” …", Look("en", ascii=True)) == '"B9" ...'
