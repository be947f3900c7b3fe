"""The acts beside the game that the tournament has: claims of a discard, and signs (rules 10.3, 10.6)."""

from msgspec.structs import replace

from services.kernel.game import Seat
from services.kernel.refusal import Illegal
from services.okey.actions import ClaimIsler, GiveSign
from services.okey.changes import fined, put, with_hand, with_turn
from services.okey.happenings import IslerClaimed, IslerDeclared, SignGiven
from services.okey.state import State, Window, partner_of
from services.okey.tiles import COLOURS, face_of
from services.okey.turns import isler


def _window(state: State) -> Window:
    hand, _ = state.playing
    if hand.window is None:
        raise Illegal("TOO_LATE")
    return hand.window


def claim(state: State, seat: Seat, action: ClaimIsler) -> State:
    """An opponent says that the last discard lays off."""
    window = _window(state)
    if seat in (window.thrower, partner_of(window.thrower)):
        raise Illegal("NOT_AN_OPPONENT")
    hand, _ = state.playing
    face = face_of(window.tile, hand.okey)
    if (action.colour, action.number) != (COLOURS[face.suit], face.rank):
        raise Illegal("WRONG_FACE", tile=window.tile.sign)
    if not isler(state, window.tile):
        raise Illegal("NOT_ISLER", tile=window.tile.sign)
    told = with_hand(state, replace(hand, window=None), IslerClaimed(seat, window.thrower, window.tile))
    return fined(told, window.thrower, state.terms.fine, "ISLER_DISCARD", "10.6")


def declare(state: State, seat: Seat) -> State:
    """The thrower says so himself, and nobody can claim it any more."""
    window = _window(state)
    if seat != window.thrower:
        raise Illegal("NOT_THE_THROWER")
    if not isler(state, window.tile):
        raise Illegal("NOT_ISLER", tile=window.tile.sign)
    hand, _ = state.playing
    return with_hand(state, replace(hand, window=None), IslerDeclared(seat, window.tile))


def give_sign(state: State, seat: Seat, action: GiveSign) -> State:
    """A sign that everybody sees; it has no effect, on what may be taken back neither."""
    hand, turn = state.playing
    if turn.signed:
        raise Illegal("ALREADY_SIGNED")
    signs = put(hand.signs, seat, action.sign)
    return with_hand(state, with_turn(replace(hand, signs=signs), signed=True), SignGiven(seat, action.sign))
