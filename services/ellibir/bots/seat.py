"""What a seat knows, counted once for all judgements."""

from collections import Counter

import msgspec

from services.ellibir.bots.faces import COPIES_OF
from services.ellibir.cards import Piece, shown_at
from services.ellibir.score import partner_of
from services.ellibir.seen import as_match
from services.ellibir.state import Player, State
from services.ellibir.view import View
from services.kernel.game import Seat


class Seen(msgspec.Struct, frozen=True):
    """A view as its due seat uses it: as a match (`services/ellibir/seen.py`), and the cards that it sees nowhere."""

    view: View
    state: State
    seat: Seat
    unseen: tuple[Piece, ...]

    @property
    def own(self) -> Player:
        """The seat itself."""
        return self.state.players[self.seat]

    @property
    def hand(self) -> tuple[Piece, ...]:
        return self.own.hand

    @property
    def turns(self) -> int:
        """Turns that it still has after this one, if everybody draws from the stock."""
        return self.view.stock // self.players

    @property
    def players(self) -> int:
        return self.view.terms.players

    @property
    def next(self) -> Seat:
        """Who may take what it discards."""
        return self.state.seat_after(self.seat)

    @property
    def opponents(self) -> tuple[Seat, ...]:
        """The others, without the partner."""
        own = {self.seat, partner_of(self.seat)} if self.view.terms.partners else {self.seat}
        return tuple(Seat(seat) for seat in range(self.players) if seat not in own)

    @property
    def others_open(self) -> bool:
        """True if anybody else has opened."""
        return any(player.is_open for seat, player in enumerate(self.state.players) if seat != self.seat)


def seen(view: View) -> Seen:
    """The due seat's view. Raises `ValueError` if it is not due."""
    if view.seat is None or view.turn != view.seat:
        raise ValueError("the seat is not on turn")
    return Seen(view, as_match(view), Seat(view.seat), _unseen(view))


def _unseen(view: View) -> tuple[Piece, ...]:
    there = Counter(view.hand)
    there.update(thrown.card for thrown in view.discards if thrown.taken is None)
    there.update(shown_at(place) for laid in view.melds for place in laid.meld.places)
    there.update(piece for at, seat in enumerate(view.seats) if at != view.seat for piece in seat.shown)
    if view.bottom is not None:
        there[view.bottom] += 1
    return tuple(piece for piece in Piece for _ in range(COPIES_OF[piece] - there[piece]))
