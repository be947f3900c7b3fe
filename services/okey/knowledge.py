"""What a seat knows of the tiles that it does not see, and other worlds in which it would see the same.

Known to everybody: the piles (every discard was on top once), the melds and what is staged; of each rack the tiles that
lay open when they came to it, as long as they have not left it (a side tile that was taken, staged tiles that were
taken back, an okey taken from a meld, a lay-off undone); the false okeys that were turned up and lie under the stock,
or were drawn from there. Where a rack has a tile twice, one that leaves it is taken for the one that was seen. Known to
the seat alone: its own rack. Everything else, the rest of the other racks and of the stock, may lie in any order. What
could be concluded from how others play, or from what the rules discarded for them, is no knowledge.
"""

from msgspec.structs import replace

from services.kernel.game import Rng, Seat
from services.kernel.tricks import SEATS
from services.okey.changes import put, with_turn
from services.okey.state import Hand, Tiles
from services.okey.tiles import in_order, without


def dealt_again(hand: Hand, seat: Seat, rng: Rng) -> Hand:
    """The hand in another world that looks the same to `seat`, drawn evenly from all there are."""
    others = [Seat(other) for other in range(SEATS) if other != seat]
    hidden = {other: without(hand.racks[other], hand.seen[other]) or () for other in others}
    loose = len(hand.stock) - hand.buried
    pool = [tile for other in others for tile in hidden[other]] + list(hand.stock[:loose])
    order = list(range(len(pool)))
    rng.shuffle(order)
    tiles = [pool[number] for number in order]
    racks = hand.racks
    for other in others:
        dealt, tiles = tuple(tiles[: len(hidden[other])]), tiles[len(hidden[other]) :]
        racks = put(racks, other, in_order((*hand.seen[other], *dealt)))
        hidden[other] = dealt
    again = replace(hand, racks=racks, stock=(*tiles, *hand.stock[loose:]))
    return again if hand.turn.seat == seat else _drawn_again(again, hand, hidden[hand.turn.seat], rng)


def _drawn_again(again: Hand, hand: Hand, hidden: Tiles, rng: Rng) -> Hand:
    """Which of its hidden tiles the seat on turn has drawn is as unknown as the tiles are."""
    drawn, seat = hand.turn.drawn, hand.turn.seat
    if drawn is None or not hidden or drawn in hand.seen[seat] or drawn not in hand.racks[seat]:
        return again
    return with_turn(again, drawn=hidden[rng.randrange(len(hidden))])
