"""What an apply brought, in order, for animation and the record. Nothing of it is secret: all viewers get the same."""

import msgspec

from services.kernel.score import GameResult, LedgerLine


class ColoursDrawn(msgspec.Struct, frozen=True, tag="colours"):
    """It is settled which seat has White (rules 4.1)."""

    white: int


class MovePlayed(msgspec.Struct, frozen=True, tag="moved"):
    """A move was played; `number` is the move's, `left_ms` what the mover's clock shows after it."""

    seat: int
    number: int
    uci: str
    san: str
    left_ms: int


class DrawOffered(msgspec.Struct, frozen=True, tag="offered"):
    """A draw was offered by `seat`."""

    seat: int


class DrawAnswered(msgspec.Struct, frozen=True, tag="answered"):
    """An offer was accepted, declined, or lapsed because `seat` moved instead (`by_moving`)."""

    seat: int
    accepted: bool
    by_moving: bool = False


class DrawClaimed(msgspec.Struct, frozen=True, tag="claimed"):
    """A draw was claimed, and rightly: "fifty" or "threefold"; `san` is the announced move, if there was one."""

    seat: int
    claim: str
    san: str = ""


class PiecesTouched(msgspec.Struct, frozen=True, tag="touched"):
    """Pieces were touched (two: at the same time), or, with `adjusting`, were named as adjusted (rules 4.3)."""

    seat: int
    squares: tuple[str, ...]
    adjusting: bool = False


class GameEnded(msgspec.Struct, frozen=True, tag="ended"):
    """The game ended and wrote `ledger`."""

    result: GameResult
    ledger: tuple[LedgerLine, ...]


class SeatLeft(msgspec.Struct, frozen=True, tag="left"):
    """A seat left the match, or stayed away too long."""

    seat: int


Happening = ColoursDrawn | MovePlayed | DrawOffered | DrawAnswered | DrawClaimed | PiecesTouched | GameEnded | SeatLeft
