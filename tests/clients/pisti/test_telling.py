"""What happened is told in both languages, and to each seat what it may know."""

from kiraathane.pisti.v1 import pisti_pb2 as pb
from kiraathane_client.pisti.table import POINTS
from kiraathane_client.pisti.telling import CAUSES
from kiraathane_client.pisti.terminal import terminal
from kiraathane_client.terminal import Look
from services.kernel.game import Fate, Lapse, LapseCause, Seat
from services.pisti import game
from services.pisti.meta import META
from services.pisti.score import REASONS
from services.pisti.state import State
from tests.clients.pisti.matches import LAST, PLAYING, START, state_of, update_of

TR, EN = Look("tr"), Look("en")
BLUFF = {"bluff": "on"}


def told(state: State, viewer: int | None = 0, look: Look = TR) -> list[str]:
    return [line.plain for line in terminal.happenings(update_of(state, viewer), look)]


def test_cards_captures_and_pistis() -> None:
    assert told(state_of(PLAYING, "A CA")) == ["● Ayşe: ♣A"]
    assert told(state_of(PLAYING, "A H9")) == ["● Ayşe: ♥9", "● Ayşe: yeri aldı, 2 kart", "PİŞTİ! Ayşe +10 (pişti)"]
    assert told(state_of(PLAYING, "A H9"), 1, EN)[1] == "○ Ayşe: takes the pile, 2 cards"


def test_the_start_cards_are_told_to_whoever_took_them() -> None:
    state = state_of(START.replace("stock *", "wonB *"), "A DJ")
    assert told(state)[1] == "● Ayşe: yeri aldı, 5 kart  (kapalı olanlar ♣3 ♣4 ♣5)"
    for viewer in (1, None):
        assert told(state, viewer)[1] == "○ Ayşe: yeri aldı, 5 kart"


def test_a_bluff_is_told_without_its_card() -> None:
    state = state_of(PLAYING, "A bluff CA", **BLUFF)
    assert told(state) == ["● Ayşe: kapalı bir kart sürdü, «pişti» diyor  (kartınız ♣A)"]
    assert told(state, 1) == ["○ Ayşe: kapalı bir kart sürdü, «pişti» diyor"]
    accepted = told(state_of(PLAYING, "A bluff CA", "B accept", **BLUFF), 1)
    assert accepted == [
        "● usta (bot): kabul etti",
        "○ Ayşe: yeri aldı, 2 kart",
        "Ayşe +10 (blöf kabul)",
    ]
    assert "♣A" in told(state_of(PLAYING, "A bluff CA", "B challenge", **BLUFF), 1)[0]
    assert "doğruymuş" in told(state_of(PLAYING, "A bluff H9", "B challenge", **BLUFF), 1)[0]


def test_a_time_out_is_told() -> None:
    state = game.apply(state_of(PLAYING), Lapse(Seat(0), LapseCause.TIMEOUT))
    assert told(state)[0] == "● Ayşe: ♥9  (süresi doldu)"


def test_the_beginning_of_a_match_and_a_jack_that_goes_back() -> None:
    state = game.apply(state_of("drawing"), Fate((1,)))
    assert told(state) == ["● Ayşe: ilk oyunu dağıtıyor"]
    first = (1, 2, 3, 9)  # C3 C4 C5, then the jack of clubs
    state = game.apply(state, Fate((*first, *(n for n in range(52) if n not in first))))
    assert told(state) == ["Yere ♣J açıldı: vale desteye döndü, yeniden karıldı."]
    state = game.apply(state, Fate((1, 0, *range(2, 49))))
    assert told(state)[0].startswith("1. oyun başladı: yerde ♣2")
    assert told(state)[1] == "Kâğıt dağıtıldı (1/6)."


def test_the_end_of_a_game_and_of_the_match() -> None:
    state = state_of(LAST, "B H8")
    assert told(state)[-1] == "1. oyunu Ayşe kazandı: Ayşe – usta (bot) 21–15"
    drawn = "A - / B H8 / pile D9 / wonA CA DA HA SA CJ DJ HJ SJ / wonB * / last B / lines A:PISTI B:PISTI"
    assert told(state_of(drawn, "B H8"), 0, EN)[-1].startswith("Game 1 is drawn")
    assert told(state_of(drawn, "B H8"))[1] == "○ usta (bot): yerde kalan 2 kartı aldı"
    (line,) = terminal.result(update_of(state, 0), TR)
    assert line.plain == "Kazandınız!  Ayşe – usta (bot): 21–15  (kartlar sayıldı)"
    assert terminal.result(update_of(state, 1), EN)[0].plain.startswith("You lose.")
    assert terminal.result(update_of(state, None), EN)[0].plain.startswith("Ayşe wins.")
    assert terminal.result(update_of(state_of(drawn, "B H8"), 0), TR)[0].plain.startswith("Maç berabere bitti.")


def test_leaving() -> None:
    state = game.apply(state_of(PLAYING), Lapse(Seat(1), LapseCause.LEFT))
    assert told(state) == ["○ usta (bot): masadan kalktı"]
    assert "(masadan kalkıldı)" in terminal.result(update_of(state, 0), TR)[0].plain


def test_something_newer_than_the_program_is_left_out() -> None:
    update = update_of(state_of(PLAYING), 0)
    update.happenings.append(pb.PistiHappening())
    assert not terminal.happenings(update, TR)


def test_every_end_and_every_reason_of_the_family_has_words() -> None:
    assert {cause.cause for cause in META.end_causes} <= set(CAUSES)
    assert set(REASONS) <= set(POINTS)
