"""Who is banned or suspended finds no seat; what he sits at already he plays to its end."""

import grpc
import pytest

from kiraathane.moderation.v1 import moderation_service_pb2 as pb
from kiraathane.moderation.v1.moderation_service_pb2_grpc import ModerationServiceStub
from services.runtime.settings import Settings
from tests.lobby.house import ALI, AYSE, VELI, House, full_table
from tests.support.serving import as_player, new_request, refused

FAILED = grpc.StatusCode.FAILED_PRECONDITION


async def suspend(settings: Settings, player: str) -> None:
    async with grpc.aio.insecure_channel(settings.peer_address) as channel:
        request = pb.SuspendPlayerRequest(request_id=new_request(), player=player, hours=1, reason="küfür")
        metadata = as_player(settings, "players/hakem", offices=("moderator",))
        await ModerationServiceStub(channel).SuspendPlayer(request, metadata=metadata)


async def test_who_is_suspended_sits_down_nowhere(house: House, settings: Settings) -> None:
    table, own = await house.create(VELI), await house.create(ALI)
    await house.sit(ALI, own)
    await suspend(settings, ALI)
    for call in (house.sit(ALI, table), house.quick(ALI)):
        with refused(FAILED, "SUSPENDED") as why:
            await call
        assert "küfür" in why.sentences["tr"]
    await house.sit(ALI, own)  # his own seat stays his


async def test_a_process_without_moderation_keeps_nobody_from_the_tables(
    house: House, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does one that cannot be reached: play goes before punishment."""
    monkeypatch.setattr("services.runtime.admission._CHECK", "/kiraathane.moderation.v1.NobodyHasThis/CheckAdmission")
    await house.sit(ALI, await house.create(VELI))


async def test_nor_at_a_table_of_his_own_nor_for_another(house: House, settings: Settings) -> None:
    own, running = await house.create(ALI), await full_table(house, VELI, AYSE)
    await house.start(VELI, running)
    await suspend(settings, ALI)
    for call in (house.sit(ALI, own), house.take_seat(ALI, running, 0)):
        with refused(FAILED, "SUSPENDED"):
            await call
