"""Those who remember: watchers, who note every version they were shown, and players, who note every act they were told
was played."""

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import Any

import grpc.aio

from kiraathane.match.v1 import match_pb2
from tests.chaos.guest import Guest, contract_of, new_id, passing

PAUSE_SECONDS = 0.2


@dataclass
class Seen:
    """What one witness was told of a match: the view of each version, and its own acts by the version they made."""

    family: str
    match: str
    seat: int | None = None
    views: dict[int, bytes] = field(default_factory=dict)
    acts: dict[int, Any] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    last: int = 0
    latest: Any = None
    streams: int = 0
    finished: bool = False

    def note(self, update: Any) -> None:
        """A version that was shown. It may be shown again, but never changed, and never gone back behind."""
        version, view = update.info.version, update.view.SerializeToString(deterministic=True)
        if version < self.last:
            self.problems.append(f"{self.match}: version {version} after {self.last} had been shown")
        if self.views.setdefault(version, view) != view:
            self.problems.append(f"{self.match}: version {version} was shown in two ways")
        if version >= self.last:
            self.last, self.latest = version, update
        self.finished = self.finished or update.info.status == match_pb2.MATCH_STATUS_FINISHED

    @property
    def due(self) -> bool:
        """True if the seat is to move in the newest version that was shown."""
        return self.latest is not None and not self.finished and self.seat in self.latest.info.due_seats

    def played(self, update: Any, action: Any) -> None:
        """An own act was acknowledged with this version."""
        version = update.info.version
        if version in self.acts:
            self.problems.append(f"{self.match}: two acts were acknowledged with version {version}")
        self.acts[version] = action


class CannotSayError(Exception):
    """The house could not answer a decision: it is to be sent again."""


async def watch(guest: Guest, seen: Seen) -> None:
    """Watches until the match is over, taking up the stream again wherever it breaks."""
    while not seen.finished:
        seen.streams += 1
        call = guest.watching(seen.family, seen.match, seen.last)
        try:
            async for message in call:
                if message.HasField("update"):
                    seen.note(message.update)
                if seen.finished:
                    break
        except grpc.aio.AioRpcError as error:
            _require_passing(error)
        finally:
            call.cancel()
        await asyncio.sleep(PAUSE_SECONDS)


async def play_by_calls(guest: Guest, seen: Seen, choose: Any) -> None:
    """Plays a seat with `Play`: each decision is sent, with one request id, until it is answered."""
    while not seen.finished:
        seen.note((await guest.ask(seen.family, "GetMatch", match=seen.match)).update)
        if not seen.due:
            await asyncio.sleep(PAUSE_SECONDS)
            continue
        action = choose(seen.latest)
        decision = {"expected_version": seen.last, "request_id": new_id(), "action": action}
        answer = await guest.ask(seen.family, "Play", match=seen.match, **decision)
        seen.played(answer.update, action)
        seen.note(answer.update)


async def play_by_stream(guest: Guest, seen: Seen, choose: Any) -> None:
    """Plays a seat with `Sit`: a decision whose answer got lost with its stream is sent again on the next.

    Even if the next one begins with the end of the match, which that decision may have brought about.
    """
    waiting: tuple[str, int, Any] | None = None
    while not seen.finished or waiting is not None:
        seen.streams += 1
        call, contract = guest.sitting(seen.family), contract_of(seen.family)
        try:
            join = contract.request("Join", match=seen.match, after_version=seen.last)
            await call.write(contract.request("SitRequest", join=join))
            if waiting is not None:
                await call.write(_decision(seen.family, *waiting))
            while not seen.finished or waiting is not None:
                if (message := await call.read()) is grpc.aio.EOF:
                    break
                waiting = await _answered(call, seen, message, waiting, choose)
        except grpc.aio.AioRpcError as error:
            _require_passing(error)
        except (asyncio.InvalidStateError, CannotSayError):
            pass  # written to a stream that had broken already; or to a house that cannot say what became of it
        finally:
            call.cancel()
        await asyncio.sleep(PAUSE_SECONDS)


async def _answered(
    call: Any, seen: Seen, message: Any, waiting: tuple[str, int, Any] | None, choose: Any
) -> tuple[str, int, Any] | None:
    """Takes one message of the stream; returns the decision that waits for its answer after it."""
    if message.HasField("refusal"):
        if message.refusal.code == grpc.StatusCode.UNAVAILABLE.value[0]:
            raise CannotSayError
        seen.problems.append(f"{seen.match}: refused: {message.refusal.message}")
        return None
    if not message.HasField("update"):
        return waiting
    if waiting is not None and message.request_id == waiting[0]:
        seen.played(message.update, waiting[2])
        waiting = None
    if message.update.info.version >= seen.last:  # a repeated answer tells of the version it was given at
        seen.note(message.update)
    if seen.due and waiting is None:
        waiting = new_id(), seen.last, choose(seen.latest)
        await call.write(_decision(seen.family, *waiting))
    return waiting


def _decision(family: str, request_id: str, version: int, action: Any) -> Any:
    contract = contract_of(family)
    play = contract.request("Decision", expected_version=version, request_id=request_id, action=action)
    return contract.request("SitRequest", play=play)


def _require_passing(error: grpc.aio.AioRpcError) -> None:
    """Raises an error that is more than a process that went away."""
    if not passing(error):
        raise error


async def until_done(tasks: list[asyncio.Task[None]], seconds: float) -> None:
    """Waits for witnesses; raises what one of them raised, or `TimeoutError`."""
    try:
        async with asyncio.timeout(seconds):
            await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)
