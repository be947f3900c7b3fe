"""Which card to discard: what it costs at once, what it is worth to keep, and what it may give the next player."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from services.ellibir.bots.ahead import Ahead
from services.ellibir.bots.faces import BLOCKS, CODE
from services.ellibir.bots.hopes import Hopes
from services.ellibir.bots.seat import Seen
from services.ellibir.cards import JOKER, Piece, without
from services.ellibir.laying import is_spent
from services.ellibir.score import FINE
from services.ellibir.state import Opened, Player, State
from services.ellibir.table import lays_off
from services.kernel.game import Seat

_JOKER: Final = 400.0
"""A joker thrown is as bad as this."""

_OPENING: Final = 180.0
_LITTLE: Final = 20.0
"""What the cards for an opening are worth, in points, to a hand that surely opens, and to one that does not."""

_IDLE: Final = 0.4
"""What a point in a card that lies idle costs."""

_NEAR: Final = 1.5
"""What a connection with another card is worth besides: of cards that are needed alike, the better one is kept."""

_SPOT: Final = 6.0
"""What a card is worth to a closed hand that lays off once it has opened."""

_PAIR: Final = 20.0
_MELD: Final = 25.0
_OPENS: Final = 13.0
_ENDS: Final = 160.0
"""What a card costs that the next player can use: for a pair, for a further meld, to open (few do) or to
go out."""

_GOES_OUT: Final = 3
"""With so many cards who takes a discard into a meld goes out."""


def throwable(player: Player) -> list[Piece]:
    """The cards that a seat may discard, each once."""
    return [piece for piece in dict.fromkeys(player.hand) if not player.binds(piece)]


def fine(state: State, seat: Seat, piece: Piece) -> float:
    """What a discard costs at once (rules 9.11), or as good as costs: a joker. Nothing for the last card."""
    player = state.players[seat]
    if len(player.hand) == 1:
        return 0.0
    if piece is JOKER:
        return _JOKER
    if not player.is_open or is_spent(state, seat) or not lays_off(state.melds, piece):
        return 0.0
    others = any(other.is_open for at, other in enumerate(state.players) if at != seat)
    return FINE + 10.0 if others else 10.0


def connections(hand: tuple[Piece, ...], piece: Piece) -> int:
    """With how many other cards of the hand it could lie in one meld."""
    if piece.card is None:
        return 0
    suit, rank = piece.card.suit, piece.card.rank
    others = {other.card for other in hand if other.card is not None and other is not piece}
    near = sum(other.suit is suit and abs(other.rank - rank) <= 2 for other in others)
    return near + sum(other.rank == rank and other.suit is not suit for other in others)


def least_connected(state: State, seat: Seat) -> list[Piece]:
    """The cards from the one to discard first: no harm, then the fewest connections, then the dearest; jokers last."""
    player = state.players[seat]

    def price(piece: Piece) -> tuple[bool, bool, int, int, int]:
        return (
            piece is JOKER,
            lays_off(state.melds, piece),
            connections(player.hand, piece),
            -piece.worth,
            -piece.number,
        )

    return sorted(throwable(player), key=price)


def while_closed(at: Seen, ahead: Hopes) -> Piece:
    """The discard of a seat that is not open: what the imagined draws need least."""
    copies = Counter(at.hand)
    hope = _LITTLE + _OPENING * ahead.either

    def price(piece: Piece) -> tuple[float, int]:
        if piece is JOKER:
            return _JOKER, 0
        kept = ahead.of(piece, copies[piece])
        # What lies idle once the hand has opened counts, and what lays off then does not lie idle.
        off = lays_off(at.state.melds, piece)
        left = (-_SPOT if off else _IDLE * piece.worth) * ahead.either * (1 - kept)
        near = _NEAR * connections(at.hand, piece)
        return hope * kept + near - left + (0.0 if off else danger(at, piece)), -piece.number

    return min(throwable(at.own), key=price)


def best_when_open(
    at: Seen, state: State, hand: tuple[Piece, ...], ahead: Ahead, candidates: Iterable[Piece]
) -> tuple[float, Piece]:
    """The discard after which the imagined turns come to the fewest points, and those."""

    def price(piece: Piece) -> tuple[float, int]:
        cost = fine(state, at.seat, piece) + danger(at, piece, lies=lays_off(state.melds, piece))
        return cost + ahead.value(without(hand, (piece,)), state.melds), -piece.number

    prices = {piece: price(piece) for piece in candidates}
    best = min(prices, key=prices.__getitem__)
    return prices[best][0], best


def danger(at: Seen, piece: Piece, *, lies: bool = False) -> float:
    """What a card may bring the next player, in points: the more, the more of the cards that go with it are unseen.

    Nobody takes a card that lays off (`lies`).
    """
    other = at.state.players[at.next]
    if lies or piece is JOKER or at.next not in at.opponents:
        return 0.0
    if at.own.goer and not other.goer:
        return 0.0  # he may not take it
    unseen = Counter(CODE[card] for card in at.unseen if card is not JOKER)
    for card in other.shown:
        if card is not JOKER:
            unseen[CODE[card]] += 1
    chance = len(other.hand) / (len(at.unseen) or 1)
    code = CODE[piece]
    if other.goer:
        return _PAIR * (1.0 if piece in other.shown else min(1.0, unseen[code] * chance))
    ways = sum(min(1.0, unseen[first] * chance) * min(1.0, unseen[second] * chance) for first, second in BLOCKS[code])
    if other.opened is Opened.NONE:
        return _OPENS * min(ways, 1.5) * (0.3 + piece.worth / 11)
    return (_ENDS if len(other.hand) == _GOES_OUT else _MELD) * min(ways, 1.0)
