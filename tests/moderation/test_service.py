"""Bans by the rules, suspensions, reports, and the audit (league.md 11.6, 11.10)."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from kiraathane.moderation.v1 import moderation_service_pb2 as pb
from kiraathane.moderation.v1.moderation_service_pb2_grpc import ModerationServiceStub
from services.moderation.service import OPEN_REPORTS, create
from services.runtime.settings import Settings
from tests.support.people import NOBODY, EverybodyButNobody, HostedPeople
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

ALI, VELI, HAKEM = "players/ali", "players/veli", "players/hakem"
DENIED, FAILED = grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.FAILED_PRECONDITION


class House:
    """Calls the service as somebody."""

    def __init__(self, stub: Any, settings: Settings, people: EverybodyButNobody) -> None:
        self.stub = stub
        self.people = people
        self.settings = settings

    def who(self, player: str) -> Metadata:
        return as_player(self.settings, player, offices=("moderator",) if player == HAKEM else ())

    async def leave(self, player: str, match: str, seconds_ago: float = 0) -> pb.RecordLeaveResponse:
        request = pb.RecordLeaveRequest(match=match, player=player)
        request.leave_time.FromMilliseconds(int((time.time() - seconds_ago) * 1000))
        answer: pb.RecordLeaveResponse = await self.stub.RecordLeave(request, metadata=as_service())
        return answer

    async def admitted(self, player: str) -> None:
        await self.stub.CheckAdmission(pb.CheckAdmissionRequest(player=player), metadata=as_service())

    async def call(self, method: str, caller: str, /, **fields: Any) -> Any:
        request = getattr(pb, f"{method}Request")(**fields)
        return await getattr(self.stub, method)(request, metadata=self.who(caller))

    async def sanctions(self, player: str) -> list[pb.Sanction]:
        return list((await self.call("ListSanctions", player, player="players/me")).sanctions)

    async def suspend(self, hours: int = 24, reason: str = "küfür", request: str = "") -> pb.Sanction:
        fields = {"request_id": request or new_request(), "player": ALI, "hours": hours, "reason": reason}
        return (await self.call("SuspendPlayer", HAKEM, **fields)).sanction  # type: ignore[no-any-return]


@pytest.fixture
async def house(tmp_path: Path, store: str) -> AsyncIterator[House]:
    port = free_port()
    settings = settings_in(tmp_path, STORE=store, PEER_ADDRESS=f"127.0.0.1:{port}")
    known = HostedPeople()
    async with serving(create(settings), known, port=port) as channel:
        yield House(ModerationServiceStub(channel), settings, known.people)


# -- habits -----------------------------------------------------------------------------------------------------------


async def test_the_third_leave_within_a_day_bans_and_the_player_is_told_why_and_until_when(house: House) -> None:
    for number in range(2):
        assert not (await house.leave(ALI, f"matches/{number}", 3600)).HasField("ban")
    await house.admitted(ALI)
    ban = (await house.leave(ALI, "matches/2")).ban
    assert (ban.kind, ban.reason, ban.clause) == (pb.SANCTION_KIND_BAN, "HABITUAL_LEAVER", "11.6")
    assert ban.end_time.seconds - ban.begin_time.seconds == 2 * 3600
    with refused(FAILED, "BANNED") as why:
        await house.admitted(ALI)
    assert why.metadata["clause"] == "11.6"
    assert why.metadata["sanction"] == ban.sanction
    assert (await house.sanctions(ALI))[0] == ban
    assert (await house.call("GetBan", VELI, player=ALI)).end_time == ban.end_time  # its end is public (11.10)
    assert not (await house.call("GetBan", VELI, player=VELI)).HasField("end_time")


async def test_a_leave_that_is_told_often_is_one(house: House) -> None:
    answers = await asyncio.gather(*(house.leave(ALI, "matches/1") for _ in range(8)))
    assert sum(answer.recorded for answer in answers) == 1
    assert not await house.sanctions(ALI)


async def test_leaves_at_the_same_moment_bring_one_ban(house: House) -> None:
    answers = await asyncio.gather(*(house.leave(ALI, f"matches/{number}") for number in range(3)))
    assert sum(answer.HasField("ban") for answer in answers) == 1


async def test_each_further_ban_is_twice_as_long(house: House) -> None:
    for number in range(5):
        await house.leave(ALI, f"matches/{number}", 100 - number)
    hours = [(one.end_time.seconds - one.begin_time.seconds) // 3600 for one in await house.sanctions(ALI)]
    assert hours == [8, 4, 2]


# -- moderators -------------------------------------------------------------------------------------------------------


async def test_a_suspension_is_explained_and_can_be_appealed_and_lifted(house: House) -> None:
    sanction = await house.suspend()
    with refused(FAILED, "SUSPENDED") as why:
        await house.admitted(ALI)
    assert "küfür" in why.sentences["tr"]
    appealed = await house.call("AppealSanction", ALI, sanction=sanction.sanction, text="Ben söylemedim.")
    assert appealed.sanction.appeal == "Ben söylemedim."
    for _ in range(2):
        lifted = await house.call("LiftSanction", HAKEM, sanction=sanction.sanction, note="Haklısınız.")
    assert lifted.sanction.lift_note == "Haklısınız."
    await house.admitted(ALI)
    assert (await house.sanctions(ALI))[0].HasField("lift_time")
    entries = (await house.call("ListAudit", HAKEM)).entries
    assert [(one.action, one.subject, one.moderator) for one in entries] == [
        ("LiftSanction", sanction.sanction, HAKEM),
        ("SuspendPlayer", ALI, HAKEM),
    ]


async def test_the_same_request_suspends_once(house: House) -> None:
    request = new_request()
    made = await asyncio.gather(*(house.suspend(request=request) for _ in range(4)))
    assert len({one.sanction for one in made}) == 1
    assert len((await house.call("ListAudit", HAKEM)).entries) == 1


async def test_reports_reach_the_moderators_and_nobody_else(house: House) -> None:
    fields = {"request_id": new_request(), "player": ALI, "place": "matches/x", "text": "Taş saydı."}
    first = (await house.call("ReportPlayer", VELI, **fields)).report
    assert (await house.call("ReportPlayer", VELI, **fields)).report == first
    assert [one.text for one in (await house.call("ListReports", HAKEM)).reports] == ["Taş saydı."]
    closed = (await house.call("CloseReport", HAKEM, report=first.report, note="Konuşuldu.")).report
    assert closed.note == "Konuşuldu."
    assert not (await house.call("ListReports", HAKEM)).reports
    assert [one.report for one in (await house.call("ListReports", HAKEM, closed=True)).reports] == [first.report]


@pytest.mark.parametrize("text", ["a\x00b", "\x1b[2J", "\u202esola", "  "])
async def test_nobody_writes_what_cannot_be_read(house: House, text: str) -> None:
    sanction = (await house.suspend()).sanction
    report = {"request_id": new_request(), "player": VELI}
    made = (await house.call("ReportPlayer", ALI, **report, text="Taş saydı.\nSonra kalktı.")).report
    assert made.text == "Taş saydı.\nSonra kalktı."
    for method, who, fields in (
        ("SuspendPlayer", HAKEM, {"request_id": new_request(), "player": VELI, "hours": 1, "reason": text}),
        ("LiftSanction", HAKEM, {"sanction": sanction, "note": text}),
        ("CloseReport", HAKEM, {"report": made.report, "note": text}),
        ("AppealSanction", ALI, {"sanction": sanction, "text": text}),
        ("ReportPlayer", ALI, {"request_id": new_request(), "player": VELI, "text": text}),
    ):
        with refused(grpc.StatusCode.INVALID_ARGUMENT, "BAD_FIELD"):
            await house.call(method, who, **fields)
    assert len((await house.call("ListAudit", HAKEM)).entries) == 1


async def test_a_request_that_was_used_for_something_else_is_told_so(house: House) -> None:
    """Nobody is to believe that he has suspended, or reported, somebody else."""
    suspension = {"request_id": new_request(), "player": ALI, "hours": 2, "reason": "küfür"}
    report = {"request_id": new_request(), "player": ALI, "text": "Taş saydı."}
    await house.call("SuspendPlayer", HAKEM, **suspension)
    await house.call("ReportPlayer", VELI, **report)
    for method, who, fields in (
        ("SuspendPlayer", HAKEM, {**suspension, "player": VELI}),
        ("SuspendPlayer", HAKEM, {**suspension, "hours": 3}),
        ("SuspendPlayer", HAKEM, {**suspension, "reason": "başka"}),
        ("ReportPlayer", VELI, {**report, "player": "players/can"}),
        ("ReportPlayer", VELI, {**report, "text": "başka"}),
    ):
        with refused(grpc.StatusCode.INVALID_ARGUMENT, "REQUEST_ID_REUSED"):
            await house.call(method, who, **fields)


async def test_nobody_floods_the_moderators(house: House) -> None:
    for number in range(OPEN_REPORTS):
        last = {"request_id": new_request(), "player": ALI, "text": str(number)}
        made = await house.call("ReportPlayer", VELI, **last)
    assert await house.call("ReportPlayer", VELI, **last) == made, "whose answer was lost may ask again"
    with refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_REPORTS"):
        await house.call("ReportPlayer", VELI, request_id=new_request(), player=ALI, text="yine")
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "REPORT_ONESELF"):
        await house.call("ReportPlayer", VELI, request_id=new_request(), player=VELI, text="ben")


async def test_what_is_not_ones_own_is_refused(house: House) -> None:
    sanction = await house.suspend()
    with refused(DENIED, "NOT_YOUR_SANCTION"):
        await house.call("ListSanctions", VELI, player=ALI)
    assert len((await house.call("ListSanctions", HAKEM, player=ALI)).sanctions) == 1
    for name in (sanction.sanction, "sanctions/yok"):
        with refused(DENIED, "NOT_YOUR_SANCTION"):
            await house.call("AppealSanction", VELI, sanction=name, text="x")
    note = {"note": "x"}
    for method, fields in (
        ("SuspendPlayer", {"request_id": new_request(), "player": ALI, "hours": 1, "reason": "x"}),
        ("LiftSanction", {"sanction": sanction.sanction, **note}),
        ("ListReports", {}),
        ("CloseReport", {"report": "reports/x", **note}),
        ("ListAudit", {}),
    ):
        with refused(DENIED, "MODERATORS_ONLY"):
            await house.call(method, ALI, **fields)
    for method, fields in (("RecordLeave", {"match": "matches/x", "leave_time": {}}), ("CheckAdmission", {})):
        with refused(DENIED, "NOT_ALLOWED"):
            await house.call(method, ALI, player=ALI, **fields)


# -- appeals ----------------------------------------------------------------------------------------------------------


async def test_moderators_see_what_was_appealed_until_it_is_over(house: House) -> None:
    async def appeals(*, closed: bool = False) -> list[tuple[str, str]]:
        found = (await house.call("ListAppeals", HAKEM, closed=closed)).sanctions
        return [(one.reason, one.appeal) for one in found]

    first, silent, second = [await house.suspend(reason=reason) for reason in ("bir", "iki", "üç")]
    assert await appeals() == []
    for sanction, words in ((second, "haksız"), (first, "özür dilerim")):
        await house.call("AppealSanction", ALI, sanction=sanction.sanction, text=words)
    assert await appeals() == [("bir", "özür dilerim"), ("üç", "haksız")]
    await house.call("LiftSanction", HAKEM, sanction=first.sanction, note="bu seferlik")
    await house.call("LiftSanction", HAKEM, sanction=silent.sanction, note="yanlışlık")
    assert await appeals() == [("üç", "haksız")]
    assert await appeals(closed=True) == [("bir", "özür dilerim")]


async def test_only_moderators_see_appeals(house: House) -> None:
    with refused(DENIED, "MODERATORS_ONLY"):
        await house.call("ListAppeals", ALI)


# -- whom there is not ------------------------------------------------------------------------------------------------


def about(player: str) -> list[tuple[str, str, dict[str, Any]]]:
    """Every call that names a player: its method, who may make it, and the rest of its request."""
    report = {"request_id": new_request(), "player": player, "text": "küfür etti"}
    suspension = {"request_id": new_request(), "player": player, "hours": 1, "reason": "küfür"}
    asked = {"player": player}
    return [
        ("ReportPlayer", VELI, report),
        ("SuspendPlayer", HAKEM, suspension),
        ("GetBan", VELI, asked),
        ("ListSanctions", HAKEM, asked),
    ]


async def test_nothing_is_kept_or_told_of_a_player_whom_there_is_not(house: House) -> None:
    for method, caller, fields in about(NOBODY):
        with refused(grpc.StatusCode.NOT_FOUND, "PLAYER_NOT_FOUND") as why:
            await house.call(method, caller, **fields)
        assert why.metadata == {"player": NOBODY}
    assert not (await house.call("ListReports", HAKEM)).reports
    assert not (await house.call("ListAudit", HAKEM)).entries


async def test_while_nobody_can_say_who_there_is_nothing_is_kept(house: House) -> None:
    house.people.away = grpc.StatusCode.UNIMPLEMENTED
    for method, caller, fields in about(ALI):
        with refused(grpc.StatusCode.UNAVAILABLE, "PLAYERS_UNAVAILABLE"):
            await house.call(method, caller, **fields)
    assert not (await house.call("ListReports", HAKEM)).reports
    assert not await house.sanctions(ALI)  # of himself everybody is told


async def test_players_me_is_the_caller(house: House) -> None:
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "REPORT_ONESELF"):
        await house.call("ReportPlayer", ALI, request_id=new_request(), player="players/me", text="ben")
    fields = {"request_id": new_request(), "player": "players/me", "hours": 1, "reason": "dinlenmek için"}
    assert (await house.call("SuspendPlayer", HAKEM, **fields)).sanction.player == HAKEM
