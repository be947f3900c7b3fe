"""Melds, what they count, and where cards lay off, against a second opinion (rules 9.3, 9.7)."""

import random

import pytest

from services.ellibir.actions import Group
from services.ellibir.cards import JOKER, PACK, Piece, holds, in_order, read_pieces, shown_at, without
from services.ellibir.groups import meld_of, worth
from services.ellibir.opening import needs
from services.ellibir.state import Laid
from services.ellibir.table import joined, lays_off, swapped, swaps
from services.ellibir.terms import Terms
from services.kernel.game import Seat
from services.kernel.melds import Kind, Meld
from tests.ellibir import second_opinion
from tests.ellibir.tables import groups


def likely_group(rng: random.Random) -> Group:
    """A group by chance that is not too seldom a meld."""
    kind = rng.choice(list(Kind))
    suit, rank, size = rng.choice("CDHS"), rng.randint(2, 14), rng.choice([2, 3, 3, 4, 5])
    cards: list[Piece] = []
    for step in range(size):
        if rng.random() < 0.2:
            cards.append(JOKER)
        elif rng.random() < 0.1:
            cards.append(rng.choice(PACK))
        elif kind is Kind.RUN:
            cards.append(Piece(suit + "23456789TJQKA"[(rank - 2 + step) % 13]))
        else:
            suits = "CDHS" if kind is Kind.SET else suit
            cards.append(Piece(suits[step % len(suits)] + "23456789TJQKA"[rank - 2]))
    return Group(kind, tuple(cards))


def melds(seed: int, number: int) -> list[tuple[Group, Meld]]:
    rng = random.Random(seed)
    tried = (likely_group(rng) for _ in range(number))
    return [(group, meld) for group in tried if (meld := meld_of(group)) is not None]


def test_what_is_a_meld_and_what_it_counts() -> None:
    """Rules 9.3."""
    rng = random.Random(1)
    kinds = {(kind, so): 0 for kind in Kind for so in (True, False)}
    for _ in range(1_500):
        group = likely_group(rng)
        if sum(card is JOKER for card in group.cards) > 2:
            continue
        readings = list(second_opinion.readings(group.kind, group.cards))
        meld = meld_of(group)
        assert (meld is not None) == bool(readings), group
        kinds[group.kind, meld is not None] += 1
        if meld is None:
            continue
        if group.kind is not Kind.PAIR:
            assert {worth(meld)} == {second_opinion.count(read) for read in readings}
        else:
            assert worth(meld) == 0
        # A place that has a face is the same in every reading; an open joker of a set is not.
        for at, place in enumerate(meld.places):
            there = {tuple(sorted(read))[at] if group.kind is Kind.SET else read[at] for read in readings}
            if group.kind is not Kind.SET or len(readings) == 1:
                assert place.face is not None or len(readings) > 1
                assert len(there) == 1
    assert all(number > 20 for number in kinds.values())


def test_where_a_card_lays_off() -> None:
    """Rules 9.6, 9.7."""
    fitting = 0
    for group, meld in melds(3, 250):
        if sum(card is JOKER for card in group.cards) > 1:
            continue
        lying = tuple(map(shown_at, meld.places))
        for piece in Piece:
            expected = second_opinion.goes_on(meld.kind, lying, piece)
            assert lays_off((Laid(Seat(0), meld),), piece) == expected, (lying, piece)
            more = joined(meld, (piece,), None)
            assert (more is not None) == expected
            if more is not None:
                fitting += 1
                assert in_order(map(shown_at, more.places)) == in_order((*lying, piece))
    assert fitting > 100


@pytest.mark.parametrize("any_missing", [True, False])
def test_what_takes_a_joker_leaves_a_meld_without_it(any_missing: bool) -> None:
    """Rules 9.7: the cards of the meld and those put in are those of the new one and the jokers that come to hand."""
    terms, rng, taken = Terms(any_missing=any_missing), random.Random(4), 0
    for group, meld in melds(5, 1_000):
        lots = swaps(meld, terms)
        assert bool(lots) == bool(meld.wilds)
        assert len({in_order(lot) for lot in lots}) == len(lots)
        for lot in lots:
            found = swapped(meld, lot, terms)
            assert found is not None
            after, jokers = found
            lying = (*map(shown_at, after.places), *(JOKER,) * jokers)
            assert in_order(lying) == in_order((*map(shown_at, meld.places), *lot))
            assert meld_of(Group(after.kind, tuple(map(shown_at, after.places)))) == after
            assert jokers >= 1
            taken += 1
        others = tuple(rng.sample(PACK, rng.randint(1, 3)))
        if in_order(others) not in {in_order(lot) for lot in lots}:
            assert swapped(meld, others, terms) is None
        assert group.kind is meld.kind
    assert taken > 50


@pytest.mark.parametrize(
    ("hand", "named", "needed"),
    [
        ("HQ,HK,C4,C5,C6,C7", "run:HQ,HK,HA run:C4,C5,C6,C7", True),  # for the threshold
        ("HT,HJ,HQ,HK,C4,C5,C6,C7", "run:HT,HJ,HQ,HK,HA run:C4,C5,C6,C7", False),  # the hand has enough
        ("HT,HJ,HQ,HK,C4,C5,C6,SA,DA", "run:HT,HJ,HQ,HK run:C4,C5,C6 set:SA,DA,HA", True),  # a further meld
        ("HA,HT,HJ,HQ,HK,C4,C5,C6", "run:HT,HJ,HQ,HK,HA run:C4,C5,C6", False),  # its twin does as well
        ("SK,SQ,SJ,HT,HJ,HQ,HK,SA,CA,DA", "run:SJ,SQ,SK run:HT,HJ,HQ,HK set:SA,CA,DA,HA", False),  # the fourth of a set
    ],
)
def test_whether_a_discard_is_needed(hand: str, named: str, needed: bool) -> None:
    """Rules 9.6."""
    assert needs(read_pieces(hand), groups(named), Piece.HA, 51) is needed


def test_a_card_between_two_runs_is_not_needed() -> None:
    hand = read_pieces("H8,H9,HT,HQ,HK,HA")
    assert needs(hand, groups("run:H8,H9,HT,HJ,HQ,HK,HA"), Piece.HJ, 51) is False
    assert needs(hand, groups("run:H8,H9,HT,HJ,HQ,HK,HA"), Piece.HJ, 60) is True


def test_cards_are_counted_as_often_as_they_are_there() -> None:
    hand = read_pieces("H7,H7,JO")
    assert holds(hand, read_pieces("H7,H7"))
    assert not holds(hand, read_pieces("JO,JO"))
    assert without(hand, read_pieces("H7")) == read_pieces("H7,JO")
    with pytest.raises(ValueError, match="not in list"):
        without(hand, read_pieces("H8"))
