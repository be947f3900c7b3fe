"""What a channel may be given does not shrink for ever when the broker goes away."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kombu import Connection

from tests.workers.processes import Yard
from workers.app import REDIS

pytestmark = pytest.mark.platform


@pytest.fixture
def yard(tmp_path: Path) -> Iterator[Yard]:
    made = Yard(tmp_path, "127.0.0.1:1", ())
    made.start_valkey()
    try:
        yield made
    finally:
        made.close()


@pytest.mark.parametrize("settle", [lambda message: message.ack(), lambda message: message.requeue()])
def test_a_message_that_cannot_be_settled_no_longer_counts(yard: Yard, settle: Callable[[Any], None]) -> None:
    with Connection(yard.broker, transport=REDIS) as connection:
        queue = connection.SimpleQueue("work")
        channel = queue.consumer.channel
        channel.basic_qos(0, 1, False)
        queue.put({"turn": 1})
        message = queue.get(timeout=5)
        assert not channel.qos.can_consume()
        yard.valkey.kill()
        with pytest.raises(connection.connection_errors):
            settle(message)
        assert channel.qos.can_consume()
