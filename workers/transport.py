"""Kombu's Redis transport, without its one way to fall silent.

A message counts against the prefetch limit until it is acknowledged. Kombu keeps one whose acknowledgement failed, and
nobody acknowledges it again: when the broker is away for just the moment in which every child finishes its task, the
worker never asks for another one, though it is connected again at once. Here such a message no longer counts. The
broker still has it as unacknowledged and gives it out again after the visibility timeout; a repeated task does no harm.
"""

from collections.abc import Callable
from typing import Any

from kombu.transport import redis, virtual


class QoS(redis.QoS):
    """What a channel has been given and not acknowledged yet."""

    def ack(self, delivery_tag: str) -> None:
        self._settle(super().ack, delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        self._settle(super().reject, delivery_tag, requeue=requeue)

    def _settle(self, tell: Callable[..., None], delivery_tag: str, **how: Any) -> None:
        try:
            tell(delivery_tag, **how)
        except self.channel.connection_errors:
            virtual.QoS.ack(self, delivery_tag)  # type: ignore[no-untyped-call]
            raise


class Channel(redis.Channel):
    QoS = QoS


class Transport(redis.Transport):
    Channel = Channel
