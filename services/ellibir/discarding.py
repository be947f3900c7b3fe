"""Discarding: what it costs, what may not be thrown, what the rules throw for an absent player (rules 9.4, 9.8, 9.11,
9.16)."""

from typing import Final

from msgspec.structs import replace

from services.ellibir.cards import JOKER, Piece
from services.ellibir.ending import finished, stock_ended
from services.ellibir.groups import require_held
from services.ellibir.happenings import CardDiscarded, CardDrawn, Fined, TwinsShown
from services.ellibir.laying import is_spent
from services.ellibir.score import FINE, LAYS_OFF, line
from services.ellibir.state import Phase, Player, State, Thrown, Turn
from services.ellibir.table import lays_off
from services.kernel.cards import Suit
from services.kernel.game import Seat
from services.kernel.refusal import Illegal

_SUITS: Final = tuple(Suit)


def drawn(state: State, seat: Seat, *, by_rules: bool) -> State:
    """The match after the top card of the stock was drawn. A claim ends when only the bottom card is left (9.6); who
    draws that one is known to hold it, if it lay open."""
    card, stock = state.stock[0], state.stock[1:]
    return replace(
        state.with_player(seat, state.players[seat].gains(card, seen=state.bottom and not stock)),
        phase=Phase.PLAY,
        stock=stock,
        bottom=state.bottom and bool(stock),
        claim=state.claim if len(stock) > 1 else None,
        turn=replace(state.turn, drawn=card),
    ).and_then(CardDrawn(seat, by_rules))


def discard(state: State, seat: Seat, card: Piece) -> State:
    """The match after `Discard`; raises `Illegal`."""
    player = state.players[seat]
    require_held(player.hand, (card,))
    if player.binds(card):
        raise Illegal("SHOWN_CARD", card=card.sign)
    return thrown(state, seat, card, by_rules=False)


def show_twins(state: State, seat: Seat, card: Piece, other: Piece) -> State:
    """The match after `ShowTwins`; raises `Illegal` (rules 9.8)."""
    player = state.players[seat]
    if player.is_open:
        raise Illegal("ALREADY_OPEN")
    require_held(player.hand, (card, other))
    if not are_twins(state, card, other):
        raise Illegal("NOT_TWINS", card=card.sign, other=other.sign)
    if player.binds(card):
        raise Illegal("SHOWN_CARD", card=card.sign)
    bound = player.bound if other in player.bound else (*player.bound, other)
    told = state.and_then(TwinsShown(seat, card, other))
    return thrown(told.with_player(seat, replace(player.shows(card, other), bound=bound)), seat, card, by_rules=False)


def are_twins(state: State, card: Piece, other: Piece) -> bool:
    """True for two cards of equal number that both lay off."""
    equal = card is not JOKER and card.rank == other.rank
    return equal and lays_off(state.melds, card) and lays_off(state.melds, other)


def thrown(state: State, seat: Seat, card: Piece, *, by_rules: bool) -> State:
    """The match after a card that may be discarded was; with it the turn ends, perhaps the round (rules 9.9)."""
    spent = is_spent(state, seat)
    fined = not by_rules and _costs(state, seat, card, spent=spent)
    player = state.players[seat].loses((card,))
    if card in player.bound and card in player.hand:
        player = player.shows(card)  # he threw its twin: the one that is bound is known to be still there
    after = state.with_player(seat, player).and_then(CardDiscarded(seat, card, by_rules))
    if not player.hand:
        return finished(after, seat, card)
    if fined:
        fine = line(seat, FINE, LAYS_OFF)
        after = replace(after, ledger=(*after.ledger, fine)).and_then(Fined(fine, card))
    after = replace(after, discards=(*after.discards, Thrown(seat, card, spent)))
    if not after.stock:
        return stock_ended(after)
    return replace(after, phase=Phase.DRAW, turn=Turn(state.seat_after(seat), state.turn.number + 1))


def _costs(state: State, seat: Seat, card: Piece, *, spent: bool) -> bool:
    """True for a card that lays off, thrown by one who has opened while another has, and still may lay off (9.11)."""
    if spent or not state.players[seat].is_open or not lays_off(state.melds, card):
        return False
    return any(player.is_open for other, player in enumerate(state.players) if other != seat)


# -- time-outs ---------------------------------------------------------------------------------------------------------


def by_default(state: State, seat: Seat) -> State:
    """The match after the rules have played the rest of the turn of an absent seat (rules 9.16)."""
    if state.phase is Phase.DRAW:
        state = drawn(state, seat, by_rules=True)
    return thrown(state, seat, default_discard(state, state.players[seat]), by_rules=True)


def default_discard(state: State, player: Player) -> Piece:
    """The card that the rules discard: the one drawn or taken, else the highest; first of those that are no joker, do
    not lay off and are not bound, then of those that are no joker and not bound, then a joker, then any."""
    free = [piece for piece in player.hand if piece is not JOKER and not player.binds(piece)]
    harmless = [piece for piece in free if not lays_off(state.melds, piece)]
    if state.turn.drawn is not None and state.turn.drawn in harmless:
        return state.turn.drawn
    if harmless or free:
        return max(harmless or free, key=_height)
    return JOKER if JOKER in player.hand else max(player.hand, key=_height)


def _height(piece: Piece) -> tuple[int, int]:
    """The order of 9.16: by value A K Q J 10 and down, equal ones spades, hearts, diamonds, clubs."""
    return piece.rank, -1 if piece.card is None else _SUITS.index(piece.card.suit)
