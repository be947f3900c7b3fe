"""The rules of play a second time: straight from the rule book's words, slowly, and held to the family's."""

import random
from collections.abc import Sequence

import pytest

from services.batak.play import legal_cards, refusal
from services.batak.state import Phase
from services.batak.terms import Terms
from services.kernel.cards import DECK, Card, Suit
from tests.batak.tables import ALL_TERMS, random_config, walk

ORDER = "23456789TJQKA"
POSITIONS = 4_000


def suit(card: str) -> str:
    return card[0]


def rank(card: str) -> int:
    return ORDER.index(card[1])


def book(hand: Sequence[str], trick: Sequence[str], *, fallen: bool, terms: Terms) -> set[str]:
    """Rules 7.3, the rule book's own procedure on the letters of the cards."""
    if len(trick) == 0:
        if terms.when_ruffed and not fallen and any(suit(card) != "S" for card in hand):
            return {card for card in hand if suit(card) != "S"}
        return set(hand)
    led = suit(trick[0])
    of_led = {card for card in hand if suit(card) == led}
    spades_there = [card for card in trick if suit(card) == "S"]
    best_spade = max(spades_there, key=rank) if spades_there else None
    if of_led:
        if terms.must_raise and (led == "S" or best_spade is None):
            best = max((card for card in trick if suit(card) == led), key=rank)
            raising = {card for card in of_led if rank(card) > rank(best)}
            if raising:
                return raising
        return of_led
    spades = {card for card in hand if suit(card) == "S"}
    if not spades:
        return set(hand)
    if terms.must_raise:
        taking = spades if best_spade is None else {card for card in spades if rank(card) > rank(best_spade)}
        if taking:
            return taking
    if terms.must_ruff:
        return spades
    return set(hand)


def position(rng: random.Random) -> tuple[tuple[Card, ...], tuple[Card, ...], bool]:
    """A hand, a trick and whether spades have fallen, by chance; short suits are made often, so that ruffs are."""
    left_out = rng.sample(list(Suit), rng.choice((0, 0, 1, 1, 2)))
    laid = rng.sample(DECK, rng.randrange(4))
    cards = [card for card in DECK if card not in laid and card.suit not in left_out]
    hand = rng.sample(cards, rng.randint(1, min(13, len(cards))))
    return tuple(sorted(hand, key=lambda card: card.number)), tuple(laid), rng.random() < 0.5


@pytest.mark.parametrize("terms", ALL_TERMS, ids=str)
def test_the_legal_cards_are_those_of_the_book(terms: Terms) -> None:
    """Rules 7.3: all options, 32 000 positions in all."""
    rng = random.Random(str(terms))
    ruffs = duties = 0
    for _ in range(POSITIONS):
        hand, trick, fallen = position(rng)
        found = legal_cards(hand, trick, terms, broken=fallen)
        assert set(map(str, found)) == book(list(hand), list(trick), fallen=fallen, terms=terms), (hand, trick, fallen)
        assert list(found) == [card for card in hand if card in found]
        duties += len(found) < len(hand)
        ruffs += bool(trick) and all(card.suit is not trick[0].suit for card in hand)
    assert duties > POSITIONS // 4
    assert ruffs > POSITIONS // 10


def named(hand: Sequence[str], trick: Sequence[str], card: str, terms: Terms) -> str:
    """The reason for which a card is refused, by the table of rules 7.8, from the top."""
    if trick:
        led = suit(trick[0])
        if any(suit(other) == led for other in hand):
            return "MUST_FOLLOW_SUIT" if suit(card) != led else "MUST_RAISE"
        return "MUST_RUFF" if suit(card) != "S" else "MUST_OVERRUFF"
    assert terms.when_ruffed
    return "SPADES_NOT_BROKEN"


@pytest.mark.parametrize("terms", ALL_TERMS, ids=str)
def test_every_other_card_is_refused_for_the_reason_of_the_book(terms: Terms) -> None:
    """Rules 7.8."""
    rng = random.Random(f"refused {terms}")
    seen = set()
    for _ in range(1_500):
        hand, trick, fallen = position(rng)
        legal = legal_cards(hand, trick, terms, broken=fallen)
        for card in set(hand) - set(legal):
            refused = refusal(card, legal, hand, trick)
            assert refused.reason == named(hand, trick, card, terms)
            assert refused.detail["legal"] == " ".join(other.sign for other in legal)
            if refused.reason == "MUST_RAISE":
                assert all(other.suit is card.suit and other.rank > card.rank for other in legal)
            seen.add(refused.reason)
    assert "MUST_FOLLOW_SUIT" in seen
    assert ("MUST_RAISE" in seen) == terms.must_raise
    assert ("MUST_OVERRUFF" in seen) == terms.must_raise
    assert ("SPADES_NOT_BROKEN" in seen) == terms.when_ruffed
    assert ("MUST_RUFF" in seen) == (terms.must_raise or terms.must_ruff)


@pytest.mark.parametrize("seed", range(8))
def test_random_matches_go_by_the_book(seed: int) -> None:
    """Rules 7.3, 7.4: every legal set of a match, every trick's winner, and the points at the end."""
    rng = random.Random(seed)
    table = random_config(rng, batakHands=7)
    fallen: list[str] = []
    for state in walk(rng, table, lapses=0.02):
        if state.phase is not Phase.PLAY or state.trick is None or state.due is None:
            continue
        fallen = [card for trick in (*state.tricks, state.trick) for card in trick.cards]
        spades = any(suit(card) == "S" for card in fallen)
        hand = state.hands[state.due]
        expected = book(list(hand), list(state.trick.cards), fallen=spades, terms=state.terms)
        legal = legal_cards(hand, state.trick.cards, state.terms, broken=state.broken)
        assert set(map(str, legal)) == expected
        if state.tricks and not state.trick.cards:
            assert state.trick.leader == taker(state.tricks[-1].leader, state.tricks[-1].cards)


def taker(leader: int, cards: Sequence[str]) -> int:
    """Rules 7.3: the highest spade, else the highest card of the led suit."""
    spades = [card for card in cards if suit(card) == "S"]
    best = max(spades or [card for card in cards if suit(card) == suit(cards[0])], key=rank)
    return (leader + list(cards).index(best)) % 4
