"""Absence in every family, on both stores: who drops, who leaves, who comes back, who sits down, and what all see."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import msgspec
import pytest

from kiraathane.match.v1 import match_pb2
from services.kernel import record
from services.kernel.meta import Absence
from services.kernel.registry import Family
from services.runtime.absence import AbsenceTerms
from services.runtime.hosting import HostedFamily
from tests.conformance.hosted import STRANGER, Table
from tests.conftest import every_family
from tests.runtime.table import Postbox
from tests.support.serving import refused, serving, settings_in

DENIED, PRECONDITION = grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.FAILED_PRECONDITION
PRESENT, AWAY, LEFT = match_pb2.PRESENCE_PRESENT, match_pb2.PRESENCE_AWAY, match_pb2.PRESENCE_LEFT
FINISHED = match_pb2.MATCH_STATUS_FINISHED
GRACE_MS = 150
TERMS = AbsenceTerms(grace_ms=GRACE_MS, empty_ms=1_500, idle_turns=3, by_bots=True)

each_family = pytest.mark.parametrize("family", every_family().values(), ids=every_family().keys())


@contextlib.asynccontextmanager
async def opened(family: Family, store: str, folder: Path, **bots: Any) -> AsyncIterator[Table]:
    settings = settings_in(folder, STORE=store, BOT_PACE_MS="0", SPECTATOR_DELAY_SECONDS="0")
    postbox = Postbox()
    hosted = HostedFamily(settings, family, postbox, terms=TERMS)
    async with serving(hosted) as channel:
        table = Table(settings, family, hosted, channel, postbox)
        await table.open(**bots)
        yield table


async def gone(table: Table, milliseconds: int = GRACE_MS) -> None:
    """Time passes, and the rounds look who is there."""
    await asyncio.sleep((milliseconds + 250) / 1000)
    await table.hosted.presence.sweep()


async def checked(table: Table) -> record.Record:
    """The record of the finished match, which must prove itself, and is written in every format of the family."""
    document = (await table.call("GetRecord", table.stranger)).record
    found = record.read(document.content)
    assert record.verify(found, table.family.game).problems == ()
    for name in table.family.module("record").FORMATS:
        assert (await table.call("GetRecord", table.stranger, format=name)).record.content
    return found


@each_family
async def test_who_drops_is_stood_in_for_as_the_family_has_it_and_plays_on_when_he_is_back(
    family: Family, store: str, tmp_path: Path
) -> None:
    """League rules 11.7."""
    meta = family.game.meta
    async with opened(family, store, tmp_path) as table:
        streams = [await table.sit(who) for who in table.people]
        streams[0].cancel()
        await gone(table)
        away = (await table.get()).info.seats
        assert [seat.presence for seat in away] == [AWAY] + [PRESENT] * (table.count - 1)
        stands_in = meta.absence is Absence.STAND_IN
        assert away[0].stand_in == (meta.stand_in_level if stands_in else "")
        assert away[0].open == (stands_in and not meta.leave_ends(table.options))
        assert away[0].claimable == (meta.absence is Absence.CLAIM)
        others = dict(enumerate(table.people[1:], start=1))
        if stands_in:
            update = await table.until_due(0, others)
            bot = table.bot_of(update, 0)
            await table.act(bot)
        again = await table.sit(table.people[0])
        await _until_present(table, 0)
        if stands_in:
            with refused(DENIED, "NOT_SEATED"):
                await table.call("ListLegalActions", bot)
        await table.until_due(0, others)
        await table.act(table.people[0])
        for stream in (again, *streams[1:]):
            stream.cancel()


@each_family
async def test_what_an_opponent_may_do_about_who_is_away(family: Family, store: str, tmp_path: Path) -> None:
    """League rules 11.7, claimAbsent."""
    absence = family.game.meta.absence
    async with opened(family, store, tmp_path) as table:
        stream = await table.sit(table.people[1])
        await gone(table)
        request = {"request_id": "8c9e2d0e-6a3c-4d49-9d0a-0c7a3f1d2b11"}
        if absence is Absence.CLAIM:
            won = (await table.call("ClaimAbsent", table.people[1], **request)).update
            assert (won.info.status, list(won.info.score.winners)) == (FINISHED, [1])
            assert won.info.seats[0].presence == AWAY
            again = (await table.call("ClaimAbsent", table.people[1], **request)).update
            assert again == won
            await checked(table)
        else:
            reason = "CLOCK_DECIDES" if absence is Absence.CLOCK else "SEAT_PLAYED_ON"
            with refused(PRECONDITION, reason):
                await table.call("ClaimAbsent", table.people[1], **request)
        stream.cancel()


@each_family
async def test_who_leaves_ends_the_match_or_sees_no_more_and_a_substitute_plays_on(
    family: Family, store: str, tmp_path: Path
) -> None:
    """League rules 11.4, 11.6: the seat's hand goes on with the seat, and nothing else is shown to anybody."""
    async with opened(family, store, tmp_path) as table:
        before = table.hand_of(await table.get(table.people[0]))
        request = {"request_id": "8c9e2d0e-6a3c-4d49-9d0a-0c7a3f1d2b11"}
        left = (await table.call("LeaveMatch", table.people[0], **request)).update
        assert left.info.seats[0].presence == LEFT
        assert (await table.call("LeaveMatch", table.people[0], **request)).update == left
        if family.game.meta.leave_ends(table.options):
            assert left.info.status == FINISHED
            assert 0 not in left.info.score.winners
            await checked(table)
            return
        spectator = await table.get()
        assert left.view == spectator.view
        assert (await table.get(table.people[0])).view == spectator.view
        bot = table.bot_of(left, 0)
        assert table.hand_of(await table.get(bot)) == before
        with refused(PRECONDITION, "ALREADY_SEATED"):
            await table.call("SeatSubstitute", seat=0, player="players/a", display_name="A")
        info = (await table.call("SeatSubstitute", seat=0, player=f"players/{STRANGER}", display_name="X")).info
        assert [past.how for past in info.seats[0].past] == [match_pb2.DEPARTURE_LEFT]
        assert table.hand_of(await table.get(table.stranger)) == before
        assert (await table.get(bot)).view == (await table.get(table.people[0])).view == spectator.view
        people = {**dict(enumerate(table.people)), 0: table.stranger}
        for _ in range(20):
            await table.step(people)
        with refused(DENIED, "NOT_SEATED"):
            await table.call("ListLegalActions", table.people[0])


@each_family
async def test_where_nobody_is_any_more_the_match_is_void_and_its_record_is_whole(
    family: Family, store: str, tmp_path: Path
) -> None:
    """League rules 11.8."""
    async with opened(family, store, tmp_path) as table:
        people = dict(enumerate(table.people))
        for _ in range(5):
            await table.step(people)
        await gone(table, TERMS.empty_ms)
        await table.hosted.presence.sweep_empty()
        info = (await table.get()).info
        assert (info.status, info.end_cause) == (FINISHED, "void")
        assert (list(info.score.winners), list(info.score.places), list(info.due_seats)) == ([], [], [])
        assert not any(seat.open or seat.claimable for seat in info.seats)
        assert table.postbox.sent[-1].queue == "scoring"
        found = await checked(table)
        assert found.cause == "void"
        assert [event["kind"] for event in msgspec.json.decode(found.commits[-1].events)] == ["void"]


async def _until_present(table: Table, seat: int) -> None:
    async with asyncio.timeout(5):
        while (await table.get()).info.seats[seat].presence != PRESENT:  # noqa: ASYNC110  (it is not told of it)
            await asyncio.sleep(0.02)
