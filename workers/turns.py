"""A bot's turn: look, decide, play. Whatever is late or doubled is stopped by the version it was meant for."""

import hashlib
import time
import uuid
from typing import Any, Final

import grpc
import msgspec

from services.kernel.registry import Family
from workers.metrics import THINK_SECONDS
from workers.services import House

_NAMESPACE: Final = uuid.UUID("6f1d6a0e-6f55-5d0c-9f0e-2f1d0b9a7c11")
_LOOKS: Final = 4  # how often to look for a version that a replica does not show yet
_LOOK_SECONDS: Final = 0.05


class Turn(msgspec.Struct, frozen=True):
    """The turn of a seat of a match ("matches/…") after commit `version`; `attempt` counts the deliveries from 1."""

    family: str
    match: str
    version: int
    seat: int
    level: str
    attempt: int = 1


def request_id(turn: Turn) -> str:
    """The id under which this turn is played, however often it is delivered: the service plays it once."""
    return str(uuid.uuid5(_NAMESPACE, f"{turn.match}|{turn.version}|{turn.seat}"))


def seed(turn: Turn) -> int:
    """What the bot's choices of chance come from: another delivery of the turn plays the same."""
    digest = hashlib.sha256(f"{turn.match}|{turn.version}|{turn.seat}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def play_turn(turn: Turn, family: Family, house: House) -> str:
    """Plays the turn if it still is one; returns a word of `metrics.TURN_RESULTS`.

    "unavailable" after the call's time is over: the service is gone, and its outbox will send the turn again when it is
    back. "refused" is a bug of the bot or of the rules. Raises what the bot raises, and other `grpc.RpcError`.
    """
    service, metadata = house.family(family), house.as_bot(turn.level, turn.match, turn.seat)
    try:
        update = _look(turn, service.get_match, metadata)
        if update is None:
            return "stale"
        wire = family.module("wire")
        began = time.perf_counter()
        action = family.module("bot").bot.decide(wire.view_from_proto(update.view), turn.level, seed(turn))
        THINK_SECONDS.labels(turn.family, turn.level).observe(time.perf_counter() - began)
        service.play(turn.match, turn.version, request_id(turn), wire.action_to_proto(action), metadata)
    except grpc.RpcError as error:
        return _outcome(error)
    return "played"


def _look(turn: Turn, get_match: Any, metadata: tuple[tuple[str, str], ...]) -> Any:
    """The match as the seat sees it, or None if the turn is over."""
    for _ in range(_LOOKS):
        update = get_match(turn.match, metadata)
        if update.info.version >= turn.version:
            break
        time.sleep(_LOOK_SECONDS)  # another replica committed it, and this one has not heard of it yet
    due = update.info.version == turn.version and turn.seat in update.info.due_seats
    return update if due else None


def _outcome(error: grpc.RpcError) -> str:
    """What became of a turn whose call failed; raises the error again if nobody expects it."""
    match error.code():
        case grpc.StatusCode.ABORTED:
            return "stale"
        case grpc.StatusCode.FAILED_PRECONDITION:
            return "refused"
        case grpc.StatusCode.UNAVAILABLE | grpc.StatusCode.DEADLINE_EXCEEDED:
            return "unavailable"
        case _:
            raise error
