"""Tables from their opening to their start, over gRPC."""

import asyncio
import itertools

import grpc
import pytest

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane.lobby.v1.lobby_service_pb2_grpc import LobbyServiceStub as Stub
from tests.lobby.conftest import FakeTavla
from tests.lobby.house import ALI, AYSE, VELI, House, full_table, players
from tests.support.serving import as_service, new_request, refused

FAILED, INVALID = grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.INVALID_ARGUMENT


async def test_a_new_table_has_every_option_and_the_hash_of_its_chance(house: House, fake: FakeTavla) -> None:
    table = await house.create(ALI, tavlaVariant="hapis")
    assert (table.owner, table.status, players(table)) == (ALI, pb.TABLE_STATUS_OPEN, ["", ""])
    assert table.options["tavlaVariant"] == "hapis"
    assert table.options["turnSeconds"] == "60"
    assert table.commitment == "c0ffee"
    assert [(table.match, dict(table.options))] == list(fake.created.values())
    assert await house.get(table) == table


async def test_the_same_request_opens_one_table(house: House, fake: FakeTavla) -> None:
    request = new_request()
    tables = await asyncio.gather(*(house.create(ALI, request) for _ in range(8)))
    assert all(table == tables[0] for table in tables)
    assert len(fake.created) == 1
    assert (await house.create(VELI, request)).table != tables[0].table


async def test_a_request_id_is_not_used_for_another_table(house: House) -> None:
    request = new_request()
    await house.create(ALI, request)
    with refused(INVALID, "REQUEST_ID_REUSED"):
        await house.create(ALI, request, tavlaVariant="hapis")


async def test_a_bad_option_is_named_with_what_it_can_be(house: House) -> None:
    with refused(INVALID, "BAD_OPTION") as refusal:
        await house.create(ALI, tavlaVariant="hızlı")
    assert refusal.metadata["option"] == "tavlaVariant"
    assert "standard" in refusal.metadata["allowed"]
    assert refusal.fields == ["options[tavlaVariant]"]
    with refused(INVALID, "OPTION_UNKNOWN") as refusal:
        await house.create(ALI, kapitan="evet")
    assert "tavlaVariant" in refusal.metadata["options"]


async def test_a_game_that_the_house_does_not_have(stub: Stub, house: House) -> None:
    request = pb.CreateTableRequest(request_id=new_request(), family="mangala")
    with refused(INVALID, "GAME_UNKNOWN") as refusal:
        await stub.CreateTable(request, metadata=house.metadata(ALI))
    assert "tavla" in refusal.metadata["families"]


async def test_a_player_has_only_so_many_open_tables(house: House) -> None:
    tables = [await house.create(ALI) for _ in range(3)]
    with refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_TABLES"):
        await house.create(ALI)
    await house.create(VELI)
    await house.leave(ALI, tables[0])
    await house.create(ALI)


async def test_the_first_who_sits_owns_the_table(house: House) -> None:
    table = await house.create(ALI)
    table = await house.sit(VELI, table, 1)
    assert (table.owner, players(table)) == (VELI, ["", VELI])
    table = await house.sit(ALI, table)
    assert (table.owner, players(table)) == (VELI, [ALI, VELI])
    assert [seat.display_name for seat in table.seats] == ["Ali", "Veli"]


async def test_sitting_down_twice_is_sitting_down_once(house: House) -> None:
    table = await house.create(ALI)
    first = await house.sit(ALI, table, 0)
    assert await house.sit(ALI, table, 0) == first
    assert await house.sit(ALI, table) == first


async def test_a_seat_is_taken_once_however_many_want_it(house: House) -> None:
    table = await house.create(ALI)
    everybody = [f"players/p{number}" for number in range(12)]
    outcomes = await asyncio.gather(*(house.sit(player, table) for player in everybody), return_exceptions=True)
    seated = [outcome for outcome in outcomes if isinstance(outcome, pb.Table)]
    assert len(seated) == 2
    now = await house.get(table)
    assert len(set(players(now))) == 2
    assert now.owner in players(now)
    with refused(FAILED, "TABLE_FULL"):
        await house.sit(AYSE, table)
    with refused(FAILED, "SEAT_TAKEN"):
        await house.sit(AYSE, table, 1)
    with refused(INVALID, "SEAT_UNKNOWN"):
        await house.sit(AYSE, table, 2)


async def test_when_the_owner_leaves_the_next_who_sat_down_owns_the_table(house: House) -> None:
    table = await house.create(ALI)
    await house.sit(ALI, table)
    await house.sit(VELI, table)
    table = await house.leave(ALI, table)
    assert (table.owner, players(table)) == (VELI, ["", VELI])
    assert await house.leave(ALI, table) == table


async def test_a_table_that_everybody_left_is_closed(house: House) -> None:
    table = await house.create(ALI)
    await house.sit(VELI, table)
    table = await house.leave(VELI, table)
    assert table.status == pb.TABLE_STATUS_CLOSED
    with refused(FAILED, "TABLE_CLOSED"):
        await house.sit(VELI, table)


async def test_only_who_owns_the_table_adds_bots_and_starts(house: House) -> None:
    table = await house.create(ALI)
    await house.sit(VELI, table)
    for call in (house.add_bot(ALI, table), house.start(ALI, table)):
        with refused(grpc.StatusCode.PERMISSION_DENIED, "OWNER_ONLY"):
            await call
    table = await house.add_bot(VELI, table, "kolay")
    assert players(table) == [VELI, "bot kolay"]
    assert table.seats[1].display_name == "Bot (kolay)"


async def test_a_bots_level_is_known_and_may_be_changed(house: House) -> None:
    table = await house.create(ALI)
    with refused(INVALID, "BOT_LEVEL_UNKNOWN") as refusal:
        await house.add_bot(ALI, table, "üstat")
    assert "usta" in refusal.metadata["levels"]
    await house.add_bot(ALI, table, "kolay", 1)
    assert players(await house.add_bot(ALI, table, "usta", 1)) == ["", "bot usta"]
    await house.sit(ALI, table, 0)
    with refused(FAILED, "SEAT_TAKEN"):
        await house.add_bot(ALI, table, "usta", 0)


async def test_a_bot_is_added_once_however_often_its_request_comes(house: House) -> None:
    table = await house.create(ALI)
    first, second = new_request(), new_request()
    for _ in range(2):
        there = await house.add_bot(ALI, table, "kolay", request_id=first)
    assert players(there) == ["bot kolay", ""]
    await house.add_bot(ALI, table, "usta", 0, request_id=second)
    assert players(await house.add_bot(ALI, table, "kolay", 0, request_id=first)) == ["bot usta", ""]


async def test_a_table_starts_when_every_seat_is_taken(house: House, fake: FakeTavla) -> None:
    table = await house.create(ALI)
    await house.sit(ALI, table, 0, nonce="tuz")
    with refused(FAILED, "SEATS_FREE") as refusal:
        await house.start(ALI, table)
    assert refusal.metadata["seats"] == "1"
    await house.add_bot(ALI, table, "usta")
    table = await house.start(ALI, table)
    assert table.status == pb.TABLE_STATUS_STARTED
    assert [(seat.player, seat.bot_level, seat.nonce) for seat in fake.assignments[table.match]] == [
        (ALI, "", "tuz"),
        ("", "usta", ""),
    ]


async def test_a_request_that_found_its_bot_there_adds_no_other(house: House) -> None:
    table = await house.create(ALI)
    await house.add_bot(ALI, table, "kolay", 0)
    request = new_request()
    for seat in (0, None):
        assert players(await house.add_bot(ALI, table, "kolay", seat, request_id=request)) == ["bot kolay", ""]


async def test_two_bots_play_for_who_opened_the_table_and_only_looks_on(house: House, fake: FakeTavla) -> None:
    table = await house.create(ALI)
    for level in ("kolay", "usta"):
        await house.add_bot(ALI, table, level)
    assert (await house.start(ALI, table)).status == pb.TABLE_STATUS_STARTED


async def test_starting_twice_gives_the_same_answer_and_starts_once(house: House, fake: FakeTavla) -> None:
    table = await full_table(house)
    answers = await asyncio.gather(*(house.start(ALI, table) for _ in range(6)))
    answers.append(await house.start(ALI, table))
    assert all(answer == answers[-1] for answer in answers)
    assert len(fake.started) == 1


async def test_nothing_at_the_table_changes_after_the_start(house: House) -> None:
    table = await full_table(house)
    started = await house.start(ALI, table)
    for call in (house.sit(AYSE, table), house.leave(VELI, table), house.add_bot(ALI, table, "kolay")):
        with refused(FAILED, "TABLE_STARTED"):
            await call
    assert await house.sit(VELI, table, nonce="geç") == started


async def test_no_nonce_is_shown_to_anybody(house: House) -> None:
    table = await house.create(ALI)
    shown = await house.sit(ALI, table, 0, nonce="very-secret")
    assert "very-secret" not in str(shown)
    assert "very-secret" not in str(await house.get(table))


async def test_a_player_may_choose_the_nonce_again_until_the_start(house: House, fake: FakeTavla) -> None:
    table = await house.create(ALI)
    for nonce in ("bir", "iki", ""):
        await house.sit(ALI, table, 0, nonce=nonce)
    await house.add_bot(ALI, table)
    await house.start(ALI, table)
    assert fake.assignments[table.match][0].nonce == "iki"


async def test_a_start_whose_answer_was_lost_is_finished_by_the_next(house: House, fake: FakeTavla) -> None:
    table = await full_table(house)
    fake.lost_answers = 4
    with refused(grpc.StatusCode.UNAVAILABLE, "GAME_UNAVAILABLE"):
        await house.start(ALI, table)
    with refused(FAILED, "TABLE_STARTED"):  # the seats stay as they were sent
        await house.leave(VELI, table)
    assert (await house.start(ALI, table)).status == pb.TABLE_STATUS_STARTED
    assert len(fake.started) == 1


async def test_a_family_that_is_away_for_a_moment_is_asked_again(house: House, fake: FakeTavla) -> None:
    table = await full_table(house)
    fake.failures = [grpc.StatusCode.UNAVAILABLE] * 2
    assert (await house.start(ALI, table)).status == pb.TABLE_STATUS_STARTED


async def test_a_start_that_the_family_refuses_leaves_the_table_open(house: House, fake: FakeTavla) -> None:
    table = await full_table(house)
    fake.failures = [grpc.StatusCode.FAILED_PRECONDITION]
    with pytest.raises(grpc.aio.AioRpcError):
        await house.start(ALI, table)
    assert (await house.get(table)).status == pb.TABLE_STATUS_OPEN
    assert (await house.start(ALI, table)).status == pb.TABLE_STATUS_STARTED


async def test_a_start_of_a_family_that_is_slow_ends_with_the_callers_time(house: House, fake: FakeTavla) -> None:
    table = await full_table(house)
    fake.waiting.clear()
    request = pb.StartTableRequest(table=table.table)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await house.stub.StartTable(request, metadata=house.metadata(ALI), timeout=1)
    assert caught.value.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)
    fake.waiting.set()
    assert (await house.start(ALI, table)).status == pb.TABLE_STATUS_STARTED


async def test_a_table_that_does_not_exist_is_not_found(house: House) -> None:
    nowhere = pb.Table(table="tables/nowhere")
    for call in (house.get(nowhere), house.sit(ALI, nowhere), house.leave(ALI, nowhere), house.start(ALI, nowhere)):
        with refused(grpc.StatusCode.NOT_FOUND, "TABLE_NOT_FOUND"):
            await call


async def test_callers_of_the_house_have_no_business_at_a_table(stub: Stub) -> None:
    with refused(grpc.StatusCode.PERMISSION_DENIED, "NOT_ALLOWED"):
        request = pb.CreateTableRequest(request_id=new_request(), family="tavla")
        await stub.CreateTable(request, metadata=as_service())


async def test_every_game_is_listed_without_a_token(stub: Stub) -> None:
    games = {game.family: game for game in (await stub.ListGames(pb.ListGamesRequest())).games}
    tavla = games["tavla"]
    assert tavla.service == "kiraathane.tavla.v1.TavlaService"
    assert (tavla.seats, list(tavla.bot_levels)) == (2, ["kolay", "orta", "usta"])
    options = {option.name: option for option in tavla.options}
    assert options["turnSeconds"].default_value == "60"
    assert all(option.labels.tr and option.labels.en and option.clause for option in tavla.options)
    assert list(games) == sorted(games)


async def test_open_tables_are_listed_newest_first_and_new_ones_shift_no_page(house: House, stub: Stub) -> None:
    owners = [f"players/o{number}" for number in range(4)]
    opened = [await house.create(owner) for owner, _ in itertools.product(owners, range(3))]
    expected = [table.table for table in reversed(opened)]

    async def page(token: str = "", family: str = "") -> pb.ListTablesResponse:
        request = pb.ListTablesRequest(page_size=5, page_token=token, family=family)
        return await stub.ListTables(request, metadata=house.metadata(AYSE))

    first = await page()
    newcomer = await house.create(AYSE)
    second = await page(first.next_page_token)
    third = await page(second.next_page_token)
    listed = [table.table for answer in (first, second, third) for table in answer.tables]
    assert sorted(listed, reverse=True) == sorted(expected, reverse=True)
    assert len(listed) == len(set(listed)) == 12
    assert [table.create_time.ToNanoseconds() for table in (*first.tables, *second.tables, *third.tables)] == sorted(
        (table.create_time.ToNanoseconds() for table in opened), reverse=True
    )
    assert third.next_page_token == ""
    assert newcomer.table in {table.table for table in (await page(family="tavla")).tables}


async def test_a_started_or_closed_table_is_not_listed(house: House, stub: Stub) -> None:
    started, closed = await full_table(house), await house.create(AYSE)
    await house.start(ALI, started)
    await house.leave(AYSE, closed)
    listed = await stub.ListTables(pb.ListTablesRequest(), metadata=house.metadata(AYSE))
    assert not listed.tables


@pytest.mark.parametrize(
    "token",
    ["x", "!!!!", "W10=", "WyJ0YXZsYSIsMSwidGFibGVzL3giXQ==", "WyIiLC0xLCIiXQ==", "WyIiLCAxLCAidGFibGVzL1x1MDAwMCJd"],
)
async def test_a_page_token_of_our_own_making_is_refused(house: House, stub: Stub, token: str) -> None:
    with refused(INVALID, "PAGE_TOKEN_BAD"):
        await stub.ListTables(pb.ListTablesRequest(page_token=token), metadata=house.metadata(AYSE))


@pytest.mark.parametrize("family", ["mangala", "\x00"])
async def test_tables_of_a_game_that_the_house_does_not_have(house: House, stub: Stub, family: str) -> None:
    with refused(INVALID, "GAME_UNKNOWN"):
        await stub.ListTables(pb.ListTablesRequest(family=family), metadata=house.metadata(AYSE))
