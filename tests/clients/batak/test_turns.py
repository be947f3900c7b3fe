"""What people type at a batak table, and what is made of it."""

import pytest

from kiraathane_client.batak.turn import BatakTurn
from kiraathane_client.terminal import Listed, Look, Puzzled, Ready
from services.batak import wire
from services.batak.actions import Action, PlayCard, SayBid
from services.kernel.cards import read_card
from tests.clients.batak.matches import BIDDING, PLAYING, state_of, turn_of

TR, EN = Look("tr"), Look("en")
FOLLOWING = (
    "play dealer 3 cards AT63.AK7.JT6.53/KJ4.T8.KQ985.KQ7/82.Q64.A7.AJT962/Q975.J932.432.84 bids 4,4,3,2 trick 0:H5"
)


def meant(turn: BatakTurn, typed: str, look: Look = TR) -> Action:
    reading = turn.read(typed, look)
    assert isinstance(reading, Ready), reading
    return wire.action_from_proto(reading.action)


def puzzled(turn: BatakTurn, typed: str, look: Look = TR) -> str:
    reading = turn.read(typed, look)
    assert isinstance(reading, Puzzled), reading
    return reading.sentence


@pytest.mark.parametrize(
    ("typed", "bid"), [("3", 3), ("0", 0), ("13", 13), (" 07 ", 7), ("almaz", 0), ("EL ALMAZ", 0), ("nil", 0)]
)
def test_a_bid_is_a_number_or_none_at_all(typed: str, bid: int) -> None:
    assert meant(turn_of(state_of(BIDDING), 2), typed) == SayBid(bid)


@pytest.mark.parametrize("typed", ["14", "-1", "", "kupa", "3.5", "٣"])
def test_what_is_no_bid_is_explained(typed: str) -> None:
    turn = turn_of(state_of(BIDDING), 2)
    assert "0 (el almaz) ile 13" in puzzled(turn, typed)
    assert ("cannot be said" in puzzled(turn, typed, EN)) is bool(typed)


@pytest.mark.parametrize(
    ("typed", "look", "card"),
    [
        ("sinek 4", TR, "C4"),
        ("♣4", TR, "C4"),
        ("s4", TR, "C4"),
        ("c4", EN, "C4"),
        ("maça 7", TR, "S7"),
        ("4", TR, "C4"),
    ],
)
def test_a_card_is_read_in_both_languages(typed: str, look: Look, card: str) -> None:
    assert meant(turn_of(state_of(PLAYING), 3), typed, look) == PlayCard(read_card(card))


def test_a_card_that_may_not_be_played_is_sent_for_the_house_to_explain() -> None:
    assert meant(turn_of(state_of(PLAYING), 3), "kupa vale") == PlayCard(read_card("HJ"))


def test_a_rank_alone_is_a_card_where_it_can_be_only_one() -> None:
    turn = turn_of(state_of(PLAYING), 3)
    assert meant(turn, "vale") == PlayCard(read_card("HJ"))  # it may not be played: the house says why
    leading = turn_of(state_of(FOLLOWING.replace("AK7.", "AK75.").replace("trick 0:H5", "trick 0:")), 0)
    assert meant(leading, "10") == PlayCard(read_card("DT"))  # the ♠10 may not be led yet
    assert puzzled(leading, "5") == "Hangisi: ♣5 ya da ♥5?"


def test_enter_plays_the_only_card() -> None:
    turn = turn_of(state_of(PLAYING), 3)
    assert "♣4" in turn.question(TR).plain
    assert meant(turn, "") == PlayCard(read_card("C4"))


def test_what_is_no_card_or_not_held_is_explained() -> None:
    turn = turn_of(state_of(PLAYING), 3)
    assert puzzled(turn, " Hıh").startswith("«Hıh» bir kart değil. ")
    assert puzzled(turn, "as") == "Elinizde as yok."
    assert "Elinizde maça as yok" in puzzled(turn, "maça as")
    assert "king of spades" in puzzled(turn, "sk", EN)


def test_out_of_turn_one_is_asked_to_wait() -> None:
    turn = turn_of(state_of(PLAYING), 0)
    assert "Sıra sizde değil" in puzzled(turn, "♠A")
    assert turn.question(TR).plain == "Deniz düşünüyor…"
    assert turn.offers(TR) == []


def test_the_sheet_and_the_tricks_are_listed() -> None:
    turn = turn_of(state_of(PLAYING), 3)
    sheet = turn.read("çizelge", TR)
    assert isinstance(sheet, Listed)
    assert "2/3 +21" in sheet.content.plain
    assert len(sheet.content.plain.splitlines()) == 5
    tricks = turn.read("eller", TR)
    assert isinstance(tricks, Listed)
    assert tricks.content.plain.splitlines()[0] == " 1. Ayşe ♦4  Bora ♦5  Can (bot) ♦K  Deniz ♦A  → Deniz"
    none = turn_of(state_of(BIDDING), 2).read("tricks", EN)
    assert isinstance(none, Listed)
    assert none.content.plain == "No trick was taken in this hand yet."


def test_what_may_be_played_is_completed() -> None:
    state = state_of(PLAYING)
    turn = turn_of(state, 3)
    assert turn.completions("si") == ["sinek 4"]
    assert turn.completions("4 of") == ["4 of clubs"]
    assert turn_of(state_of(BIDDING), 2).completions("1") == ["1", "10", "11", "12", "13"]


def test_several_cards_that_may_be_played_are_offered() -> None:
    turn = turn_of(state_of(FOLLOWING), 1)
    (line,) = turn.offers(TR)
    assert line.plain == "Oynayabilecekleriniz:  ♥8   ♥10 "
    assert turn.question(TR).plain == "Hangi kart?"
    first = turn_of(state_of(FOLLOWING.replace("AK7.", "AK75.").replace("trick 0:H5", "trick 0:")), 0)
    assert first.offers(TR) == []  # ten cards: the hand shows them
    assert "Kartı «kupa papaz»" in puzzled(turn, "")
    assert meant(turn, "8") == PlayCard(read_card("H8"))


def test_a_refused_card_leaves_the_turn_as_it_was() -> None:
    turn = turn_of(state_of(FOLLOWING), 1)
    before = turn.board(TR)
    assert meant(turn, "♣K") == PlayCard(read_card("CK"))
    turn.refused()
    assert turn.board(TR) == before
