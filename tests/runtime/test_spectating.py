"""People without a seat: kept out where a table wants none, late where a game hides something."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import grpc
import pytest

from kiraathane.match.v1 import match_pb2
from services.kernel.meta import Absence
from services.kernel.registry import Family, families
from services.runtime import watch
from services.runtime.settings import Settings
from tests.runtime.conftest import OpenHouse
from tests.runtime.table import House, family_as, open_house, soon
from tests.support.serving import as_service, new_request, refused, settings_in

DENIED = grpc.StatusCode.PERMISSION_DENIED
DELAY = 0.6
PREPARED, FINISHED = match_pb2.MATCH_STATUS_PREPARED, match_pb2.MATCH_STATUS_FINISHED


@pytest.fixture
def late_settings(tmp_path: Path, store: str) -> Settings:
    return settings_in(tmp_path, BOT_PACE_MS="0", STORE=store, SPECTATOR_DELAY_SECONDS=str(DELAY))


@pytest.fixture
async def late(late_settings: Settings, toy: Family) -> AsyncIterator[House]:
    async with open_house(late_settings, family_as(toy, hidden=True)) as house:
        yield house


# -- tables that want none --------------------------------------------------------------------------------------------


async def test_nobody_else_watches_a_table_that_wants_no_spectators(house: House) -> None:
    match = await house.table(spectators=False)
    with refused(DENIED, "SPECTATORS_NOT_ALLOWED"):
        await house.get(match)
    with refused(DENIED, "SPECTATORS_NOT_ALLOWED"):
        await house.watch(match).read()
    with refused(DENIED, "SPECTATORS_NOT_ALLOWED"):
        await (await house.sit(match, house.c)).read()
    for who in (house.a, house.b, as_service()):
        assert (await house.get(match, who)).info.match == match
    assert (await soon(await house.sit(match, house.a))).update.info.viewer_seat == 0
    await house.finish_as_players(match)
    assert (await house.get(match)).info.status == FINISHED
    assert (await house.record(match)).content


async def test_nor_before_it_has_begun(house: House) -> None:
    match = (await house.create(spectators=False)).match
    with refused(DENIED, "SPECTATORS_NOT_ALLOWED"):
        await house.watch(match).read()


async def test_it_is_kept_with_the_match(opening: OpenHouse) -> None:
    async with opening() as house:
        match = await house.table(spectators=False)
    async with opening() as house:
        with refused(DENIED, "SPECTATORS_NOT_ALLOWED"):
            await house.get(match)


async def test_the_same_request_asks_for_the_same(house: House) -> None:
    request = new_request()
    await house.create(request, spectators=False)
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "REQUEST_ID_REUSED"):
        await house.create(request)


# -- late -------------------------------------------------------------------------------------------------------------


async def test_a_spectator_sees_everything_and_nothing_in_time(late: House) -> None:
    loop = asyncio.get_running_loop()
    match = await late.table()
    mine, theirs = late.watch(match, late.a), late.watch(match)
    assert (await soon(mine)).update.info.version == 1
    first = (await soon(theirs)).update
    assert (first.info.version, first.info.status) == (0, PREPARED), "nothing has happened long enough ago"
    assert (await late.get(match)).info.version == 0
    assert (await late.get(match, late.a)).info.version == 1
    told: dict[int, float] = {}
    for version in (2, 3, 4):
        await late.step_as_players(match)
        told[version] = loop.time()
        assert (await soon(mine)).update.info.version == version
    for version in (1, 2, 3, 4):
        update = (await soon(theirs)).update
        assert update.info.version == version
        if version in told:
            assert loop.time() - told[version] >= DELAY - 0.2
            assert update.happenings
    assert (await late.get(match)).info.version == 4


async def test_a_moderator_sees_whose_turn_it_is_and_what_was_undone(late: House) -> None:
    match = await late.table()
    await late.step_as_players(match)
    seen = (await late.inspect(match)).inspection
    assert list(seen.due_seats) == list(seen.info.due_seats) == [1]
    await late.order(match, "FREEZE")
    held = (await late.inspect(match)).inspection
    assert (list(held.info.due_seats), list(held.due_seats)) == ([], [1])
    assert [one.version for one in held.entries if one.undone] == []
    await late.order(match, "REWIND", 1)
    back = (await late.inspect(match)).inspection
    assert ([one.version for one in back.entries if one.undone], list(back.due_seats)) == ([2], [0, 1])
    earlier = (await late.inspect(match, before_version=3)).inspection
    assert [(one.version, one.undone) for one in earlier.entries] == [(2, True), (1, False)]
    await late.order(match, "VOID")
    assert list((await late.inspect(match)).inspection.due_seats) == []


async def test_a_moderator_sees_the_table_as_late_as_spectators_and_is_told_no_act(late: House) -> None:
    """He may have a telephone, too (decision 0023); who acted when he sees at once."""
    match = await late.table(spectators=False)
    await late.step_as_players(match)
    seen = await late.inspect(match)
    assert (seen.update.info.version, seen.update.HasField("view")) == (0, False)
    assert (seen.inspection.info.version, seen.inspection.spectators) == (2, False)
    assert [(one.version, one.seat, one.text) for one in seen.inspection.entries] == [(2, 0, ""), (1, 0, "")]
    assert seen.inspection.position == ""
    await asyncio.sleep(DELAY + 0.1)
    assert (await late.inspect(match)).update.info.version == 2
    await late.order(match, "REWIND", 1)
    assert (await late.inspect(match)).update.info.version == 2
    await late.order(match, "VOID")
    over = (await late.inspect(match)).inspection
    assert over.position
    assert [one.text for one in over.entries][:2] == ["void: Bakıyoruz.", "rewind: Bakıyoruz."]
    assert [one.version for one in over.entries if one.undone] == [2]
    assert over.entries[2].text


async def test_who_comes_later_begins_in_the_past_and_misses_nothing(late: House) -> None:
    match = await late.table()
    for _ in range(2):
        await late.step_as_players(match)
    await asyncio.sleep(DELAY + 0.1)
    await late.step_as_players(match)
    streams = [late.watch(match, after=after) for after in (0, 2)]
    seen = [[(await soon(stream)).update.info.version for _ in range(2)] for stream in streams]
    assert seen == [[3, 4], [3, 4]]


async def test_the_past_is_as_it_was_told(late: House) -> None:
    match = await late.table()
    first = late.watch(match)
    await soon(first)
    for _ in range(3):
        await late.step_as_players(match)
    second = late.watch(match)
    await soon(second)
    seen = [[(await soon(stream)).update for _ in range(4)] for stream in (first, second)]
    assert seen[0] == seen[1]


async def test_the_end_comes_late_as_well_and_the_record_at_once(late: House) -> None:
    match = await late.table(hands="1")
    stream = late.watch(match)
    await late.finish_as_players(match)
    assert (await late.get(match)).info.status != FINISHED
    assert (await late.record(match)).content
    while (update := (await soon(stream)).update).info.status != FINISHED:
        pass
    assert update.info.score.points
    await asyncio.sleep(0.1)
    assert (await late.get(match)).info.status == FINISHED


async def test_bots_among_themselves_are_shown_as_they_play(late: House) -> None:
    match = await late.table(bots=(0, 1))
    assert (await late.get(match)).info.version == 1


async def test_who_has_nothing_to_hide_is_shown_at_once(late_settings: Settings, toy: Family) -> None:
    async with open_house(late_settings, family_as(toy, hidden=False)) as house:
        match = await house.table()
        assert (await house.get(match)).info.version == 1


async def test_who_is_seated_at_the_start_does_not_wait(late: House) -> None:
    match = (await late.create()).match
    stream = late.watch(match, late.a)
    assert (await soon(stream)).update.info.status == PREPARED
    await late.start(match)
    update = (await asyncio.wait_for(stream.read(), DELAY / 2)).update
    assert (update.info.version, update.info.viewer_seat) == (1, 0)


async def test_a_house_that_closes_does_not_wait_for_spectators(late: House) -> None:
    match = await late.table()
    stream = late.watch(match)
    await soon(stream)
    await late.step_as_players(match)
    await late.hosted.drain()
    resume = (await asyncio.wait_for(stream.read(), DELAY / 2)).resume
    assert (resume.reason, resume.version) == ("DRAINING", 0)


async def test_what_waits_for_a_spectator_is_bounded(late: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "LONGEST_LATE_QUEUE", 3)
    match = await late.table(hands="9")
    stream = late.watch(match)
    await soon(stream)
    for _ in range(4):
        await late.step_as_players(match)
    assert (await soon(stream)).resume.reason == "TOO_SLOW"


def test_games_with_hands_hide_them_and_boards_do_not() -> None:
    hidden = {slug: family.game.meta.hidden for slug, family in families("services").items()}
    assert hidden == {
        "batak": True,
        "ellibir": True,
        "king": True,
        "okey": True,
        "pisti": True,
        "satranc": False,
        "tavla": False,
    }


async def test_who_leaves_is_told_so_at_once_and_the_rest_late(late_settings: Settings, toy: Family) -> None:
    family = family_as(toy, hidden=True, leaving_ends=False, absence=Absence.STAND_IN)
    async with open_house(late_settings, family) as house:
        match = await house.table()
        stream = house.watch(match, house.a)
        await soon(stream)
        await house.leave(match, house.a)
        update = (await asyncio.wait_for(stream.read(), DELAY / 2)).update
        assert (update.info.version, update.info.HasField("viewer_seat"), len(update.view.hand)) == (2, False, 0)
        await house.play(match, house.b, (await house.legal(match, house.b)).actions[0].card, 2)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(stream.read(), DELAY / 2)
