"""Tables as clients are shown them, and the tokens of their list's pages."""

import re
from typing import Final

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane.match.v1 import match_pb2
from services.lobby.chat import Line
from services.lobby.table import Status, Table
from services.runtime.info import timestamp

_NAME: Final = re.compile(r"tables/[0-9a-z-]{1,64}")
_SHOWN: Final = {
    Status.OPEN: pb.TABLE_STATUS_OPEN,
    Status.STARTING: pb.TABLE_STATUS_OPEN,
    Status.STARTED: pb.TABLE_STATUS_STARTED,
    Status.CLOSED: pb.TABLE_STATUS_CLOSED,
    Status.OVER: pb.TABLE_STATUS_OVER,
}


def shown(table: Table, viewer: str) -> pb.Table:
    """A table as `viewer` may see it: the nonces stay here until the match has begun, the code with its people."""
    message = pb.Table(
        table=table.table,
        family=table.family,
        options=table.options,
        seats=[_seat(table, seat) for seat in range(len(table.seats))],
        owner=table.owner,
        status=_SHOWN[table.status],
        match=table.match,
        commitment=table.commitment,
        create_time=timestamp(table.created_ms),
        visibility=pb.VISIBILITY_PUBLIC if table.listed else pb.VISIBILITY_PRIVATE,
        starts_by_itself=table.starts_by_itself,
        reserved=table.reserved,
        version=table.version,
        no_chat=table.no_chat,
        spectators=match_pb2.SPECTATORS_ALLOWED if table.spectators else match_pb2.SPECTATORS_NONE,
    )
    if table.knows(viewer):
        message.invite_code = table.invite_code
        message.rematch = table.rematch
    return message


def _seat(table: Table, seat: int) -> pb.TableSeat:
    if (sitter := table.seats[seat]) is not None:
        return pb.TableSeat(
            seat=seat,
            player=sitter.player,
            display_name=sitter.display_name,
            bot_level=sitter.bot_level,
            ready=bool(sitter.player) and sitter.ready,
        )
    message = pb.TableSeat(seat=seat)
    kept = table.kept[seat] if table.kept else None
    if kept is not None:
        message.kept_for = kept.player
        if kept.until_ms is not None:
            message.keep_expire_time.CopyFrom(timestamp(kept.until_ms))
    return message


def line_shown(line: Line) -> pb.ChatLine:
    """What was said, as it is told."""
    return pb.ChatLine(
        table=line.table,
        number=line.number,
        player=line.player,
        display_name=line.display_name,
        text=line.text,
        create_time=timestamp(line.at_ms),
    )
