"""Okey as it is played by people who decide how it ends: nobody opens, and who is to be behind pays fines.

A hand that nobody opens ends with the stock, and everybody pays the same; so the fines alone say who comes in which
place, whatever is dealt. A fine is paid by laying a tile and taking it back (rules 8.12, 10.3).
"""

from collections.abc import Callable
from typing import Any

from kiraathane.match.v1 import match_pb2
from kiraathane.okey.v1 import okey_pb2 as okey
from kiraathane_client.okey import OKEY
from tests.house.people import Guest

HANDS = {"okeyGame": "101", "turnSeconds": "none"}
ELEVEN = {**HANDS, "okeyHands": "11"}

Until = Callable[[Any], bool]


def never(_: Any) -> bool:
    return False


def hand(number: int) -> Until:
    """True from that hand on."""
    return lambda update: update.view.hand_number >= number


async def play(guest: Guest, match: str, fines: int = 0, until: Until = never) -> None:
    """Plays his seat to the end, or until he has paid his fines and `until` says so; then his line is gone."""
    async with guest.client.match(OKEY, match).sit() as seat:
        async for update in seat:
            if not fines and until(update):
                return
            if update.info.version < seat.version or not _is_due(update):
                continue  # who sits where changed while he was playing
            action = _next(update.view, fines)
            fines -= action.HasField("collect")
            await seat.play(action, expected_version=update.info.version)


def _is_due(update: Any) -> bool:
    info = update.info
    playing = info.status == match_pb2.MATCH_STATUS_PLAYING
    return (
        playing
        and info.HasField("viewer_seat")
        and update.view.HasField("turn")
        and update.view.turn == info.viewer_seat
    )


def _next(view: Any, fines: int) -> okey.OkeyAction:
    if view.phase == okey.OKEY_PHASE_DRAW:
        return okey.OkeyAction(draw=okey.Draw())
    if view.staged:
        return okey.OkeyAction(collect=okey.Collect())
    if view.side_owed:
        return okey.OkeyAction(return_side=okey.ReturnSide())
    tile = next((tile for tile in reversed(view.rack) if tile != view.okey), view.rack[0])
    if fines:
        return okey.OkeyAction(place=okey.Place(piece=okey.Piece(tile=tile), area=okey.AREA_SERIES))
    drawn = view.drawn in view.rack and view.drawn != view.okey  # a stand-in before him may have laid it
    return okey.OkeyAction(discard=okey.Discard(tile=view.drawn if drawn else tile))
