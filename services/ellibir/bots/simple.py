"""`kolay` and `orta`: what can be laid is laid, and the card that goes with fewest others is thrown."""

from typing import Final

from services.ellibir.actions import Action, Discard, Draw, Lay, LayOff, Open, SwapJoker, TakeAndLay, TakeAndOpen
from services.ellibir.bots.discards import least_connected
from services.ellibir.bots.seat import Seen
from services.ellibir.cards import JOKER
from services.ellibir.options import SeatOptions
from services.ellibir.table import lays_off
from services.kernel.draws import Draws

_DEAR: Final = (TakeAndOpen, Open, TakeAndLay, SwapJoker, Lay, LayOff)
"""What is done at once where it can be done, the first of them first."""

_SEEN: Final = (TakeAndOpen, Open, Lay, LayOff)
"""The same for a beginner, who overlooks the rest."""

_CARELESS: Final = 0.3
"""How often a beginner throws any card that does no harm at once, and does not see that a card lays off."""


def plain(at: Seen) -> Action:
    """`orta`."""
    return _laying(at, _DEAR) or _drawing(at) or Discard(least_connected(at.state, at.seat)[0])


def careless(at: Seen, rng: Draws) -> Action:
    """`kolay`."""
    blind = rng.random() < _CARELESS
    act = _laying(at, _SEEN[:-1] if blind else _SEEN) or _drawing(at)
    if act is not None:
        return act
    cards = least_connected(at.state, at.seat)
    harmless = [piece for piece in cards if piece is not JOKER and not lays_off(at.state.melds, piece)]
    if blind and harmless:
        return Discard(harmless[rng.randrange(len(harmless))])
    return Discard(cards[0])


def _laying(at: Seen, kinds: tuple[type[Action], ...]) -> Action | None:
    actions = list(SeatOptions(at.state, at.seat))
    return next((action for kind in kinds for action in actions if isinstance(action, kind)), None)


def _drawing(at: Seen) -> Action | None:
    return Draw() if at.view.phase == "draw" else None
