"""Pairs: the most that a hand has, alone and beside one meld."""

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from services.kernel.melds import Face, Kind, Meld, Scale, pair_of, standing_for
from services.kernel.pairs import Pairs, best_pairs, each_meld, pairs_beside_a_meld
from tests.kernel.laying_out import Group, groups_with

TILES = Scale(1, 13)

pieces = [Face(suit, rank) for suit in range(4) for rank in range(1, 14)] * 2
racks = st.tuples(st.permutations(pieces), st.integers(1, 20)).map(lambda drawn: tuple(drawn[0][: drawn[1]]))


def most_pairs(held: Counter[Face], wilds: int) -> int:
    """One piece after the other: paired with its twin, with a wild piece, or with nothing."""
    faces = sorted((+held).elements())
    if not faces:
        return 0
    rest = held - Counter(faces[:1])
    found = most_pairs(rest, wilds)
    if rest[faces[0]]:
        found = max(found, 1 + most_pairs(rest - Counter(faces[:1]), wilds))
    return max(found, 1 + most_pairs(rest, wilds - 1)) if wilds else found


def whole(found: Pairs) -> tuple[Counter[Face], int]:
    melds = [*found.pairs, *([found.meld] if found.meld else [])]
    faces = Counter(found.left) + Counter(face for meld in melds for face in meld.naturals)
    return faces, found.wilds_left + sum(meld.wilds for meld in melds)


@given(st.lists(st.sampled_from(pieces[:6] * 2), max_size=9), st.integers(0, 2))
def test_there_are_no_more_pairs_than_those_found(drawn: list[Face], wilds: int) -> None:
    """Rules 8.4, 8.6, 9.3."""
    faces = list((Counter(drawn) & Counter(pieces)).elements())
    found = best_pairs(faces, wilds)
    assert found is not None
    assert len(found.pairs) == most_pairs(Counter(faces), wilds)
    assert whole(found) == (Counter(faces), wilds)
    assert all(pair == pair_of(pair.places) for pair in found.pairs)


@given(racks, st.integers(0, 2), st.data())
def test_the_side_tile_is_in_a_pair_if_it_can_be(faces: tuple[Face, ...], wilds: int, data: st.DataObject) -> None:
    """Rules 8.5: as many pairs as without that duty."""
    using = data.draw(st.sampled_from(faces))
    found = best_pairs(faces, wilds, using=using)
    free = best_pairs(faces, wilds)
    assert free is not None
    assert (found is None) is (faces.count(using) == 1 and not wilds)
    if found is not None:
        assert len(found.pairs) == len(free.pairs)
        assert any(using in pair.naturals for pair in found.pairs)
        assert whole(found) == (Counter(faces), wilds)


def test_wild_pieces_take_the_highest_singles_off_the_rack() -> None:
    faces = (Face(0, 4), Face(1, 9), Face(2, 9), Face(3, 12), Face(3, 12))
    found = best_pairs(faces, 2)
    assert found is not None
    assert [meld.places[0].face for meld in found.pairs] == [Face(3, 12), Face(1, 9), Face(2, 9)]
    assert found.left == (Face(0, 4),)
    low = best_pairs(faces, 1, using=Face(0, 4))
    assert low is not None
    assert low.left == (Face(1, 9), Face(2, 9))
    assert best_pairs(faces, 1, using=Face(0, 5)) is None


def test_two_wild_pieces_are_a_pair_where_the_game_says_so() -> None:
    """Rules 8.4 (two okeys stand for their own face), 9.3 (two jokers are none)."""
    twins = Meld(Kind.PAIR, (standing_for(Face(2, 8)),) * 2)
    assert best_pairs((), 2) == Pairs(pairs=(), left=(), wilds_left=2)
    assert best_pairs((), 2, twins=Face(2, 8)) == Pairs(pairs=(twins,), left=(), wilds_left=0)
    both = best_pairs((Face(0, 4),) * 2, 2, twins=Face(2, 8))
    assert both is not None
    assert [meld.places[0].face for meld in both.pairs] == [Face(0, 4), Face(2, 8)]
    single = best_pairs((Face(0, 4),), 2, twins=Face(2, 8))
    assert single is not None
    assert (len(single.pairs), single.wilds_left) == (1, 1)


def test_every_meld_of_a_hand_is_listed_once() -> None:
    """Against the enumeration of all melds; sets in which the colour of a wild piece is free are one."""
    rng = random.Random(1)
    for _ in range(150):
        wilds = rng.randint(0, 2)
        faces = rng.sample(pieces, rng.randint(1, 14))
        listed = [kept(meld) for meld in each_meld(faces, wilds, TILES)]
        held = Counter(faces)
        every = {seen(group) for face in held for group in groups_with(face, held, wilds, TILES)}
        assert set(listed) == every
        assert len(listed) == len(every)


Seen = tuple[bool, tuple[int, ...], int, tuple[Face, ...], tuple[bool, ...]]


def seen(group: Group) -> Seen:
    places = group.wilds if group.is_run else ()
    return group.is_run, group.ranks, sum(group.wilds), tuple(sorted(group.naturals)), places


def kept(meld: Meld) -> Seen:
    is_run = meld.kind is Kind.RUN
    places = tuple(place.wild for place in meld.places) if is_run else ()
    return is_run, meld.ranks, meld.wilds, meld.naturals, places


def test_pairs_and_one_meld() -> None:
    """Rules 9.5: four pairs and a meld; the joker is in the meld beside both fives, or pairs one of them."""
    faces = [Face(suit, rank) for suit, rank in ((0, 5), (1, 2), (2, 9), (3, 14)) for _ in range(2)]
    hand = (*faces, Face(0, 6), Face(0, 7))
    found = list(pairs_beside_a_meld(hand, 1, Scale(2, 14)))
    best = [each for each in found if len(each.pairs) == max(len(other.pairs) for other in found)]
    assert {(len(each.pairs), each.left, each.wilds_left) for each in best} == {(4, (), 0)}
    assert {each.meld.wilds for each in best if each.meld} == {0, 1}
    assert all(whole(each) == (Counter(hand), 1) for each in found)


@given(racks, st.integers(0, 2), st.data())
def test_pairs_or_the_meld_beside_them_use_the_side_tile(
    faces: tuple[Face, ...], wilds: int, data: st.DataObject
) -> None:
    using = data.draw(st.sampled_from(faces))
    found = list(pairs_beside_a_meld(faces, wilds, TILES, using=using))
    free = list(pairs_beside_a_meld(faces, wilds, TILES))
    for each in found:
        assert whole(each) == (Counter(faces), wilds)
        assert each.meld is not None
        assert any(using in meld.naturals for meld in (*each.pairs, each.meld))
    assert [each.meld for each in found] == [each.meld for each in free if can_use(each.meld, faces, wilds, using)]


def can_use(meld: Meld | None, faces: tuple[Face, ...], wilds: int, using: Face) -> bool:
    return meld is not None and (using in meld.naturals or faces.count(using) == 2 or wilds > meld.wilds)
