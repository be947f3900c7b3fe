"""What moderators have ordered about a match, as those at the table read it."""

from typing import Final

from rich.text import Text

from kiraathane.match.v1 import match_pb2
from kiraathane_client.names import seat_name
from kiraathane_client.terminal import Look

ENDED: Final = "ended"
"""Why a match ended that a moderator ended as it stood."""
_TOLD: Final = {
    match_pb2.ORDER_KIND_FREEZE: ("Bir yönetici maçı durdurdu", "A moderator has frozen the match"),
    match_pb2.ORDER_KIND_THAW: ("Maç kaldığı yerden sürüyor", "The match goes on where it was"),
    match_pb2.ORDER_KIND_VOID: ("Bir yönetici maçı bozdu, sayılmaz", "A moderator has made the match void"),
    match_pb2.ORDER_KIND_END: ("Bir yönetici maçı bitirdi", "A moderator has ended the match"),
}


def news(before: match_pb2.MatchInfo | None, now: match_pb2.MatchInfo, look: Look) -> list[Text]:
    """What was ordered since `before`, unless `notes` or the result says it; of a match that is first seen, nothing."""
    if before is None or not now.HasField("order") or now.order.version == before.order.version:
        return []
    return [_line(now.order, look)] if now.status == match_pb2.MATCH_STATUS_PLAYING else []


def last(info: match_pb2.MatchInfo, look: Look) -> list[Text]:
    """What was ordered last, however long ago."""
    return [_line(info.order, look)] if info.HasField("order") else []


def notes(info: match_pb2.MatchInfo, look: Look) -> list[Text]:
    """That the match is frozen, as long as it is, and what was ordered last."""
    if not is_held(info):
        return []
    frozen = Text(look.say("Maç durduruldu, saatler işlemiyor.", "The match is frozen, and no clock runs."))
    return [_line(info.order, look), frozen]


def nothing_now(look: Look) -> str:
    """What is said to somebody who wants to do something at a frozen match."""
    tr = "Maç durduruldu: yönetici sürdürene kadar ne hamle yapılır ne kalkılır."
    en = "The match is frozen: until the moderator lets it go on, nobody plays and nobody leaves."
    return look.say(tr, en)


def is_held(info: match_pb2.MatchInfo) -> bool:
    """True for a match that a moderator has frozen, and that will go on."""
    return info.status == match_pb2.MATCH_STATUS_FROZEN and info.order.frozen


def ended(info: match_pb2.MatchInfo, look: Look) -> list[Text]:
    """The end of a match that a moderator ended or broke up, by points alone."""
    lines = [_line(info.order, look)]
    if info.end_cause == ENDED:
        points = "  ".join(f"{seat_name(info, seat)}: {won}" for seat, won in enumerate(info.score.points))
        winners = ", ".join(seat_name(info, seat) for seat in info.score.winners)
        drawn = look.say("kimse önde değil", "nobody is ahead")
        lines += [Text(points), Text(f"{look.say('Kazanan', 'Winner')}: {winners or drawn}", style="bold")]
    return lines


def _line(order: match_pb2.Order, look: Look) -> Text:
    tr, en = _TOLD.get(order.kind) or (
        f"Bir yönetici maçı {order.back_to}. sürüme geri aldı",
        f"A moderator has taken the match back to version {order.back_to}",
    )
    return Text(f"{look.say(tr, en)}: {order.word}", style="bold yellow")
