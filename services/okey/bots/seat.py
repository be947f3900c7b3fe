"""What a seat knows, counted once for all judgements."""

from collections import Counter

import msgspec

from services.kernel.game import Seat
from services.kernel.melds import Meld
from services.kernel.tricks import SEATS, seat_after
from services.okey.groups import meld_of
from services.okey.results import Opened
from services.okey.state import left_of, partner_of
from services.okey.tiles import COPIES, KINDS, Tile
from services.okey.view import View


class Seen(msgspec.Struct, frozen=True):
    """A view as its due seat uses it. `unseen` counts the tiles that it sees nowhere, by kind; `left` is the tile that
    it may take from the side, None if there is none or it may not."""

    view: View
    seat: Seat
    okey: Tile
    rack: tuple[Tile, ...]
    opened: Opened
    melds: tuple[Meld, ...]
    unseen: dict[Tile, int]
    left: Tile | None

    @property
    def turns(self) -> int:
        """Turns that it still has after this one, if everybody draws from the stock."""
        return self.view.stock // SEATS

    @property
    def anybody_open(self) -> bool:
        return any(seat.opened is not Opened.NONE for seat in self.view.seats)

    @property
    def pairs_lie(self) -> bool:
        return any(seat.opened is Opened.PAIRS for seat in self.view.seats)

    @property
    def right(self) -> int:
        """Who may take what it discards."""
        return seat_after(self.seat)

    @property
    def partner(self) -> int | None:
        """The seat opposite, where there are partners."""
        return partner_of(self.seat) if self.view.terms.partners else None


def seen(view: View) -> Seen:
    """The due seat's view. Raises `ValueError` if it is not due."""
    if view.seat is None or view.turn != view.seat or view.okey is None:
        raise ValueError("the seat is not on turn")
    own = view.seats[view.seat]
    barred = view.side_barred or (own.opened is not Opened.NONE and view.terms.side_after_open == "forbidden")
    return Seen(
        view=view,
        seat=own_seat(view),
        okey=view.okey,
        rack=view.rack,
        opened=own.opened,
        melds=tuple(meld_of(meld.pieces, meld.kind, view.okey) for meld in view.melds),
        unseen=_unseen(view),
        left=None if barred else view.seats[left_of(own_seat(view))].top,
    )


def own_seat(view: View) -> Seat:
    """The viewer's seat."""
    assert view.seat is not None
    return Seat(view.seat)


def _unseen(view: View) -> dict[Tile, int]:
    there = Counter(view.rack)
    if view.indicator is not None:
        there[view.indicator] += 1
    for lying in (*(meld.pieces for meld in view.melds), *view.staged):
        there.update(piece.tile for piece in lying)
    for number, seat in enumerate(view.seats):
        if number != view.seat:
            there.update(seat.taken)
        there.update(seat.discards or ((seat.top,) if seat.top is not None else ()))
    return {tile: COPIES - there[tile] for tile in KINDS}
