"""A bot's turn: look, decide, play. Whatever is late or doubled is stopped by the version it was meant for."""

import hashlib
import time
import uuid
from typing import Any, Final

import grpc
import msgspec
import structlog
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import ErrorInfo
from grpc_status import rpc_status

from services.kernel.bot import ProgramGone
from services.kernel.registry import Family
from workers.metrics import THINK_SECONDS
from workers.programs import Programs
from workers.services import FamilyService, House, Metadata

log = structlog.get_logger("workers")

FROZEN: Final = "FROZEN_BY_MODERATOR"
_NAMESPACE: Final = uuid.UUID("6f1d6a0e-6f55-5d0c-9f0e-2f1d0b9a7c11")
_LOOKS: Final = 4  # how often to look for a version that a replica does not show yet
_LOOK_SECONDS: Final = 0.05
_PROGRAM_TRIES: Final = 2


class Turn(msgspec.Struct, frozen=True):
    """The turn of a seat of a match ("matches/…") after commit `version`; `attempt` counts the deliveries from 1."""

    family: str
    match: str
    version: int
    seat: int
    level: str
    attempt: int = 1


def request_id(turn: Turn, action: Message) -> str:
    """The id under which this turn is played, however often it is delivered: the service plays it once.

    A bot that plays by a program may decide otherwise at another delivery. That is another decision with an id of its
    own, and comes too late.
    """
    decided = hashlib.sha256(action.SerializeToString(deterministic=True)).hexdigest()
    return str(uuid.uuid5(_NAMESPACE, f"{turn.match}|{turn.version}|{turn.seat}|{decided}"))


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
        decided = decide(turn, family.module("bot").bot, wire.view_from_proto(update.view), house.programs)
        THINK_SECONDS.labels(turn.family, turn.level).observe(time.perf_counter() - began)
        action = wire.action_to_proto(decided)
        return _play(turn, service, action, metadata)
    except grpc.RpcError as error:
        return _outcome(error)


def _play(turn: Turn, service: FamilyService, action: Message, metadata: Metadata) -> str:
    try:
        service.play(turn.match, turn.version, request_id(turn, action), action, metadata)
    except grpc.RpcError as error:
        if error.code() is grpc.StatusCode.PERMISSION_DENIED:
            return "stale"  # the person for whom the bot stood in is back, and the seat is his
        if _reason(error) == FROZEN:
            return "stale"  # a moderator was quicker; the bot is woken again when the match goes on
        raise
    return "played"


def decide(turn: Turn, bot: Any, view: Any, programs: Programs) -> Any:
    """The bot's action, by the program that it names where this machine has it.

    A program that dies is started again; if that does not help either, the bot plays by itself, and the next ones do
    without the program for a while.
    """
    name = getattr(bot, "program", "")
    program = programs.find(name) if name else None
    if program is not None:
        for _ in range(_PROGRAM_TRIES):
            try:
                return bot.decide_with(program, view, turn.level, seed(turn))
            except ProgramGone as gone:
                log.warning("program_gone", program=name, family=turn.family, problem=str(gone))
        programs.rest(name)
    return bot.decide(view, turn.level, seed(turn))


def _look(turn: Turn, get_match: Any, metadata: tuple[tuple[str, str], ...]) -> Any:
    """The match as the seat sees it, or None if the turn is over."""
    for _ in range(_LOOKS):
        update = get_match(turn.match, metadata)
        if update.info.version >= turn.version:
            break
        time.sleep(_LOOK_SECONDS)  # another replica committed it, and this one has not heard of it yet
    due = update.info.version == turn.version and turn.seat in update.info.due_seats
    return update if due else None


def _reason(error: grpc.RpcError) -> str:
    """The house's reason for a refusal; "" where it gave none."""
    status, info = rpc_status.from_call(error), ErrorInfo()
    return next((info.reason for detail in status.details if detail.Unpack(info)), "") if status else ""


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
