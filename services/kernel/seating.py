"""Who plays a seat: no state of a game, so no rules ever see it (league rules 11.4, 11.6-11.8).

A match is seated once. What becomes of a seat afterwards (its person is away, comes back, leaves, is followed by a
substitute) is an `Occupy`, which stands in the journal and in the record as a commit of its own; the seating is what
all of them have made of the first seats. Immutable and pure; times are the match's own clock.
"""

from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from services.kernel.meta import VOID
from services.kernel.orders import Order, Orders
from services.kernel.refusal import Illegal

BY_RULES: Final = "rules"
"""The stand-in that is no bot: the default acts of the game's time-out clause play the seat."""
NO_SEAT: Final = -1


class Kind(StrEnum):
    """What becomes of a seat, or (VOID) of the whole match."""

    AWAY = "away"
    BACK = "back"
    LEFT = "left"
    SUBSTITUTE = "substitute"
    VOID = "void"


class Presence(StrEnum):
    """Whether the person of a seat is there. A bot always is."""

    PRESENT = "present"
    AWAY = "away"
    LEFT = "left"


class Occupy(msgspec.Struct, frozen=True, tag="occupy", omit_defaults=True):
    """A change of who plays `seat` (`NO_SEAT` for VOID), at `at_ms` of the match's clock.

    `player` and `name` are the substitute's; `stand_in` is who plays the seat of one who is away or has left: a bot's
    level, `BY_RULES`, or "" where nobody does.
    """

    kind: Kind
    seat: int = NO_SEAT
    player: str = ""
    name: str = ""
    stand_in: str = ""
    at_ms: int = 0


class Past(msgspec.Struct, frozen=True):
    """Who had a seat before: `how` he lost it is "left" or "dropped"; the substitute sat down with `version`."""

    player: str
    name: str
    how: str
    version: int


class Sitter(msgspec.Struct, frozen=True):
    """A seat: whose it is, whether he is there since when, who plays it meanwhile, and whose it was before."""

    player: str
    name: str
    bot_level: str
    presence: Presence = Presence.PRESENT
    since_ms: int = 0
    stand_in: str = ""
    past: tuple[Past, ...] = ()


class Seating(msgspec.Struct, frozen=True):
    """All seats of a match, and what moderators have ordered about it: all that the house knows and the rules do not.

    Every step gives a new one, or raises `Illegal` and nothing has changed. `void`: nobody was there any more.
    """

    seats: tuple[Sitter, ...] = ()
    void: bool = False
    orders: Orders = Orders()

    def after(self, event: Occupy, version: int) -> "Seating":
        """The seating once `event` has happened with commit `version`. Raises `Illegal` for what cannot happen."""
        match event.kind:
            case Kind.AWAY:
                return self.away(event.seat, event.stand_in, event.at_ms)
            case Kind.BACK:
                return self.back(event.seat, event.at_ms)
            case Kind.LEFT:
                return self.left(event.seat, event.stand_in, event.at_ms)
            case Kind.SUBSTITUTE:
                return self.substitute(event.seat, event.player, event.name, event.at_ms, version)
            case Kind.VOID:
                return self.broken_up()

    def ordered(self, order: Order, version: int) -> "Seating":
        """The seating once `order` has been carried out with commit `version`. Raises `Illegal` for what cannot be."""
        if self.void:
            raise Illegal("MATCH_OVER")
        return replace(self, orders=self.orders.after(order, version))

    def away(self, seat: int, stand_in: str, at_ms: int) -> "Seating":
        """The person of `seat` is away; `stand_in` plays on (11.7)."""
        sitter = self._person(seat)
        if sitter.presence is not Presence.PRESENT:
            raise Illegal("NOT_PRESENT", seat=seat)
        return self._with(seat, replace(sitter, presence=Presence.AWAY, since_ms=at_ms, stand_in=stand_in))

    def back(self, seat: int, at_ms: int) -> "Seating":
        """The person of `seat` is there again and plays himself (11.7)."""
        sitter = self._person(seat)
        if sitter.presence is not Presence.AWAY:
            raise Illegal("NOT_AWAY", seat=seat)
        return self._with(seat, replace(sitter, presence=Presence.PRESENT, since_ms=at_ms, stand_in=""))

    def left(self, seat: int, stand_in: str, at_ms: int) -> "Seating":
        """The person of `seat` has left for good (11.6); one who is away may, too."""
        sitter = self._person(seat)
        if sitter.presence is Presence.LEFT:
            raise Illegal("NOT_PRESENT", seat=seat)
        return self._with(seat, replace(sitter, presence=Presence.LEFT, since_ms=at_ms, stand_in=stand_in))

    def substitute(self, seat: int, player: str, name: str, at_ms: int, version: int) -> "Seating":
        """`player` sits down for one who has left or is away (11.4, 11.7). Nobody has two seats of a match, ever."""
        if self.knows(player):
            raise Illegal("ALREADY_SEATED", player=player)
        sitter = self._person(seat)
        if sitter.presence is Presence.PRESENT:
            raise Illegal("SEAT_NOT_OPEN", seat=seat)
        how = "left" if sitter.presence is Presence.LEFT else "dropped"
        gone = Past(player=sitter.player, name=sitter.name, how=how, version=version)
        return self._with(
            seat, Sitter(player=player, name=name, bot_level="", since_ms=at_ms, past=(*sitter.past, gone))
        )

    def broken_up(self) -> "Seating":
        """The match is void: there has been no person at the table for too long (11.8)."""
        if self.end or not self.has_people:
            raise Illegal("MATCH_OVER")
        return replace(self, void=True)

    # -- asking -------------------------------------------------------------------------------------------------------

    @property
    def end(self) -> str:
        """By which of the house's causes the match is over; "" if the house has not ended it."""
        return VOID if self.void else self.orders.end

    @property
    def has_people(self) -> bool:
        """True if any of the seats is, or was, a person's: a match of bots alone is never void."""
        return any(sitter.player for sitter in self.seats)

    def knows(self, player: str) -> bool:
        """True for one who sits, or once sat, at this match."""
        return any(player == sitter.player or any(player == p.player for p in sitter.past) for sitter in self.seats)

    def _person(self, seat: int) -> Sitter:
        if self.end:
            raise Illegal("MATCH_OVER")
        if not 0 <= seat < len(self.seats) or not self.seats[seat].player:
            raise Illegal("SEAT_NOT_OPEN", seat=seat)
        return self.seats[seat]

    def _with(self, seat: int, sitter: Sitter) -> "Seating":
        return replace(self, seats=(*self.seats[:seat], sitter, *self.seats[seat + 1 :]))
