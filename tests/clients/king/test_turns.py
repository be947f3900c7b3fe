"""What people type at a King table, and what is made of it."""

import pytest

from kiraathane_client.king.turn import KingTurn
from kiraathane_client.terminal import Listed, Look, Puzzled, Ready
from services.kernel.cards import Suit, read_card
from services.king import wire
from services.king.actions import Action, AskRedeal, NamePenalty, NameTrump, PlayCard
from services.king.contracts import Contract
from tests.clients.king.matches import FORCED, NAMING, PLAYING, TRUMP, act, state_of, turn_of

TR, EN = Look("tr"), Look("en")


def meant(turn: KingTurn, typed: str, look: Look = TR) -> Action:
    reading = turn.read(typed, look)
    assert isinstance(reading, Ready), reading
    return wire.action_from_proto(reading.action)


def puzzled(turn: KingTurn, typed: str, look: Look = TR) -> str:
    reading = turn.read(typed, look)
    assert isinstance(reading, Puzzled), reading
    return reading.sentence


@pytest.mark.parametrize(
    ("typed", "contract"),
    [
        ("el almaz", Contract.EL),
        ("EL", Contract.EL),
        ("kupa", Contract.KUPA),
        ("Kupa Almaz", Contract.KUPA),
        ("kız", Contract.KIZ),
        ("KIZ ALMAZ", Contract.KIZ),
        ("no queens", Contract.KIZ),
        ("erkek almaz", Contract.ERKEK),
        ("son  iki", Contract.SON_IKI),
        ("last two", Contract.SON_IKI),
        ("rıfkı", Contract.RIFKI),
        ("RIFKI", Contract.RIFKI),
        ("king of hearts", Contract.RIFKI),
    ],
)
def test_a_penalty_is_named_in_words(typed: str, contract: Contract) -> None:
    """Also one that cannot be named any more: the house says why."""
    assert meant(turn_of(state_of(NAMING), 2), typed) == NamePenalty(contract)


@pytest.mark.parametrize(
    ("typed", "look", "suit"),
    [
        ("koz maça", TR, Suit.SPADES),
        ("maça koz", TR, Suit.SPADES),
        ("koz kupa", TR, Suit.HEARTS),
        ("karo", TR, Suit.DIAMONDS),
        ("koz s", TR, Suit.CLUBS),
        ("trump spades", EN, Suit.SPADES),
        ("♥", EN, Suit.HEARTS),
        ("trump h", EN, Suit.HEARTS),
    ],
)
def test_trump_is_named_with_its_suit(typed: str, look: Look, suit: Suit) -> None:
    assert meant(turn_of(state_of(NAMING), 2), typed, look) == NameTrump(suit)


def test_a_suit_alone_is_trump_where_trump_is_forced() -> None:
    turn = turn_of(state_of(FORCED, kingLength=12), 0)
    assert meant(turn, "kupa") == NameTrump(Suit.HEARTS)
    assert meant(turn, "el iptal") == meant(turn, "redeal", EN) == AskRedeal()
    assert turn.offers(EN)[0].plain == "Koz, redeal"


def test_what_is_no_contract_is_explained() -> None:
    turn = turn_of(state_of(NAMING), 2)
    assert "Hangi renk" in puzzled(turn, "koz")
    assert puzzled(turn, "hıh").startswith("«hıh» anlaşılmadı; söyleyebilecekleriniz: El Almaz 1, Kupa Almaz 2")
    assert "Which suit" in puzzled(turn, "trump", EN)
    assert puzzled(turn, " ").startswith("Söyleyebilecekleriniz: El Almaz 1")
    assert puzzled(turn, "", EN).startswith("You may say: El Almaz 1")


@pytest.mark.parametrize(
    ("typed", "look", "card"),
    [("maça kız", TR, "SQ"), ("♠9", TR, "S9"), ("m7", TR, "S7"), ("s5", EN, "S5"), ("7", TR, "S7")],
)
def test_a_card_is_read_in_both_languages(typed: str, look: Look, card: str) -> None:
    assert meant(turn_of(state_of(PLAYING), 3), typed, look) == PlayCard(read_card(card))


def test_a_card_that_may_not_be_played_is_sent_for_the_house_to_explain() -> None:
    assert meant(turn_of(state_of(PLAYING), 3), "kupa vale") == PlayCard(read_card("HJ"))


def test_a_rank_that_two_playable_cards_have_is_asked_back() -> None:
    turn = turn_of(state_of("play el by 2 hands 2.../4.../Q3.Q../J8... trick 2:"), 2)
    assert puzzled(turn, "kız") == "Hangisi: ♥Q ya da ♠Q?"
    assert puzzled(turn, "queen", EN) == "Which of them: ♥Q or ♠Q?"
    assert meant(turn, "3") == PlayCard(read_card("S3"))


def test_a_rank_of_which_none_may_be_played_is_sent_for_the_house_to_explain() -> None:
    assert meant(turn_of(state_of(PLAYING), 3), "vale") == PlayCard(read_card("HJ"))


def test_enter_plays_the_only_card() -> None:
    state = act(act(state_of(PLAYING), 3, "S9"), 0, "S3")
    turn = turn_of(act(state, 1, "SK"), 0)
    assert "Sıra sizde değil" in puzzled(turn, "♠J")
    turn = turn_of(act(state_of(TRUMP), 1, "CQ"), 2)
    assert turn.question(TR).plain == "Hangi kart?"
    only = turn_of(state_of("play kiz by 2 hands 2.../4.../Q3.../J8... trick 0:S5,SK"), 2)
    assert "♠Q" in only.question(TR).plain
    assert meant(only, "") == PlayCard(read_card("SQ"))


def test_what_is_no_card_or_not_held_is_explained() -> None:
    turn = turn_of(state_of(PLAYING), 3)
    assert puzzled(turn, " Hıh").startswith("«Hıh» bir kart değil. ")
    assert puzzled(turn, "as") == "Elinizde as yok."
    assert puzzled(turn, "10", EN) == "You hold no 10."
    assert "Elinizde maça as yok" in puzzled(turn, "maça as")
    assert "Kartı «kupa papaz»" in puzzled(turn, "")


def test_out_of_turn_one_is_asked_to_wait() -> None:
    turn = turn_of(state_of(PLAYING), 0)
    assert turn.question(TR).plain == "Deniz düşünüyor…"
    assert turn.offers(TR) == []


def test_the_chart_and_the_tricks_are_listed() -> None:
    turn = turn_of(state_of(PLAYING), 3)
    listed = turn.read("çizelge", TR)
    assert isinstance(listed, Listed)
    assert len(listed.content.plain.splitlines()) == 10
    tricks = turn.read("eller", TR)
    assert isinstance(tricks, Listed)
    assert tricks.content.plain.splitlines()[0] == " 1. Can (bot) ♣2 · Deniz ♣5 · Ayşe ♣6 · Bora ♣A  → Bora"
    none = turn_of(state_of(NAMING), 2).read("tricks", EN)
    assert isinstance(none, Listed)
    assert none.content.plain == "No trick was taken in this hand yet."


def test_what_may_be_done_is_completed() -> None:
    turn = turn_of(state_of(NAMING), 2)
    assert turn.completions("k") == ["kupa almaz", "kiz almaz", "koz sinek", "koz karo", "koz kupa", "koz maça"]
    assert turn_of(state_of(PLAYING), 3).completions("maça k") == ["maça kız"]


def test_a_refused_card_leaves_the_turn_as_it_was() -> None:
    turn = turn_of(state_of(PLAYING), 3)
    before = turn.board(TR)
    assert meant(turn, "♥J") == PlayCard(read_card("HJ"))
    turn.refused()
    assert turn.board(TR) == before
