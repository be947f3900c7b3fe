"""The whole match of pişti: the table's terms, where the match stands, the cards of the game that is being played."""

from enum import StrEnum
from typing import Final

import msgspec

from services.kernel.cards import JACK, Card
from services.kernel.score import GameResult, LedgerLine
from services.pisti.count import GameCount
from services.pisti.happenings import Happening
from services.pisti.terms import Terms

HAND: Final = 4
START: Final = 3
ROUND: Final = 2 * HAND
DEALS: Final = 6


class Phase(StrEnum):
    """What the table waits for (rules 6.7)."""

    DRAWING = "drawing"  # chance says who deals first
    SHUFFLING = "shuffling"  # the pack
    TURNING = "turning"  # the start card was a jack: the stock again
    PLAYING = "playing"  # a card of the seat on turn
    ANSWERING = "answering"  # the other seat's answer to a bluff
    OVER = "over"


class Bluff(msgspec.Struct, frozen=True):
    """A card that an accepted bluff captured, hidden from the other seat; `floor` as in `Side` when it was laid."""

    card: Card
    floor: int = 0


class Side(msgspec.Struct, frozen=True):
    """One seat's cards: its hand in order, what it captured for all to see, what by accepted bluffs.

    After a time-out everybody knows that the seat held no card that the rules play sooner (6.8). `floor` is the first
    place in that order which its hand can still have; 0 when nothing is known.
    """

    hand: tuple[Card, ...] = ()
    won: tuple[Card, ...] = ()
    bluffs: tuple[Bluff, ...] = ()
    floor: int = 0


class Match(msgspec.Struct, frozen=True):
    """What outlives a game: `points`, `games` and `ledger` are those of the games that were counted."""

    terms: Terms
    number: int = 1
    points: tuple[int, int] = (0, 0)
    games: tuple[GameResult, ...] = ()
    ledger: tuple[LedgerLine, ...] = ()
    count: GameCount | None = None


class Ending(msgspec.Struct, frozen=True):
    """How the match ended: one of `meta.end_causes`, and the seat that won it (None if it is drawn)."""

    cause: str
    winner: int | None


class State(msgspec.Struct, frozen=True):
    """The whole match.

    `turn` is the seat on turn, and in ANSWERING the one that laid `sealed`. `stock` lies with the next card first.
    `pile` are the cards on the table that were played or turned face up, the top one last; `start` the three that lay
    face down under them, on the table until `start_seat` captured. `returned` are jacks that were turned for the start
    and put back. `lines` are the ledger lines of the game that is being played.
    """

    match: Match
    phase: Phase
    dealer: int = 0
    turn: int = 0
    sides: tuple[Side, Side] = (Side(), Side())
    pile: tuple[Card, ...] = ()
    start: tuple[Card, ...] = ()
    start_seat: int | None = None
    stock: tuple[Card, ...] = ()
    sealed: Card | None = None
    last_capturer: int | None = None
    returned: tuple[Card, ...] = ()
    lines: tuple[LedgerLine, ...] = ()
    ending: Ending | None = None
    happened: tuple[Happening, ...] = ()

    @property
    def start_on_table(self) -> bool:
        """True while the three face-down cards lie under the pile."""
        return bool(self.start) and self.start_seat is None

    @property
    def single(self) -> Card | None:
        """The card on the table if it is exactly one, face-down cards counted (rules 6.3, 6.4)."""
        return self.pile[0] if len(self.pile) == 1 and not self.start_on_table else None

    @property
    def last_card(self) -> bool:
        """True if the card that is played next is the 52nd of the game (rules 6.3)."""
        return not self.stock and len(self.sides[0].hand) + len(self.sides[1].hand) == 1


def place(card: Card) -> int:
    """Where a card stands in the order in which the rules play for an absent seat, from 1 (rules 6.8)."""
    if card.rank == JACK:
        return 49 + card.number // 13
    return 1 + (card.rank - 2 - (card.rank > JACK)) * 4 + card.number // 13


def won_by(state: State, seat: int) -> tuple[Card, ...]:
    """Everything that the seat captured, the hidden cards too."""
    side = state.sides[seat]
    start = state.start if state.start_seat == seat else ()
    return (*start, *side.won, *(bluff.card for bluff in side.bluffs))


def won_count(state: State, seat: int) -> int:
    """How many cards the seat captured."""
    side = state.sides[seat]
    return len(side.won) + len(side.bluffs) + (len(state.start) if state.start_seat == seat else 0)
