"""What a match is worth: points per seat, the ledger that explains them, and the games of the series."""

import msgspec


class LedgerLine(msgspec.Struct, frozen=True):
    """One reason why a seat's points changed (rules 0.6).

    `reason` is UPPER_SNAKE, `clause` one of the family's RULES.md.
    """

    seat: int
    points: int
    reason: str
    clause: str


class GameResult(msgspec.Struct, frozen=True):
    """One ended game of a match. `winners` is empty for a drawn game; `points` has one entry per seat."""

    number: int
    winners: tuple[int, ...]
    points: tuple[int, ...]
    cause: str


class Score(msgspec.Struct, frozen=True):
    """Where the match stands.

    `points` has one entry per seat and equals the sum of the seat's ledger lines. `winners` is empty until the match is
    over, and stays empty when it is drawn. `places` (1 is best, equal seats share one) is empty until then too.
    """

    points: tuple[int, ...]
    ledger: tuple[LedgerLine, ...] = ()
    games: tuple[GameResult, ...] = ()
    winners: tuple[int, ...] = ()
    places: tuple[int, ...] = ()


def voided(score: Score) -> Score:
    """The score of a match that is broken up: what was played stands there, and nobody has won (league rules 11.8)."""
    return msgspec.structs.replace(score, winners=(), places=())
