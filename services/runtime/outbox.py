"""What must reach the workers: written with the commit, sent after it, sent again until it has had its effect.

A bot's row goes with the next commit of its match, a result's row when the league has it. The broker may lose or double
anything: a bot's turn is fenced by its version, a result by its match.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import msgspec
import structlog

from services.kernel.game import Seat
from services.kernel.seating import BY_RULES
from services.runtime.broker import Message, Sender
from services.runtime.clock import HouseClock
from services.runtime.errors import HouseError
from services.runtime.journal.interface import Journal, StoreUnavailable, Task, TaskKind
from services.runtime.metrics import FamilyMetrics

log = structlog.get_logger(__name__)

FIRST_RESEND_MS: Final = 10_000
"""How long a task may take, from its sending, before it is sent again."""
_BOT_RESENDS_MS: Final = (FIRST_RESEND_MS, 20_000, 40_000, 60_000)
_SCORING_RESENDS_MS: Final = (FIRST_RESEND_MS, 20_000, 40_000, 80_000, 160_000, 300_000)
_FAILED_RESEND_MS: Final = 3_000
BOT_ATTEMPTS: Final = 8
"""A bot that was woken so often and has not played is played for by the rules."""
_LEASE_MS: Final = 15_000
_AT_ONCE: Final = 200


class Outbox:
    """Sends one family's tasks. `give_up(match_id, seat, version)` lets the rules play: for a bot that never did, and
    where they stand in for a person.
    """

    def __init__(
        self,
        family: str,
        journal: Journal,
        clock: HouseClock,
        broker: Sender,
        metrics: FamilyMetrics,
        give_up: Callable[[str, Seat, int], Awaitable[bool]],
    ) -> None:
        self._family = family
        self._journal = journal
        self._clock = clock
        self._broker = broker
        self._metrics = metrics
        self._give_up = give_up
        self._playing: set[asyncio.Task[None]] = set()

    def wake(self, tasks: Sequence[Task]) -> None:
        """Sends the tasks of a commit for the first time, each when its pause is over."""
        loop = asyncio.get_running_loop()
        now = self._clock.unix_ms()
        for task in tasks:
            pause_ms = task.next_ms - FIRST_RESEND_MS - now
            if pause_ms > 0:
                loop.call_later(pause_ms / 1000, self._begin, task)
            else:
                self._begin(task)

    async def sweep(self) -> int:
        """Sends again what is overdue; how many that was."""
        tasks = await self._journal.due_tasks(self._clock.unix_ms(), _LEASE_MS, _AT_ONCE)
        waiting = []
        for task in tasks:
            if task.kind == TaskKind.BOT and (task.attempts >= BOT_ATTEMPTS or task.level == BY_RULES):
                await self._played_by_rules(task)
            else:
                waiting.append(self._again(task))
        if waiting:
            await self._journal.tasks_sent(await asyncio.gather(*waiting))
        return len(tasks)

    async def measure(self) -> None:
        """Sets the gauges of what waits."""
        found = {backlog.kind: backlog for backlog in await self._journal.backlog()}
        for kind in TaskKind:
            backlog = found.get(kind)
            self._metrics.outbox_depth[kind].set(backlog.depth if backlog else 0)
            age_ms = self._clock.unix_ms() - backlog.oldest_ms if backlog else 0
            self._metrics.outbox_age[kind].set(max(0, age_ms) / 1000)

    def _begin(self, task: Task) -> None:
        """A stand-in that is no bot is the house itself: nobody outside is asked."""
        if task.level != BY_RULES:
            self._send(task, self._first)
            return
        playing = asyncio.get_running_loop().create_task(self._played_by_rules(task))
        self._playing.add(playing)
        playing.add_done_callback(self._playing.discard)

    def _send(self, task: Task, done: Callable[[Task, bool], None]) -> None:
        self._broker.send(message_of(self._family, task), lambda taken: done(task, taken))

    def _first(self, task: Task, taken: bool) -> None:
        self._count(task, taken=taken)

    def _count(self, task: Task, *, taken: bool) -> None:
        (self._metrics.sent if taken else self._metrics.send_failures)[TaskKind(task.kind)].inc()

    async def _again(self, task: Task) -> Task:
        """Sends an overdue task; gives it with its next time."""
        sent: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        again = msgspec.structs.replace(task, attempts=task.attempts + 1)
        self._send(again, lambda _, taken: None if sent.done() else sent.set_result(taken))
        taken = await sent
        self._count(task, taken=taken)
        now = self._clock.unix_ms()
        if not taken:  # it never went out, so it was no attempt
            return msgspec.structs.replace(task, next_ms=now + _FAILED_RESEND_MS)
        self._metrics.resent[TaskKind(task.kind)].inc()
        return msgspec.structs.replace(again, next_ms=now + pause_after(again))

    async def _played_by_rules(self, task: Task) -> None:
        try:
            if await self._give_up(task.match_id, Seat(task.seat), task.version) and task.level != BY_RULES:
                self._metrics.given_up.inc()
                log.error("bot_given_up", match=task.match_id, seat=task.seat, level=task.level, attempts=task.attempts)
        except (HouseError, StoreUnavailable) as error:
            log.warning("bot_not_given_up", match=task.match_id, problem=str(error))  # the lease ends, then again


def pause_after(task: Task) -> int:
    """Milliseconds after sending a task for the `attempts`-th time before it is sent again."""
    pauses = _BOT_RESENDS_MS if task.kind == TaskKind.BOT else _SCORING_RESENDS_MS
    return pauses[min(task.attempts, len(pauses)) - 1]


def message_of(family: str, task: Task) -> Message:
    """The task as the workers know it (docs/architecture.md, "A match, from table to result")."""
    arguments: dict[str, object] = {"family": family, "match": f"matches/{task.match_id}", "attempt": task.attempts}
    if task.kind == TaskKind.SCORING:
        return Message(task="scoring.record_result", arguments=arguments, queue="scoring")
    if task.kind == TaskKind.LEAVE:
        arguments |= {"version": task.version, "seat": task.seat, "player": task.level, "at_ms": task.created_ms}
        return Message(task="scoring.record_leave", arguments=arguments, queue="scoring")
    arguments |= {"version": task.version, "seat": task.seat, "level": task.level}
    return Message(task="bots.play_turn", arguments=arguments, queue=f"bots.{family}")
