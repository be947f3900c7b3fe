"""What moderators do about matches, and that no deed is without its line (decision 0023)."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest

from kiraathane.match.v1 import match_pb2
from kiraathane.moderation.v1 import moderation_service_pb2 as pb
from kiraathane.moderation.v1.moderation_service_pb2_grpc import ModerationServiceStub
from services.kernel.meta import Absence
from services.moderation.matches import Matches
from services.moderation.service import create
from services.runtime.hosting import HostedFamily
from services.runtime.settings import Settings
from tests.conftest import every_family
from tests.runtime.table import House, Postbox, family_as
from tests.support.serving import (
    Metadata,
    as_player,
    as_service,
    free_port,
    new_request,
    refused,
    serving,
    settings_in,
)

HAKEM = "players/hakem"
DENIED, PRECONDITION = grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.FAILED_PRECONDITION
DECISIONS = ("FreezeMatch", "ThawMatch", "RewindMatch", "VoidMatch", "EndMatch")
OPEN, DONE, REFUSED, UNKNOWN = (
    pb.AUDIT_OUTCOME_OPEN,
    pb.AUDIT_OUTCOME_DONE,
    pb.AUDIT_OUTCOME_REFUSED,
    pb.AUDIT_OUTCOME_UNKNOWN,
)


class Office:
    """The moderation, and a house of the toy game beside it."""

    def __init__(self, settings: Settings, house: House, channel: grpc.aio.Channel) -> None:
        self.settings = settings
        self.house = house
        self.stub: Any = ModerationServiceStub(channel)

    def who(self, player: str, *offices: str) -> Metadata:
        return as_player(self.settings, player, offices=offices)

    async def call(self, method: str, who: Metadata | None = None, **fields: Any) -> Any:
        if method in DECISIONS:
            fields = {"request_id": new_request(), "reason": "Bakıyoruz.", **fields}
        request = getattr(pb, f"{method}Request")(**fields)
        return await getattr(self.stub, method)(request, metadata=who or self.who(HAKEM, "moderator"))

    async def audit(self) -> list[tuple[str, str, int, str]]:
        """What was done, the first thing first: action, words, outcome, refusal."""
        entries = (await self.call("ListAudit")).entries
        return [(one.action, one.detail, one.outcome, one.refusal) for one in reversed(entries)]


@contextlib.asynccontextmanager
async def opened(folder: Path, store: str, *, toy: bool = True, **meta: Any) -> AsyncIterator[Office]:
    """`toy`: the game's service is there; `meta` are words of its meta that are others."""
    port = free_port()
    more = {"PEER_ADDRESS": f"127.0.0.1:{port}", "FAMILY_PACKAGES": "services,toyhouse"}
    settings = settings_in(folder, STORE=store, BOT_PACE_MS="0", **more)
    family = HostedFamily(settings, family_as(every_family()["yuksek"], **meta), Postbox())
    hosted = (create(settings), family) if toy else (create(settings),)
    async with serving(*hosted, port=port) as channel:
        yield Office(settings, House(settings, family, channel, Postbox()), channel)


@pytest.fixture
async def office(tmp_path: Path, store: str) -> AsyncIterator[Office]:
    async with opened(tmp_path, store) as office:
        yield office


async def test_every_deed_is_done_told_and_written_down(office: Office) -> None:
    match = await office.house.table()
    await office.house.step(match)
    frozen = await office.call("FreezeMatch", match=match, reason="Şikâyet var.")
    assert frozen.info.status == match_pb2.MATCH_STATUS_FROZEN
    assert frozen.info.order.word == "Şikâyet var."
    assert (frozen.entry.action, frozen.entry.moderator, frozen.entry.subject) == ("FreezeMatch", HAKEM, match)
    assert frozen.entry.outcome == DONE
    seen = await office.call("LookAtMatch", match=match)
    table = office.house.pb.GetMatchResponse().update
    assert seen.table.Unpack(table)
    assert table == await office.house.get(match)
    assert [one.version for one in seen.inspection.entries] == [3, 2, 1]
    await office.call("RewindMatch", match=match, version=1)
    await office.call("ThawMatch", match=match)
    await office.house.step(match)
    ended = await office.call("EndMatch", match=match, reason="Vakit geç.")
    assert (ended.info.status, ended.info.end_cause) == (match_pb2.MATCH_STATUS_FINISHED, "ended")
    with refused(PRECONDITION, "MATCH_OVER"):
        await office.call("VoidMatch", match=match)
    other = await office.house.table()
    assert (await office.call("VoidMatch", match=other)).info.end_cause == "void"
    assert await office.audit() == [
        ("FreezeMatch", "Şikâyet var.", DONE, ""),
        ("LookAtMatch", "", DONE, ""),
        ("RewindMatch", "1: Bakıyoruz.", DONE, ""),
        ("ThawMatch", "Bakıyoruz.", DONE, ""),
        ("EndMatch", "Vakit geç.", DONE, ""),
        ("VoidMatch", "Bakıyoruz.", REFUSED, "MATCH_OVER"),
        ("VoidMatch", "Bakıyoruz.", DONE, ""),
    ]


async def test_only_moderators_who_do_not_sit_there_may(office: Office) -> None:
    match = await office.house.table()
    others = (
        office.who("players/c"),
        office.who("players/c", "organiser"),
        office.who("players/a"),
    )
    for method in ("LookAtMatch", *DECISIONS):
        for who in others:
            with refused(DENIED, "MODERATORS_ONLY"):
                await office.call(method, who, match=match)
        for who in (as_service("services/lobby"), office.house.bot(match, 0)):
            with refused(DENIED, "NOT_ALLOWED"):
                await office.call(method, who, match=match)
    assert await office.audit() == []
    for method in ("LookAtMatch", *DECISIONS):
        with refused(DENIED, "MODERATOR_SITS"):
            await office.call(method, office.who("players/a", "moderator"), match=match)
    assert {(outcome, why) for _, _, outcome, why in await office.audit()} == {(REFUSED, "MODERATOR_SITS")}
    assert (await office.house.get(match)).info.version == 1
    assert not (await office.house.get(match)).info.HasField("order")


async def test_the_same_request_does_it_once(office: Office) -> None:
    match = await office.house.table()
    request = {"match": match, "request_id": new_request()}
    answers = await asyncio.gather(*(office.call("FreezeMatch", **request) for _ in range(6)))
    assert {one.info.version for one in answers} == {2}
    assert len({one.entry.number for one in answers}) == 1
    await office.call("ThawMatch", match=match)
    assert (await office.call("FreezeMatch", **request)).info.status == match_pb2.MATCH_STATUS_PLAYING
    for method, fields in (("VoidMatch", {}), ("FreezeMatch", {"reason": "başka"})):
        with refused(grpc.StatusCode.INVALID_ARGUMENT, "REQUEST_ID_REUSED"):
            await office.call(method, **request, **fields)
    assert [action for action, *_ in await office.audit()] == ["FreezeMatch", "ThawMatch"]
    second = await office.call("FreezeMatch", office.who("players/baska", "moderator"), **request)
    assert (second.info.version, second.entry.moderator) == (4, "players/baska")


async def test_no_order_has_words_that_cannot_be_read(office: Office) -> None:
    match = await office.house.table()
    for method in DECISIONS:
        with refused(grpc.StatusCode.INVALID_ARGUMENT, "BAD_FIELD"):
            await office.call(method, match=match, reason="\u202eBak\x00")
    assert await office.audit() == []


async def test_a_match_that_is_not_there_is_said_so(office: Office) -> None:
    prepared = (await office.house.create()).match
    for match, code, why in (
        ("matches/yuksek-yok", grpc.StatusCode.NOT_FOUND, "MATCH_NOT_FOUND"),
        ("matches/bric-1", grpc.StatusCode.NOT_FOUND, "MATCH_NOT_FOUND"),
        (prepared, PRECONDITION, "MATCH_NOT_STARTED"),
    ):
        with refused(code, why):
            await office.call("FreezeMatch", match=match)
    assert [outcome for *_, outcome, _ in await office.audit()] == [REFUSED] * 3


async def test_a_game_that_cannot_be_reached_is_written_down_and_found_out_later(tmp_path: Path, store: str) -> None:
    async with opened(tmp_path, store) as office:
        match = await office.house.table()
    request = {"match": match, "request_id": new_request()}
    async with opened(tmp_path, store, toy=False) as office:
        with refused(grpc.StatusCode.UNAVAILABLE, "GAME_UNAVAILABLE"):
            await office.call("FreezeMatch", **request)
        assert await office.audit() == [("FreezeMatch", "Bakıyoruz.", UNKNOWN, "GAME_UNAVAILABLE")]
    async with opened(tmp_path, store) as office:
        await office.call("FreezeMatch", **request)
        assert await office.audit() == [("FreezeMatch", "Bakıyoruz.", DONE, "")]


async def test_what_was_done_stays_written_down_as_done(tmp_path: Path, store: str) -> None:
    """Whatever becomes of the same request later: the game is away, or the moderator sits at the match by then."""
    request_id = new_request()
    async with opened(tmp_path, store) as office:
        match = await office.house.table()
        for method in ("FreezeMatch", "ThawMatch"):
            await office.call(method, match=match, request_id=request_id if method == "FreezeMatch" else new_request())
    async with opened(tmp_path, store, toy=False) as office:
        with refused(grpc.StatusCode.UNAVAILABLE, "GAME_UNAVAILABLE"):
            await office.call("FreezeMatch", match=match, request_id=request_id)
    async with opened(tmp_path, store, absence=Absence.STAND_IN, leaving_ends=False) as office:
        await office.house.leave(match, office.house.a)
        await office.house.substitute(match, 0, HAKEM)
        with refused(DENIED, "MODERATOR_SITS"):
            await office.call("FreezeMatch", match=match, request_id=request_id)
        assert [outcome for *_, outcome, _ in await office.audit()] == [DONE, DONE]


async def test_a_deed_whose_process_dies_has_its_line(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """The family does it, and the moderation is gone before it hears of that."""
    match = await office.house.table()
    order = Matches.order

    request = {"match": match, "request_id": new_request()}
    with monkeypatch.context() as patched:
        patched.setattr(Matches, "order", _never_answers(order))
        call = asyncio.ensure_future(office.call("FreezeMatch", **request))
        async with asyncio.timeout(5):
            while (await office.house.get(match)).info.status != match_pb2.MATCH_STATUS_FROZEN:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert await office.audit() == [("FreezeMatch", "Bakıyoruz.", OPEN, "")]
        call.cancel()
    await office.call("FreezeMatch", **request)
    assert await office.audit() == [("FreezeMatch", "Bakıyoruz.", DONE, "")]


def _never_answers(order: Any) -> Any:
    async def ordered(*arguments: Any) -> Any:
        await order(*arguments)
        await asyncio.Event().wait()

    return ordered
