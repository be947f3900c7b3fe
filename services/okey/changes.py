"""Small steps from one state to the next that the acts are made of."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from services.kernel.refusal import Illegal
from services.kernel.score import LedgerLine
from services.okey.happenings import Fined, Happening
from services.okey.state import Hand, State, Tiles
from services.okey.tiles import Tile, in_order, without

T = TypeVar("T")


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The values by seat with another one for `seat`."""
    return (*values[:seat], value, *values[seat + 1 :])


def with_hand(state: State, hand: Hand, *happened: Happening) -> State:
    """The match with the hand as it is now, and what happened."""
    return replace(state, hand=hand, happened=(*state.happened, *happened))


def with_turn(hand: Hand, **changes: object) -> Hand:
    """The hand with a changed turn."""
    return replace(hand, turn=replace(hand.turn, **changes))


def off_rack(hand: Hand, seat: int, tiles: Iterable[Tile]) -> Hand:
    """Takes tiles off a rack; those that lay open before are taken for the ones that leave it. Raises `Illegal` for one
    that is not there."""
    rack, seen, taken = hand.racks[seat], hand.seen[seat], hand.taken[seat]
    for tile in tiles:
        left = without(rack, (tile,))
        if left is None:
            raise Illegal("NOT_YOUR_TILE", tile=tile.sign)
        rack, seen, taken = left, _without_one(seen, tile), _without_one(taken, tile)
    return _racked(hand, seat, rack, seen, taken)


def onto_rack(hand: Hand, seat: int, tiles: tuple[Tile, ...]) -> Hand:
    """Takes tiles that lay open before everybody to a rack."""
    side = hand.turn.side
    taken = hand.taken[seat]
    if side in tiles and side is not None and side not in taken:
        taken = (*taken, side)
    return _racked(hand, seat, in_order((*hand.racks[seat], *tiles)), in_order((*hand.seen[seat], *tiles)), taken)


def _without_one(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    left = without(tiles, (tile,))
    return tiles if left is None else left


def _racked(hand: Hand, seat: int, rack: Tiles, seen: Tiles, taken: Tiles) -> Hand:
    return replace(
        hand,
        racks=put(hand.racks, seat, rack),
        seen=put(hand.seen, seat, seen),
        taken=put(hand.taken, seat, taken),
    )


def fined(state: State, seat: int, amount: int, reason: str, clause: str) -> State:
    """Writes the price of an event (rules 0.6); a table without fines has none."""
    hand, _ = state.playing
    if not amount:
        return state
    line = LedgerLine(seat, amount, reason, clause)
    return with_hand(state, replace(hand, fines=(*hand.fines, line)), Fined(line))
