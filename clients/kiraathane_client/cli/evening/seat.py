"""One person's seat in one match, to its end, or as long as he stays."""

import asyncio
import hashlib
import random
import time
from contextlib import aclosing
from enum import Enum
from functools import cache
from typing import Any

from google.protobuf.message import Message

from kiraathane.lobby.v1 import lobby_service_pb2 as lobby
from kiraathane.match.v1 import match_pb2
from kiraathane_client.cli.evening.book import Book, Entry
from kiraathane_client.cli.evening.wishes import Mood
from kiraathane_client.client import Client
from kiraathane_client.contract import AnyUpdate
from kiraathane_client.errors import KiraathaneError, NotYourTurn, PermissionDenied, Refused, StaleVersion
from kiraathane_client.match import Match
from kiraathane_client.sitting import Sitting
from services.kernel.registry import families

LEVEL = "kolay"
TOLD_WITHIN = 5.0  # the lobby knows of a substitute within so many seconds
LOOK_SECONDS = 0.5
BACK_WITHIN = 5.0  # a device shows what the other does within so many seconds


class Stop(Enum):
    """Why somebody does not follow a match any more."""

    OVER = "over"
    DROP = "drop"
    LEAVE = "leave"
    LOST = "lost"


@cache
def _game(family: str) -> tuple[Any, Any]:
    found = families()[family]
    return found.module("bot").bot, found.module("wire")


def decided(family: str, update: AnyUpdate, seed: int) -> Message:
    """What the game's weakest bot does with this view, which is the seat's own."""
    bot, wire = _game(family)
    action: Message = wire.action_to_proto(bot.decide(wire.view_from_proto(update.view), LEVEL, seed))
    return action


def digest(update: AnyUpdate) -> str:
    """The same for the same view, score and seats to decide."""
    parts = (update.view, update.info.score)
    told = b"|".join(part.SerializeToString(deterministic=True) for part in parts)
    return hashlib.sha256(told + bytes(update.info.due_seats)).hexdigest()


class SeatAtMatch:
    """Plays by a mood. After `hurry` (monotonic) without pauses, after `end` not any more: then the seat is left."""

    def __init__(self, client: Client, book: Book, entry: Entry, mood: Mood, rng: random.Random) -> None:
        self._client, self._book, self._entry, self._mood, self._rng = client, book, entry, mood, rng
        self._match: Match[AnyUpdate, Message] = client.match(entry.family, entry.match)
        session = client.session
        assert session is not None
        self._me = session.player
        self._decisions = 0
        self._drops = list(mood.drops)
        self._seen: dict[int, str] = {}

    async def play(self, pace: float, hurry: float, end: float, sessions: Any) -> bool:
        """True if he was there at the end. `pace` is the mean pause before a decision, in seconds."""
        other: asyncio.Task[dict[int, str]] | None = None
        if self._mood.second_device:
            other = asyncio.create_task(self._on_another_device(sessions))
        try:
            while True:
                stop: Stop | None = await self._until_something(pace, hurry, end)
                if stop is Stop.DROP:
                    stop = await self._away(end)
                if stop is not None:
                    break
            if stop is Stop.LEAVE:
                await self._leave()
            return stop is Stop.OVER
        finally:
            if other is not None:
                await self._compare(other)

    async def _until_something(self, pace: float, hurry: float, end: float) -> Stop:
        try:
            async with asyncio.timeout(max(0.0, end - time.monotonic())), self._match.sit() as seat:
                return await self._follow(seat, pace, hurry)
        except TimeoutError:
            return Stop.LEAVE
        except PermissionDenied:
            return Stop.OVER if await self._has_ended() else Stop.LOST

    async def _follow(self, seat: Sitting[AnyUpdate, Message], pace: float, hurry: float) -> Stop:
        async for update in seat:
            info = update.info
            self._seen[info.version] = digest(update)
            if info.status == match_pb2.MATCH_STATUS_FINISHED:
                self._entry.over = True
                return Stop.OVER
            if not info.HasField("viewer_seat"):
                return await self._judge_lost(info)
            if seat.version > info.version:
                continue  # there is newer news
            if any(place.claimable for place in info.seats) and self._rng.random() < 0.5:
                await self._claim()
            if info.viewer_seat not in info.due_seats:
                continue
            if (stop := self._had_enough()) is not None:
                return stop
            if time.monotonic() < hurry:
                await asyncio.sleep(self._rng.uniform(0, 2 * pace))
            if seat.version == info.version:
                await self._decide(seat, update)
        return Stop.OVER if await self._has_ended() else Stop.LOST

    def _had_enough(self) -> Stop | None:
        if self._mood.leaves is not None and self._decisions >= self._mood.leaves:
            return Stop.LEAVE
        if self._drops and self._decisions >= self._drops[0][0]:
            return Stop.DROP
        return None

    async def _decide(self, seat: Sitting[AnyUpdate, Message], update: AnyUpdate) -> None:
        version = update.info.version
        try:
            odd = self._rng.random() < self._mood.odd
            action = (
                None if odd else await asyncio.to_thread(decided, self._entry.family, update, self._rng.getrandbits(60))
            )
            if action is None:
                legal = await self._match.legal_actions()
                if legal.version != version or not legal.actions:
                    self._book.count("decisions_late")
                    return
                action = self._rng.choice(legal.actions)
            await seat.play(action, expected_version=version)
            self._decisions += 1
            self._book.count("decisions")
        except (StaleVersion, NotYourTurn):
            self._book.count("decisions_late")
        except Refused as refused:
            # A view, a list of legal acts and the rules that do not agree.
            self._book.fault("legal_act_refused", self._entry.match, f"version {version}: {refused}")

    async def _claim(self) -> None:
        try:
            await self._match.claim_absent()
            self._book.count("claimed")
        except KiraathaneError as error:
            self._book.trouble(error, self._entry.match)

    async def _away(self, end: float) -> Stop | None:
        """Loses the connection and comes back; None if he can play on."""
        _, seconds = self._drops.pop(0)
        self._book.count("dropped")
        await asyncio.sleep(min(seconds, max(0.0, end - time.monotonic() - 1)))
        update = await self._match.get()
        if update.info.status == match_pb2.MATCH_STATUS_FINISHED:
            self._entry.over = True
            self._book.count("returned_after_the_end")
            return Stop.OVER
        if not update.info.HasField("viewer_seat"):
            return await self._judge_lost(update.info)
        self._book.count("returned")
        return None

    async def _judge_lost(self, info: match_pb2.MatchInfo) -> Stop:
        """A seat goes to a substitute and to nobody else."""
        if await taken_over(self._client, self._entry, self._me):
            self._entry.left.add(self._me)
            self._book.count("lost_to_a_substitute")
        else:
            self._book.fault("seat_lost", self._entry.match, f"{self._me} at version {info.version}")
        return Stop.LOST

    async def _has_ended(self) -> bool:
        info = (await self._match.get()).info
        if info.status == match_pb2.MATCH_STATUS_FINISHED:
            self._entry.over = True
            return True
        await self._judge_lost(info)
        return False

    async def _leave(self) -> None:
        try:
            await self._match.leave()
            self._entry.left.add(self._me)
            self._book.count("left")
        except Refused as refused:  # it has ended meanwhile
            self._book.trouble(refused, self._entry.match)

    # -- two devices --------------------------------------------------------------------------------------------------

    async def _on_another_device(self, sessions: Any) -> dict[int, str]:
        """What the same player's other device sees, until he plays no longer."""
        seen: dict[int, str] = {}
        async with Client(self._client.address, sessions=sessions) as device:
            watching = device.match(self._entry.family, self._entry.match).watch()
            try:
                async with aclosing(watching) as updates:
                    async for update in updates:
                        seen[update.info.version] = digest(update)
                        if not update.info.HasField("viewer_seat"):
                            break
            except asyncio.CancelledError:
                pass  # he has gone; what was seen is to be compared
            except KiraathaneError as error:
                self._book.trouble(error, self._entry.match)
        return seen

    async def _compare(self, other: "asyncio.Task[dict[int, str]]") -> None:
        await asyncio.wait([other], timeout=BACK_WITHIN if self._entry.over else 0)
        other.cancel()
        seen = await other
        both = self._seen.keys() & seen.keys()
        self._book.count("views_on_two_devices", len(both))
        if wrong := sorted(version for version in both if self._seen[version] != seen[version]):
            self._book.fault("devices_differ", self._entry.match, f"{self._me}: versions {wrong[:5]}")


async def taken_over(client: Client, entry: Entry, player: str) -> bool:
    """True if a substitute has the seat that this player had.

    The lobby is asked: who has no seat any more sees the match itself as late as other spectators do.
    """
    until = time.monotonic() + TOLD_WITHIN
    while not has_another(await client.lobby.table(entry.table), entry.seated[player], player):
        if time.monotonic() > until:
            return False
        await asyncio.sleep(LOOK_SECONDS)
    return True


def has_another(table: lobby.Table, seat: int, player: str) -> bool:
    """True if a person sits on the seat, and not this one."""
    return any(place.seat == seat and place.player not in ("", player) for place in table.seats)
