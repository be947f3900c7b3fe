"""Private tables: who knows the code comes in, and nobody else learns anything."""

import grpc
import pytest

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from services.lobby import clock, invitations
from tests.lobby.house import ALI, AYSE, VELI, House, players
from tests.support.serving import refused

DENIED = grpc.StatusCode.PERMISSION_DENIED


async def test_a_private_table_is_entered_with_its_code(house: House) -> None:
    table = await house.create(ALI, private=True)
    assert table.visibility == pb.VISIBILITY_PRIVATE
    assert len(table.invite_code) == invitations.LENGTH
    assert await house.list() == []
    for call in (house.get(table, VELI), house.sit(VELI, table), house.sit(VELI, table, code="WRONG123")):
        with refused(DENIED, "INVITE_NEEDED"):
            await call
    shown = await house.get(table, VELI, code=table.invite_code)
    assert shown.table == table.table
    assert shown.invite_code == "", "who only looks gets no code to hand on"
    seated = await house.sit(VELI, table, code=f" {table.invite_code[:4]}-{table.invite_code[4:].lower()} ")
    assert (players(seated), seated.invite_code) == ([VELI, ""], table.invite_code)
    assert (await house.sit(VELI, table, 1)).seats[1].player == VELI
    assert (await house.get(table, VELI)).invite_code == table.invite_code


async def test_a_code_leads_to_its_table(house: House) -> None:
    table = await house.create(ALI, private=True)
    assert (await house.find(VELI, table.invite_code.lower())).table == table.table
    with refused(grpc.StatusCode.NOT_FOUND, "INVITE_UNKNOWN"):
        await house.find(VELI, "00000000")
    await house.leave(ALI, table)
    with refused(grpc.StatusCode.NOT_FOUND, "INVITE_UNKNOWN"):
        await house.find(VELI, table.invite_code)


async def test_who_was_sent_away_is_told_nothing_more(house: House) -> None:
    table = await house.create(ALI, private=True)
    await house.sit(ALI, table)
    await house.sit(VELI, table, code=table.invite_code)
    await house.kick(ALI, table, VELI)
    with refused(DENIED, "INVITE_NEEDED"):
        await house.get(table, VELI)
    for call in (
        house.sit(VELI, table, code=table.invite_code),
        house.get(table, VELI, code=table.invite_code),
        house.find(VELI, table.invite_code),
    ):
        with refused(DENIED, "KICKED"):
            await call


async def test_codes_are_not_guessed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await house.create(ALI, private=True)
    for number in range(invitations.MOST_GUESSES):
        if number % 2:
            with refused(DENIED, "INVITE_NEEDED"):
                await house.sit(VELI, table, code=f"WRONG{number:03}")
        else:
            with refused(grpc.StatusCode.NOT_FOUND, "INVITE_UNKNOWN"):
                await house.find(VELI, f"WRONG{number:03}")
    for call in (house.sit(VELI, table, code=table.invite_code), house.find(VELI, table.invite_code)):
        with refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_CODES"):
            await call
    assert (await house.find(AYSE, table.invite_code)).table == table.table
    later = clock.now_ms() + invitations.GUESSES_SECONDS * 1000
    monkeypatch.setattr(clock, "now_ms", lambda: later)
    assert (await house.sit(VELI, table, code=table.invite_code)).table == table.table


def test_a_code_is_read_as_it_was_meant() -> None:
    assert invitations.read_code("ol1i-ABCD") == "0111ABCD"
    assert {invitations.read_code(invitations.new_code()) != "" for _ in range(50)} == {True}
    assert all(invitations.read_code(code) == code for code in (invitations.new_code() for _ in range(200)))
