"""The way to the workers: Celery's producer in a thread of its own, so that no broker can hold up a move."""

import asyncio
import queue
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

import msgspec
import structlog
from celery import Celery
from kombu.entity import Queue

from services.runtime.settings import speaks_amqp

log = structlog.get_logger(__name__)

LONGEST_QUEUE: Final = 10_000
"""Messages that may wait for the broker; more are refused, and the outbox sends them again."""


class Message(msgspec.Struct, frozen=True):
    """A Celery task for the workers: its name, its keyword arguments and the queue it goes to."""

    task: str
    arguments: Mapping[str, object]
    queue: str


class Sender(Protocol):
    """Whatever takes messages for the workers."""

    def send(self, message: Message, done: Callable[[bool], None]) -> None:
        """Sends the message; `done` is told in the loop whether it was taken."""
        ...


class Broker:
    """Sends messages in the order in which they come. One for all services of a process."""

    def __init__(self, address: str) -> None:
        self._amqp = speaks_amqp(address)
        self._app = Celery("kiraathane", broker=address, set_as_current=False)
        self._app.conf.update(
            task_ignore_result=True,
            task_serializer="json",
            broker_connection_retry=False,
            broker_connection_timeout=3,
            broker_transport_options=_transport_options(amqp=self._amqp),
        )
        self._queues: dict[str, Queue] = {}
        self._messages: queue.SimpleQueue[tuple[Message, Callable[[bool], None]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="broker", daemon=True)

    def open(self) -> None:
        """Starts the thread; connects when there is something to send."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    async def close(self) -> None:
        """Sends what waits, if it can be sent within a few seconds."""
        if self._thread.is_alive():
            self._messages.put(None)
            await asyncio.to_thread(self._thread.join, 5)

    def send(self, message: Message, done: Callable[[bool], None]) -> None:
        """Sends the message; `done` is told in the loop whether the broker took it."""
        if self._messages.qsize() >= LONGEST_QUEUE:
            self._loop.call_soon(done, False)
            return
        self._messages.put((message, done))

    def _work(self) -> None:
        while (entry := self._messages.get()) is not None:
            message, done = entry
            taken = self._send(message)
            if self._loop.is_closed():
                return
            self._loop.call_soon_threadsafe(done, taken)

    def _send(self, message: Message) -> bool:
        try:
            self._app.send_task(
                message.task,
                kwargs=dict(message.arguments),
                queue=self._queue(message.queue),
                ignore_result=True,
                retry=False,
            )
        except Exception as error:  # noqa: BLE001  (brokers raise what they like; the outbox keeps the task)
            log.warning("broker_unreachable", task=message.task, problem=str(error))
            return False
        return True

    def _queue(self, name: str) -> Queue:
        """The queue as the workers declare it: RabbitMQ keeps it on several nodes."""
        found = self._queues.get(name)
        if found is None:
            arguments: dict[str, Any] = {"x-queue-type": "quorum"} if self._amqp else {}
            found = self._queues[name] = Queue(name, durable=True, queue_arguments=arguments)  # type: ignore[no-untyped-call]
        return found


def _transport_options(*, amqp: bool) -> dict[str, object]:
    if amqp:
        return {"confirm_publish": True}
    return {"socket_connect_timeout": 3, "socket_timeout": 5}
