"""What one who has opened can lay in a turn: every way to go on with the table, a bounded number of them."""

from collections.abc import Iterator
from typing import Final

import msgspec

from services.ellibir.actions import Action, LayOff
from services.ellibir.bots.faces import CODE, beyond, code_of
from services.ellibir.cards import JOKER, SCALE, Piece
from services.ellibir.options import lay_offs, lays, swaps_of
from services.ellibir.rules import act
from services.ellibir.state import State
from services.ellibir.table import ends
from services.kernel.game import Seat
from services.kernel.melds import Kind
from services.kernel.refusal import Illegal

MOST: Final = 40
"""So many positions are looked at in a turn."""


class Plan(msgspec.Struct, frozen=True):
    """The acts, and the match after them, with the discard yet to come."""

    acts: tuple[Action, ...]
    after: State
    hand: tuple[Piece, ...]

    @property
    def goes_out(self) -> bool:
        """True if only the card to discard is left."""
        return len(self.hand) == 1

    @property
    def by_joker(self) -> bool:
        """True if that is a joker."""
        return self.hand == (JOKER,)


def plans(state: State, seat: Seat, most: int = MOST) -> list[Plan]:
    """Every way found to use the table, to do nothing first. Those with fewest acts are found first."""
    found = [Plan((), state, state.players[seat].hand)]
    known = {(found[0].hand, state.melds)}
    for plan in found:
        if len(found) >= most:
            break
        for action in _acts(plan.after, seat):
            try:
                after = act(plan.after, seat, action, plan.after.now_ms)
            except Illegal:
                continue
            hand = after.players[seat].hand
            if (hand, after.melds) not in known:
                known.add((hand, after.melds))
                found.append(Plan((*plan.acts, action), after, hand))
    return found


def _acts(state: State, seat: Seat) -> Iterator[Action]:
    player = state.players[seat]
    yield from lays(player)
    yield from swaps_of(state, seat, player)
    jokers: list[LayOff] = []
    for action in lay_offs(state, seat, player):
        if isinstance(action, LayOff) and action.cards == (JOKER,):
            jokers.append(action)
        else:
            yield action
    yield from _of_jokers(state, player.hand, jokers)


def _of_jokers(state: State, hand: tuple[Piece, ...], actions: list[LayOff]) -> Iterator[LayOff]:
    """Where a joker leads on to a card of the hand, and one place where it does not."""
    held = {CODE[piece] for piece in hand if piece is not JOKER}
    elsewhere: LayOff | None = None
    for action in actions:
        if _leads_to(state, action) & held:
            yield action
        elif elsewhere is None or state.melds[action.meld].meld.kind is Kind.SET:
            elsewhere = action
    if elsewhere is not None:
        yield elsewhere


def _leads_to(state: State, action: LayOff) -> set[int]:
    """The card that lays off once the joker lies there."""
    free = ends(state.melds[action.meld].meld)
    face = free.get(action.spot) if action.spot else next(iter(free.values()), None)
    if face is None:
        return set()
    step = -1 if face.rank < state.melds[action.meld].meld.ranks[0] else 1
    assert SCALE.lowest <= face.rank <= SCALE.highest
    after = beyond(code_of(face), step)
    return set() if after is None else {after}
