"""Who plays which seat: what has changed about it, and what stands under the table meanwhile."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from rich.text import Text

from kiraathane.match.v1 import match_pb2
from kiraathane_client.cli import orders
from kiraathane_client.names import BY_RULES
from kiraathane_client.terminal import Look, Terminal

VOID: Final = "void"
"""Why a match ended that the house broke up."""
_BY_ORDER: Final = {VOID: match_pb2.ORDER_KIND_VOID, orders.ENDED: match_pb2.ORDER_KIND_END}
CLAIM: Final = ("iste", "claim")
_PRESENT, _AWAY, _LEFT = match_pb2.PRESENCE_PRESENT, match_pb2.PRESENCE_AWAY, match_pb2.PRESENCE_LEFT


def result(terminal: Terminal[Any, Any], update: Any, look: Look) -> Sequence[Text]:
    """How the match ended: in the family's words, or the house's own."""
    if update.info.end_cause in _BY_ORDER and update.info.order.kind in _BY_ORDER.values():
        return orders.ended(update.info, look)
    if update.info.end_cause != VOID:
        return terminal.result(update, look)
    tr = "Masada uzun süre kimse yoktu: maç sayılmaz, kimse kazanmadı."
    en = "Nobody was at the table for too long: the match is void, and nobody has won."
    return [Text(look.say(tr, en), style="bold")]


def news(before: match_pb2.MatchInfo | None, now: match_pb2.MatchInfo, look: Look) -> list[Text]:
    """What has changed about who plays, a line for each seat; nothing when the match is first seen."""
    if before is None or len(before.seats) != len(now.seats):
        return []
    pairs = zip(before.seats, now.seats, strict=True)
    changes = [Text(line, style="yellow") for old, new in pairs for line in _changed(old, new, look)]
    return [*changes, *orders.news(before, now, look)]


def notes(info: match_pb2.MatchInfo, look: Look) -> list[Text]:
    """A line for each seat whose person is not there, while the match is played; that it is frozen, while it is."""
    if orders.is_held(info):
        return orders.notes(info, look)
    if info.status != match_pb2.MATCH_STATUS_PLAYING:
        return []
    gone = (seat for seat in info.seats if seat.presence in (_AWAY, _LEFT))
    return [Text(_note(seat, look, mine=_is_mine(info, seat)), style="yellow") for seat in gone]


def _is_mine(info: match_pb2.MatchInfo, seat: match_pb2.Seat) -> bool:
    return info.HasField("viewer_seat") and info.viewer_seat == seat.seat


def _changed(old: match_pb2.Seat, new: match_pb2.Seat, look: Look) -> Iterator[str]:
    name = new.display_name
    if new.player != old.player:
        yield look.say(f"{old.display_name} yerine {name} oturdu.", f"{name} sits down for {old.display_name}.")
    elif new.presence == _PRESENT and old.presence == _AWAY:
        yield look.say(f"{name} geri geldi.", f"{name} is back.")
    elif new.presence == _AWAY and old.presence == _PRESENT:
        yield look.say(f"{name} uzaklaştı.", f"{name} is away.")
    elif new.presence == _LEFT and old.presence != _LEFT:
        yield look.say(f"{name} masadan kalktı.", f"{name} left the match.")


def _note(seat: match_pb2.Seat, look: Look, *, mine: bool) -> str:
    name = seat.display_name
    gone = look.say("kalktı", "left") if seat.presence == _LEFT else look.say("uzakta", "is away")
    note = f"{name} {gone}"
    if seat.stand_in == BY_RULES:
        note += look.say("; yerine kurallar oynuyor", "; the rules play on for the seat")
    elif seat.stand_in:
        note += look.say(f"; yerine bot ({seat.stand_in}) oynuyor", f"; a bot ({seat.stand_in}) plays on for the seat")
    if seat.claimable and not mine:
        note += look.say(f"; maçı almak için: {CLAIM[0]}", f"; to take the match: {CLAIM[1]}")
    return note
