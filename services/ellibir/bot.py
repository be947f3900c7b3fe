"""Elli Bir's bots. They see what their seat sees.

All levels play the same plain way: they draw, or take the discard where they can open or lay with it; they open as soon
as the solver finds an opening, lay what can be laid, take the jokers that can be taken, and throw the card that is of
least use.
"""

from services.ellibir.actions import (
    Action,
    Discard,
    Draw,
    Lay,
    LayOff,
    Open,
    SwapJoker,
    TakeAndLay,
    TakeAndOpen,
)
from services.ellibir.cards import JOKER, Piece
from services.ellibir.meta import META
from services.ellibir.options import SeatOptions
from services.ellibir.seen import as_match
from services.ellibir.state import State
from services.ellibir.table import lays_off
from services.ellibir.view import View
from services.kernel.bot import level_index
from services.kernel.game import Seat

_DEAR = (TakeAndOpen, Open, TakeAndLay, SwapJoker, Lay, LayOff)
"""What is done at once where it can be done, the first of them first."""


class EllibirBot:
    """`decide` is a function of its arguments."""

    def decide(self, view: View, level: str, seed: int) -> Action:  # noqa: ARG002  (nothing is drawn by chance)
        """The action of the seat that is due. Raises `ValueError` for a level that does not exist."""
        level_index(META.bot_levels, level)
        assert view.seat is not None
        state, seat = as_match(view), Seat(view.seat)
        actions = list(SeatOptions(state, seat))
        for kind in _DEAR:
            for action in actions:
                if isinstance(action, kind):
                    return action
        if view.phase == "draw":
            return Draw()
        cards = [action.card for action in actions if isinstance(action, Discard)]
        return Discard(min(cards, key=lambda piece: _use(state, view.hand, piece)))


bot = EllibirBot()


def _use(state: State, hand: tuple[Piece, ...], piece: Piece) -> tuple[bool, bool, int, int, int]:
    """How much a card is worth keeping: jokers most, then what lays off, then what goes with other cards of the hand;
    of cards of equal use the dearest goes first."""
    return piece is JOKER, lays_off(state.melds, piece), _friends(hand, piece), -piece.worth, -piece.number


def _friends(hand: tuple[Piece, ...], piece: Piece) -> int:
    """With how many other cards of the hand it could lie in one meld."""
    if piece.card is None:
        return 0
    suit, rank = piece.card.suit, piece.card.rank
    others = {other.card for other in hand if other.card is not None and other is not piece}
    near = sum(other.suit is suit and abs(other.rank - rank) <= 2 for other in others)
    return near + sum(other.rank == rank and other.suit is not suit for other in others)
