"""A match made of games that are played until somebody has enough points."""

import msgspec

from services.kernel.score import GameResult


class Series(msgspec.Struct, frozen=True):
    """The games so far of a match to `target` points. Points are the true sums, never cut to the target (rules 1.7)."""

    target: int
    points: tuple[int, ...]
    games: tuple[GameResult, ...] = ()

    @property
    def number(self) -> int:
        """The number of the game that is being played, from 1."""
        return len(self.games) + 1

    @property
    def leader(self) -> int | None:
        """The seat that has reached the target, or None while the match goes on."""
        best = max(self.points)
        return self.points.index(best) if best >= self.target else None

    def away(self, seat: int) -> int:
        """How many points `seat` still needs; 0 or less once it has enough."""
        return self.target - self.points[seat]

    def record(self, winners: tuple[int, ...], points: tuple[int, ...], cause: str) -> "Series":
        """The series after a game that gave `points` to each seat."""
        result = GameResult(number=self.number, winners=winners, points=points, cause=cause)
        total = tuple(had + got for had, got in zip(self.points, points, strict=True))
        return Series(target=self.target, points=total, games=(*self.games, result))
