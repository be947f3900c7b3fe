"""Cards: how they are written and read, in which order they stand, who takes a trick."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.cards import (
    DECK,
    Card,
    Suit,
    card_of,
    highest,
    in_order,
    lowest,
    of_suit,
    read_card,
    read_cards,
    read_hand,
    shuffled,
    signs,
    write_cards,
    write_hand,
)
from services.kernel.game import Seat
from services.kernel.tricks import Trick, higher
from services.wire import cards as wire

hands = st.sets(st.sampled_from(DECK)).map(in_order)


def test_there_are_52_cards_by_suits_from_the_two_to_the_ace() -> None:
    assert len(set(DECK)) == 52
    assert [card.number for card in DECK] == list(range(52))
    assert DECK[:2] == (Card.C2, Card.C3)
    assert DECK[-1] is Card.SA
    assert [suit.name for suit in Suit] == ["CLUBS", "DIAMONDS", "HEARTS", "SPADES"]
    assert all(card_of(card.suit, card.rank) is card for card in DECK)


def test_a_card_is_written_in_two_ways_and_read_in_both() -> None:
    assert (Card.HT.value, Card.HT.sign) == ("HT", "♥10")
    assert {read_card(text) for text in ("HT", "ht", "♥10", "♥T")} == {Card.HT}
    assert all(read_card(card.value) is read_card(card.sign) is card for card in DECK)


@pytest.mark.parametrize("text", ["", "H", "H1", "10H", "H11", "XA", "HK "])
def test_what_is_no_card_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        read_card(text)


def test_ties_of_rank_go_by_clubs_diamonds_hearts_spades() -> None:
    """Rules 0.13, 5.14, 7.9."""
    assert lowest((Card.S2, Card.H2, Card.D3)) is Card.H2
    assert lowest((Card.SA, Card.D9, Card.C9)) is Card.C9
    assert highest((Card.CA, Card.SA, Card.HK)) is Card.SA


@given(hands)
def test_hands_are_read_as_they_are_written(hand: tuple[Card, ...]) -> None:
    assert read_hand(write_hand(hand)) == hand
    assert read_cards(write_cards(hand)) == hand
    assert read_cards(signs(hand) or "-") == hand
    assert tuple(card for suit in Suit for card in of_suit(hand, suit)) == hand


def test_a_hand_is_written_as_in_bridge() -> None:
    hand = in_order((Card.SA, Card.SK, Card.HT, Card.C2, Card.C7))
    assert write_hand(hand) == "AK.T..72"
    assert write_hand(()) == "-"


@pytest.mark.parametrize("text", ["AK", "AA...", "A.K.Q.1", "A.K.Q.J.T"])
def test_what_is_no_hand_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no|twice"):
        read_hand(text)


def test_a_shuffle_puts_the_deck_in_its_order() -> None:
    order = random.Random(1).sample(range(52), 52)
    assert [card.number for card in shuffled(order)] == order


def test_the_highest_of_the_led_suit_takes_a_trick_unless_a_trump_lies_there() -> None:
    """Rules 5.4, 7.3."""
    trick = Trick(leader=Seat(2), cards=(Card.H9, Card.HQ, Card.SA, Card.H3))
    assert trick.led is Suit.HEARTS
    assert (trick.best(None), trick.winner(None)) == (Card.HQ, 3)
    assert (trick.best(Suit.SPADES), trick.winner(Suit.SPADES)) == (Card.SA, 0)
    assert trick.is_full
    assert trick.played() == ((2, Card.H9), (3, Card.HQ), (0, Card.SA), (1, Card.H3))


def test_of_two_trumps_the_higher_takes_it() -> None:
    """Rules 5.4, 7.3, scenario K35."""
    trick = Trick(leader=Seat(0), cards=(Card.HA, Card.S6, Card.S9, Card.HK))
    assert trick.winner(Suit.SPADES) == 2


def test_a_trick_goes_round_to_the_right() -> None:
    """Rules 0.1."""
    trick = Trick(leader=Seat(3))
    assert trick.led is None
    turns = []
    for card in (Card.C2, Card.C3, Card.C4):
        turns.append(trick.turn)
        trick = trick.add(card)
    assert (turns, trick.turn) == ([3, 0, 1], 2)
    assert higher((Card.C3, Card.CA, Card.DA), Card.C4) == (Card.CA,)


def test_cards_and_tricks_go_over_the_wire() -> None:
    assert wire.cards_from_proto(wire.cards_to_proto(DECK)) == DECK
    assert [wire.suit_from_proto(wire.suit_to_proto(suit)) for suit in (*Suit, None)] == [*Suit, None]
    trick = Trick(leader=Seat(1), cards=(Card.H9, Card.HQ))
    message = wire.trick_to_proto(trick, Seat(2))
    assert (wire.trick_from_proto(message), message.winner) == (trick, 2)
    assert not wire.trick_to_proto(trick).HasField("winner")
