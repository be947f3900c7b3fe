"""League points on the whole platform: people at one table of okey, and what becomes of their points (league.md 11)."""

import asyncio
import random

import pytest

from kiraathane.league.v1 import league_service_pb2 as pb
from kiraathane.match.v1 import match_pb2
from kiraathane_client import Client
from kiraathane_client.errors import KiraathaneError, NotFound, StaleVersion
from services.league.points import SeatEnd, Sitter, seat_points
from tests.support.platform import Platform

pytestmark = pytest.mark.platform
SECONDS = 120
TABLE = {"okeyGame": "101", "okeyHands": "1", "cezali": "off"}


async def seated(clients: list[Client], options: dict[str, str]) -> str:
    """A table of okey at which these people sit and whose match has begun; the match."""
    table = await clients[0].lobby.create_table("okey", options)
    for client in clients:
        table = await client.lobby.sit(table)
    return (await clients[0].lobby.start(table)).match


async def play(client: Client, match: str, rng: random.Random) -> None:
    """Any legal act whenever it is one's turn, until the match is over."""
    seat = client.match("okey", match)
    async for update in seat.watch():
        info = update.info
        if info.status != match_pb2.MATCH_STATUS_PLAYING or info.viewer_seat not in info.due_seats:
            continue
        legal = await seat.legal_actions()
        if legal.version == info.version and legal.actions:
            try:
                await seat.play(rng.choice(legal.actions), expected_version=info.version)
            except StaleVersion:
                continue


async def recorded(client: Client, match: str) -> pb.MatchResult:
    """The result of a match, when the league has it."""
    for _ in range(SECONDS * 5):
        try:
            return (await client.league.result(match)).result
        except NotFound:
            await asyncio.sleep(0.2)
    raise AssertionError(f"{match} was not recorded")


def due(result: pb.MatchResult) -> list[int]:
    """The points of every seat by its place (11.1)."""
    seats = [SeatEnd(place, team, (Sitter(str(team)),)) for team, place in enumerate(result.score.places)]
    return seat_points(1, seats)


async def test_places_give_points_and_leaving_costs_them_at_once(platform: Platform) -> None:
    clients = [Client(platform.gateway) for _ in range(4)]
    try:
        for number, client in enumerate(clients):
            await client.sign_in_guest(f"Oyuncu {number}")
        match = await seated(clients, TABLE)
        people = (play(client, match, random.Random(number)) for number, client in enumerate(clients))
        await asyncio.wait_for(asyncio.gather(*people), SECONDS)
        result = await recorded(clients[0], match)
        assert result.hands == 1
        points = [(await client.league.points()).rating for client in clients]
        assert points == due(result)
        for client, rating in zip(clients, points, strict=True):
            changes = [change async for change in client.league.points_changes()]
            assert [change.match for change in changes] == [match]
            assert sum(change.points for change in changes) == rating
            assert [one.match async for one in client.league.results()] == [match]

        # A second table: who leaves pays twice the hands at once, while the others play on.
        match = await seated(clients, {**TABLE, "okeyHands": "3"})
        leaver = clients[2]
        before = (await leaver.league.points()).rating
        await leaver.match("okey", match).leave()
        for _ in range(SECONDS * 5):
            now = await leaver.league.points()
            if now.leaves:
                break
            await asyncio.sleep(0.2)
        assert (now.rating, now.leaves) == (before - 6, 1)
        info = (await clients[0].match("okey", match).get()).info
        assert info.status == match_pb2.MATCH_STATUS_PLAYING
        with pytest.raises(KiraathaneError, match="NOT_SEATED"):
            await leaver.match("okey", match).legal_actions()
        change = await anext(leaver.league.points_changes())
        assert (change.cause, change.clause, change.points) == (pb.POINTS_CAUSE_LEFT, "11.6", -6)
    finally:
        for client in clients:
            await client.close()


async def test_the_third_leave_of_a_day_bans_and_says_why(platform: Platform) -> None:
    async with Client(platform.gateway) as ali, Client(platform.gateway) as veli:
        for client, name in ((ali, "Ali"), (veli, "Veli")):
            await client.sign_in_guest(name)
        for _ in range(3):
            table = await ali.lobby.create_table("batak", {})
            for client in (ali, veli):
                table = await client.lobby.sit(table)
            for _ in range(2):
                table = await ali.lobby.add_bot(table, "kolay")
            match = (await ali.lobby.start(table)).match
            await veli.match("batak", match).leave()
        for _ in range(SECONDS * 5):
            if await veli.moderation.ban() is not None:
                break
            await asyncio.sleep(0.2)
        (ban,) = await veli.moderation.sanctions()
        assert (ban.reason, ban.clause) == ("HABITUAL_LEAVER", "11.6")
        assert await ali.moderation.ban(ban.player) == ban.end_time
        table = await ali.lobby.create_table("batak", {})
        with pytest.raises(KiraathaneError, match="BANNED") as refusal:
            await veli.lobby.sit(table)
        assert "11.6" in refusal.value.sentence("tr")
        assert refusal.value.clause == "11.6"
