"""Those who follow matches and the lobby over lines that break, and what each of them was shown."""

import asyncio
import random
from collections.abc import Mapping
from typing import Any

import msgspec

from kiraathane.lobby.v1 import lobby_service_pb2 as lobby_pb
from kiraathane.match.v1 import match_pb2
from kiraathane_client import Client, LobbyNews, Patience
from kiraathane_client.errors import Refused, StaleVersion
from kiraathane_client.session import SessionStore
from services.kernel.registry import families
from tests.conformance.play import likely

PATIENT = Patience(total=60.0, longest=1.0)


class Note(msgspec.Struct, frozen=True):
    """A version as it was shown: the view with all that stands beside it, and what happened."""

    version: int
    shown: bytes
    happened: tuple[bytes, ...]


def note(update: Any) -> Note:
    """What was shown, and what was told to have happened."""
    happened = tuple(one.SerializeToString(deterministic=True) for one in update.happenings)
    whole = type(update)()
    whole.CopyFrom(update)
    whole.ClearField("happenings")
    return Note(update.info.version, whole.SerializeToString(deterministic=True), happened)


class Follower:
    """Follows one match by `WatchMatch`, or by `Sit` and plays, as one client with a line of its own."""

    def __init__(self, address: str, sessions: SessionStore, family: str, match: str) -> None:
        self.client = Client(address, sessions=sessions, patience=PATIENT)
        self.family = family
        self.match = self.client.match(family, match)
        self.notes: list[Note] = []
        self.lost = 0
        """How often the line was lost, as far as it noticed."""

    async def watch(self) -> None:
        async for update in self.match.watch(on_connection=self._line):
            self.notes.append(note(update))

    async def play(self, pace: float, stop: asyncio.Event) -> None:
        """Plays at random until `stop` is set, and looks on to the end."""
        rng = random.Random(self.match.name)
        async with self.match.sit(on_connection=self._line) as seat:
            async for update in seat:
                self.notes.append(note(update))
                info = update.info
                due = info.status == match_pb2.MATCH_STATUS_PLAYING and info.viewer_seat in info.due_seats
                if due and not stop.is_set() and seat.version == info.version:
                    await asyncio.sleep(rng.uniform(0, 2 * pace))
                    await self._act(seat, rng)

    async def _act(self, seat: Any, rng: random.Random) -> None:
        family = families()[self.family]
        wire = family.module("wire")
        legal = await self.match.legal_actions()
        actions = [wire.action_from_proto(action) for action in legal.actions]
        if actions:
            action = wire.action_to_proto(rng.choice(likely(family.game, actions, rng) or actions))
            try:
                await seat.play(action, expected_version=legal.version)
            except (StaleVersion, Refused):
                return  # somebody else was first; the next update says what is asked now

    def _line(self, up: bool) -> None:
        self.lost += not up

    def problems(self, told: Mapping[int, Note]) -> list[str]:
        """What was not as it should be, beside `told`: what one with the same eyes was shown on a line that held.

        Versions only grow; each is shown once, as it is; and what happened is told, unless a whole view came instead.
        """
        found = []
        for before, after in zip(self.notes, self.notes[1:], strict=False):
            if after.version <= before.version:
                found.append(f"{after.version} after {before.version}")
        for one in self.notes:
            truth = told.get(one.version)
            if truth is None or truth.shown != one.shown:
                found.append(f"{one.version} was shown otherwise")
            elif one.happened and truth.happened and one.happened != truth.happened:
                found.append(f"{one.version} was told otherwise")
        for before, after in zip(self.notes, self.notes[1:], strict=False):
            if after.version > before.version + 1 and after.happened:
                found.append(f"what happened from {before.version} to {after.version} was left out")
        return [f"{self.family} {type(self).__name__}: {problem}" for problem in found]


class Onlooker:
    """Follows the lobby by a line to `address`; `steady` is where the gateway is reached without it."""

    def __init__(self, address: str, steady: str, sessions: SessionStore) -> None:
        self._steady, self._sessions = steady, sessions
        self.client = Client(address, sessions=sessions, patience=PATIENT)
        session = sessions.load()
        assert session is not None
        self.news = LobbyNews(session.player)
        self.lines: list[tuple[str, int]] = []
        self.lost = 0

    async def watch(self) -> None:
        async for news in self.client.lobby.watch(open_tables=True, on_connection=self._line):
            if self.news.take(news) and news.HasField("chat"):
                self.lines.append((news.chat.table, news.chat.number))

    def _line(self, up: bool) -> None:
        self.lost += not up

    async def behind(self) -> list[str]:
        """Of what another picture is shown than to one who comes now."""
        fresh = Onlooker(self._steady, self._steady, self._sessions)
        following = asyncio.create_task(fresh.watch())
        try:
            async with asyncio.timeout(10):
                while True:
                    if fresh.news.synced:
                        break
                    await asyncio.sleep(0.05)
            mine, theirs = self.picture, fresh.picture
            return [f"{what}: {mine.get(what)}" for what in {*mine, *theirs} if mine.get(what) != theirs.get(what)]
        finally:
            following.cancel()
            await asyncio.wait([following])
            await fresh.client.close()

    @property
    def picture(self) -> dict[str, object]:
        """The lobby as it is shown, without what is over: tables, and of one's own matches whether one is due there."""
        shown: dict[str, object] = {}
        for name, table in self.news.tables.items():
            if table.status != lobby_pb.TABLE_STATUS_OVER:
                shown[name] = table.SerializeToString(deterministic=True)
        for match, one in self.news.matches.items():
            if one.status != match_pb2.MATCH_STATUS_FINISHED:
                shown[match] = one.status, one.seat in one.due_seats
        return shown
