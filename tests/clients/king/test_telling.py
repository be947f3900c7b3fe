"""What happened is told in both languages."""

import msgspec

from kiraathane.king.v1 import king_pb2 as pb
from kiraathane_client.king.telling import CAUSES
from kiraathane_client.king.terminal import terminal
from kiraathane_client.terminal import Look
from services.kernel.game import Config, Fate, Lapse, LapseCause, Seat
from services.king import game
from services.king.meta import META
from services.king.state import State
from tests.clients.king.matches import FORCED, NAMING, PLAYING, act, state_of, update_of

TR, EN = Look("tr"), Look("en")
LAST = "play koz-S by 3 hands A.../K.../Q.../J... trick 0: broken"


def told(state: State, look: Look = TR, viewer: int | None = 3) -> list[str]:
    return [line.plain for line in terminal.happenings(update_of(state, viewer), look)]


def test_the_lot_and_the_deal_are_told() -> None:
    state = game.apply(game.setup(config()), Fate((2,)))
    assert told(state) == ["Bora: ilk eli söyleyecek"]
    assert told(game.apply(state, Fate(tuple(range(52)))), EN) == ["Bora: hand 1 is dealt, and is to name it"]


def config() -> Config:
    return Config(options=META.resolve({}))


def test_what_is_named_is_told() -> None:
    assert told(act(state_of(NAMING), 2, "name erkek")) == ["Can (bot): Erkek Almaz"]
    assert told(act(state_of(NAMING), 2, "name koz-H"), EN) == ["Can (bot): Koz ♥"]
    assert told(act(state_of(FORCED, kingLength=12), 0, "redeal"), EN) == ["Ayşe: asks for new cards"]


def test_a_card_and_the_trick_it_ends_are_told() -> None:
    state = act(act(act(state_of(PLAYING), 3, "S9"), 0, "SA"), 1, "SK")
    assert told(state) == ["Bora: ♠K", "Ayşe: eli aldı  (♠8 ♠9 ♠A ♠K)"]


def test_what_the_rules_did_is_told() -> None:
    late = game.apply(state_of(NAMING), Lapse(Seat(2), LapseCause.TIMEOUT))
    assert told(late) == ["Can (bot): Son İki  (kurallar)"]
    late = game.apply(state_of(PLAYING), Lapse(Seat(3), LapseCause.TIMEOUT))
    assert told(late, EN) == ["Deniz: ♠5  (by the rules)"]


def finished(text: str, **options: object) -> State:
    state = state_of(text, **options)
    for seat, card in enumerate(("SA", "SK", "SQ", "SJ")):
        state = act(state, seat, card)
    return state


def test_the_end_of_a_hand_is_told_with_its_points() -> None:
    assert told(finished(LAST))[2:] == ["Koz ♠ bitti: Ayşe +50  Bora 0  Can (bot) 0  Deniz 0"]
    early = state_of("play rifki by 3 hands 5.A../6.K../K7.../J8... trick 0: broken", earlyEnd="on")
    for seat, card in enumerate(("HA", "HK", "SK", "SJ")):
        early = act(early, seat, card)
    assert told(early, EN)[2:] == [
        "Rıfkı is over: Ayşe -320  Bora 0  Can (bot) 0  Deniz 0",
        "Cards that were not played:",
        "  Ayşe: ♠5",
        "  Bora: ♠6",
        "  Can (bot): ♠7",
        "  Deniz: ♠8",
    ]


def test_a_hand_that_does_not_count_is_told() -> None:
    tricks = "1:CQ,C2,C3,C4;2:DQ,D2,D3,D4;3:SQ,S2,S3,S4"
    state = state_of(f"play kiz by 3 hands .A../.Q../.2../.3.. trick 0: tricks {tricks}", kizIptal="on")
    for seat, card in enumerate(("HA", "HQ", "H2", "H3")):
        state = act(state, seat, card)
    assert told(state)[2:] == ["Kız Almaz sayılmadı: herkes bir kız aldı. Aynı oyuncu yeniden söyler."]


def test_something_newer_than_the_program_is_left_out() -> None:
    update = update_of(state_of(NAMING), 2)
    update.happenings.append(pb.KingHappening())
    assert list(terminal.happenings(update, TR)) == []


def result(state: State, viewer: int | None, look: Look = TR, cause: str = "played_out") -> list[str]:
    update = update_of(state, viewer)
    update.info.end_cause = cause
    return [line.plain for line in terminal.result(update, look)]


def ended(length: int) -> State:
    chart = ";".join(["0:el:-50,100,0,-50", *["1:el:0,0,0,0"] * (length - 2)])
    return finished(f"{LAST} chart {chart}", kingLength=length)


def test_after_twenty_hands_one_has_come_out_or_gone_under() -> None:
    assert result(ended(20), 0) == [
        "Kazandınız!  (bütün eller oynandı)",
        "  1. Bora: 100  (100 +0)  çıkmış",
        "  1. Ayşe: 0  (-50 +50)  çıkmış",
        "  1. Can (bot): 0  (0 +0)  çıkmış",
        "  4. Deniz: -50  (-50 +0)  batmış",
    ]
    assert result(ended(20), 3)[0] == "Kaybettiniz; Ayşe, Bora, Can (bot) kazandı.  (bütün eller oynandı)"


def test_after_twelve_hands_the_highest_total_has_won() -> None:
    lines = result(ended(12), None, EN)
    assert lines[0] == "Bora won.  (all hands were played)"
    assert "came out" not in "".join(lines)
    nobody = msgspec.structs.replace(ended(12), ending=msgspec.structs.replace(ended(12).ending, winners=()))
    assert result(nobody, 1, EN)[0] == "Nobody has won.  (all hands were played)"


def test_every_end_of_the_family_has_words() -> None:
    assert {cause.cause for cause in META.end_causes} == set(CAUSES)
