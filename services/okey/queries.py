"""Asking without playing: what a rack could be opened with, and what a commit of groups would answer (rules 8.16).

Both see what the asking seat sees, change nothing and leave no trace. Tiles that the seat has staged count as if they
were on its rack.
"""

from collections.abc import Callable
from typing import Any, Final

from kiraathane.okey.v1 import okey_service_pb2 as pb
from services.kernel.melds import Meld
from services.kernel.refusal import Illegal
from services.okey.actions import Area
from services.okey.conditions import check_area, check_marks, check_opening, worth
from services.okey.groups import judged
from services.okey.results import Opened
from services.okey.suggest import best_series, most_pairs
from services.okey.tiles import Group, Tile, in_order, without
from services.okey.view import View
from services.okey.wire_tiles import READ_AREA, group_to_proto, groups_from_proto, tile_to_proto


def suggest(view: View, _: pb.SuggestMeldsRequest) -> pb.SuggestMeldsResponse:
    """The series of the highest value, the most pairs, and runs and sets of all tiles but one. Raises `ValueError`
    while no hand is played."""
    okey, rack = _own(view)
    series = best_series(rack, okey, view.terms)
    pairs = most_pairs(rack, okey)
    stroke = best_series(rack, okey, view.terms, None, 1)
    return pb.SuggestMeldsResponse(
        series=map(group_to_proto, series.groups if series is not None else ()),
        worth=series.worth if series is not None else 0,
        need=view.need,
        pairs=map(group_to_proto, pairs.groups if pairs is not None else ()),
        need_pairs=view.need_pairs,
        stroke=map(group_to_proto, stroke.groups if stroke is not None else ()),
        finish=tile_to_proto(stroke.left[0]) if stroke is not None else None,
    )


def check(view: View, request: pb.CheckGroupsRequest) -> pb.CheckGroupsResponse:
    """What a commit of the groups would answer if it were the seat's turn, without a fine. Raises `ValueError` while no
    hand is played, and for tiles that do not exist."""
    okey, rack = _own(view)
    area, groups = READ_AREA[request.area], groups_from_proto(request.groups)
    answer = pb.CheckGroupsResponse(need=view.need if area is Area.SERIES else view.need_pairs)
    try:
        melds = _lying(view, okey, rack, area, groups)
        answer.worth = worth(melds, area, view.terms)
        _opening(view, area, answer.worth, answer.need, groups)
    except Illegal as refused:
        answer.reason = refused.reason
        answer.details.update({name: str(value) for name, value in refused.detail.items()})
    return answer


def _own(view: View) -> tuple[Tile, tuple[Tile, ...]]:
    """The okey, and the asking seat's tiles."""
    if view.okey is None or not view.rack:
        raise ValueError("no hand is being played")
    staged = [piece.tile for group in view.staged for piece in group] if view.turn == view.seat else []
    return view.okey, in_order((*view.rack, *staged))


def _lying(view: View, okey: Tile, rack: tuple[Tile, ...], area: Area, groups: tuple[Group, ...]) -> tuple[Meld, ...]:
    """The melds that the groups are, if they may be laid from this rack."""
    if not groups:
        raise Illegal("NOTHING_STAGED")
    tiles = [piece.tile for group in groups for piece in group]
    missing = next((tile for tile in tiles if tiles.count(tile) > rack.count(tile)), None)
    if missing is not None:
        raise Illegal("NOT_YOUR_TILE", tile=missing.sign)
    if not without(rack, tiles):
        raise Illegal("KEEP_ONE_TILE")
    assert view.seat is not None  # only a seat asks
    check_area(area, [seat.opened for seat in view.seats], view.seat)
    check_marks(groups, okey)
    return judged(groups, area, okey)


def _opening(view: View, area: Area, have: int, need: int, groups: tuple[Group, ...]) -> None:
    assert view.seat is not None
    if view.seats[view.seat].opened is Opened.NONE:
        tiles = [piece.tile for group in groups for piece in group]
        check_opening(area, have, need, tiles, view.side if view.turn == view.seat else None)


QUERIES: Final[dict[str, Callable[[View, Any], Any]]] = {"SuggestMelds": suggest, "CheckGroups": check}
