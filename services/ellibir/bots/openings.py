"""How to open: what the rules list, and layouts that leave another rest."""

from collections.abc import Iterator
from typing import Final

from services.ellibir.actions import Group, Open
from services.ellibir.bots.seat import Seen
from services.ellibir.cards import JOKER, SCALE
from services.ellibir.opening import value_of
from services.ellibir.search import group_of
from services.kernel.layouts import Layout, Worth, best_layout, layout_with
from services.kernel.melds import SHORTEST

_RANKS: Final = SCALE.highest + 1
_BY_CARDS: Final = Worth(
    scale=SCALE,
    runs=(SHORTEST,) * _RANKS,
    sets=(SHORTEST,) * _RANKS,
    sides=(1,) * _RANKS,
    splits=False,
)
"""Every card is worth one, so that the most of them are laid."""


def more_openings(at: Seen) -> Iterator[Open]:
    """Openings with melds that the list leaves out: the most cards, a joker kept, everything laid but a joker."""
    if at.own.goer:
        return
    faces = [face for piece in at.hand if (face := piece.place.face) is not None]
    jokers = at.hand.count(JOKER)
    if jokers:
        out = layout_with(faces, jokers - 1, _BY_CARDS, leaving=0)
        if out is not None:
            yield Open(_groups(out), JOKER)
    for wilds in range(jokers, -1, -1):
        found = best_layout(faces, wilds, _BY_CARDS)
        if found.left or wilds < jokers:
            groups = _groups(found)
            if value_of(groups) >= at.state.need:
                yield Open(groups)


def _groups(layout: Layout) -> tuple[Group, ...]:
    return tuple(map(group_of, layout.melds))
