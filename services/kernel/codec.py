"""States, events and records as bytes: MessagePack for the store, JSON for what people read."""

from typing import Any, Generic, TypeVar

import msgspec

from services.kernel.game import Act, Fate, Game, Lapse
from services.kernel.orders import Order
from services.kernel.seating import Occupy

S = TypeVar("S")
A = TypeVar("A")


class Codec(Generic[S, A]):
    """Encodes one family's states and events. Decoding checks types and raises `msgspec.ValidationError`."""

    def __init__(self, game: Game[S, A, Any, Any]) -> None:
        self._encoder = msgspec.msgpack.Encoder(order="deterministic")
        self._state = msgspec.msgpack.Decoder(game.state_type)
        self._events = msgspec.msgpack.Decoder(self.events_type(game))

    @staticmethod
    def events_type(game: Game[Any, Any, Any, Any]) -> Any:
        """The type of a commit's events, for a decoder of any format."""
        return tuple[Act[game.action_type] | Fate | Lapse | Occupy | Order, ...]  # type: ignore[name-defined]

    def encode_state(self, state: S) -> bytes:
        return self._encoder.encode(state)

    def decode_state(self, data: bytes) -> S:
        return self._state.decode(data)

    def encode_events(self, events: tuple[Act[A] | Fate | Lapse | Occupy | Order, ...]) -> bytes:
        return self._encoder.encode(events)

    def decode_events(self, data: bytes) -> tuple[Act[A] | Fate | Lapse | Occupy | Order, ...]:
        events: tuple[Act[A] | Fate | Lapse | Occupy | Order, ...] = self._events.decode(data)
        return events
