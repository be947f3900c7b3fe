"""Who plays a seat: leaving, dropping, coming back, substitutes, claims, and matches that nobody plays any more."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import grpc
import msgspec
import pytest

from kiraathane.match.v1 import match_pb2
from services.kernel import record
from services.kernel.meta import Absence
from services.kernel.registry import Family
from services.runtime.absence import AbsenceTerms
from services.runtime.clock import unix_ms
from services.runtime.journal.interface import TaskKind
from services.runtime.journal.presence import Changes
from services.runtime.outbox import message_of
from services.runtime.preparing import SNAPSHOT_EVERY
from tests.runtime.conftest import OpenHouse
from tests.runtime.table import House, family_as, family_with, soon, until
from tests.support.serving import as_service, new_request, refused

DENIED, PRECONDITION = grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.FAILED_PRECONDITION
PRESENT, AWAY, LEFT = match_pb2.PRESENCE_PRESENT, match_pb2.PRESENCE_AWAY, match_pb2.PRESENCE_LEFT
GRACE_MS = 200
TERMS = AbsenceTerms(grace_ms=GRACE_MS, empty_ms=60_000, idle_turns=3, by_bots=True)
LONG = msgspec.structs.replace(TERMS, grace_ms=60_000)


@pytest.fixture
def played_on(toy: Family) -> Family:
    """The toy, as a family in which somebody else plays the seat of one who is away or has left."""
    return family_as(toy, absence=Absence.STAND_IN, leaving_ends=False)


@pytest.fixture
async def house(opening: OpenHouse, played_on: Family) -> AsyncIterator[House]:
    async with opening(played_on, terms=LONG) as opened:
        yield opened


def seat_of(update: Any, seat: int) -> Any:
    return update.info.seats[seat]


async def gone(house: House, seconds: float = GRACE_MS / 1000) -> None:
    """Time passes, and the rounds look who is there."""
    await asyncio.sleep(seconds + 0.15)
    await house.hosted.presence.sweep()


async def verified(house: House, match: str, family: Family) -> record.Record:
    """The record of a finished match, which must prove itself."""
    found = record.read((await house.record(match)).content)
    assert record.verify(found, family.game).problems == ()
    return found


@contextlib.asynccontextmanager
async def sitting(house: House, match: str, who: Any) -> AsyncIterator[Any]:
    """A stream of a player at the match, whose first answer has been read."""
    stream = await house.sit(match, who)
    try:
        await soon(stream)
        yield stream
    finally:
        stream.cancel()
        await asyncio.sleep(0.05)


# -- leaving ----------------------------------------------------------------------------------------------------------


async def test_whoever_leaves_is_a_spectator_and_a_bot_plays_his_seat(house: House, played_on: Family) -> None:
    match = await house.table()
    hand = (await house.get(match, house.a)).view.hand
    assert hand
    left = await house.leave(match, house.a)
    assert (seat_of(left, 0).presence, seat_of(left, 0).stand_in, seat_of(left, 0).open) == (LEFT, "usta", True)
    assert (seat_of(left, 0).player, seat_of(left, 0).bot_level) == ("players/a", "")
    assert (left.info.status, list(left.info.due_seats)) == (match_pb2.MATCH_STATUS_PLAYING, [0, 1])
    assert not left.info.HasField("viewer_seat")
    assert not left.view.hand
    assert not (await house.get(match, house.a)).view.hand
    turns = [sent.arguments for sent in house.postbox.sent if sent.task == "bots.play_turn"]
    assert [(turn["seat"], turn["level"]) for turn in turns] == [(0, "usta")]
    bot = house.bot(match, 0)
    assert (await house.get(match, bot)).view.hand == hand
    card, version = await house.card(match, bot)
    await house.play(match, bot, card, version)
    with refused(DENIED, "NOT_SEATED"):
        await house.play(match, house.a, card, version + 1)
    with refused(DENIED, "NOT_SEATED"):
        await house.legal(match, house.a)


async def test_the_league_is_told_of_a_leave_until_it_has_counted_it(house: House) -> None:
    match, request_id = await house.table(), new_request()
    for _ in range(2):
        left = await house.leave(match, house.a, request_id)
    (told,) = [sent for sent in house.postbox.sent if sent.task == "scoring.record_leave"]
    assert told.queue == "scoring"
    expected = {"match": match, "version": left.info.version, "seat": 0, "player": "players/a", "attempt": 1}
    assert told.arguments == {"family": "yuksek", "at_ms": told.arguments["at_ms"], **expected}
    acknowledge = house.pb.AcknowledgeResultRequest(match=match, leave_version=left.info.version)
    with refused(DENIED, "NOT_ALLOWED"):
        await house.stub.AcknowledgeResult(acknowledge, metadata=house.a)
    kinds = {backlog.kind for backlog in await house.hosted.journal.backlog()}
    assert TaskKind.LEAVE in kinds
    await house.stub.AcknowledgeResult(acknowledge, metadata=as_service())
    kinds = {backlog.kind for backlog in await house.hosted.journal.backlog()}
    assert TaskKind.LEAVE not in kinds
    assert await house.hosted.journal.rescore(unix_ms()) == 1  # a league that has lost it is told the same again
    (again,) = [t for t in await house.hosted.journal.due_tasks(unix_ms(), 0, 9) if t.kind == TaskKind.LEAVE]
    assert message_of("yuksek", again).arguments == {**told.arguments, "attempt": 0}


async def test_the_streams_of_who_leaves_go_on_as_a_spectators(house: House) -> None:
    match = await house.table()
    async with sitting(house, match, house.a) as mine, sitting(house, match, house.b) as others:
        await house.leave(match, house.a)
        update = (await soon(mine)).update
        assert not update.view.hand
        assert not update.info.HasField("viewer_seat")
        assert (await soon(others)).update.view.hand
        await house.play(match, house.b, *await house.card(match, house.b))
        assert not (await soon(mine)).update.view.hand


async def test_leaving_again_with_the_same_request_gets_the_same_answer(house: House) -> None:
    match, request_id = await house.table(), new_request()
    first = await house.leave(match, house.a, request_id)
    assert await house.leave(match, house.a, request_id) == first
    with refused(DENIED, "NOT_SEATED"):
        await house.leave(match, house.a)
    with refused(DENIED, "NOT_SEATED"):
        await house.leave(match, house.c, request_id)


async def test_leaving_after_the_end_is_no_leave(house: House) -> None:
    """League rules 11.6."""
    match = await house.table(hands="1")
    await house.finish(match)
    with refused(PRECONDITION, "MATCH_OVER"):
        await house.leave(match, house.a)


async def test_where_leaving_ends_the_match_the_rules_are_told_and_the_seat_says_who_left(
    opening: OpenHouse, toy: Family
) -> None:
    async with opening(terms=LONG) as house:
        match, request_id = await house.table(), new_request()
        left = await house.leave(match, house.a, request_id)
        assert (left.info.end_cause, list(left.info.score.winners)) == ("LEFT", [1])
        assert [seat.presence for seat in left.info.seats] == [LEFT, PRESENT]
        assert not any(seat.open or seat.stand_in for seat in left.info.seats)
        assert left.info.viewer_seat == 0
        assert await house.leave(match, house.a, request_id) == left
        assert {sent.task for sent in house.postbox.sent} == {"scoring.record_result"}  # which tells who left
        await verified(house, match, toy)


# -- substitutes ------------------------------------------------------------------------------------------------------


async def test_a_substitute_sees_the_hand_of_the_seat_and_plays_to_the_end(house: House, played_on: Family) -> None:
    match = await house.table(hands="1")
    hand = (await house.get(match, house.a)).view.hand
    await house.leave(match, house.a)
    info = await house.substitute(match, 0, "players/c")
    assert (info.seats[0].player, info.seats[0].presence, info.seats[0].open) == ("players/c", PRESENT, False)
    (past,) = info.seats[0].past
    assert (past.player, past.how) == ("players/a", match_pb2.DEPARTURE_LEFT)
    assert await house.substitute(match, 0, "players/c") == info
    assert (await house.get(match, house.c)).view.hand == hand
    assert not (await house.get(match, house.a)).view.hand
    with refused(DENIED, "NOT_SEATED"):
        await house.legal(match, house.bot(match, 0))
    house.a = house.c
    over = await house.finish(match)
    assert over.info.end_cause == "PLAYED_OUT"
    found = await verified(house, match, played_on)
    assert [seat.player for seat in found.seats] == ["players/a", "players/b"]


async def test_who_may_sit_down_and_where(house: House) -> None:
    """League rules 11.4, 11.7."""
    match = await house.table()
    with refused(PRECONDITION, "SEAT_NOT_OPEN"):
        await house.substitute(match, 0, "players/c")
    with refused(PRECONDITION, "SEAT_NOT_OPEN"):
        await house.substitute(match, 5, "players/c")
    await house.leave(match, house.a)
    for player in ("players/a", "players/b"):
        with refused(PRECONDITION, "ALREADY_SEATED"):
            await house.substitute(match, 0, player)
    with refused(DENIED, "NOT_ALLOWED"):
        await house.substitute(match, 0, "players/c", house.c)
    await house.substitute(match, 0, "players/c")
    with refused(PRECONDITION, "SEAT_NOT_OPEN"):
        await house.substitute(match, 0, "players/d")


async def test_nobody_sits_down_before_the_start_nor_after_the_end(house: House) -> None:
    prepared = (await house.create()).match
    with refused(PRECONDITION, "MATCH_NOT_STARTED"):
        await house.substitute(prepared, 0, "players/c")
    match = await house.table(hands="1")
    await house.leave(match, house.a)
    house.a = house.bot(match, 0)
    await house.finish(match)
    with refused(PRECONDITION, "MATCH_OVER"):
        await house.substitute(match, 0, "players/c")


async def test_at_a_table_of_two_nobody_sits_down_for_another(opening: OpenHouse) -> None:
    async with opening(terms=LONG) as house:
        match = await house.table()
        with refused(PRECONDITION, "NO_SUBSTITUTES"):
            await house.substitute(match, 0, "players/c")


async def test_a_substitute_who_never_comes_is_away_after_a_grace_of_his_own(
    opening: OpenHouse, played_on: Family
) -> None:
    async with opening(played_on, terms=TERMS) as house:
        match = await house.table()
        async with sitting(house, match, house.b):
            await gone(house)
            assert seat_of(await house.get(match, house.b), 0).presence == AWAY
            await house.substitute(match, 0, "players/c")
            await gone(house, -0.1)
            assert seat_of(await house.get(match, house.b), 0).presence == PRESENT
            await gone(house)
            seat = seat_of(await house.get(match, house.b), 0)
            assert (seat.player, seat.presence) == ("players/c", AWAY)
            assert seat.past[0].how == match_pb2.DEPARTURE_DROPPED


# -- dropping ---------------------------------------------------------------------------------------------------------


async def test_a_bot_stands_in_for_who_is_gone_until_he_is_back(opening: OpenHouse, played_on: Family) -> None:
    async with opening(played_on, terms=TERMS) as house:
        match = await house.table(hands="1")
        async with sitting(house, match, house.b) as other:
            async with sitting(house, match, house.a):
                await gone(house)
                assert seat_of(await house.get(match), 0).presence == PRESENT
            await gone(house)
            told = (await soon(other)).update
            assert (seat_of(told, 0).presence, seat_of(told, 0).stand_in) == (AWAY, "usta")
            assert (seat_of(told, 0).player, seat_of(told, 0).open) == ("players/a", True)
            assert not told.happenings
            card, version = await house.card(match, house.bot(match, 0))
            await house.play(match, house.bot(match, 0), card, version)
            await soon(other)
            async with sitting(house, match, house.a):
                back = (await soon(other)).update
                assert (seat_of(back, 0).presence, seat_of(back, 0).stand_in) == (PRESENT, "")
                with refused(DENIED, "NOT_SEATED"):
                    await house.legal(match, house.bot(match, 0))
                await house.finish(match)
        await verified(house, match, played_on)


async def test_another_device_of_his_is_enough(opening: OpenHouse, played_on: Family) -> None:
    async with opening(played_on, terms=TERMS) as house:
        match = await house.table()
        async with sitting(house, match, house.b), sitting(house, match, house.a):
            async with sitting(house, match, house.a):
                assert (await house.get(match, house.a)).view.hand
            await gone(house)
            assert seat_of(await house.get(match), 0).presence == PRESENT


async def test_an_act_of_who_was_away_is_judged_after_he_is_back(opening: OpenHouse, played_on: Family) -> None:
    """The version on which he decided is still good: the question is the same."""
    async with opening(played_on, terms=TERMS) as house:
        match = await house.table()
        async with sitting(house, match, house.b):
            card, version = await house.card(match, house.a)
            await gone(house)
            assert seat_of(await house.get(match), 0).presence == AWAY
            played = await house.play(match, house.a, card, version)
        assert played.info.version == version + 3  # away, back, the act
        assert seat_of(played, 0).presence == PRESENT


async def test_a_bot_that_stood_in_comes_too_late_when_he_is_back(opening: OpenHouse, played_on: Family) -> None:
    async with opening(played_on, terms=TERMS) as house:
        match = await house.table()
        async with sitting(house, match, house.b):
            await gone(house)
            card, version = await house.card(match, house.bot(match, 0))
            assert seat_of(await house.get(match, house.a), 0).presence == PRESENT
            with refused(DENIED, "NOT_SEATED"):
                await house.play(match, house.bot(match, 0), card, version)


async def test_who_plays_by_calls_alone_is_there_as_long_as_he_calls(opening: OpenHouse, played_on: Family) -> None:
    async with opening(played_on, terms=TERMS) as house:
        match = await house.table()
        async with sitting(house, match, house.b):
            for _ in range(6):
                await house.get(match, house.a)
                await gone(house, -0.05)
                assert seat_of(await house.get(match), 0).presence == PRESENT
            await gone(house)
            assert seat_of(await house.get(match), 0).presence == AWAY


async def test_who_never_comes_is_away_too(opening: OpenHouse, played_on: Family) -> None:
    async with opening(played_on, terms=TERMS) as house:
        match = await house.table()
        async with sitting(house, match, house.b):
            await gone(house)
            seats = (await house.get(match)).info.seats
        assert [seat.presence for seat in seats] == [AWAY, PRESENT]


async def test_a_watching_bot_is_no_person(opening: OpenHouse, played_on: Family) -> None:
    async with opening(played_on, terms=TERMS) as house:
        match = await house.table()
        async with sitting(house, match, house.b):
            await gone(house)
            async with sitting(house, match, house.bot(match, 0)):
                assert seat_of(await house.get(match), 0).presence == AWAY


async def test_default_acts_may_stand_in_and_no_worker_is_asked(opening: OpenHouse, played_on: Family) -> None:
    terms = msgspec.structs.replace(TERMS, by_bots=False)
    async with opening(played_on, terms=terms) as house:
        match = await house.table(hands="1")
        async with sitting(house, match, house.b) as other:
            await gone(house)
            told = (await soon(other)).update
            assert (seat_of(told, 0).stand_in, seat_of(told, 0).bot_level) == ("rules", "")
            assert [h.WhichOneof("happening") for h in (await soon(other)).update.happenings] == ["laid_seat"]
            for _ in range(3):
                await house.play(match, house.b, *await house.card(match, house.b))
            await until(lambda: house.hosted.host.room.cached()[0].position.status == match_pb2.MATCH_STATUS_FINISHED)
        assert [sent.queue for sent in house.postbox.sent] == ["scoring"]
        await verified(house, match, played_on)


# -- what a change of seats leaves alone ------------------------------------------------------------------------------


async def test_a_change_of_seats_makes_nobodys_decision_late_and_tells_nothing_twice(
    opening: OpenHouse, played_on: Family
) -> None:
    async with opening(played_on, terms=TERMS) as house:
        match = await house.table(turnSeconds="60")
        async with sitting(house, match, house.b) as other:
            await house.play(match, house.a, *await house.card(match, house.a))
            before = (await soon(other)).update
            assert before.happenings
            card, version = await house.card(match, house.b)
            await gone(house)
            told = (await soon(other)).update
            assert told.info.version == version + 1
            assert told.info.deadline == before.info.deadline
            assert told.view == before.view
            assert not told.happenings
            await house.play(match, house.b, card, version)
            assert (await soon(other)).update.happenings
        async with sitting(house, match, house.c):
            missed = house.watch(match, house.c, after=version)
            assert not (await soon(missed)).update.happenings
            assert (await soon(missed)).update.happenings
            missed.cancel()


async def test_what_happened_is_not_told_again_when_time_is_given_back(house: House) -> None:
    match = await house.table(turnSeconds="60")
    async with sitting(house, match, house.b) as stream:
        await house.play(match, house.a, *await house.card(match, house.a))
        played = (await soon(stream)).update
        assert played.happenings
        house.hosted.host.room.time_given_back()
        again = (await soon(stream)).update
        assert (again.info.version, again.view) == (played.info.version, played.view)
        assert not again.happenings


async def test_the_same_holds_where_questions_have_no_number(opening: OpenHouse, played_on: Family) -> None:
    numberless = family_with(
        played_on,
        pending=lambda own, state: (
            msgspec.structs.replace(wait, question=None) if hasattr(wait := own(state), "question") else wait
        ),
    )
    async with opening(numberless, terms=TERMS) as house:
        match = await house.table()
        async with sitting(house, match, house.b):
            card, version = await house.card(match, house.b)
            await gone(house)
            assert (await house.get(match)).info.version == version + 1
            assert (await house.play(match, house.b, card, version)).info.version == version + 2


async def test_a_match_is_loaded_with_its_seats_from_a_snapshot_and_from_rows_after_it(
    opening: OpenHouse, played_on: Family
) -> None:
    async with opening(played_on, terms=LONG) as house:
        match = await house.table(hands="9")
        await house.leave(match, house.a)
        await house.substitute(match, 0, "players/c")
        house.a = house.c
        while (await house.get(match)).info.version <= SNAPSHOT_EVERY + 3:
            update = await house.step(match)
        left = await house.leave(match, house.b)
        assert left.info.version == update.info.version + 1
    for _ in range(2):
        async with opening(played_on, terms=LONG) as again:
            assert (await again.get(match)).info.seats == left.info.seats
            assert (await again.get(match, again.c)).view.hand
            assert not (await again.get(match, again.b)).view.hand
            again.a, again.b = again.c, again.bot(match, 1)
            await again.step(match)
    async with opening(played_on, terms=LONG) as last:
        last.a, last.b = last.c, last.bot(match, 1)
        await last.finish(match)
        await verified(last, match, played_on)


async def test_a_decision_is_still_good_after_the_match_was_loaded_anew(opening: OpenHouse, played_on: Family) -> None:
    async with opening(played_on, terms=LONG) as house:
        match = await house.table()
        card, version = await house.card(match, house.b)
        await house.leave(match, house.a)
    async with opening(played_on, terms=LONG) as again:
        assert (await again.play(match, again.b, card, version)).info.version == version + 2


async def test_after_a_restart_the_grace_begins_anew(opening: OpenHouse, played_on: Family) -> None:
    """Streams that were open when the process was killed are open nowhere; nobody is to blame for that."""
    async with opening(played_on, terms=LONG) as house:
        match = await house.table()
        stream = await house.sit(match, house.a)
        await soon(stream)
        await until(lambda: not house.hosted.presence._moved)
        await house.hosted.journal.presence.keep("killed", Changes(came=[(match.partition("/")[2], 0)]), 1)
    async with opening(played_on, terms=LONG) as again:
        since = [await again.hosted.journal.presence.since((match.partition("/")[2], seat)) for seat in (0, 1)]
        assert since[0] is not None
        assert since[1] is not None
        assert since[0] > since[1]


# -- not playing ------------------------------------------------------------------------------------------------------


async def test_whose_time_runs_out_again_and_again_is_away_without_grace(opening: OpenHouse, played_on: Family) -> None:
    """League rules 11.7, idleTurns: connected, and not playing."""
    short = family_with(played_on, allowance=lambda own, state: 60)
    async with opening(short, terms=LONG) as house:
        match = await house.table(hands="9")
        async with sitting(house, match, house.a) as stream:
            await until(lambda: house.hosted.host.room.cached()[0].seats.away == {0, 1})
            updates = [(await soon(stream)).update]
            while seat_of(updates[-1], 0).presence == PRESENT:
                updates.append((await soon(stream)).update)
            lapsed = sum(any(h.HasField("turned") for h in update.happenings) for update in updates)
            assert lapsed == TERMS.idle_turns
            assert seat_of(await house.get(match, house.a), 0).presence == PRESENT


async def test_an_act_between_begins_the_count_anew(opening: OpenHouse, played_on: Family) -> None:
    async with opening(played_on, terms=LONG) as house:
        match = await house.table(hands="9")
        cached = house.hosted.host.room.cached()[0]
        for turn in range(6):
            version = cached.position.seq
            if turn % 3 == 2:
                await house.play(match, house.a, *await house.card(match, house.a))
            else:
                assert await house.hosted.host.give_up(cached.id, 0, version)
            await house.play(match, house.b, *await house.card(match, house.b))
        await asyncio.sleep(0.05)
        assert not cached.seats.away


# -- claims -----------------------------------------------------------------------------------------------------------


async def test_the_match_of_an_absent_opponent_may_be_claimed(opening: OpenHouse, toy: Family) -> None:
    """League rules 11.7, claimAbsent: nobody stands in, and a dropped player has not left by choice."""
    async with opening(terms=TERMS) as house:
        match, request_id = await house.table(), new_request()
        async with sitting(house, match, house.b):
            with refused(PRECONDITION, "NOT_ABSENT") as refusal:
                await house.claim(match, house.b)
            assert refusal.metadata["seconds"] == "1"
            await gone(house)
            away = await house.get(match)
            assert (seat_of(away, 0).presence, seat_of(away, 0).stand_in, seat_of(away, 0).open) == (AWAY, "", False)
            won = await house.claim(match, house.b, request_id)
            assert (won.info.end_cause, list(won.info.score.winners)) == ("LEFT", [1])
            assert seat_of(won, 0).presence == AWAY
            assert await house.claim(match, house.b, request_id) == won
        await verified(house, match, toy)


async def test_there_is_nothing_to_claim_while_the_opponent_is_there(opening: OpenHouse) -> None:
    async with opening(terms=LONG) as house:
        match = await house.table()
        async with sitting(house, match, house.a):
            with refused(PRECONDITION, "NOT_ABSENT") as refusal:
                await house.claim(match, house.b)
            assert 55 <= int(refusal.metadata["seconds"]) <= 60
            with refused(DENIED, "NOT_SEATED"):
                await house.claim(match, house.c)


async def test_where_somebody_plays_on_nothing_can_be_claimed(house: House) -> None:
    match = await house.table()
    with refused(PRECONDITION, "SEAT_PLAYED_ON"):
        await house.claim(match, house.b)


# -- void -------------------------------------------------------------------------------------------------------------


async def test_a_match_at_whose_table_nobody_is_becomes_void(opening: OpenHouse, played_on: Family) -> None:
    """League rules 11.8."""
    terms = msgspec.structs.replace(TERMS, empty_ms=500)
    async with opening(played_on, terms=terms) as house:
        match = await house.table()
        async with sitting(house, match, house.b):
            await house.play(match, house.b, *await house.card(match, house.b))
            await gone(house, 0.5)
            await house.hosted.presence.sweep_empty()
            assert (await house.get(match)).info.status == match_pb2.MATCH_STATUS_PLAYING
        await asyncio.sleep(0.7)
        await house.hosted.presence.sweep_empty()
        info = (await house.get(match)).info
        assert (info.status, info.end_cause) == (match_pb2.MATCH_STATUS_FINISHED, "void")
        assert (list(info.score.winners), list(info.score.places), list(info.due_seats)) == ([], [], [])
        assert info.seats[0].presence == AWAY
        assert house.postbox.sent[-1].queue == "scoring"
        found = await verified(house, match, played_on)
        assert found.cause == "void"
        with refused(PRECONDITION, "MATCH_OVER"):
            await house.leave(match, house.a)
    async with opening(played_on, terms=terms) as again:
        assert (await again.get(match)).info == info


async def test_bots_among_themselves_are_never_void(opening: OpenHouse, played_on: Family) -> None:
    terms = msgspec.structs.replace(TERMS, empty_ms=1)
    async with opening(played_on, terms=terms) as house:
        match = await house.table(bots=(0, 1))
        await asyncio.sleep(0.05)
        await house.hosted.presence.sweep_empty()
        assert not await house.hosted.host.occupying.void(match.partition("/")[2])
        assert (await house.get(match)).info.status == match_pb2.MATCH_STATUS_PLAYING


async def test_nothing_is_kept_about_who_is_there_when_a_match_is_over(house: House) -> None:
    match = await house.table(hands="1")
    match_id = match.partition("/")[2]
    store = house.hosted.journal.presence
    async with sitting(house, match, house.a):
        await house.finish(match)
        await asyncio.sleep(0.3)
        assert [await store.since((match_id, seat)) for seat in (0, 1)] == [None, None]
    await asyncio.sleep(0.3)
    assert await store.empty(10**15, 10) == []
