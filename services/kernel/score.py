"""What a match is worth: points per seat, the ledger that explains them, and the games of the series."""

from collections.abc import Sequence

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


def standing(score: Score, teams: Sequence[Sequence[int]], *, fewest_win: bool) -> Score:
    """The score of a match that is ended before its time: places by the totals of the `teams` as they stand.

    Whoever is ahead has won; nobody has where all are equal.
    """
    totals = [sum(score.points[seat] for seat in team) * (-1 if fewest_win else 1) for team in teams]
    of_seat = {seat: total for team, total in zip(teams, totals, strict=True) for seat in team}
    own = [of_seat[seat] for seat in range(len(score.points))]
    places = tuple(1 + sum(other > mine for other in own) for mine in own)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return msgspec.structs.replace(score, winners=winners if len(winners) < len(own) else (), places=places)
