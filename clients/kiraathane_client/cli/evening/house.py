"""What all people of an evening share: the time, the games, what is told from ear to ear."""

import random
import time
from collections.abc import Iterator

from kiraathane_client.cli.evening.book import Book
from kiraathane_client.cli.evening.wishes import bag
from services.kernel.registry import families


class House:
    """Times are of `time.monotonic()`. New matches are begun until `closes`, those that run are played until `ends`."""

    def __init__(
        self, address: str, book: Book, games: list[str], seed: int, *, seconds: float, closing: float, pace: float
    ) -> None:
        self.address, self.book, self.games = address, book, games
        self.pace, self.seconds = pace, seconds
        self.closes = time.monotonic() + seconds
        self.ends = self.closes + closing
        self.invitations: list[str] = []
        """Invite codes of private tables that somebody may use."""
        self.people: list[str] = []
        """Everybody who has come: "players/…"."""
        self.cup = ""
        """The tournament that can be entered now."""
        self._bag: Iterator[str] = bag(games, random.Random(f"{seed}-games"))  # noqa: S311  (no secret)

    @property
    def open(self) -> bool:
        """New matches may be begun."""
        return time.monotonic() < self.closes

    @property
    def left(self) -> float:
        """Seconds until the house closes."""
        return max(0.0, self.closes - time.monotonic())

    def next_game(self) -> str:
        """What is played next, so that all games come."""
        return next(self._bag)

    @staticmethod
    def knows(family: str) -> bool:
        """True if this program can play the game."""
        return family in families()
