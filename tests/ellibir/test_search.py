"""What the hand could lay: always what the rules take (rules 9.3, 9.5)."""

import random
from collections import Counter

from services.ellibir import search
from services.ellibir.cards import PACK, holds, read_pieces
from services.ellibir.groups import cards_of, meld_of
from services.ellibir.opening import pairs_open
from services.kernel.melds import Kind
from tests.ellibir.tables import groups


def hands(count: int, seed: int) -> list[tuple[str, ...]]:
    rng = random.Random(seed)
    return [tuple(rng.sample(PACK, rng.choice([4, 8, 15]))) for _ in range(count)]


def test_the_melds_of_a_hand_are_melds_and_leave_a_card() -> None:
    for hand in hands(150, 1):
        found = search.best_melds(hand)  # type: ignore[arg-type]
        assert all(meld_of(group) for group in found)
        named = list(cards_of(found))
        assert holds(hand, named)  # type: ignore[arg-type]
        assert len(named) < len(hand)


def test_a_hand_of_melds_alone_keeps_the_cheapest_way_to_discard() -> None:
    hand = read_pieces("H5,H6,H7,CT,CJ,CQ,CK")
    found = search.best_melds(hand)
    assert search.value(found) == 18 + 30
    assert sum(len(group.cards) for group in found) == 6


def test_a_card_that_must_be_used_is_used_or_nothing_is_found() -> None:
    hand = read_pieces("H5,H6,H7,C9,S2")
    five, nine = read_pieces("H5,C9")
    assert five in list(cards_of(search.best_melds(hand, using=five)))
    assert search.best_melds(hand, using=nine) == ()


def test_a_stroke_lays_all_but_one() -> None:
    assert search.stroke(read_pieces("H5,H6,H7,C9")) == (groups("run:H5,H6,H7"), "C9")
    assert search.stroke(read_pieces("H5,H6,H7,C9,C2")) is None
    found = search.stroke(read_pieces("H5,H6,H7,JO"))
    assert found is not None
    assert Counter([*cards_of(found[0]), found[1]]) == Counter(read_pieces("H5,H6,H7,JO"))


def test_an_opening_with_pairs_opens_and_leaves_a_card() -> None:
    rng, opened = random.Random(3), 0
    for _ in range(200):
        some = rng.sample(PACK[:52], 6)
        hand = tuple([*some, *some[: rng.randint(3, 6)], *rng.sample(PACK, 4)][:15])
        if any(times > 2 for times in Counter(hand).values()):
            continue
        for lenient in (True, False):
            found = search.pair_opening(hand, lenient=lenient)
            if not found:
                continue
            opened += 1
            pairs = sum(group.kind is Kind.PAIR for group in found)
            assert pairs_open(pairs, len(found) - pairs, lenient=lenient)
            assert all(meld_of(group) for group in found)
            named = list(cards_of(found))
            assert holds(hand, named)
            assert len(named) < len(hand)
    assert opened > 50


def test_seven_pairs_are_laid_and_five_with_a_meld_before_five_alone() -> None:
    pairs = "C2,C2,D3,D3,H4,H4,S5,S5,C6,C6"
    seven = search.pair_opening(read_pieces(f"{pairs},D7,D7,H8,H8,S9"), lenient=True)
    assert len(seven) == 7
    five = search.pair_opening(read_pieces(f"{pairs},SJ,SQ,SK,S9"), lenient=True)
    assert [group.kind for group in five].count(Kind.PAIR) == 5
    assert groups("run:SJ,SQ,SK")[0] in five
    assert search.pair_opening(read_pieces(f"{pairs},SJ,S9"), lenient=False) == ()
