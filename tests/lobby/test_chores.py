"""What the lobby does by itself: interrupted starts are finished, tables that nobody uses are closed."""

from pathlib import Path

import grpc
import pytest

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from services.lobby import clock, service
from services.lobby.service import LobbyHosted, create
from services.runtime.settings import Settings
from tests.lobby.conftest import FakeTavla, Stub
from tests.lobby.house import ALI, House, full_table
from tests.support.serving import serving


async def test_a_start_that_was_cut_off_is_finished_without_anybody_asking(
    stub: Stub, hosted: LobbyHosted, settings: Settings, fake: FakeTavla, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(stub, settings)
    table = await full_table(house)
    fake.failures = [grpc.StatusCode.UNAVAILABLE] * 8
    with pytest.raises(grpc.aio.AioRpcError):
        await house.start(ALI, table)
    await hosted._finish_starts()
    assert fake.calls == 4, "it has only just begun"
    monkeypatch.setattr(service, "STUCK_SECONDS", -1)
    await hosted._finish_starts()  # the family is still away
    assert (await house.get(table)).status == pb.TABLE_STATUS_OPEN
    await hosted._finish_starts()
    assert (await house.get(table)).status == pb.TABLE_STATUS_STARTED
    assert len(fake.started) == 1


async def test_a_table_that_nobody_touches_is_closed_in_the_end(
    stub: Stub, hosted: LobbyHosted, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(stub, settings)
    old, now_ms = await house.create(ALI), clock.now_ms()
    await hosted._close_unused()
    assert (await house.get(old)).status == pb.TABLE_STATUS_OPEN
    monkeypatch.setattr(clock, "now_ms", lambda: now_ms + settings.table_idle_minutes * 60_000 + 1_000)
    used = await house.create(ALI)
    await hosted._close_unused()
    assert (await house.get(old)).status == pb.TABLE_STATUS_CLOSED
    assert (await house.get(used)).status == pb.TABLE_STATUS_OPEN


async def test_tables_outlive_the_process(settings: Settings, tmp_path: Path) -> None:
    async with serving(create(settings)) as channel:
        table = await House(Stub(channel), settings).create(ALI)
    async with serving(create(settings)) as channel:
        house = House(Stub(channel), settings)
        assert await house.get(table) == table
        await house.sit(ALI, table)
