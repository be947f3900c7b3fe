"""The screen of a match: the table, what happened last, and a line for what is asked."""

import time
from collections import deque
from collections.abc import Sequence

from rich.text import Text

from kiraathane_client.cli.desk import Desk
from kiraathane_client.contract import AnyUpdate
from kiraathane_client.terminal import Look

KEPT = 200
SHOWN = 5
HOUR_SECONDS = 3_600
DAY_SECONDS = 24 * HOUR_SECONDS


class Screen:
    """Draws over and over on a terminal; writes one below the other elsewhere."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._log: deque[Text] = deque(maxlen=KEPT)
        self._unseen: list[Text] = []
        self.connected = True

    def tell(self, lines: Sequence[Text]) -> None:
        """Adds to what happened."""
        self._log.extend(lines)
        self._unseen.extend(lines)

    def draw(self, board: Text, below: Sequence[Text] = (), notice: str = "") -> None:
        """The table, what happened, then `below`, then the notice."""
        out = self._desk.out
        if self._desk.interactive:
            out.clear()
            told: Sequence[Text] = list(self._log)[-SHOWN:]
        else:
            told, self._unseen = self._unseen, []
        out.print(board, no_wrap=True, crop=True, end="")
        for line in (*told, *below):
            out.print(line)
        if not self.connected:
            out.print(self._desk.connected(up=False), style="bold yellow")
        if notice:
            out.print(notice, style="yellow")


def seconds_left(update: AnyUpdate) -> int | None:
    """Seconds until the due seats' time runs out, None where no clock runs."""
    if not update.info.HasField("deadline"):
        return None
    return max(0, round(update.info.deadline.ToMilliseconds() / 1000 - time.time()))


def time_left(seconds: int, look: Look) -> str:
    """So many seconds as people read them: whole days where there are any, then hours, then seconds alone."""
    days, rest = divmod(seconds, DAY_SECONDS)
    if days:
        return look.say(f"{days} gün", f"{days} day{'s' * (days > 1)}")
    if rest >= HOUR_SECONDS:
        return f"{rest // HOUR_SECONDS}:{rest // 60 % 60:02}:{rest % 60:02}"
    return look.say(f"{rest} sn", f"{rest} s")
