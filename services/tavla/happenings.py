"""What an apply brought, in order, for animation and the record. Nothing of it is secret: all viewers get the same."""

import msgspec

from services.kernel.score import GameResult, LedgerLine
from services.tavla.actions import CheckerMove


class DiceRolled(msgspec.Struct, frozen=True, tag="rolled"):
    """The dice fell. `seat` is None for the opening roll, where the dice stand by seat."""

    seat: int | None
    dice: tuple[int, ...]


class TurnPlayed(msgspec.Struct, frozen=True, tag="played", gc=False):
    """A turn was played. `hits` are own points on which enemy checkers were hit; `by_rules` after a time-out."""

    seat: int
    moves: tuple[CheckerMove, ...]
    hits: tuple[int, ...]
    by_rules: bool


class TurnPassed(msgspec.Struct, frozen=True, tag="passed"):
    """A seat could not move and passed automatically (rules 1.10)."""

    seat: int
    dice: tuple[int, ...]


class MisliOffered(msgspec.Struct, frozen=True, tag="offered"):
    """Misli was offered; `cube` is its value if it is accepted."""

    seat: int
    cube: int


class MisliAnswered(msgspec.Struct, frozen=True, tag="answered"):
    """Misli was answered by `seat`."""

    seat: int
    accepted: bool


class GameEnded(msgspec.Struct, frozen=True, tag="ended"):
    """A game of the match ended and wrote `ledger`."""

    result: GameResult
    ledger: tuple[LedgerLine, ...]


class SeatLeft(msgspec.Struct, frozen=True, tag="left"):
    """A seat left the match."""

    seat: int


Happening = DiceRolled | TurnPlayed | TurnPassed | MisliOffered | MisliAnswered | GameEnded | SeatLeft
