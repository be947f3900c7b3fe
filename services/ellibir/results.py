"""What a round came to."""

from enum import StrEnum

import msgspec

from services.ellibir.cards import Piece


class Ending(StrEnum):
    """How a round ended (rules 9.9)."""

    FINISHED = "finished"  # a seat went out
    STOCK = "stock"  # the stock ended, and the round counts
    REPEATED = "repeated"  # the stock ended and nobody had opened: the round is repeated


class RoundResult(msgspec.Struct, frozen=True):
    """A round that ended.

    `finisher` is None unless it was finished; `joker`, `pairs` and `elden` are the kinds of the finish (rules 9.9).
    `points` by seat are what the round wrote, without fines; all 0 for one that is repeated.
    """

    ending: Ending
    points: tuple[int, ...]
    finisher: int | None = None
    joker: bool = False
    pairs: bool = False
    elden: bool = False


class LastRound(msgspec.Struct, frozen=True):
    """The round that ended last, with the cards that were left in every hand and what they count (rules 9.9)."""

    number: int
    result: RoundResult
    hands: tuple[tuple[Piece, ...], ...]
    counts: tuple[int, ...]
