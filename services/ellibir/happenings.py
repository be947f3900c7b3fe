"""What an apply brought, in order, for animation and the record.

A state keeps happenings without secrets; `view.told` adds what the one who looks may know (rules 9.17).
"""

import msgspec

from services.ellibir.cards import Piece
from services.ellibir.results import LastRound
from services.kernel.melds import Meld
from services.kernel.score import LedgerLine


class LotFell(msgspec.Struct, frozen=True, tag="lot"):
    """Chance chose the seat that begins the first round (rules 9.2)."""

    seat: int


class CardsCut(msgspec.Struct, frozen=True, tag="cut"):
    """A seat cut: it took so many jokers, or the card at the cut lies open under the stock (rules 9.2)."""

    seat: int
    jokers: int
    bottom: Piece | None


class HandsDealt(msgspec.Struct, frozen=True, tag="dealt"):
    """Round `number` (from 1) was dealt and `starter` begins; `hand` is what the one who looks holds."""

    number: int
    dealer: int
    starter: int
    hand: tuple[Piece, ...] = ()


class CardDrawn(msgspec.Struct, frozen=True, tag="drawn"):
    """A seat drew from the stock; `card` is for its own eyes, and only while it is its turn."""

    seat: int
    by_rules: bool
    card: Piece | None = None


class DiscardTaken(msgspec.Struct, frozen=True, tag="taken"):
    """A seat took the discard."""

    seat: int
    card: Piece


class BottomTaken(msgspec.Struct, frozen=True, tag="bottom_taken"):
    """A seat took the open bottom card that it had claimed (rules 9.6)."""

    seat: int
    card: Piece


class HandOpened(msgspec.Struct, frozen=True, tag="opened"):
    """A seat opened: with melds worth `value`, or with pairs. `finishing`: everything was laid at one stroke."""

    seat: int
    melds: tuple[Meld, ...]
    pairs: bool
    value: int
    finishing: bool


class WrongOpening(msgspec.Struct, frozen=True, tag="wrong"):
    """A seat tried a wrong opening, which cost it `line` (rules 9.11). The cards stay in hand, seen by nobody.

    Why it was wrong is for its own seat: `fault` is "group", "sum" or "pairs", `value` the sum of the groups that are
    melds.
    """

    seat: int
    line: LedgerLine
    fault: str | None = None
    value: int | None = None


class MeldsLaid(msgspec.Struct, frozen=True, tag="laid"):
    """A seat that has opened laid further melds or pairs."""

    seat: int
    melds: tuple[Meld, ...]


class LaidOff(msgspec.Struct, frozen=True, tag="laid_off"):
    """A seat laid off on meld number `meld` of the table, which `owner` laid."""

    seat: int
    cards: tuple[Piece, ...]
    meld: int
    owner: int


class JokerTaken(msgspec.Struct, frozen=True, tag="joker"):
    """A seat put `cards` into meld number `meld` and took `jokers` jokers."""

    seat: int
    cards: tuple[Piece, ...]
    meld: int
    jokers: int


class CardDiscarded(msgspec.Struct, frozen=True, tag="discarded"):
    """A seat discarded. `by_rules` when the rules did so in its place (rules 9.16)."""

    seat: int
    card: Piece
    by_rules: bool


class TwinsShown(msgspec.Struct, frozen=True, tag="twins"):
    """A seat showed two cards that lay off; `card` it discards, `other` it keeps (rules 9.8)."""

    seat: int
    card: Piece
    other: Piece


class Fined(msgspec.Struct, frozen=True, tag="fined"):
    """A discard that lays off cost its thrower a fine (rules 9.11)."""

    line: LedgerLine
    card: Piece


class PairsDeclared(msgspec.Struct, frozen=True, tag="declared"):
    """A seat goes for pairs, by saying so or by what it did (rules 9.5)."""

    seat: int


class BottomClaimed(msgspec.Struct, frozen=True, tag="claimed"):
    """A seat showed the twin of the open bottom card and claimed that (rules 9.6)."""

    seat: int
    card: Piece


class SingleAnnounced(msgspec.Struct, frozen=True, tag="single"):
    """A seat said "tek" (rules 9.4)."""

    seat: int


class StarWon(msgspec.Struct, frozen=True, tag="star"):
    """A seat opened with melds of 100 or more at a table with KDV (rules 9.11)."""

    seat: int
    value: int


class RoundEnded(msgspec.Struct, frozen=True, tag="ended"):
    """A round ended; all hands are shown. `ledger` are the lines that it wrote."""

    last: LastRound
    ledger: tuple[LedgerLine, ...]


class MatchCounted(msgspec.Struct, frozen=True, tag="match"):
    """The match is over: the minus marks and the stars are counted (rules 9.14)."""

    ledger: tuple[LedgerLine, ...]


Happening = (
    LotFell
    | CardsCut
    | HandsDealt
    | CardDrawn
    | DiscardTaken
    | BottomTaken
    | HandOpened
    | WrongOpening
    | MeldsLaid
    | LaidOff
    | JokerTaken
    | CardDiscarded
    | TwinsShown
    | Fined
    | PairsDeclared
    | BottomClaimed
    | SingleAnnounced
    | StarWon
    | RoundEnded
    | MatchCounted
)
