"""Taking the discard, and the open bottom card (rules 9.6)."""

from collections.abc import Sequence

from msgspec.structs import replace

from services.ellibir.actions import Group
from services.ellibir.cards import JOKER, Piece, signs
from services.ellibir.groups import cards_of, require_groups, require_held
from services.ellibir.happenings import BottomClaimed, BottomTaken, DiscardTaken, PairsDeclared
from services.ellibir.laying import laid
from services.ellibir.opening import fault_of, needs, opened, require_opening, value_of, wrong
from services.ellibir.state import Claim, Opened, Phase, State, Thrown
from services.ellibir.table import lays_off
from services.kernel.game import Seat
from services.kernel.melds import Kind
from services.kernel.refusal import Illegal


def require_takeable(state: State, seat: Seat, *, goes: bool) -> Thrown:
    """The discard, if 9.6 lets the seat take it; `goes`: it goes for pairs, or declares so by taking. Raises `Illegal`.

    The rows of the table are tried from the top; the first that names the taker decides.
    """
    discard = state.discard
    if discard is None:
        raise Illegal("NO_DISCARD")
    card = discard.card
    if lays_off(state.melds, card):
        if not (discard.spent and goes):
            raise Illegal("DISCARD_LAYS_OFF", card=card.sign)
        hand = state.players[seat].hand
        if card is JOKER or card not in hand:
            raise Illegal("NEEDS_TWIN", card=card.sign, hand=signs(hand))
    elif state.players[discard.seat].goer and not goes:
        raise Illegal("AFTER_PAIR_GOER", card=card.sign)
    return discard


def _require_used(taken: State, seat: Seat, groups: Sequence[Group], finish: Piece | None = None) -> None:
    """Raises `Illegal` if the discard is in none of the groups, or lays off and is in no pair with its twin. In `taken`
    it is in the hand already; what is named must be there, before anything else is asked (rules 9.15)."""
    card = taken.discards[-1].card
    require_held(taken.players[seat].hand, [*cards_of(groups), *(() if finish is None else (finish,))])
    if card not in cards_of(groups):
        raise Illegal("DISCARD_UNUSED", card=card.sign)
    if lays_off(taken.melds, card) and Group(Kind.PAIR, (card, card)) not in groups:
        raise Illegal("DISCARD_LAYS_OFF", card=card.sign)


def _taken(state: State, seat: Seat, card: Piece) -> State:
    """The discard is in the hand, and the seat may play."""
    last = replace(state.discards[-1], taken=seat)
    return replace(
        state.with_player(seat, state.players[seat].gains(card, seen=True)),
        phase=Phase.PLAY,
        discards=(*state.discards[:-1], last),
        turn=replace(state.turn, drawn=card),
    ).and_then(DiscardTaken(seat, card))


# -- acts --------------------------------------------------------------------------------------------------------------


def for_pairs(state: State, seat: Seat) -> State:
    """The match after `TakeForPairs`; raises `Illegal`."""
    if state.players[seat].is_open:
        raise Illegal("ALREADY_OPEN")
    discard = require_takeable(state, seat, goes=True)
    return _taken(declared(state, seat), seat, discard.card)


def and_open(state: State, seat: Seat, groups: Sequence[Group], finish: Piece | None) -> State:
    """The match after `TakeAndOpen`; raises `Illegal`. A wrong opening takes nothing."""
    player = state.players[seat]
    if player.is_open:
        raise Illegal("ALREADY_OPEN")
    require_groups(groups)
    goes = player.goer or any(group.kind is Kind.PAIR for group in groups)
    discard = require_takeable(state, seat, goes=goes)
    after = _taken(state, seat, discard.card)
    _require_used(after, seat, groups, finish)
    require_opening(after, seat, groups, finish)
    fault = fault_of(state, groups, finishing=finish is not None)
    if fault is not None:
        return wrong(state, seat, fault, value_of(groups))
    if not goes and finish is None and not needs(player.hand, groups, discard.card, state.need):
        raise Illegal("DISCARD_UNUSED", card=discard.card.sign)
    return opened(after, seat, groups, finish)


def and_lay(state: State, seat: Seat, groups: Sequence[Group]) -> State:
    """The match after `TakeAndLay`; raises `Illegal`."""
    player = state.players[seat]
    if not player.is_open:
        raise Illegal("NOT_OPENED")
    require_groups(groups)
    discard = require_takeable(state, seat, goes=player.goer)
    taken = _taken(state, seat, discard.card)
    _require_used(taken, seat, groups)
    return laid(taken, seat, groups)


def declared(state: State, seat: Seat) -> State:
    """The match with the seat going for pairs, which it may be already (rules 9.5)."""
    player = state.players[seat]
    if player.goer:
        return state
    return state.with_player(seat, replace(player, declared=True)).and_then(PairsDeclared(seat))


def declare(state: State, seat: Seat) -> State:
    """The match after `DeclarePairs`; raises `Illegal`."""
    player = state.players[seat]
    if player.is_open:
        raise Illegal("ALREADY_OPEN")
    if player.declared:
        raise Illegal("ALREADY_DECLARED")
    return declared(state, seat)


# -- the bottom card ---------------------------------------------------------------------------------------------------


def claim(state: State, seat: Seat, card: Piece) -> State:
    """The match after `ClaimBottom`; raises `Illegal`."""
    player = state.players[seat]
    bottom = state.stock[-1] if state.bottom else None
    if card is not bottom:
        require_held(player.hand, (card,))
    if card is not bottom or card not in player.hand:
        told = "—" if bottom is None else bottom.sign
        raise Illegal("NEEDS_TWIN", card=told, hand=signs(player.hand))
    if state.claim is not None:
        raise Illegal("CLAIMED")
    if player.opened is Opened.MELDS:
        raise Illegal("MELD_OPENER")
    if len(state.stock) == 1:  # the stock has come down to that card
        raise Illegal("NO_CLAIM")
    after = declared(state.with_player(seat, player.shows(card)), seat)
    return replace(after, claim=Claim(seat, state.turn.number)).and_then(BottomClaimed(seat, card))


def may_take_bottom(state: State, seat: Seat) -> bool:
    """True for a claim of an earlier turn (rules 9.6)."""
    return state.claim is not None and state.claim.seat == seat and state.claim.turn < state.turn.number


def take_bottom(state: State, seat: Seat) -> State:
    """The match after `TakeBottom`; raises `Illegal`."""
    if not may_take_bottom(state, seat):
        raise Illegal("NO_CLAIM")
    card = state.stock[-1]
    return replace(
        state.with_player(seat, state.players[seat].gains(card, seen=True)),
        phase=Phase.PLAY,
        stock=state.stock[:-1],
        bottom=False,
        claim=None,
        turn=replace(state.turn, drawn=card),
    ).and_then(BottomTaken(seat, card))
