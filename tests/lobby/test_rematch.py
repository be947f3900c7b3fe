"""Once more with the same people."""

import asyncio
from pathlib import Path

import grpc
import pytest

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from services.kernel.game import Config, Fate
from services.kernel.registry import families
from services.lobby import again, clock
from services.lobby.matches import Matches
from services.lobby.peers import Peers
from services.lobby.table import Sitter, Status, Table
from services.runtime.contract import Contract
from tests.lobby.conftest import FakeTavla
from tests.lobby.house import ALI, AYSE, VELI, House, full_table, players
from tests.support.serving import refused, settings_in

FAILED, DENIED = grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.PERMISSION_DENIED


async def ended(house: House, fake: FakeTavla, table: pb.Table) -> pb.Table:
    table = await house.start(ALI, table)
    fake.over.add(table.match)
    return table


async def test_two_players_meet_again_on_each_others_seats(house: House, fake: FakeTavla) -> None:
    old = await ended(house, fake, await full_table(house))
    tables = await asyncio.gather(*(house.rematch(who, old) for who in (ALI, VELI, ALI, VELI)))
    (name,) = {table.table for table in tables}
    assert [seat.kept_for for seat in tables[0].seats] == [VELI, ALI]
    assert dict(tables[0].options) == dict(old.options)
    assert (await house.get(old, ALI)).rematch == name
    assert (await house.get(old, ALI)).status == pb.TABLE_STATUS_OVER
    assert (await house.get(old, AYSE)).rematch == ""
    await house.sit(ALI, tables[0])
    new = await house.sit(VELI, tables[0])
    assert (players(new), new.owner) == ([VELI, ALI], ALI)
    assert (await house.start(ALI, new)).match != old.match


async def test_there_is_none_before_the_end_and_none_for_others(house: House, fake: FakeTavla) -> None:
    table = await full_table(house)
    with refused(FAILED, "MATCH_GOES_ON"):
        await house.rematch(ALI, table)
    await house.start(ALI, table)
    with refused(FAILED, "MATCH_GOES_ON"):
        await house.rematch(ALI, table)
    fake.over.add(table.match)
    with refused(DENIED, "NOT_AT_TABLE"):
        await house.rematch(AYSE, table)


async def test_seats_are_kept_for_a_minute(house: House, fake: FakeTavla, monkeypatch: pytest.MonkeyPatch) -> None:
    new = await house.rematch(ALI, await ended(house, fake, await full_table(house)))
    await house.sit(ALI, new)
    with refused(FAILED, "SEAT_KEPT"):
        await house.sit(AYSE, new, 0)
    with refused(FAILED, "TABLE_FULL"):
        await house.sit(AYSE, new)
    later = clock.now_ms() + again.KEPT_MS
    monkeypatch.setattr(clock, "now_ms", lambda: later)
    assert players(await house.sit(AYSE, new)) == [AYSE, ALI]


async def test_bots_come_along(house: House, fake: FakeTavla) -> None:
    table = await house.create(ALI)
    await house.sit(ALI, table)
    await house.add_bot(ALI, table, "usta")
    new = await house.rematch(ALI, await ended(house, fake, table))
    assert players(new) == ["bot usta", ""]
    assert new.seats[1].kept_for == ALI


async def test_a_private_table_stays_private(house: House, fake: FakeTavla) -> None:
    table = await house.create(ALI, private=True)
    await house.sit(ALI, table)
    await house.sit(VELI, table, code=table.invite_code)
    new = await house.rematch(VELI, await ended(house, fake, table))
    assert new.visibility == pb.VISIBILITY_PRIVATE
    assert new.invite_code not in ("", table.invite_code)
    await house.sit(ALI, new)  # a seat is kept for him: he needs no code
    with refused(DENIED, "INVITE_NEEDED"):
        await house.sit(AYSE, new)


async def test_a_rematch_that_everybody_left_is_opened_again(house: House, fake: FakeTavla) -> None:
    old = await ended(house, fake, await full_table(house))
    first = await house.rematch(ALI, old)
    await house.sit(ALI, first)
    await house.leave(ALI, first)
    second = await house.rematch(VELI, old)
    assert second.table != first.table
    assert (await house.rematch(ALI, old)).table == second.table


@pytest.mark.parametrize("number", [1, 2])
def test_who_had_black_has_white_then(number: int) -> None:
    family = families("services")["satranc"]
    options = family.game.meta.resolve({})
    state = family.game.apply(family.game.setup(Config(options)), Fate((number,)))
    view = family.game.view(state, None)
    table = finished("satranc", options, 2)
    next_one = again.places(family, table, view)
    assert next_one.options["colours"] == "host"
    assert next_one.order[0] == 1 - view.white, "seat 0 has White: on it sits who had Black"
    after = family.game.view(family.game.setup(Config(next_one.options)), None)
    assert (after.white, set(next_one.order)) == (0, {0, 1})


async def test_two_play_again_though_the_rules_of_their_match_are_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match that could not go on, and was broken up, is shown without its table."""
    family = families("services")["satranc"]
    table = finished("satranc", family.game.meta.resolve({}), 2)

    async def call(*_: object) -> object:
        return Contract(family).responses["GetMatch"]()

    monkeypatch.setattr(Peers, "call", call)
    view = await Matches(Peers(settings_in(tmp_path))).final_view(family, table, None)
    next_one = again.places(family, table, view)
    assert (next_one.options, next_one.order) == (table.options, (1, 0))


def test_at_a_table_of_four_everybody_keeps_his_seat() -> None:
    family = families("services")["batak"]
    options = family.game.meta.resolve({})
    assert again.places(family, finished("batak", options, 4), None).order == (0, 1, 2, 3)


def finished(family: str, options: dict[str, str], seats: int) -> Table:
    sat = tuple(Sitter(f"players/p{seat}", "", "", "", seat) for seat in range(seats))
    return Table(
        table="tables/old",
        request_id="r",
        family=family,
        options=options,
        seats=sat,
        creator="players/p0",
        owner="players/p0",
        status=Status.OVER,
        match="matches/m",
        commitment="",
        created_ms=0,
        touched_ms=0,
    )
