"""What is done with the melds of the table: laying off, and taking an okey (rules 8.16)."""

from msgspec.structs import replace

from services.kernel.game import Seat
from services.kernel.refusal import Illegal
from services.okey.actions import LayOff, SwapOkey
from services.okey.changes import off_rack, onto_rack, put, with_hand, with_turn
from services.okey.groups import laid_off, place_for, swapped
from services.okey.happenings import LaidOff, OkeySwapped
from services.okey.results import Opened
from services.okey.staging import committed
from services.okey.state import Hand, Laid, State, UndoLayOff
from services.okey.tiles import face_of, tile_of


def implied_commit(state: State, seat: Seat, *, stroke: bool = False) -> State:
    """What is staged is committed by whatever follows, at a tournament's table only by a finish (rules 8.16, 10.3)."""
    hand, turn = state.playing
    if not turn.groups:
        return state
    if state.terms.tournament and not stroke:
        raise Illegal("COMMIT_FIRST")
    # 8.6: one stroke may be worth less, but not by somebody who is open already.
    return committed(state, seat, stroke=stroke and hand.opened[seat] is Opened.NONE)


def lay_off(state: State, seat: Seat, action: LayOff) -> State:
    """A tile goes on a run or a set."""
    state = implied_commit(state, seat)
    hand, turn = state.playing
    _is_open(hand, seat)
    limit = state.terms.lay_off_limit
    if limit is not None and hand.opened[seat] is Opened.PAIRS and turn.lay_offs >= limit:
        raise Illegal("LAYOFF_LIMIT", limit=limit)
    lying = off_rack(hand, seat, (action.tile,))
    if not lying.racks[seat]:
        raise Illegal("KEEP_ONE_TILE")
    if not 0 <= action.meld < len(hand.melds):
        raise Illegal("DOES_NOT_FIT", tile=action.tile.sign)
    laid = hand.melds[action.meld]
    place = place_for(action.tile, laid.meld, action.spot, hand.okey)
    assert place.face is not None
    lying = replace(lying, melds=put(hand.melds, action.meld, Laid(laid.seat, laid_off(laid.meld, place))))
    lying = with_turn(
        lying,
        used=(*turn.used, action.tile),
        lay_offs=turn.lay_offs + 1,
        undo=UndoLayOff(action.meld, place),
    )
    return with_hand(state, lying, LaidOff(seat, action.tile, action.meld, tile_of(place.face)))


def swap_okey(state: State, seat: Seat, action: SwapOkey) -> State:
    """The okey comes to the rack, the tile that it stands for goes in."""
    state = implied_commit(state, seat)
    hand, turn = state.playing
    _is_open(hand, seat)
    lying = off_rack(hand, seat, (action.tile,))
    laid = hand.melds[action.meld] if 0 <= action.meld < len(hand.melds) else None
    if laid is None or not 0 <= action.place < len(laid.meld.places) or not laid.meld.places[action.place].wild:
        raise Illegal("NO_OKEY_THERE")
    face = laid.meld.places[action.place].face
    assert face is not None
    if action.tile is hand.okey or face_of(action.tile, hand.okey) != face:
        raise Illegal("WRONG_TILE", tile=action.tile.sign, face=tile_of(face).sign)
    lying = replace(lying, melds=put(hand.melds, action.meld, Laid(laid.seat, swapped(laid.meld, action.place))))
    lying = with_turn(onto_rack(lying, seat, (hand.okey,)), used=(*turn.used, action.tile), undo=None)
    return with_hand(state, lying, OkeySwapped(seat, action.tile, action.meld, action.place))


def _is_open(hand: Hand, seat: Seat) -> None:
    if hand.opened[seat] is Opened.NONE:
        raise Illegal("NOT_OPENED")
