"""The best layouts: equal to what an enumeration of all of them finds, and right on the examples of the rule books."""

import random
from collections import Counter
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.layouts import Layout, Worth, best_layout, by_points, layout_with
from services.kernel.melds import WILD, Face, Kind, Meld, Scale, is_run, is_set, named
from tests.kernel.laying_out import Group, Value, middles, outcomes, points_of

TILES, CARDS = Scale(1, 13), Scale(2, 14)


def number(rank: int) -> int:
    return rank


def card(rank: int) -> int:
    """Rules 9.3."""
    return 11 if rank == 14 else min(rank, 10)


def one(rank: int) -> int:
    return 1


def ten(rank: int) -> int:
    """Rules 8.6, `fiftyOneHigh = ten`."""
    return min(rank, 10)


SUM = by_points(TILES, number)
CARD_SUM = by_points(CARDS, card)
MIDDLES = Worth(  # rules 8.7
    scale=TILES,
    runs=tuple(rank + 1 for rank in range(14)),
    sets=tuple(range(14)),
    sides=tuple(rank // 3 for rank in range(14)),
)


class Objective(NamedTuple):
    """What the solver is asked for, and what the enumeration takes a meld for."""

    worth: Worth
    value: Value


OBJECTIVES = {
    "101": Objective(SUM, points_of(number)),
    "34": Objective(MIDDLES, middles),
    "51 ten": Objective(by_points(TILES, ten), points_of(ten)),
    "tiles": Objective(by_points(TILES, one), points_of(one)),
    "tiles in hand": Objective(by_points(TILES, number, 101), points_of(number, 101)),
    "Elli Bir": Objective(CARD_SUM, points_of(card)),
    "cards": Objective(by_points(CARDS, one), points_of(one)),
    "cards in hand": Objective(by_points(CARDS, card, 25), points_of(card, 25)),
}


def run(suit: int, *ranks: int) -> tuple[Face, ...]:
    return tuple(Face(suit, rank) for rank in ranks)


def same(rank: int, *suits: int) -> tuple[Face, ...]:
    return tuple(Face(suit, rank) for suit in suits)


def shapes(layout: Layout) -> list[tuple[Kind, tuple[int, ...]]]:
    return [(meld.kind, meld.ranks) for meld in layout.melds]


def raised(faces: tuple[Face, ...], by: int) -> tuple[Face, ...]:
    return tuple(Face(face.suit, face.rank + by) for face in faces)


def deal(rng: random.Random, wilds: int) -> tuple[Face, ...]:
    """Up to 15 pieces on the scale of the tiles: of all, of neighbouring ranks, or of few suits, where melds crowd."""
    ranks, suits, style = list(range(1, 14)), [0, 1, 2, 3], rng.randrange(4)
    if style in (1, 2):
        size = rng.randint(4, 7)
        low = 13 - size if style == 1 else rng.randint(0, 13 - size)
        ranks = ranks[low : low + size]
    if style == 3:
        suits = rng.sample(suits, rng.randint(1, 2))
    pieces = [Face(suit, rank) for suit in suits for rank in ranks] * 2
    return tuple(rng.sample(pieces, min(rng.randint(3, 15) - wilds, len(pieces))))


def rank_lowered(value: Value) -> Value:
    """The value of cards, of which the enumeration sees every rank one too low: as tiles."""
    return lambda group: value(Group(group.is_run, tuple(rank + 1 for rank in group.ranks), group.wilds, ()))


@pytest.mark.parametrize("seed", range(10))
def test_layouts_are_worth_what_the_best_of_all_layouts_is(seed: int) -> None:
    """Ten times 210 racks: tiles 1 to 13 and the cards 2 to A, which stand to one another as these do."""
    rng = random.Random(seed)
    values = tuple(
        each.value if each.worth.scale == TILES else rank_lowered(each.value) for each in OBJECTIVES.values()
    )
    for _ in range(210):
        wilds = rng.choice([0, 1, 1, 2, 2])
        faces = deal(rng, wilds)
        using = rng.choice(faces)
        every = outcomes(faces, wilds, TILES, values, using)
        for at, (name, objective) in enumerate(OBJECTIVES.items()):
            by = objective.worth.scale.lowest - 1
            for leaving in (None, 1, rng.choice([0, 2, 3])):
                for used in (False, True) if leaving in (None, 1) else (rng.choice([False, True]),):
                    best = max(
                        (
                            (most[at], -left)
                            for (left, laid), most in every.items()
                            if leaving in (None, left) and laid in (used, True)
                        ),
                        default=None,
                    )
                    face = Face(using.suit, using.rank + by) if used else None
                    found = layout_with(raised(faces, by), wilds, objective.worth, using=face, leaving=leaving)
                    case = (name, sorted(faces), wilds, leaving, face)
                    assert ((found.value, -len(found.left) - found.wilds_left) if found else None) == best, case
                    if found:
                        check(found, raised(faces, by), wilds, objective, leaving, face)


def check(
    layout: Layout, faces: tuple[Face, ...], wilds: int, objective: Objective, leaving: int | None, using: Face | None
) -> None:
    """Every piece is in one place, every meld is one, and they are worth what it says."""
    laid = [face for meld in layout.melds for face in meld.naturals]
    assert Counter(laid) + Counter(layout.left) == Counter(faces)
    assert sum(meld.wilds for meld in layout.melds) + layout.wilds_left == wilds
    assert leaving is None or len(layout.left) + layout.wilds_left == leaving
    assert using is None or using in laid
    assert sum(objective.value(group_of(meld)) for meld in layout.melds) == layout.value
    for meld in layout.melds:
        shown = [place.face for place in named(meld).places if place.face is not None]
        low, high = objective.worth.scale
        assert (is_run if meld.kind is Kind.RUN else is_set)(shown)
        assert all(low <= face.rank <= high for face in shown)
        assert meld.naturals


def group_of(meld: Meld) -> Group:
    return Group(meld.kind is Kind.RUN, meld.ranks, tuple(place.wild for place in meld.places), meld.naturals)


@st.composite
def racks(draw: st.DrawFn) -> tuple[tuple[Face, ...], int]:
    """Up to 22 pieces with the wild ones."""
    pieces = [Face(suit, rank) for suit in range(4) for rank in range(1, 14)] * 2
    return tuple(draw(st.permutations(pieces))[: draw(st.integers(0, 20))]), draw(st.integers(0, 2))


@given(racks(), st.sampled_from(["101", "34", "tiles in hand"]), st.permutations(range(4)), st.randoms())
def test_neither_order_nor_colours_matter(
    rack: tuple[tuple[Face, ...], int], name: str, colours: list[int], rng: random.Random
) -> None:
    faces, wilds = rack
    found = best_layout(faces, wilds, OBJECTIVES[name].worth)
    check(found, faces, wilds, OBJECTIVES[name], None, None)
    assert best_layout(rng.sample(faces, len(faces)), wilds, OBJECTIVES[name].worth) == found
    painted = [Face(colours[face.suit], face.rank) for face in faces]
    assert best_layout(painted, wilds, OBJECTIVES[name].worth).value == found.value


@given(racks(), st.sampled_from(["101", "34", "tiles", "tiles in hand"]))
def test_more_pieces_are_never_worth_less(rack: tuple[tuple[Face, ...], int], name: str) -> None:
    faces, wilds = rack
    worth = OBJECTIVES[name].worth
    value = best_layout(faces, wilds, worth).value
    if faces:
        assert best_layout(faces[1:], wilds, worth).value <= value
    if wilds:
        assert best_layout(faces, wilds - 1, worth).value <= value


@given(racks(), st.sampled_from(["101", "34"]))
def test_every_layout_leaves_some_number_of_pieces(rack: tuple[tuple[Face, ...], int], name: str) -> None:
    faces, wilds = rack
    worth = OBJECTIVES[name].worth
    found = [layout_with(faces, wilds, worth, leaving=count) for count in range(len(faces) + wilds + 1)]
    assert max(layout.value for layout in found if layout) == best_layout(faces, wilds, worth).value


EXAMPLE = (*same(1, 0, 1, 2), *run(0, 10, 11, 12), *run(1, 8, 9), *run(2, 7, 8, 9), *same(5, 1, 2, 3))


def test_the_example_of_the_rule_book_opens_101_and_34() -> None:
    """Rules 8.15, examples 1 and 2: the okey stands for the black 10."""
    found = best_layout(EXAMPLE, 1, SUM)
    assert (found.value, found.left, found.wilds_left) == (102, (), 0)
    assert [meld.places[-1].face for meld in found.melds if meld.wilds] == [Face(1, 10)]
    assert best_layout(EXAMPLE, 1, MIDDLES).value == 34


@pytest.mark.parametrize(
    ("ranks", "value"),
    [
        ((3, 4, 5, 6, 7), 8),
        ((7, 8, 9, 10), 11),
        ((2, 3, 4, 5, 6), 6),
        ((1, 2, 3, 4, 5), 4),
        ((1, 2, 3, 4, 5, 6), 7),  # two runs of three: as one run it were 6
        (tuple(range(1, 14)), 30),
    ],
)
def test_34_counts_middles_and_thirds(ranks: tuple[int, ...], value: int) -> None:
    """Rules 8.7, 8.15 examples 3 to 9."""
    assert best_layout(run(2, *ranks), 0, MIDDLES).value == value


def test_34_splits_a_long_run_where_that_is_worth_more() -> None:
    """Rules 8.7."""
    assert shapes(best_layout(run(2, *range(1, 7)), 0, MIDDLES)) == [(Kind.RUN, (1, 2, 3)), (Kind.RUN, (4, 5, 6))]
    assert shapes(best_layout(run(2, *range(1, 7)), 0, SUM)) == [(Kind.RUN, (1, 2, 3, 4, 5, 6))]


def test_of_equal_layouts_the_one_with_more_pieces_is_found() -> None:
    """Rules 8.7: a 1 beside 2-3-4 is worth nothing, and off the rack all the same."""
    assert shapes(best_layout(run(2, 1, 2, 3, 4), 0, MIDDLES)) == [(Kind.RUN, (1, 2, 3, 4))]
    assert best_layout(run(2, *range(1, 14)), 0, MIDDLES).left == ()


def test_cards_end_with_the_ace_and_count_ten_and_eleven() -> None:
    """Rules 9.3, 9.13, scenarios E7 and E9."""
    assert best_layout(run(1, 12, 13, 14), 0, CARD_SUM).value == 31
    assert best_layout(run(1, 9, 10, 11), 0, CARD_SUM).value == 29
    assert best_layout(run(1, 7, 8, 9, 10, 11), 0, CARD_SUM).value == 44
    assert best_layout(run(1, 14, 2, 3), 0, CARD_SUM).melds == ()


def test_a_wild_piece_of_a_set_keeps_its_suit_open() -> None:
    found = best_layout(same(13, 1, 3), 1, SUM)
    assert found.melds[0].places[-1] == WILD
    assert [place.face for place in named(found.melds[0]).places] == list(same(13, 0, 1, 3))
    assert best_layout(same(13, 0, 1, 3), 1, SUM).melds[0].places[2].face == Face(2, 13)


def test_both_wild_pieces_may_be_in_one_meld() -> None:
    """Rules 8.4, 9.3: with one natural piece; high in the run, where they are worth most."""
    assert shapes(best_layout(run(2, 7), 2, SUM)) == [(Kind.RUN, (7, 8, 9))]
    assert shapes(best_layout(run(2, 13), 2, SUM)) == [(Kind.SET, (13, 13, 13))]
    assert shapes(best_layout(run(2, 12, 13), 2, SUM)) == [(Kind.RUN, (10, 11, 12, 13))]
    assert best_layout((), 2, SUM) == Layout(melds=(), value=0, left=(), wilds_left=2)


def test_one_stroke_leaves_exactly_one_piece() -> None:
    """Rules 8.6: four blocks of three leave none, and none of their pieces can be spared."""
    blocks = (*run(0, 1, 2, 3), *run(1, 7, 8, 9), *same(13, 0, 2, 3), *same(5, 1, 2, 3))
    assert layout_with(blocks, 0, SUM, leaving=0)
    assert layout_with(blocks, 0, SUM, leaving=1) is None
    found = layout_with((*blocks, Face(3, 9)), 0, SUM, leaving=1)
    assert found is not None
    assert found.left == (Face(3, 9),)
    longer = layout_with((*blocks, Face(0, 4)), 0, SUM, leaving=1)
    assert longer is not None
    assert longer.left == (Face(0, 1),)


def test_devam_lays_everything_but_the_wild_pieces() -> None:
    """Rules 10.5: nothing of the rest may stay, and no wild piece is spent."""
    rest = (*run(0, 1, 2, 3), *same(5, 1, 2, 3))
    assert layout_with(rest, 0, SUM, leaving=0)
    assert layout_with((*rest, Face(2, 9)), 0, SUM, leaving=0) is None


def test_the_side_tile_is_laid_even_if_that_is_worth_less() -> None:
    """Rules 8.5: an opening that owes a face uses it; 5-5-5 is worth less than 5-6-7 with the same five."""
    hand = (*run(0, 5, 6, 7), *same(5, 1, 2))
    assert best_layout(hand, 0, SUM).value == 18
    found = layout_with(hand, 0, SUM, using=Face(1, 5))
    assert found is not None
    assert shapes(found) == [(Kind.SET, (5, 5, 5))]
    assert layout_with((*hand, Face(3, 9)), 0, SUM, using=Face(3, 9)) is None
    assert layout_with(hand, 2, SUM, using=Face(3, 9)) is None
    assert layout_with(hand, 2, SUM, using=Face(0, 14)) is None


def test_what_counts_in_the_hand_is_laid_first() -> None:
    """An okey left over costs 101 (8.11): it is laid as a fourth 2 although nothing else needs it."""
    worth = by_points(TILES, number, 101)
    assert best_layout(same(2, 0, 1, 2), 1, worth).value == 107
    assert best_layout(same(13, 0, 1), 1, worth).value == 127


@pytest.mark.parametrize(
    ("faces", "wilds"),
    [(run(0, 5, 5, 5), 0), (run(0, 14), 0), (run(0, 0), 0), (run(0, 5), 3), (run(0, 5), -1)],
)
def test_a_hand_that_no_game_has_is_refused(faces: tuple[Face, ...], wilds: int) -> None:
    with pytest.raises(ValueError, match=r"off the scale|at most"):
        best_layout(faces, wilds, SUM)
