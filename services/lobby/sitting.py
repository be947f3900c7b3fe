"""Who sits where, until a table starts. Pure: every step makes a new table or raises a `HouseError`.

A table that starts by itself does so with the step that makes it complete (`starting.settled`).
"""

import msgspec

from services.lobby.starting import settled
from services.lobby.table import (
    Kept,
    Sitter,
    Status,
    Table,
    refusal,
    require_not_kicked,
    require_open,
    require_owner,
    require_seat_exists,
    seated,
)
from services.runtime.errors import Denied, Invalid, Refused

MOST_KICKED = 64
"""So many are kept out; of more, the first to be sent away may come again."""
MOST_REQUESTS = 4
"""Quick matches of one player's devices that are led to one seat, and bots that followed each other there."""


class Newcomer(msgspec.Struct, frozen=True):
    """Who wants to sit down: what he adds to the chance, and whether he says at once that he is ready."""

    player: str
    display_name: str
    nonce: str = ""
    ready: bool = False


class NewBot(msgspec.Struct, frozen=True):
    """A bot that is to sit on `seat`, or on the first free one; `request` is that of the call."""

    level: str
    seat: int | None
    request: str


def sit(table: Table, who: Newcomer, seat: int | None, now_ms: int) -> Table:
    """`who` sits down on `seat`; without one on his own, on the one kept for him, or on the first free one.

    Who sits already moves to another free seat; on his own he changes his nonce, or says that he is ready, at most.
    """
    own = table.seat_of(who.player)
    if own is not None and seat in (None, own):
        return _again(table, own, who)
    require_open(table)
    require_not_kicked(table, who.player)
    if own is not None and table.reserved:
        raise refusal(Refused, "SEAT_KEPT", seat=seat)
    kept = table.kept_seat(who.player, now_ms)
    place = _free_seat(table, who.player, kept if seat is None else seat, now_ms)
    before = table.seats[own] if own is not None else None
    keeping = table.kept[kept] if kept is not None else None
    sitter = Sitter(
        player=who.player,
        display_name=who.display_name,
        bot_level="",
        nonce=who.nonce or (before.nonce if before else ""),
        order=before.order if before else 1 + max((sitter.order for sitter in table.people), default=0),
        ready=who.ready or table.reserved or bool(before and before.ready),
        requests=before.requests if before else keeping.requests if keeping else (),
    )
    owner = table.owner if table.people or table.reserved else who.player
    if own is not None:
        table = seated(table, own, None)
    return settled(msgspec.structs.replace(seated(_unkept(table, who.player), place, sitter), owner=owner))


def keep(table: Table, player: str, request: str, now_ms: int, until_ms: int) -> Table:
    """Keeps the first free seat for `player` until a moment; raises `Refused` if there is none."""
    require_open(table)
    require_not_kicked(table, player)
    own = table.kept_seat(player, now_ms)
    place = _free_seat(table, player, own, now_ms)
    before = table.kept[own] if own is not None else None
    requests = tuple(dict.fromkeys((*(before.requests if before else ()), request)))[-MOST_REQUESTS:]
    kept = list(_unkept(table, player).kept or (None,) * len(table.seats))
    kept[place] = Kept(player=player, until_ms=until_ms, requests=requests)
    return msgspec.structs.replace(table, kept=tuple(kept))


def leave(table: Table, player: str) -> Table:
    """`player` gets up. The next who sat down owns the table then; when nobody is left it is closed.

    Who opened a table and never sat closes it by leaving, as long as nobody sits. A seat that was kept for him is free
    then; a reserved table stays open, with the seat his. Leaving twice changes nothing.
    """
    seat = table.seat_of(player)
    if table.reserved:
        if seat is None or table.status in (Status.CLOSED, Status.OVER):
            return table
        require_open(table)
        return seated(table, seat, None)
    if table.status in (Status.CLOSED, Status.OVER):
        return table
    if seat is None and table.status is Status.OPEN:
        table = _unkept(table, player)
    if seat is None and (player != table.owner or table.people):
        return table
    require_open(table)
    if seat is not None:
        table = seated(table, seat, None)
    if not table.people:
        return msgspec.structs.replace(table, status=Status.CLOSED)
    return msgspec.structs.replace(table, owner=table.people[0].player)


def set_ready(table: Table, player: str, *, ready: bool) -> Table:
    """`player` says whether he is ready. Saying it again, or after the start, changes nothing."""
    seat = table.seat_of(player)
    if seat is None or (sitter := table.seats[seat]) is None:
        raise refusal(Denied, "NOT_AT_TABLE")
    if sitter.ready == ready and table.status is not Status.OPEN:
        return table
    require_open(table)
    if sitter.ready != ready:
        table = seated(table, seat, msgspec.structs.replace(sitter, ready=ready))
    return settled(table)


def kick(table: Table, owner: str, player: str) -> Table:
    """The owner sends a person away, who cannot sit here again. Sending away twice changes nothing."""
    require_owner(table, owner)
    if player in table.kicked and table.seat_of(player) is None:
        return table
    require_open(table)
    if player == owner:
        raise refusal(Invalid, "KICK_ONESELF")
    seat = table.seat_of(player)
    if seat is None:
        raise refusal(Refused, "NOT_SITTING", player=player)
    table = _unkept(seated(table, seat, None), player)
    return msgspec.structs.replace(table, kicked=(*table.kicked, player)[-MOST_KICKED:])


def add_bot(table: Table, owner: str, bot: NewBot, levels: tuple[str, ...], now_ms: int) -> Table:
    """The owner seats a bot. On a bot's seat the new level takes its place; a repeated request changes nothing."""
    require_owner(table, owner)
    if bot.level not in levels:
        raise refusal(Invalid, "BOT_LEVEL_UNKNOWN", level=bot.level, levels=", ".join(levels))
    if any(sitter is not None and sitter.bot_level and bot.request in sitter.requests for sitter in table.seats):
        return table
    seat = bot.seat
    there = table.seats[seat] if seat is not None and seat < len(table.seats) else None
    if there is not None and there.bot_level == bot.level and table.status is not Status.OPEN:
        return table
    require_open(table)
    if there is None or not there.bot_level:
        seat = _free_seat(table, "", seat, now_ms)
    assert seat is not None
    requests = ((*there.requests, bot.request) if there else (bot.request,))[-MOST_REQUESTS:]
    return settled(seated(table, seat, msgspec.structs.replace(bot_of(bot.level), requests=requests)))


def remove_bot(table: Table, owner: str, seat: int) -> Table:
    """The owner takes a bot away; on a free seat that changes nothing."""
    require_owner(table, owner)
    require_seat_exists(table, seat)
    there = table.seats[seat]
    if there is None:
        return table
    require_open(table)
    if not there.bot_level:
        raise refusal(Refused, "NO_BOT_THERE", seat=seat)
    return seated(table, seat, None)


def bot_of(level: str) -> Sitter:
    """A bot as it sits at a table."""
    return Sitter(player="", display_name=f"Bot ({level})", bot_level=level, nonce="", order=0, ready=True)


def _again(table: Table, seat: int, who: Newcomer) -> Table:
    """The seat with the new nonce, and with its sitter ready, while that still means something."""
    sitter = table.seats[seat]
    if sitter is None or table.status is not Status.OPEN:
        return table
    changed = msgspec.structs.replace(sitter, nonce=who.nonce or sitter.nonce, ready=sitter.ready or who.ready)
    return table if changed == sitter else settled(seated(table, seat, changed))


def _free_seat(table: Table, player: str, wanted: int | None, now_ms: int) -> int:
    """The wanted seat if `player` may have it, or the first such; raises a `HouseError` that says why there is none."""
    if wanted is None:
        for seat, sitter in enumerate(table.seats):
            if sitter is None and table.keeper(seat, now_ms) in ("", player):
                return seat
        raise refusal(Refused, "TABLE_FULL")
    require_seat_exists(table, wanted)
    if table.seats[wanted] is not None:
        raise refusal(Refused, "SEAT_TAKEN", seat=wanted)
    if table.keeper(wanted, now_ms) not in ("", player):
        raise refusal(Refused, "SEAT_KEPT", seat=wanted)
    return wanted


def _unkept(table: Table, player: str) -> Table:
    """The table without a seat kept for `player`, unless it is his for good."""
    if table.reserved or not any(kept and kept.player == player for kept in table.kept):
        return table
    return msgspec.structs.replace(table, kept=tuple(None if k and k.player == player else k for k in table.kept))
