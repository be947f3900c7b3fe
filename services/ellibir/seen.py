"""A view as a match again, so that what a seat may do is judged by the rules themselves.

What the view does not show is filled with jokers: nothing that a seat may do depends on it (rules 9.17; the conformance
suite compares what a seat may do in worlds that it cannot tell apart).
"""

from services.ellibir.cards import JOKER, Piece
from services.ellibir.state import Claim, Opened, Phase, Player, State, Turn
from services.ellibir.view import SeatView, View
from services.kernel.game import Seat


def as_match(view: View) -> State:
    """The match as the view's seat knows it; results, fines and marks are left out."""
    closed = view.stock - (view.bottom is not None)
    claim = view.claim
    return State(
        terms=view.terms,
        phase=_PHASES.get(view.phase, Phase.OVER),
        dealer=Seat(view.dealer),
        players=tuple(_player(view, seat, at) for at, seat in enumerate(view.seats)),
        stock=(*(JOKER,) * closed, *(() if view.bottom is None else (view.bottom,))),
        bottom=view.bottom is not None,
        cut_jokers=view.cut_jokers,
        discards=view.discards,
        melds=view.melds,
        need=view.need,
        # Turns are numbered from anywhere: of a claim it only matters whether it is of an earlier one.
        turn=Turn(Seat(view.turn or 0), 1, view.drawn, view.opened_now, view.laid_off, view.single),
        claim=None if claim is None else Claim(Seat(claim.seat), 0 if claim.ready else 1),
        stars=(0,) * len(view.seats),
    )


_PHASES = {"draw": Phase.DRAW, "play": Phase.PLAY}


def _player(view: View, seat: SeatView, at: int) -> Player:
    unseen: tuple[Piece, ...] = (JOKER,) * (seat.cards - len(seat.shown))
    return Player(
        hand=view.hand if at == view.seat else (*seat.shown, *unseen),
        opened=Opened(seat.opened),
        declared=seat.goer and seat.opened == Opened.NONE,
        shown=seat.shown,
        bound=seat.bound,
    )
