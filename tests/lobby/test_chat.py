"""What is said at a table: heard by those who sit there, and by nobody else."""

import asyncio

import grpc
import pytest

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from services.lobby import blocks, chat, clock
from services.lobby.service import LobbyHosted
from tests.lobby.conftest import FakePlayers, FakeTavla
from tests.lobby.house import ALI, AYSE, VELI, House, full_table
from tests.lobby.news import watching
from tests.support.serving import as_service, new_request, refused

DENIED, EXHAUSTED = grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.RESOURCE_EXHAUSTED


async def say(house: House, player: str, table: pb.Table, text: str, request_id: str = "") -> pb.ChatLine:
    request = pb.SendChatRequest(table=table.table, request_id=request_id or new_request(), text=text)
    return (await house.stub.SendChat(request, metadata=house.metadata(player))).line


async def said(house: House, player: str, table: pb.Table, after: int = 0, size: int = 0) -> pb.ListChatResponse:
    request = pb.ListChatRequest(table=table.table, after=after, page_size=size)
    return await house.stub.ListChat(request, metadata=house.metadata(player))


async def mute(house: House, player: str, table: pb.Table, muted: bool = True) -> None:
    await house.stub.SetChat(pb.SetChatRequest(table=table.table, muted=muted), metadata=house.metadata(player))


def texts(answer: pb.ListChatResponse) -> list[str]:
    return [line.text for line in answer.lines]


async def test_those_at_the_table_hear_it_and_nobody_else(house: House) -> None:
    table = await full_table(house)
    async with (
        watching(house, ALI) as ali,
        watching(house, VELI) as veli,
        watching(house, AYSE, open_tables=True, tables=[table.table]) as other,
    ):
        line = await say(house, ALI, table, "  Günaydın!  ")
        assert (line.number, line.player, line.display_name, line.text) == (1, ALI, "Ali", "Günaydın!")
        assert await veli.line("Günaydın!") == line
        assert await ali.line("Günaydın!") == line, "on his other devices"
        await say(house, VELI, table, "Sana da")
        assert (await ali.line("Sana da")).number == 2
        assert "chat" not in other.kinds()
    for call in (say(house, AYSE, table, "ben de"), said(house, AYSE, table), mute(house, AYSE, table)):
        with refused(DENIED, "NOT_AT_TABLE"):
            await call
    with refused(DENIED, "NOT_AT_TABLE"):
        await said(house, AYSE, pb.Table(table="tables/nowhere"))


async def test_it_is_kept_and_comes_in_pages_also_after_the_match(house: House, fake: FakeTavla) -> None:
    table = await full_table(house)
    for number in range(4):
        await say(house, (ALI, VELI)[number % 2], table, f"satır {number}")
    await house.start(ALI, table)
    await say(house, ALI, table, "satır 4")
    fake.over.add(table.match)
    await house.rematch(ALI, table)
    first = await said(house, VELI, table, size=3)
    assert (texts(first), first.next_after) == (["satır 0", "satır 1", "satır 2"], 3)
    rest = await said(house, VELI, table, after=first.next_after, size=3)
    assert (texts(rest), rest.next_after) == (["satır 3", "satır 4"], 0)
    await say(house, VELI, table, "iyi oyundu")


async def test_the_same_request_is_said_once(house: House) -> None:
    table, request = await full_table(house), new_request()
    lines = await asyncio.gather(*(say(house, ALI, table, "bir kez", request) for _ in range(4)))
    assert len({line.number for line in lines}) == 1
    assert texts(await said(house, ALI, table)) == ["bir kez"]


async def test_many_who_speak_at_once_are_all_heard_in_one_order(house: House) -> None:
    table = await full_table(house)
    async with watching(house, ALI) as stream:
        await asyncio.gather(*(say(house, who, table, f"{who} {n}") for n in range(4) for who in (ALI, VELI)))
        kept = texts(await said(house, ALI, table))
        assert len(kept) == 8
        for text in kept:
            await stream.line(text)
        assert [item.chat.text for item in stream.got if item.HasField("chat")] == kept


async def test_nobody_talks_all_the_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await full_table(house)
    for number in range(chat.MOST_LINES):
        await say(house, ALI, table, f"{number}")
    with refused(EXHAUSTED, "CHAT_TOO_MUCH") as refusal:
        await say(house, ALI, table, "bir daha")
    assert 1 <= int(refusal.metadata["seconds"]) <= 10
    await say(house, VELI, table, "ben konuşurum")
    later = clock.now_ms() + chat.WITHIN_MS
    monkeypatch.setattr(clock, "now_ms", lambda: later)
    await say(house, ALI, table, "bir daha")


@pytest.mark.parametrize("text", [" ", "a\nb", "a\x00b", "sağdan\u202esola", "\ufeff", "x" * 301, "\u2066gizli\u2069"])
async def test_what_is_no_line_is_not_said(house: House, text: str) -> None:
    table = await full_table(house)
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "CHAT_MALFORMED"):
        await say(house, ALI, table, text)


def test_letters_are_kept_in_one_form() -> None:
    assert chat.spoken("c\u0327ay") == "çay"
    assert chat.spoken("👨\u200d👩\u200d👧 hep beraber") == "👨\u200d👩\u200d👧 hep beraber"
    assert len(chat.spoken("ğ" * 300)) == 300


async def test_who_does_not_want_to_hear_does_not_on_all_his_devices(house: House) -> None:
    table = await full_table(house)
    async with watching(house, VELI) as one, watching(house, VELI) as two, watching(house, ALI) as ali:
        await mute(house, VELI, table)
        await say(house, ALI, table, "duyulmaz")
        await ali.line("duyulmaz")
        assert (await said(house, VELI, table)).muted
        await mute(house, VELI, table, muted=False)
        await say(house, ALI, table, "duyulur")
        for stream in (one, two):
            await stream.line("duyulur")
            assert "duyulmaz" not in str(stream.got)
        assert not (await said(house, VELI, table)).muted


async def test_who_was_blocked_is_not_heard(house: House, known: FakePlayers, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await full_table(house)
    known.blocks = {(VELI, ALI)}
    later = clock.now_ms() + blocks.REMEMBERED_MS
    monkeypatch.setattr(clock, "now_ms", lambda: later)
    async with watching(house, ALI) as ali, watching(house, VELI) as veli:
        await say(house, ALI, table, "yok sayılan")
        await ali.line("yok sayılan")
        await say(house, VELI, table, "duyulan")
        await ali.line("duyulan")
        await veli.line("duyulan")
        assert "yok sayılan" not in str(veli.got)
    assert texts(await said(house, VELI, table)) == ["duyulan"]
    assert texts(await said(house, ALI, table)) == ["yok sayılan", "duyulan"]


async def test_at_a_tournaments_table_nobody_talks(house: House) -> None:
    seats = [pb.ReservedSeat(seat=0, player=ALI), pb.ReservedSeat(seat=1, player=VELI)]
    request = pb.CreateReservedTableRequest(request_id=new_request(), family="tavla", seats=seats, no_chat=True)
    table = (await house.stub.CreateReservedTable(request, metadata=as_service())).table
    assert table.no_chat
    await house.sit(ALI, table)
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "NO_CHAT"):
        await say(house, ALI, table, "işaret")
    await house.sit(VELI, await house.reserve(VELI, ALI))


def test_rules_that_allow_no_talk_are_the_familys_own() -> None:
    from services.kernel.registry import families

    meta = families("services")["okey"].game.meta
    assert meta.silent(meta.resolve({"okeyTable": "tournament"}))
    assert not meta.silent(meta.resolve({}))


async def test_old_lines_are_forgotten_and_never_logged(
    house: House, hosted: LobbyHosted, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await full_table(house)
    await say(house, ALI, table, "gizli-söz")
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "CHAT_MALFORMED"):
        await say(house, ALI, table, "gizli\nsöz")
    later = clock.now_ms() + 31 * 86_400_000
    monkeypatch.setattr(clock, "now_ms", lambda: later)
    await hosted._close_unused()
    assert await hosted._chats.lines(table.table, 0, 10) == []
    assert "gizli" not in capsys.readouterr().out
