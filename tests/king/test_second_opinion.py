"""The legal cards once more, written straight from the rule book and slowly (rules 5.5, 5.6, 5.7)."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from services.kernel.cards import Card, Suit
from services.king import game
from services.king.actions import Action, PlayCard
from services.king.contracts import Contract
from services.king.happenings import CardPlayed
from services.king.state import Phase, State
from tests.king.tables import random_config, random_states

POSITIONS = 24_000


class Book:
    """The rule book's own words about one hand: a state that starts anew with it, and what may be played."""

    def __init__(self, contract: Contract, trump: Suit | None, options: dict[str, str]) -> None:
        self.c, self.trump, self.opt = contract, trump, options
        self.akq_run: set[Card] = set()
        self.heart_played = self.trump_played = False

    def legal(self, hand: set[Card], trick: list[Card]) -> set[Card]:
        if not trick:
            return self.lead(hand)
        s = trick[0].suit
        followers = {x for x in hand if x.suit == s}
        if followers:
            return self.follow(hand, followers, trick, s)
        if self.c == Contract.KUPA:
            return {x for x in hand if x.suit == Suit.HEARTS} or hand
        if self.c == Contract.KIZ:
            return {x for x in hand if x.value[1] == "Q"} or hand
        if self.c == Contract.ERKEK:
            return {x for x in hand if x.value[1] in "KJ"} or hand
        if self.c == Contract.RIFKI:
            return {Card.HK} if Card.HK in hand else hand
        if self.c == Contract.KOZ:
            trumps = {x for x in hand if x.suit == self.trump}
            if not trumps:
                return hand
            lying = [x.rank for x in trick if x.suit == self.trump]
            if not lying or self.opt["trumpRaise"] != "both":
                return trumps
            return {x for x in trumps if x.rank > max(lying)} or trumps
        return hand

    def lead(self, hand: set[Card]) -> set[Card]:
        if self.akq_run:
            return set(self.akq_run)
        cards = set(hand)
        if self.c in (Contract.KUPA, Contract.RIFKI) and not self.heart_played:
            others = {x for x in hand if x.suit != Suit.HEARTS}
            if others:
                cards = others
            elif self.opt["lastHearts"] == "highest":
                cards = {max(hand, key=lambda x: x.rank)}
        if self.c == Contract.KOZ and not self.trump_played:
            plain = {x for x in hand if x.suit != self.trump}
            if plain:
                high = self.high_trumps()
                cards = plain | (high if high <= hand else set())
        return cards

    def follow(self, hand: set[Card], followers: set[Card], trick: list[Card], s: Suit) -> set[Card]:
        of_suit = [x for x in trick if x.suit == s]
        if self.c == Contract.KIZ:
            queen = {x for x in followers if x.value[1] == "Q"}
            if queen and any(x.value[1] in "AK" for x in of_suit):
                return queen
        if self.c == Contract.ERKEK:
            going = {x for x in followers if x.value[1] in "KJ" and any(y.rank > x.rank for y in of_suit)}
            if going:
                return going
        under_ace = s == Suit.HEARTS and Card.HA in trick and Card.HK in followers
        if self.c == Contract.RIFKI and self.opt["rifkiUnderAce"] == "forced" and under_ace:
            return {Card.HK}
        if self.c == Contract.KOZ and s == self.trump and self.opt["trumpRaise"] in ("both", "ledOnly"):
            higher = {x for x in followers if x.rank > max(y.rank for y in of_suit)}
            if higher:
                return higher
        return followers

    def high_trumps(self) -> set[Card]:
        return {x for x in Card if x.suit == self.trump and x.value[1] in "AKQ"}

    def after(self, card: Card, hand: set[Card], trick: list[Card]) -> None:
        """`hand` and `trick` before the card leaves the hand."""
        if card in self.akq_run:
            self.akq_run.remove(card)
        elif not trick and self.c == Contract.KOZ and not self.trump_played and card in self.high_trumps():
            exception = self.high_trumps() <= hand and any(x.suit != self.trump for x in hand)
            self.akq_run = self.high_trumps() - {card} if exception else set()
        if card.suit == Suit.HEARTS:
            self.heart_played = True
        if self.c == Contract.KOZ and card.suit == self.trump:
            self.trump_played = True


def rather_hearts(rng: random.Random, legal: Sequence[Action]) -> Action:
    """Hearts more often than by chance, the king kept: so that it is held when the ace falls."""
    hearts = [a for a in legal if isinstance(a, PlayCard) and a.card.suit is Suit.HEARTS and a.card is not Card.HK]
    return rng.choice(hearts if hearts and rng.random() < 0.5 else legal)


def positions() -> list[tuple[State, set[Card]]]:
    """States in which a card is due, from matches at all kinds of tables, with what the book says may be played."""
    rng, found = random.Random(7), list[tuple[State, set[Card]]]()
    while len(found) < POSITIONS:
        table = random_config(rng)
        book: Book | None = None
        before: State | None = None
        for state in random_states(rng, table, rather_hearts):
            if before is not None and before.phase is Phase.PLAYING and book is not None:
                (told,) = (happening for happening in state.happened if isinstance(happening, CardPlayed))
                book.after(told.card, set(before.hands[told.seat]), list(before.trick.cards))
            if state.phase is Phase.PLAYING:
                if before is None or before.phase is Phase.CHOOSING:
                    assert state.contract is not None
                    book = Book(state.contract, state.trump, dict(table.options))
                assert book is not None
                found.append((state, book.legal(set(state.hands[state.trick.turn]), list(state.trick.cards))))
            before = state
    return found


@pytest.fixture(scope="module")
def found() -> list[tuple[State, set[Card]]]:
    return positions()


def test_the_same_cards_may_be_played(found: list[tuple[State, set[Card]]]) -> None:
    for state, expected in found:
        listed = [action.card for action in game.legal(state, state.trick.turn) if isinstance(action, PlayCard)]
        assert len(set(listed)) == len(listed)
        assert set(listed) == expected, game.notation.write_position(state)


def test_all_duties_come_up(found: list[tuple[State, set[Card]]]) -> None:
    """Else the comparison would prove little: positions in which not the whole hand, or suit, may be played."""
    narrowed: Counter[str] = Counter()
    for state, expected in found:
        hand, led = state.hands[state.trick.turn], state.trick.led
        natural = {x for x in hand if x.suit is led} or set(hand)
        if expected != natural:
            kind = "lead" if led is None else "follow" if any(x.suit is led for x in hand) else "void"
            narrowed[f"{state.contract} {kind}"] += 1
        if state.owed and led is None:
            narrowed["owed"] += 1
    expected_kinds = {"kupa lead", "kupa void", "kiz follow", "kiz void", "erkek follow", "erkek void"}
    expected_kinds |= {"rifki lead", "rifki follow", "rifki void", "koz lead", "koz follow", "koz void", "owed"}
    assert expected_kinds <= set(narrowed)
