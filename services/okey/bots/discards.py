"""Which tile to discard: what it costs at once, what it is worth to keep, and what it may give the next player."""

from collections import Counter
from math import exp
from typing import Final

from services.kernel.melds import Face
from services.okey.bots.ahead import Ahead
from services.okey.bots.faces import BLOCKS
from services.okey.bots.prospects import Prospects
from services.okey.bots.seat import Seen
from services.okey.groups import lays_off
from services.okey.results import Opened
from services.okey.tiles import Tile, face_of, without

_NEVER: Final = 100_000
_OKEY: Final = 1_000
_ONE_OF_THREE: Final = 0.4
_OPPONENTS: Final = 0.8
"""What a point of the next player is worth to the own side: he is one of three, or a partner of two."""

_ODDS: Final = (-3.72, 1.79, 0.42, 0.43, 0.92, 0.73, -0.5)
_ODDS_51: Final = (-5.22, 2.4, 2.25, 3.05, 2.25, 0.13, -0.99)
"""How the odds that a tile opens the next hand go with: a one; its rank; runs and sets that it may complete there; its
twin there; the stock; whether anybody is open."""

_NO_TURN: Final = 10
"""What a tile counts that is needed to open while the stock is hardly enough for another turn."""

_STOCK: Final = 20
"""The stock of 101 before anybody has drawn."""

_LAYS_OFF: Final = 150
"""A tile that lays off costs the fine, and where there is none it is still what others need."""


def allowed(at: Seen, tile: Tile) -> bool:
    """A tile of the print of the side tile is not discarded in the same turn, unless it finishes (8.16)."""
    return tile is not at.view.side or len(at.rack) == 1


def harm(at: Seen, tile: Tile) -> int:
    """What no sensible player discards while he has another tile: an okey, a tile that lays off."""
    if not allowed(at, tile):
        return _NEVER
    if tile is at.okey:
        return _OKEY
    return _LAYS_OFF if lays_off(tile, at.melds, at.okey, okey_spots=at.view.terms.okey_spot_is_isler) else 0


def connections(tile: Tile, rack: tuple[Tile, ...], okey: Tile) -> int:
    """How well a tile goes with the others of a rack: neighbours of its colour, its number in others, its twin."""
    suit, rank = face_of(tile, okey)
    connected = -1  # itself
    for other in (face_of(one, okey) for one in rack if one is not okey):
        if other.suit == suit and abs(other.rank - rank) <= 2:
            connected += 1 if other.rank == rank else 3 - abs(other.rank - rank)
        elif other.rank == rank:
            connected += 2
    return connected


def least_connected(at: Seen) -> list[Tile]:
    """The tiles from the one to discard first: no harm, then the fewest connections, then the highest."""
    return sorted(
        dict.fromkeys(at.rack),
        key=lambda tile: (harm(at, tile), connections(tile, at.rack, at.okey), -face_of(tile, at.okey).rank),
    )


def closed(at: Seen, ahead: Prospects) -> Tile:
    """The discard of a seat that is not open: what the imagined draws need least."""
    copies = Counter(at.rack)
    hope = 20 + 180 * ahead.either if at.turns else _NO_TURN

    def price(tile: Tile) -> tuple[float, int]:
        if tile is at.okey:
            return harm(at, tile), 0
        rank = face_of(tile, at.okey).rank
        kept = ahead.of(tile, copies[tile])
        left = at.view.terms.number(rank) * ahead.either * (1 - kept)
        return harm(at, tile) + hope * kept - 0.5 * left + danger(at, tile), -rank

    return min(dict.fromkeys(at.rack), key=price)


def opened(at: Seen, ahead: Ahead) -> Tile:
    """The discard of a seat that is open: after it the imagined turns must come to the fewest points."""

    def price(tile: Tile) -> tuple[float, int]:
        left = without(at.rack, (tile,))
        assert left is not None
        cost = ahead.value(left, at.okey) if left else 0.0
        if tile is at.okey:
            return harm(at, tile) + cost, 0
        return harm(at, tile) + cost + danger(at, tile), -face_of(tile, at.okey).rank

    return min(dict.fromkeys(at.rack), key=price)


def danger(at: Seen, tile: Tile) -> float:
    """What a tile may bring the next player, in points of the own side."""
    right = at.view.seats[at.right]
    face = face_of(tile, at.okey)
    held = right.tiles / (sum(at.unseen.values()) or 1)
    share = _OPPONENTS if at.partner is not None else _ONE_OF_THREE
    if right.opened is Opened.NONE:
        return share * at.view.terms.closed * _opens(at, face, held)
    if at.view.terms.side_after_open == "forbidden":
        return 0.0
    if right.opened is Opened.PAIRS:
        return share * 10 * min(1.0, _unseen(at, face) * held)
    return share * 50 * min(1.0, sum(_both(at, first, second, held) for first, second in BLOCKS[face]))


def _opens(at: Seen, face: Face, held: float) -> float:
    """The chance that the next player, who is closed, opens with a tile of this face.

    Logistic fits to what `orta` discarded before a closed `orta`: 3 357 discards in 101, of which 15 % opened his hand,
    and 3 152 in 51, of which 7 % did.
    """
    ways = {True: 0.0, False: 0.0}
    for first, second in BLOCKS[face]:
        ways[first.suit == face.suit] += _both(at, first, second, held)
    twin = min(1.0, _unseen(at, face) * held)
    high, stock = face.rank / 13, at.view.stock / _STOCK
    weights = _ODDS_51 if at.view.terms.game == "51" else _ODDS
    facts = (1.0, high, ways[True], ways[False], twin, stock, float(at.anybody_open))
    odds = sum(weight * fact for weight, fact in zip(weights, facts, strict=True))
    return 1 / (1 + exp(-odds))


def _both(at: Seen, first: Face, second: Face, held: float) -> float:
    """About how likely the next player has a tile of both faces."""
    return min(1.0, _unseen(at, first) * held) * min(1.0, _unseen(at, second) * held)


def _unseen(at: Seen, face: Face) -> int:
    """How many tiles of a face are unseen; an okey counts as no face."""
    return sum(copies for tile, copies in at.unseen.items() if tile is not at.okey and face_of(tile, at.okey) == face)
