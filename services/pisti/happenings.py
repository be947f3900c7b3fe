"""What an apply brought, in order, for animation and the record.

A state keeps happenings without secrets; `view.told` adds what the one who looks may know (rules 6.9).
"""

import msgspec

from services.kernel.cards import Card
from services.kernel.score import GameResult, LedgerLine
from services.pisti.count import GameCount


class DealerDrawn(msgspec.Struct, frozen=True, tag="dealer"):
    """Chance made a seat the dealer of the first game (rules 6.1)."""

    seat: int


class JackReturned(msgspec.Struct, frozen=True, tag="returned"):
    """The card turned for the start was a jack and went back into the stock (rules 6.1)."""

    card: Card


class StartTurned(msgspec.Struct, frozen=True, tag="turned"):
    """The start card lies on top of three that are face down: a game begins."""

    game: int
    dealer: int
    card: Card


class HandsDealt(msgspec.Struct, frozen=True, tag="dealt"):
    """Four cards to each seat; `deal` is 1 to 6, `hand` what the one who looks got."""

    deal: int
    hand: tuple[Card, ...] = ()


class CardPlayed(msgspec.Struct, frozen=True, tag="played"):
    """A card was played face up; `by_rules` after a time-out."""

    seat: int
    card: Card
    by_rules: bool


class Bluffed(msgspec.Struct, frozen=True, tag="bluffed"):
    """A card was laid face down with the claim of a pişti; `card` is for its owner alone."""

    seat: int
    card: Card | None = None


class BluffAnswered(msgspec.Struct, frozen=True, tag="answered"):
    """`seat` answered the claim. A challenged card is shown, and `matched` says what it was worth."""

    seat: int
    accepted: bool
    by_rules: bool
    card: Card | None = None
    matched: bool = False


class PileTaken(msgspec.Struct, frozen=True, tag="taken"):
    """A seat took the pile, `count` cards in all.

    `start` are the three start cards, for the seat that took them alone; an accepted bluff card is in `count` only.
    `left_over` says that they were the cards left on the table at the end (rules 6.2).
    """

    seat: int
    cards: tuple[Card, ...]
    count: int
    start: tuple[Card, ...] = ()
    left_over: bool = False


class PistiScored(msgspec.Struct, frozen=True, tag="pisti"):
    """A pişti, or what a bluff brought (rules 6.3, 6.4)."""

    line: LedgerLine


class GameCounted(msgspec.Struct, frozen=True, tag="counted"):
    """A game ended and was counted; everything that lay hidden in it is shown."""

    result: GameResult
    count: GameCount
    ledger: tuple[LedgerLine, ...]


class SeatLeft(msgspec.Struct, frozen=True, tag="left"):
    """A seat left the match."""

    seat: int


Happening = (
    DealerDrawn
    | JackReturned
    | StartTurned
    | HandsDealt
    | CardPlayed
    | Bluffed
    | BluffAnswered
    | PileTaken
    | PistiScored
    | GameCounted
    | SeatLeft
)
