"""What the play shows of hidden cards is exact: nothing possible is barred, and every world could have been played."""

import random
from itertools import combinations

import pytest

from services.batak import game
from services.batak.knowledge import barred, dealt_again, shown
from services.batak.play import legal_cards
from services.batak.state import Phase, State
from services.batak.terms import Terms
from services.kernel.cards import DECK, Card, Suit, in_order, lowest, read_cards
from services.kernel.game import Seat
from services.kernel.tricks import Trick
from tests.batak.tables import ALL_TERMS, position, random_config, walk


@pytest.mark.parametrize("terms", ALL_TERMS, ids=str)
def test_a_card_is_legal_in_a_hand_exactly_if_it_is_beside_every_other_card_of_it(terms: Terms) -> None:
    """What `knowledge` rests on, and the same for the card that the rules would play (7.9)."""
    rng = random.Random(str(terms))
    for _ in range(1_000):
        laid = tuple(rng.sample(DECK, rng.randrange(4)))
        hand = in_order(rng.sample([card for card in DECK if card not in laid], rng.randint(1, 8)))
        broken = rng.random() < 0.5
        legal = legal_cards(hand, laid, terms, broken=broken)
        for card in hand:
            beside = [
                legal_cards(in_order((card, other)), laid, terms, broken=broken) for other in hand if other is not card
            ]
            assert (card in legal) == all(card in pair for pair in beside)
            default = card in legal and lowest(legal) is card
            assert default == all(card in pair and lowest(pair) is card for pair in beside)


def of(suit: Suit) -> set[Card]:
    return {card for card in DECK if card.suit is suit}


def after(cards: str, terms: Terms, *, broken: bool = True, by_rules: bool = False) -> frozenset[Card]:
    """What the last of `cards` shows, the others lying there."""
    *before, last = read_cards(cards)
    return shown(tuple(before), last, terms, broken=broken, by_rules=by_rules)


def test_who_does_not_follow_has_no_card_of_the_suit() -> None:
    assert of(Suit.HEARTS) <= after("H9 D2", Terms())


def test_who_does_not_raise_has_no_higher_card() -> None:
    assert after("H9 HJ H3", Terms()) == set(read_cards("HQ HK HA"))
    assert after("H9 HJ H3", Terms(must_raise=False)) == set()
    assert after("H9 S2 H3", Terms()) == set()  # ruffed: nothing was due


def test_who_discards_where_he_had_to_ruff_has_no_spade_that_wins() -> None:
    assert of(Suit.SPADES) <= after("H9 D2", Terms())
    assert after("H9 SJ D2", Terms()) == of(Suit.HEARTS) | set(read_cards("SQ SK SA"))
    assert after("H9 SJ D2", Terms(must_ruff=True)) == of(Suit.HEARTS) | of(Suit.SPADES)
    assert after("H9 SJ D2", Terms(must_raise=False)) == of(Suit.HEARTS)


def test_who_ruffs_too_low_has_no_spade_that_wins() -> None:
    assert after("H9 SJ S3", Terms()) == of(Suit.HEARTS) | set(read_cards("SQ SK SA"))


def test_who_leads_a_spade_early_has_only_spades() -> None:
    assert after("S4", Terms(), broken=False) == set(DECK) - of(Suit.SPADES)
    assert after("S4", Terms(), broken=True) == set()
    assert after("S4", Terms(when_ruffed=False), broken=False) == set()


def test_of_a_card_that_the_rules_played_no_lower_one_was_legal() -> None:
    low = set(read_cards("H2 H3 H4"))
    before_it = {card for card in DECK if card.rank < 5} | set(read_cards("C5 D5"))
    assert after("H5", Terms(), by_rules=True) == before_it
    assert after("HA H5", Terms(), by_rules=True) == low
    assert after("H3 H5", Terms(), by_rules=True) == set(read_cards("H4"))


@pytest.mark.parametrize("seed", range(6))
def test_a_true_hand_is_never_barred(seed: int) -> None:
    rng = random.Random(seed)
    table = random_config(rng, batakHands=7)
    for state in walk(rng, table, lapses=0.2):
        for hand, impossible in zip(state.hands, known(state), strict=True):
            assert not impossible & set(hand)


def known(state: State) -> tuple[frozenset[Card], ...]:
    return barred(state.tricks, state.trick, state.by_rules, state.terms)


@pytest.mark.parametrize("seed", range(6))
def test_every_other_world_could_have_been_played_so(seed: int) -> None:
    """Each card that was played is legal in the other world's hand of its moment, and the rules' own are the lowest."""
    rng = random.Random(seed)
    differed = 0
    for state in walk(rng, random_config(rng, batakHands=7), lapses=0.2):
        if state.phase is not Phase.PLAY or rng.random() < 0.7:
            continue
        seat = Seat(rng.randrange(4))
        other = game.resample(state, seat, rng)
        differed += other.hands != state.hands
        assert other.hands[seat] == state.hands[seat]
        assert [len(hand) for hand in other.hands] == [len(hand) for hand in state.hands]
        replay(other)
    assert differed > 30


def replay(state: State) -> None:
    assert state.trick is not None
    hands = [set(hand) for hand in state.hands]
    tricks: list[Trick] = [*state.tricks, state.trick]
    for trick in tricks:
        for seat, card in trick.played():
            hands[seat].add(card)
    broken = False
    for trick in tricks:
        for place, (seat, card) in enumerate(trick.played()):
            legal = legal_cards(in_order(hands[seat]), trick.cards[:place], state.terms, broken=broken)
            assert card in legal
            assert card not in state.by_rules or lowest(legal) is card
            hands[seat].remove(card)
            broken = broken or card.suit is Suit.SPADES


def test_worlds_are_drawn_evenly_from_all_that_fit() -> None:
    """The last cards of a hand: seat 1 showed that it has no heart above the nine; all deals that fit come up alike."""
    state = position("play dealer 3 cards 2.A../3.Q../5.K../4.2.. bids 3,3,3,3 won 3,3,3,2 trick 0:")
    trick = Trick(Seat(0), read_cards("H9 H3"))
    rng, count = random.Random(5), 3_000
    pool = [card for seat in (1, 2, 3) for card in state.hands[seat]]
    impossible = barred((), trick, (), state.terms)
    fits = set()
    for one in combinations(pool, 2):
        for two in combinations([card for card in pool if card not in one], 2):
            three = tuple(card for card in pool if card not in one and card not in two)
            if not set(one) & impossible[1]:
                fits.add((in_order(one), in_order(two), in_order(three)))
    drawn: dict[tuple[tuple[Card, ...], ...], int] = {}
    for _ in range(count):
        world = dealt_again(Seat(0), state.hands, (), trick, (), state.terms, rng)
        drawn[world[1:]] = drawn.get(world[1:], 0) + 1
    assert set(drawn) == fits
    even = count / len(fits)
    assert all(abs(times - even) < 5 * even**0.5 for times in drawn.values())


def test_nothing_is_dealt_again_while_nothing_is_hidden() -> None:
    state = position("deal dealer 2")
    assert game.resample(state, Seat(1), random.Random(1)) is state
