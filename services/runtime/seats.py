"""Who may act, see and be woken at each seat of one version of a match: what the runtime makes of a `Seating`."""

from collections.abc import Sequence
from typing import Final

import msgspec

from kiraathane.match.v1 import match_pb2
from services.kernel.game import Seat
from services.kernel.meta import Absence, Meta
from services.kernel.orders import OrderKind, Orders
from services.kernel.record import RecordSeat, seated
from services.kernel.seating import BY_RULES, Past, Presence, Seating, Sitter
from services.runtime.contract import serialized
from services.runtime.journal.interface import SeatingRow

_SEATING: Final = msgspec.json.Decoder(Seating)
_PRESENCE: Final = {
    Presence.PRESENT: match_pb2.PRESENCE_PRESENT,
    Presence.AWAY: match_pb2.PRESENCE_AWAY,
    Presence.LEFT: match_pb2.PRESENCE_LEFT,
}
ORDERS: Final = {
    OrderKind.FREEZE: match_pb2.ORDER_KIND_FREEZE,
    OrderKind.THAW: match_pb2.ORDER_KIND_THAW,
    OrderKind.REWIND: match_pb2.ORDER_KIND_REWIND,
    OrderKind.VOID: match_pb2.ORDER_KIND_VOID,
    OrderKind.END: match_pb2.ORDER_KIND_END,
}
"""What moderators order, as the contract says it."""
_DEPARTURE: Final = {"left": match_pb2.DEPARTURE_LEFT, "dropped": match_pb2.DEPARTURE_DROPPED}


class Seats:
    """The seats of one version, and what moderators have ordered about the match.

    `players` has, by seat, the player who may act and see as that seat ("" for nobody): one who has left may not where
    somebody else plays his seat. `woken` has the bot level (or `BY_RULES`) that plays it, "" where its person does.
    `of_people` are the seats that are, or were, a person's; `away` those of them whose person is away. `substitutes`:
    somebody may sit down for a person, at the seats that are `open` now; `claims`: the opponent may claim the match.
    `held`: a moderator has frozen it; `end` is the house's cause by which it is over, "" for none; `stopped_ms` is the
    house's time that is not its clock's; `stands`: it is held, or ended by the house, and nobody can decide. `data` is
    the part of `MatchInfo` that tells all this.
    """

    __slots__ = (
        *("away", "claims", "data", "end", "has_bots", "has_people", "held", "of_people", "open", "players", "seating"),
        *("stands", "stopped_ms", "substitutes", "woken"),
    )

    def __init__(self, seating: Seating, *, substitutes: bool, claims: bool) -> None:
        self.seating = seating
        self.substitutes = substitutes
        self.claims = claims
        sitters = seating.seats
        self.players = tuple(_player(sitter) for sitter in sitters)
        self.woken = tuple(sitter.stand_in or sitter.bot_level for sitter in sitters)
        self.away = frozenset(Seat(n) for n, sitter in enumerate(sitters) if sitter.presence is Presence.AWAY)
        self.has_bots = any(self.woken)
        self.of_people = tuple(n for n, sitter in enumerate(sitters) if sitter.player)
        self.has_people = bool(self.of_people)
        self.held, self.end, self.stopped_ms = seating.orders.held, seating.end, seating.orders.stopped_ms
        self.stands = self.held or bool(self.end)
        gone = [n for n, sitter in enumerate(sitters) if sitter.presence is not Presence.PRESENT]
        self.open = tuple(gone) if substitutes and not self.stands else ()
        told = [self._told(n, sitter) for n, sitter in enumerate(sitters)]
        self.data = serialized(match_pb2.MatchInfo(seats=told, order=_ordered(seating.orders)))

    def __len__(self) -> int:
        return len(self.players)

    def seat_of(self, player: str) -> Seat | None:
        """The seat of "players/…"; None for one who has none, or none any more."""
        return Seat(self.players.index(player)) if player in self.players else None

    def bot_of(self, seat: int) -> str:
        """The level of the bot that plays `seat`; "" where none does."""
        level = self.woken[seat] if 0 <= seat < len(self.woken) else ""
        return "" if level == BY_RULES else level

    def is_present(self, seat: int) -> bool:
        """True for the seat of a person who is not known to be away and has not left."""
        sitter = self.seating.seats[seat]
        return bool(sitter.player) and sitter.presence is Presence.PRESENT

    def once_of(self, player: str) -> Seat | None:
        """The seat that "players/…" has or once had."""
        for number, sitter in enumerate(self.seating.seats):
            if player == sitter.player or any(player == past.player for past in sitter.past):
                return Seat(number)
        return None

    def row(self) -> SeatingRow:
        """What the store keeps."""
        stood_in = sum(bool(sitter.stand_in) for sitter in self.seating.seats)
        return SeatingRow(seating=msgspec.json.encode(self.seating).decode(), stood_in=stood_in)

    def _told(self, number: int, sitter: Sitter) -> match_pb2.Seat:
        return match_pb2.Seat(
            seat=number,
            player=sitter.player,
            display_name=sitter.name,
            bot_level=sitter.bot_level,
            presence=_PRESENCE[sitter.presence],
            stand_in=sitter.stand_in,
            open=number in self.open,
            past=map(_past, sitter.past),
            claimable=self.claims and not self.stands and sitter.presence is Presence.AWAY,
        )


def first_seats(seats: Sequence[RecordSeat], meta: Meta, options: dict[str, str]) -> Seats:
    """The seats as a match begins."""
    return _seats(seated(seats), meta, options)


def kept_seats(row: str, meta: Meta, options: dict[str, str]) -> Seats:
    """The seats as the store has them."""
    return _seats(_SEATING.decode(row), meta, options)


def changed(before: Seats, seating: Seating) -> Seats:
    """The seats of the same match with another seating."""
    return Seats(seating, substitutes=before.substitutes, claims=before.claims)


def _seats(seating: Seating, meta: Meta, options: dict[str, str]) -> Seats:
    # Nobody sits down for another where others do not play on, nor where leaving ends the match (11.4, 10.8).
    substitutes = meta.absence is Absence.STAND_IN and not meta.leave_ends(options)
    return Seats(seating, substitutes=substitutes, claims=meta.absence is Absence.CLAIM)


def _player(sitter: Sitter) -> str:
    return "" if sitter.presence is Presence.LEFT and sitter.stand_in else sitter.player


def _ordered(orders: Orders) -> match_pb2.Order | None:
    if (last := orders.last) is None:
        return None
    return match_pb2.Order(
        kind=ORDERS[last.kind], word=last.word, version=orders.version, back_to=last.back_to, frozen=orders.held
    )


def _past(past: Past) -> match_pb2.PastSitter:
    return match_pb2.PastSitter(player=past.player, display_name=past.name, how=_DEPARTURE[past.how])
