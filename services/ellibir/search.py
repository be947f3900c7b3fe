"""What a hand could lay: melds by the kernel's solver, pairs by counting (rules 9.5).

Whatever is found here keeps a card to discard; whether the rules take it is said by the rules.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from services.ellibir.actions import Group
from services.ellibir.cards import JOKER, SCALE, Piece, piece_of, shown_at, value_of
from services.ellibir.groups import meld_of, worth
from services.kernel.layouts import Layout, best_layout, by_points, layout_with
from services.kernel.melds import SHORTEST, Face, Meld
from services.kernel.pairs import best_pairs, pairs_beside_a_meld

WORTH: Final = by_points(SCALE, value_of)

Groups = tuple[Group, ...]

_FEWEST_PAIRS: Final = 4
_MOST_BESIDE: Final = 5
"""So many pairs at most go with a meld (rules 9.5)."""
_MOST_PAIRS: Final = 7


def group_of(meld: Meld) -> Group:
    """A meld as its player names it."""
    return Group(meld.kind, tuple(shown_at(place) for place in meld.places))


def _groups(layout: Layout | None) -> Groups:
    return () if layout is None else tuple(map(group_of, layout.melds))


# -- melds -------------------------------------------------------------------------------------------------------------


def best_melds(hand: Sequence[Piece], using: Piece | None = None) -> Groups:
    """The melds that are worth most, one card at least left; with `using` in one of them. Empty for none."""
    faces, wilds = _split(hand)
    if len(faces) + wilds <= SHORTEST:
        return ()
    face = None if using is None else using.place.face
    found = best_layout(faces, wilds, WORTH) if face is None else layout_with(faces, wilds, WORTH, using=face)
    if found is not None and not found.left and not found.wilds_left:
        kept = (layout_with(faces, wilds, WORTH, using=face, leaving=left) for left in range(1, SHORTEST + 1))
        found = next((layout for layout in kept if layout is not None), None)
    groups = _groups(found)
    return groups if using is None or any(using in group.cards for group in groups) else ()


def stroke(hand: Sequence[Piece]) -> tuple[Groups, Piece] | None:
    """All cards but one in melds, and that one; None if that cannot be."""
    faces, wilds = _split(hand)
    found = layout_with(faces, wilds, WORTH, leaving=1)
    if found is None or not found.melds:
        return None
    return _groups(found), JOKER if found.wilds_left else piece_of(found.left[0])


def _split(hand: Iterable[Piece]) -> tuple[list[Face], int]:
    faces = [face for piece in hand if (face := piece.place.face) is not None]
    return faces, sum(piece is JOKER for piece in hand)


def value(groups: Iterable[Group]) -> int:
    """What the groups are worth."""
    return sum(worth(meld) for group in groups if (meld := meld_of(group)) is not None)


# -- pairs -------------------------------------------------------------------------------------------------------------


def pairs(hand: Iterable[Piece], using: Piece | None = None) -> Groups:
    """The most pairs of the hand, those without a joker first; with `using` in one of them. Empty for none."""
    faces, wilds = _split(hand)
    found = best_pairs(faces, wilds, using=None if using is None else using.place.face)
    return () if found is None else _of_pairs(found.pairs)


def pair_opening(hand: Sequence[Piece], *, lenient: bool, using: Piece | None = None) -> Groups:
    """The most pairs that open, with a meld where that is needed or more is laid by it; one card at least stays in the
    hand. With `using` in one of the groups. Empty where pairs do not open."""
    bare = pairs(hand, using)[: min(_MOST_PAIRS, (len(hand) - 1) // 2)]
    if len(bare) > _MOST_BESIDE:
        return bare
    beside = _beside_a_meld(hand, using)
    return beside or (bare if len(bare) == _MOST_BESIDE and lenient else ())


def _beside_a_meld(hand: Sequence[Piece], using: Piece | None) -> Groups:
    """Four or five pairs and a meld: of all that there are the one with most pairs, then with the dearest meld."""
    faces, wilds = _split(hand)
    best: Groups = ()
    key = (_FEWEST_PAIRS, 0)
    face = None if using is None else using.place.face
    for found in pairs_beside_a_meld(faces, wilds, SCALE, using=face):
        assert found.meld is not None
        room = (len(hand) - len(found.meld.places) - 1) // 2
        beside = _with_first(found.pairs, face)[: min(_MOST_BESIDE, room)]
        this = (len(beside), worth(found.meld))
        if this > key and (face is None or any(face in meld.naturals for meld in (*beside, found.meld))):
            best, key = (*_of_pairs(beside), group_of(found.meld)), this
    return best


def _with_first(melds: tuple[Meld, ...], face: Face | None) -> tuple[Meld, ...]:
    """The pairs, those of a face before the others, so that it is not among those that are cut off."""
    return tuple(sorted(melds, key=lambda meld: face not in meld.naturals))


def _of_pairs(melds: Iterable[Meld]) -> Groups:
    return tuple(map(group_of, melds))
