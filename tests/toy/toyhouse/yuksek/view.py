"""Who sees what of yüksek."""

import msgspec
from toyhouse.yuksek.state import State

from services.kernel.game import Viewer


class View(msgspec.Struct, frozen=True):
    """A seat sees its own cards and that the other has laid one; a spectator sees no card at all."""

    hand: tuple[int, ...]
    sealed: int
    counts: tuple[int, int]
    laid: tuple[bool, bool]
    worth: int
    hands_left: int


def build(state: State, viewer: Viewer) -> View:
    return View(
        hand=() if viewer is None else state.hands[viewer],
        sealed=-1 if viewer is None else state.sealed[viewer],
        counts=(len(state.hands[0]), len(state.hands[1])),
        laid=(state.sealed[0] >= 0, state.sealed[1] >= 0),
        worth=state.worth,
        hands_left=state.hands_left,
    )
