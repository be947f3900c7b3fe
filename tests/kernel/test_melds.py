"""Melds: runs, sets and pairs on both scales, with and without wild pieces, and where they go on."""

from itertools import combinations_with_replacement, product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.melds import (
    SUITS,
    WILD,
    Face,
    Kind,
    Meld,
    Place,
    Scale,
    extended,
    is_pair,
    is_run,
    is_set,
    natural,
    pair_of,
    run_of,
    set_of,
    spots,
    standing_for,
)

TILES, CARDS = Scale(1, 13), Scale(2, 14)
scales = st.sampled_from([TILES, CARDS])


def run(suit: int, *ranks: int) -> list[Face]:
    return [Face(suit, rank) for rank in ranks]


def same(rank: int, *suits: int) -> list[Face]:
    return [Face(suit, rank) for suit in suits]


def placed(*pieces: Face | None) -> list[Place]:
    """Natural pieces and, for None, wild ones without a face."""
    return [WILD if face is None else natural(face) for face in pieces]


def made(meld: Meld | None) -> Meld:
    assert meld is not None
    return meld


def test_a_run_rises_by_one_in_one_suit() -> None:
    """Rules 8.4, 9.3."""
    assert is_run(run(2, 5, 6, 7))
    assert is_run(run(0, *range(1, 14)))
    for wrong in ((), run(2, 5, 6), run(2, 5, 7, 8), run(2, 7, 6, 5), run(2, 5, 5, 6), [*run(2, 5, 6), Face(1, 7)]):
        assert not is_run(wrong)


def test_a_set_has_one_rank_in_three_or_four_suits() -> None:
    """Rules 8.4, 9.3; scenario O7 is the twin suit."""
    assert is_set(same(7, 3, 0, 1))
    assert is_set(same(7, 0, 1, 2, 3))
    for wrong in (same(7, 0, 1), same(7, 0, 0, 1), same(7, 0, 1, 2, 3, 3), [*same(7, 0, 1), Face(2, 8)]):
        assert not is_set(wrong)


def test_a_pair_is_twice_the_same_face() -> None:
    assert is_pair(same(7, 1, 1))
    assert not is_pair(same(7, 1, 2))
    assert not is_pair(same(7, 1, 1, 1))


@pytest.mark.parametrize(
    ("scale", "ranks", "valid"),
    [
        (TILES, (1, 2, 3), True),
        (TILES, (11, 12, 13), True),
        (TILES, (12, 13, 14), False),
        (TILES, (12, 13, 1), False),  # scenario O5
        (CARDS, (12, 13, 14), True),  # Q K A
        (CARDS, (1, 2, 3), False),
        (CARDS, (14, 2, 3), False),  # A 2 3
        (CARDS, (13, 14, 2), False),
    ],
)
def test_runs_end_where_the_ranks_end(scale: Scale, ranks: tuple[int, ...], valid: bool) -> None:
    """Rules 8.4, 9.3: 12-13-1, K-A-2 and A-2-3 are none, Q-K-A is one."""
    assert (run_of(placed(*run(1, *ranks)), scale) is not None) is valid


def test_a_wild_piece_in_a_run_stands_for_the_face_of_its_place() -> None:
    meld = made(run_of(placed(None, Face(2, 6), None, Face(2, 8)), TILES))
    assert meld.places == (
        standing_for(Face(2, 5)),
        natural(Face(2, 6)),
        standing_for(Face(2, 7)),
        natural(Face(2, 8)),
    )
    assert (meld.kind, meld.ranks, meld.wilds) == (Kind.RUN, (5, 6, 7, 8), 2)
    assert meld.naturals == (Face(2, 6), Face(2, 8))


def test_a_wild_piece_with_a_face_must_have_that_of_its_place() -> None:
    assert run_of([*placed(*run(2, 6, 7)), standing_for(Face(2, 8))], TILES)
    assert run_of([*placed(*run(2, 6, 7)), standing_for(Face(1, 8))], TILES) is None
    assert run_of([*placed(*run(2, 6, 7)), standing_for(Face(2, 5))], TILES) is None


@pytest.mark.parametrize(
    ("scale", "pieces"),
    [
        (TILES, (None, Face(0, 1), Face(0, 2))),
        (TILES, (Face(0, 12), Face(0, 13), None)),
        (CARDS, (None, Face(0, 2), Face(0, 3))),
        (CARDS, (Face(0, 13), Face(0, 14), None)),
        (CARDS, (None, None, None)),
    ],
)
def test_a_wild_piece_stands_for_no_face_off_the_scale(scale: Scale, pieces: tuple[Face | None, ...]) -> None:
    assert run_of(placed(*pieces), scale) is None


def test_a_wild_piece_in_a_set_has_no_face_while_several_suits_are_missing() -> None:
    """Rules 9.3; rules 8.4 ask the layer to name it."""
    for naturals, wilds in ((2, 1), (1, 2)):
        meld = made(set_of(placed(*same(9, *SUITS[:naturals]), *[None] * wilds)))
        assert meld.places == (*map(natural, same(9, *SUITS[:naturals])), *[WILD] * wilds)
        assert (meld.ranks, meld.missing) == ((9, 9, 9), tuple(SUITS[naturals:]))


def test_wild_pieces_get_the_missing_suits_of_a_set_when_they_take_all_of_them() -> None:
    """Rules 8.4, 9.3."""
    assert made(set_of(placed(None, *same(9, 3, 0, 1)))).places == (
        *map(natural, same(9, 0, 1)),
        standing_for(Face(2, 9)),
        natural(Face(3, 9)),
    )
    two = made(set_of(placed(None, Face(3, 9), None, Face(1, 9))))
    assert [place.face for place in two.places] == same(9, *SUITS)
    assert [place.wild for place in two.places] == [True, False, True, False]


def test_a_named_wild_piece_takes_its_suit() -> None:
    """Scenario O65: the suit that a wild piece stands for is not missing."""
    meld = made(set_of([*placed(*same(7, 0, 1)), standing_for(Face(3, 7))]))
    assert (meld.missing, spots(meld, TILES)) == ((2,), (Face(2, 7),))
    assert extended(meld, natural(Face(3, 7)), TILES) is None
    assert [place.face for place in made(extended(meld, natural(Face(2, 7)), TILES)).places] == same(7, *SUITS)
    assert set_of([*placed(*same(7, 0, 1)), standing_for(Face(1, 7))]) is None
    assert set_of([*placed(*same(7, 0, 1)), standing_for(Face(2, 8))]) is None


def test_what_is_no_set() -> None:
    for wrong in (
        [],
        placed(None, None, None),
        placed(Face(0, 7), None),
        placed(*same(7, 0, 1, 2, 3), None),
        placed(*same(7, 0, 0, 1)),
        placed(*same(7, 0, 1), Face(2, 8)),
        [standing_for(Face(0, 7)), WILD, WILD],
    ):
        assert set_of(wrong) is None


def test_a_wild_piece_in_a_pair_is_the_twin_of_the_other() -> None:
    """Rules 8.4, 9.3; what two of them are is the family's to say."""
    twins = (natural(Face(2, 4)), standing_for(Face(2, 4)))
    assert made(pair_of(placed(Face(2, 4), None))).places == twins
    assert made(pair_of(placed(None, Face(2, 4)))).places == twins[::-1]
    assert made(pair_of(placed(Face(2, 4), Face(2, 4)))).ranks == (4, 4)
    for wrong in (placed(None, None), placed(Face(2, 4), Face(1, 4)), placed(Face(2, 4)), placed(*same(4, 1, 1, 1))):
        assert pair_of(wrong) is None
    assert pair_of([natural(Face(2, 4)), standing_for(Face(1, 4))]) is None


@pytest.mark.parametrize(
    ("scale", "ranks", "ends"),
    [
        (TILES, (10, 11, 12), (9, 13)),  # scenario 13 of 8.15
        (TILES, (7, 8, 9), (6, 10)),
        (TILES, (1, 2, 3), (4,)),
        (TILES, (11, 12, 13), (10,)),
        (TILES, tuple(range(1, 14)), ()),
        (CARDS, (2, 3, 4), (5,)),
        (CARDS, (11, 12, 13), (10, 14)),
        (CARDS, tuple(range(2, 15)), ()),
    ],
)
def test_a_run_goes_on_at_both_ends(scale: Scale, ranks: tuple[int, ...], ends: tuple[int, ...]) -> None:
    """Rules 8.5, 8.16, 9.7."""
    meld = made(run_of(placed(*run(3, *ranks)), scale))
    assert spots(meld, scale) == tuple(run(3, *ends))
    for face in run(3, *ends):
        longer = made(extended(meld, standing_for(face), scale))
        assert longer.ranks == tuple(sorted((*ranks, face.rank)))
        assert longer.wilds == 1


def test_a_set_takes_the_suits_it_lacks() -> None:
    """Rules 8.15 example 12, 9.7; scenario E17: either of two missing suits lays off, the wild piece is the other."""
    meld = made(set_of(placed(*same(1, 0, 1, 3))))
    assert spots(meld, TILES) == (Face(2, 1),)
    assert made(extended(meld, WILD, TILES)).places[2] == standing_for(Face(2, 1))
    free = made(set_of(placed(*same(7, 1, 2), None)))
    assert spots(free, CARDS) == tuple(same(7, 0, 3))
    assert made(extended(free, natural(Face(3, 7)), CARDS)).places[0] == standing_for(Face(0, 7))
    assert made(extended(free, WILD, CARDS)).wilds == 2
    full = made(set_of(placed(*same(7, *SUITS))))
    assert (full.missing, spots(full, CARDS), extended(full, WILD, CARDS)) == ((), (), None)


def test_melds_are_stored_and_read_back() -> None:
    for meld in (run_of(placed(*run(3, 5, 6), None), TILES), set_of(placed(*same(7, 1, 2), None))):
        assert msgspec.json.decode(msgspec.json.encode(meld), type=Meld) == meld


def test_a_pair_takes_nothing_and_a_run_no_wild_piece_without_a_face() -> None:
    pair = made(pair_of(placed(*same(7, 1, 1))))
    assert (spots(pair, TILES), extended(pair, natural(Face(1, 8)), TILES)) == ((), None)
    assert extended(made(run_of(placed(*run(3, 5, 6, 7)), TILES)), WILD, TILES) is None


@given(scales, st.data())
def test_what_lays_off_is_what_makes_a_longer_run_or_a_fuller_set(scale: Scale, data: st.DataObject) -> None:
    ranks = range(scale.lowest, scale.highest + 1)
    low, suit = data.draw(st.sampled_from(ranks[:-2])), data.draw(st.sampled_from(SUITS))
    high = data.draw(st.sampled_from(range(low + 2, scale.highest + 1)))
    suits = data.draw(st.sets(st.sampled_from(SUITS), min_size=3))
    faces = data.draw(st.sampled_from([run(suit, *range(low, high + 1)), same(low, *sorted(suits))]))
    meld = made(run_of(placed(*faces), scale) or set_of(placed(*faces)))
    every = [Face(*face) for face in product(SUITS, ranks)]
    fits = [face for face in every if is_run(sorted((*faces, face))) or is_set((*faces, face))]
    assert list(spots(meld, scale)) == fits
    assert [face for face in every if extended(meld, natural(face), scale)] == fits


@given(scales, st.data())
def test_groups_of_natural_pieces_are_melds_exactly_if_their_faces_are(scale: Scale, data: st.DataObject) -> None:
    near = st.builds(Face, st.sampled_from(SUITS[:2]), st.integers(scale.lowest, scale.lowest + 3))
    faces = data.draw(st.lists(near, max_size=5))
    assert (run_of(placed(*faces), scale) is not None) is is_run(faces)
    assert (set_of(placed(*faces)) is not None) is is_set(faces)
    assert (pair_of(placed(*faces)) is not None) is is_pair(faces)


@given(scales, st.data())
def test_a_group_with_wild_pieces_is_a_meld_if_some_faces_make_it_one(scale: Scale, data: st.DataObject) -> None:
    near = st.builds(Face, st.sampled_from(SUITS[:3]), st.integers(scale.highest - 3, scale.highest))
    pieces = data.draw(st.lists(st.one_of(near, st.none()), min_size=1, max_size=5))
    every = [Face(*face) for face in product(SUITS, range(scale.lowest, scale.highest + 1))]
    naturals = [face for face in pieces if face is not None]
    wilds = len(pieces) - len(naturals)
    runs, sets = [], []
    if naturals and wilds <= 2:
        for faces in combinations_with_replacement(every, wilds):
            sets += [faces] if is_set((*naturals, *faces)) else []
        for faces in product(every, repeat=wilds):
            given = iter(faces)
            runs += [faces] if is_run([next(given) if face is None else face for face in pieces]) else []
        assert (set_of(placed(*pieces)) is not None) is bool(sets)
        found = run_of(placed(*pieces), scale)
        assert [tuple(place.face for place in found.places if place.wild)] == runs if found else not runs
