"""What the rules do in the place of a seat that lets its time run out (rules 8.17, 10.8)."""

from services.kernel.game import Seat
from services.kernel.refusal import Illegal
from services.okey.changes import with_hand, with_turn
from services.okey.ending import unless_void
from services.okey.staging import collect, committed
from services.okey.state import Phase, State, side_is_owed
from services.okey.tiles import Tile, face_of
from services.okey.turns import discard, draw, isler, may_return, return_side


def play_out(state: State, seat: Seat) -> State:
    """The rest of the turn of `seat`."""
    state = _unstaged(state, seat)
    if state.hand is None:
        return state  # the fourth opening with pairs: the hand is void
    state = _side_settled(state, seat)
    if state.phase is Phase.DRAW:
        state = draw(state, seat, by_rules=True)
    state = _unbarred(state, seat)
    return discard(state, seat, _tile(state, seat), by_rules=True)


def _unstaged(state: State, seat: Seat) -> State:
    """What is staged is committed if that would be accepted, else collected for its price."""
    hand, _ = state.playing
    if not hand.turn.groups:
        return state
    try:
        return unless_void(committed(state, seat, by_rules=True))
    except Illegal:
        return collect(state, seat, by_rules=True)


def _side_settled(state: State, seat: Seat) -> State:
    """A side tile whose duty is unmet goes back if it may, else the duty is dropped."""
    hand, _ = state.playing
    if not side_is_owed(hand, state.terms):
        return state
    try:
        may_return(hand)
    except Illegal:
        return with_hand(state, with_turn(hand, side=None))
    return return_side(state, seat, by_rules=True)


def _unbarred(state: State, seat: Seat) -> State:
    """Where every tile of the rack is like the one that was taken, nothing else can go: the bar of 8.16 is dropped."""
    hand, turn = state.playing
    if all(tile is turn.side for tile in hand.racks[seat]):
        return with_hand(state, with_turn(hand, side=None))
    return state


def _tile(state: State, seat: Seat) -> Tile:
    """The tile that is discarded: the one drawn, else the highest, but no okey and none that lays off if it can be."""
    hand, turn = state.playing
    rack = hand.racks[seat]
    # 8.16: the taken tile may not go in the same turn.
    free = [tile for tile in rack if tile is not turn.side]
    plain = [tile for tile in free if tile is not hand.okey]
    harmless = [tile for tile in plain if not isler(state, tile)]
    if turn.drawn in harmless and turn.drawn is not None:
        return turn.drawn
    return min(harmless or plain or free, key=lambda tile: _from_the_highest(tile, hand.okey))


def _from_the_highest(tile: Tile, okey: Tile) -> tuple[int, int]:
    face = face_of(tile, okey)
    return -face.rank, face.suit
