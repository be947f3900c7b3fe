"""Hidden cards dealt again: every deal that fits, each with the same chance, and no other."""

import random
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from services.kernel.worlds import HiddenCards, NoWorld

Deal = tuple[frozenset[int], ...]


def all_deals(cards: list[int], sizes: list[int], barred: list[frozenset[int]]) -> set[Deal]:
    """Brute force: every way to fill the places."""
    deals: set[Deal] = set()
    for order in permutations(cards):
        rest, deal = list(order), []
        for size in sizes:
            deal.append(frozenset(rest[:size]))
            rest = rest[size:]
        if not any(place & no for place, no in zip(deal, barred, strict=True)):
            deals.add(tuple(deal))
    return deals


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[int], list[int], list[frozenset[int]]]:
    sizes = draw(st.lists(st.integers(0, 3), min_size=1, max_size=4))
    assume(sum(sizes) <= 7)
    cards = list(range(sum(sizes)))
    barred = [draw(st.frozensets(st.sampled_from(cards), max_size=3)) if cards else frozenset() for _ in sizes]
    return cards, sizes, barred


@settings(max_examples=120)
@given(tables(), st.integers(0, 10**6))
def test_exactly_the_deals_that_fit_are_dealt(
    table: tuple[list[int], list[int], list[frozenset[int]]], seed: int
) -> None:
    cards, sizes, barred = table
    fitting = all_deals(cards, sizes, barred)
    if not fitting:
        with pytest.raises(NoWorld):
            HiddenCards(cards, sizes, barred)
        return
    hidden, rng = HiddenCards(cards, sizes, barred), random.Random(seed)
    for _ in range(5):
        assert tuple(map(frozenset, hidden.deal(rng))) in fitting


def test_every_deal_has_the_same_chance() -> None:
    cards, sizes = list(range(6)), [2, 2, 2]
    barred = [frozenset({0, 1}), frozenset({0}), frozenset[int]()]
    fitting, hidden, rng = all_deals(cards, sizes, barred), HiddenCards(cards, sizes, barred), random.Random(7)
    drawn = 400 * len(fitting)
    counts = Counter(tuple(map(frozenset, hidden.deal(rng))) for _ in range(drawn))
    assert counts.keys() == fitting
    chi = sum((counts[deal] - 400) ** 2 / 400 for deal in fitting)
    assert chi < 2 * len(fitting)


def test_as_many_cards_as_places() -> None:
    with pytest.raises(NoWorld, match="do not fill"):
        HiddenCards([1, 2, 3], [1, 1], [frozenset(), frozenset()])
