"""Cards at the terminal: what people type, and what they see."""

import pytest

from kiraathane.match.v1 import card_pb2
from kiraathane_client.cards import (
    drawn,
    face_down,
    hand,
    name_of,
    rank_name,
    read_card,
    read_rank,
    read_suit,
    suit_name,
    text_of,
    told,
)
from kiraathane_client.terminal import Look

TR, EN = Look(lang="tr"), Look(lang="en")
CLUBS, DIAMONDS = card_pb2.SUIT_CLUBS, card_pb2.SUIT_DIAMONDS
HEARTS, SPADES = card_pb2.SUIT_HEARTS, card_pb2.SUIT_SPADES


def card(suit: card_pb2.Suit.ValueType, rank: int) -> card_pb2.Card:
    return card_pb2.Card(suit=suit, rank=rank)


@pytest.mark.parametrize(
    ("typed", "look", "suit", "rank"),
    [
        ("kupa papaz", TR, HEARTS, 13),
        ("KUPA KIZ", TR, HEARTS, 12),
        ("Maça as", TR, SPADES, 14),
        ("papaz kupa", TR, HEARTS, 13),
        ("♥K", TR, HEARTS, 13),
        ("♠10", EN, SPADES, 10),
        ("kk", TR, HEARTS, 13),
        ("k10", TR, HEARTS, 10),
        ("s10", TR, CLUBS, 10),
        ("s10", EN, SPADES, 10),
        ("10s", EN, SPADES, 10),
        ("hk", EN, HEARTS, 13),
        ("king of hearts", EN, HEARTS, 13),
        ("H-K", EN, HEARTS, 13),
        ("10 karo", TR, DIAMONDS, 10),
        ("sinek vale", TR, CLUBS, 11),
        ("dt", EN, DIAMONDS, 10),
    ],
)
def test_what_people_type_is_understood(typed: str, look: Look, suit: card_pb2.Suit.ValueType, rank: int) -> None:
    assert read_card(typed, look) == card(suit, rank)


@pytest.mark.parametrize("typed", ["", "kupa", "10", "kupa 11", "x9", "kupa papaz kız", "hh"])
def test_what_is_no_card_is_none(typed: str) -> None:
    assert read_card(typed, EN) is None


def test_a_rank_alone_is_no_card() -> None:
    """`as` is not `a` and `s`, the ace of sinek, where people say so of every ace."""
    for word in ("as", "As", "vale", "kız", "papaz", "10", "k", "birli"):
        assert read_card(word, TR) is None
    assert read_card("as", EN) == card(SPADES, 14)
    assert [read_rank(word) for word in ("as", "ace", "Kız", "10", "t", "1", "0", "kupa", "")] == [
        *(14, 14, 12, 10, 10, 14),
        *(None, None, None),
    ]
    assert [rank_name(rank, TR) for rank in (9, 13)] == ["9", "papaz"]
    assert rank_name(14, EN) == "ace"


def test_every_card_can_be_typed_as_it_is_shown() -> None:
    for look in (TR, EN, Look(lang="tr", ascii=True), Look(lang="en", ascii=True)):
        for suit in (CLUBS, DIAMONDS, HEARTS, SPADES):
            for rank in range(2, 15):
                shown = card(suit, rank)
                assert read_card(text_of(shown, look), look) == shown
                assert read_card(name_of(shown, look), look) == shown


def test_suits_have_names_and_letters() -> None:
    assert [read_suit(word, TR) for word in ("maça", "M", "♦", "diamonds", "x")] == [
        SPADES,
        SPADES,
        DIAMONDS,
        DIAMONDS,
        None,
    ]
    assert suit_name(card(SPADES, 2).suit, TR) == "maça"


def test_a_hand_is_held_by_suits_and_shows_what_may_be_played() -> None:
    held = [card(CLUBS, 3), card(SPADES, 2), card(HEARTS, 14), card(SPADES, 14)]
    look = Look(lang="en", ascii=True)
    assert [line.plain for line in hand(held, [held[2]], look)] == ["S-A   S-2 ", "H-A*", "C-3 "]
    assert [line.plain for line in hand(held, None, EN)] == [" ♠A    ♠2 ", " ♥A ", " ♣3 "]
    assert drawn(held[0], EN).style != drawn(held[0], EN, playable=False).style
    assert face_down(look).plain == "[#]"


def test_the_houses_sentences_name_cards_as_the_screen_shows_them() -> None:
    sentence = "♦10 oynanamaz: elinizde ♥ var, koz (♠) değil. Oynayabilecekleriniz: ♥K ♥7…"
    assert told(sentence, TR) == sentence
    in_turkish = "R-10 oynanamaz: elinizde K var, koz (M) değil. Oynayabilecekleriniz: K-K K-7..."
    assert told(sentence, Look(lang="tr", ascii=True)) == in_turkish
    assert told("You do not hold ♣A.", Look(lang="en", ascii=True)) == "You do not hold C-A."
