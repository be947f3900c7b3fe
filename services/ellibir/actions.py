"""What a seat may decide (rules 9.15)."""

from enum import StrEnum

import msgspec

from services.ellibir.cards import Piece
from services.kernel.melds import Kind


class Group(msgspec.Struct, frozen=True, gc=False):
    """Cards that are to be a meld or a pair. Those of a run in rising order, so that its place says what a joker is."""

    kind: Kind
    cards: tuple[Piece, ...]


class Spot(StrEnum):
    """The end of a run."""

    LOW = "low"
    HIGH = "high"


class Draw(msgspec.Struct, frozen=True, tag="draw", gc=False):
    """Draw the top card of the stock (rules 9.4)."""


class TakeForPairs(msgspec.Struct, frozen=True, tag="take_for_pairs", gc=False):
    """Take the discard without opening, which declares pairs (rules 9.6)."""


class TakeAndOpen(msgspec.Struct, frozen=True, tag="take_and_open"):
    """Take the discard and open with it in the same act; with `finish` everything is laid and this card discarded."""

    groups: tuple[Group, ...]
    finish: Piece | None = None


class TakeAndLay(msgspec.Struct, frozen=True, tag="take_and_lay"):
    """Take the discard and lay a new meld or pair with it in the same act, as one who has opened (rules 9.6)."""

    groups: tuple[Group, ...]


class TakeBottom(msgspec.Struct, frozen=True, tag="take_bottom", gc=False):
    """Take the claimed bottom card of the stock instead of drawing (rules 9.6)."""


class Open(msgspec.Struct, frozen=True, tag="open"):
    """Open (rules 9.5); with `finish` everything is laid and this card discarded."""

    groups: tuple[Group, ...]
    finish: Piece | None = None


class Lay(msgspec.Struct, frozen=True, tag="lay"):
    """Lay further melds, or pairs, as one who has opened (rules 9.5)."""

    groups: tuple[Group, ...]


class LayOff(msgspec.Struct, frozen=True, tag="lay_off"):
    """Put a card on the run or set number `meld` of the table, or two as a pair beside a pair opener's (rules 9.7).

    `spot` names the end of a run where a joker fits at both.
    """

    cards: tuple[Piece, ...]
    meld: int
    spot: Spot | None = None


class SwapJoker(msgspec.Struct, frozen=True, tag="swap_joker"):
    """Put `cards` into meld number `meld` and take its joker, or jokers (rules 9.7)."""

    meld: int
    cards: tuple[Piece, ...]


class Discard(msgspec.Struct, frozen=True, tag="discard", gc=False):
    """Discard a card, which ends the turn (rules 9.4); with the last card the round."""

    card: Piece


class ShowTwins(msgspec.Struct, frozen=True, tag="show_twins", gc=False):
    """Show two cards of equal number that both lay off, discard `card` and keep `other` (rules 9.8)."""

    card: Piece
    other: Piece


class DeclarePairs(msgspec.Struct, frozen=True, tag="declare_pairs", gc=False):
    """Say that one goes for pairs, on turn or not (rules 9.5)."""


class ClaimBottom(msgspec.Struct, frozen=True, tag="claim_bottom", gc=False):
    """Show the twin of the open bottom card and claim that card (rules 9.6)."""

    card: Piece


class AnnounceSingle(msgspec.Struct, frozen=True, tag="announce_single", gc=False):
    """Say "tek": one card will be left after the discard (rules 9.4)."""


Action = (
    Draw
    | TakeForPairs
    | TakeAndOpen
    | TakeAndLay
    | TakeBottom
    | Open
    | Lay
    | LayOff
    | SwapJoker
    | Discard
    | ShowTwins
    | DeclarePairs
    | ClaimBottom
    | AnnounceSingle
)
