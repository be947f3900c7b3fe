"""Okey's bots: `kolay`, `orta`, `usta`. They see what their seat sees.

All levels play the same plain way: they draw from the stock, open as soon as they can, take okeys, lay off what goes,
and discard the tile that goes with the fewest others.
"""

from collections.abc import Iterator

from services.kernel.bot import level_index
from services.kernel.melds import Meld
from services.kernel.refusal import Illegal
from services.okey.actions import Action, Collect, Devam, Discard, Draw, LayOff, ReturnSide, SwapOkey
from services.okey.groups import lays_off, meld_of, place_for
from services.okey.meta import META
from services.okey.results import Opened
from services.okey.suggest import Held, openings
from services.okey.tiles import Tile, face_of
from services.okey.view import View


class OkeyBot:
    """`decide` is a function of its arguments."""

    def decide(self, view: View, level: str, seed: int) -> Action:  # noqa: ARG002  (nothing is left to chance)
        """The action of the seat that is due. Raises `ValueError` if none is, or for a level that does not exist."""
        level_index(META.bot_levels, level)
        if view.seat is None or view.turn != view.seat or view.okey is None:
            raise ValueError("the seat is not on turn")
        return Draw() if view.phase == "draw" else _play(view, view.okey, view.seats[view.seat].opened)


bot = OkeyBot()


def _play(view: View, okey: Tile, opened: Opened) -> Action:
    if view.staged:
        return Collect()
    owed = view.side if view.side_owed else None
    lying = any(seat.opened is Opened.PAIRS for seat in view.seats)
    found = openings(Held(view.rack, okey, opened, view.need, owed, lying, view.terms))
    if found:
        return found[0]
    if owed is not None and view.side_returnable:
        return ReturnSide()
    melds = [meld_of(meld.pieces, meld.kind, okey) for meld in view.melds]
    if opened is not Opened.NONE:
        if view.terms.devam and view.rack == (okey, okey):
            return Devam()
        act = next(_with_the_table(view, okey, opened, melds), None)
        if act is not None:
            return act
    return Discard(_least(view, okey, melds))


def _with_the_table(view: View, okey: Tile, opened: Opened, melds: list[Meld]) -> Iterator[Action]:
    """Okeys that can be taken, tiles that lay off."""
    tiles = [tile for tile in view.rack if tile is not okey]
    faces = {face_of(tile, okey): tile for tile in tiles}
    for at, meld in enumerate(melds):
        for where, place in enumerate(meld.places):
            if place.wild and place.face in faces:
                yield SwapOkey(faces[place.face], at, where)
    limit = view.terms.lay_off_limit
    if len(view.rack) == 1 or (limit is not None and opened is Opened.PAIRS and view.lay_offs >= limit):
        return
    for tile in tiles:
        for at, meld in enumerate(melds):
            try:
                place_for(tile, meld, None, okey)
            except Illegal:
                continue
            yield LayOff(tile, at)


def _least(view: View, okey: Tile, melds: list[Meld]) -> Tile:
    """The tile to discard: no okey and none that lays off if it can be, then the least connected, then the highest."""
    spots = view.terms.okey_spot_is_isler

    def price(tile: Tile) -> tuple[bool, bool, bool, int, int]:
        isler = tile is not okey and lays_off(tile, melds, okey, okey_spots=spots)
        barred = tile is view.side and len(view.rack) > 1
        return barred, tile is okey, isler, _connections(tile, view.rack, okey), -face_of(tile, okey).rank

    return min(view.rack, key=price)


def _connections(tile: Tile, rack: tuple[Tile, ...], okey: Tile) -> int:
    """How well a tile goes with the others of a rack: neighbours of its colour, its number in others, its twin."""
    suit, rank = face_of(tile, okey)
    connected = -1  # itself
    for other in (face_of(one, okey) for one in rack if one is not okey):
        if other.suit == suit and abs(other.rank - rank) <= 2:
            connected += 1 if other.rank == rank else 3 - abs(other.rank - rank)
        elif other.rank == rank:
            connected += 2
    return connected
