"""The rules on bits are the rules; playing out keeps to them."""

import random
from collections.abc import Sequence

import pytest

from services.batak.bots import masks, playout
from services.batak.bots.masks import SUIT_OF, Rules, answers, beats, bits_of, card_of, leads, lowest, mask, top
from services.batak.bots.playout import play_out, value
from services.batak.bots.search import distinct
from services.batak.play import TRUMP, legal_cards
from services.batak.terms import Terms
from services.kernel import tricks
from services.kernel.cards import DECK, Card, in_order, read_cards
from services.kernel.cards import lowest as lowest_card
from services.kernel.draws import Draws
from services.kernel.tricks import Trick
from tests.batak.tables import ALL_TERMS, hands


def rules_of(terms: Terms) -> Rules:
    return Rules(
        when_ruffed=terms.when_ruffed,
        must_raise=terms.must_raise,
        must_ruff=terms.must_ruff,
        over_limit=terms.over_limit,
    )


def cards_of(bits: int) -> list[Card]:
    return [card_of(bit) for bit in bits_of(bits)]


@pytest.mark.parametrize("terms", ALL_TERMS, ids=str)
def test_the_cards_that_may_be_played_are_those_of_the_rules(terms: Terms) -> None:
    rng = random.Random(str(terms))
    rules = rules_of(terms)
    for _ in range(1_500):
        laid = tuple(rng.sample(DECK, rng.randrange(4)))
        hand = in_order(rng.sample([card for card in DECK if card not in laid], rng.randint(1, 13)))
        broken = rng.random() < 0.5
        legal = list(legal_cards(hand, laid, terms, broken=broken))
        if not laid:
            assert cards_of(leads(mask(hand), rules, broken=broken)) == legal
            continue
        best = Trick(0, laid).best(TRUMP)  # type: ignore[arg-type]
        winning, losing = answers(mask(hand), SUIT_OF[laid[0].number + 1], 1 << best.number, rules)
        assert not winning & losing
        assert cards_of(winning | losing) == legal
        assert cards_of(winning) == [card for card in legal if tricks.beats(card, best, TRUMP)]


def test_single_cards() -> None:
    rng = random.Random(1)
    for _ in range(500):
        held = rng.sample(DECK, rng.randint(1, 13))
        bits = mask(held)
        assert sorted(map(str, cards_of(bits))) == sorted(held)
        assert card_of(lowest(bits)) is lowest_card(held)
        assert card_of(top(bits)).rank == max(card.rank for card in held)
        one, other = rng.sample(DECK, 2)
        assert beats(1 << one.number, 1 << other.number) == tricks.beats(one, other, TRUMP)


def test_neighbours_are_as_good_as_each_other() -> None:
    held, between = mask(read_cards("H9 HT HQ SA SK S2")), mask(read_cards("H5 HJ S3"))
    assert [str(card_of(bit)) for bit in distinct(held, between)] == ["H9", "HQ", "S2", "SK"]


@pytest.mark.parametrize("terms", ALL_TERMS, ids=str)
def test_a_hand_is_played_out_by_the_rules(terms: Terms, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever `play_out` puts down from a full hand on is legal, and it counts the tricks as the rules do."""
    rng = random.Random(f"out {terms}")
    for _ in range(40):
        dealt = hands(rng)
        bids = [rng.randrange(7) for _ in range(4)]
        left = [mask(hand) for hand in dealt]
        log: list[tuple[int, int]] = []
        won, expected = [0] * 4, [0] * 4
        play_out(_Logged(left, log), bids, won, 2, [], rules_of(terms), broken=False)
        replayed = [list(hand) for hand in dealt]
        leader, broken = 2, False
        for start in range(0, 52, 4):
            laid: list[Card] = []
            for place, (seat, bit) in enumerate(log[start : start + 4]):
                card = card_of(bit)
                assert seat == (leader + place) % 4
                assert card in legal_cards(tuple(replayed[seat]), laid, terms, broken=broken)
                replayed[seat].remove(card)
                broken = broken or card.suit is TRUMP
                laid.append(card)
            leader = Trick(leader, tuple(laid)).winner(TRUMP)  # type: ignore[arg-type]
            expected[leader] += 1
        assert won == expected


class _Logged(list[int]):
    """Hands that note which card left which of them."""

    def __init__(self, held: Sequence[int], log: list[tuple[int, int]]) -> None:
        super().__init__(held)
        self._log = log

    def __setitem__(self, seat: int, held: int) -> None:  # type: ignore[override]
        self._log.append((seat, self[seat] ^ held))
        super().__setitem__(seat, held)


def test_a_trick_that_lies_there_is_played_to_its_end_first() -> None:
    left = [0, 0, 0, mask(read_cards("H2"))]
    won = [5, 4, 3, 0]
    rules = rules_of(Terms())
    play_out(left, [1, 1, 1, 1], won, 0, [mask([card]) for card in read_cards("H3 D9 S2")], rules, broken=True)
    assert won == [5, 4, 4, 0]
    full = [mask(read_cards("C2")), mask(read_cards("C3")), mask(read_cards("C4")), mask(read_cards("C5"))]
    won = [5, 4, 2, 0]
    play_out(full, [1, 1, 1, 1], won, 0, [mask([c]) for c in read_cards("H3 D9 S2 H2")], rules, broken=True)
    assert won == [5, 4, 3, 1]


def test_a_hand_is_worth_its_points_and_what_the_others_do_not_get() -> None:
    others = 30 + 30 - 30
    assert value(0, (3, 3, 3, 3), (6, 3, 3, 1), 3) == pytest.approx(-33 - playout.OTHERS * others)


def test_draws_are_even_and_follow_from_the_seed() -> None:
    assert [Draws(7).randrange(1000) for _ in range(3)] == [Draws(7).randrange(1000)] * 3
    draws, seen = Draws(3), [0] * 6
    for _ in range(6_000):
        order = [0, 1, 2]
        draws.shuffle(order)
        seen[[[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].index(order)] += 1
    assert all(850 < times < 1150 for times in seen)
    huge = 10**40
    assert all(0 <= draws.randrange(huge) < huge for _ in range(100))
    assert {draws.randrange(3) for _ in range(100)} == {0, 1, 2}
    assert all(0 <= draws.random() < 1 for _ in range(100))


def test_there_is_a_mask_for_every_suit() -> None:
    assert mask(DECK) == masks.PLAIN | masks.SPADES
    assert not masks.PLAIN & masks.SPADES
