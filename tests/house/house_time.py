"""Time that goes by in the house while the test does not wait for it (decision 10).

House time is Unix time less the time in which the house was down, one number in each family's store. Who takes an hour
off that number lets an hour of house time go by: for graces, deadlines, and matches at which nobody sits.
"""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from services.runtime.clock import BEAT_MS
from services.runtime.journal.presence import State
from tests.support.platform import Platform


async def goes_by(platform: Platform, family: str, seconds: float) -> None:
    """So much house time goes by in the matches of a family; the service has heard of it when this returns."""
    while True:
        with _store(platform, family) as store:
            store.execute("UPDATE house SET down_ms = down_ms - ?", (round(seconds * 1000),))
            meant = _down_ms(store)
        await asyncio.sleep(1.5 * BEAT_MS / 1000)
        with _store(platform, family) as store:
            if _down_ms(store) <= meant:  # else a heartbeat had read the number before, and has written it since
                return


async def there(platform: Platform, family: str, match: str, seat: int) -> None:
    """Returns when it has been written down that the seat's person is there."""
    await _written_down(platform, family, match, {seat}, {State.HERE})


async def missed(platform: Platform, family: str, match: str, *seats: int) -> None:
    """Returns when it has been written down that nobody is there for these seats: their graces have begun."""
    await _written_down(platform, family, match, set(seats), {State.WAITING, State.SETTLED})


async def _written_down(platform: Platform, family: str, match: str, seats: set[int], states: set[State]) -> None:
    query = "SELECT seat, state FROM absences WHERE match_id = ?"
    async with asyncio.timeout(20):
        while True:
            with _store(platform, family) as store:
                rows = store.execute(query, (match.removeprefix("matches/"),)).fetchall()
            if seats <= {seat for seat, state in rows if state in states}:
                return
            await asyncio.sleep(0.1)


def calendar_turns(platform: Platform) -> None:
    """The league's week is over: what is done once a week may be done again."""
    with _store(platform, "league") as store:
        store.execute("DELETE FROM calendar WHERE what = 'cap'")


def cap_has_run(platform: Platform) -> bool:
    """True if the wins of this week have been looked at."""
    with _store(platform, "league") as store:
        return bool(store.execute("SELECT 1 FROM calendar WHERE what = 'cap'").fetchone())


def _down_ms(store: sqlite3.Connection) -> int:
    found: int = store.execute("SELECT down_ms FROM house").fetchone()[0]
    return found


@contextmanager
def _store(platform: Platform, service: str) -> Iterator[sqlite3.Connection]:
    path = platform.home / "data" / f"{service}.sqlite3"
    with closing(sqlite3.connect(path, timeout=10)) as store, store:
        yield store
