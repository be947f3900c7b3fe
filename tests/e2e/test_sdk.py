"""The SDK against the real platform: nothing is missed, nothing counts twice, whatever dies in between."""

import asyncio
import random
from contextlib import aclosing

import msgspec
import pytest

from kiraathane.match.v1 import match_pb2
from kiraathane.tavla.v1 import tavla_pb2 as pb
from kiraathane_client import (
    Client,
    Match,
    NotYourTurn,
    Patience,
    PermissionDenied,
    Refused,
    StaleVersion,
    SyncClient,
    Unauthenticated,
)
from kiraathane_client.tavla import TAVLA
from services.kernel import record as records
from services.tavla import game
from tests.support.platform import Platform

pytestmark = [pytest.mark.platform, pytest.mark.timeout(280)]

SHORT = {"matchLength": "1", "tavlaVariant": "hiper"}
PATIENT = Patience(total=60.0, longest=1.0)
TavlaMatch = Match[pb.MatchUpdate, pb.TavlaAction]


async def two_people(platform: Platform, options: dict[str, str]) -> tuple[Client, Client, str]:
    """Two guests at a started table; the name of the match."""
    one, two = (Client(platform.gateway, patience=PATIENT) for _ in range(2))
    await one.sign_in_guest("Ayşe")
    await two.sign_in_guest("Barış")
    table = await one.lobby.sit(await one.lobby.create_table("tavla", options), 0)
    await two.lobby.sit(table, 1)
    return one, two, (await one.lobby.start(table)).match


async def play_seat(client: Client, name: str, seed: int) -> dict[int, pb.TavlaAction]:
    """Plays a seat by chance over `Sit` until the end; gives the acknowledged decisions by the version they made."""
    rng = random.Random(seed)
    match = client.match(TAVLA, name)
    acknowledged: dict[int, pb.TavlaAction] = {}
    last = 0
    async with match.sit() as seat:
        async for update in seat:
            assert update.info.version > last
            assert last == 0 or update.info.version == last + 1
            last = update.info.version
            while update.info.viewer_seat in update.info.due_seats and seat.version == update.info.version:
                legal = await match.legal_actions()
                choices = [action for action in legal.actions if not action.HasField("resign")]
                if legal.version != update.info.version or not choices:
                    break
                action = rng.choice(choices)
                try:
                    made = await seat.play(action, expected_version=legal.version)
                except StaleVersion:
                    break
                acknowledged[made.info.version] = action
    return acknowledged


async def kill_sometimes(platform: Platform, times: int) -> None:
    for _ in range(times):
        await asyncio.sleep(0.7)
        await asyncio.to_thread(platform.restart, "services")


async def test_two_people_play_while_the_service_is_killed(platform: Platform) -> None:
    one, two, name = await two_people(platform, {"matchLength": "3", "tavlaVariant": "hiper"})
    async with one, two:
        killer = asyncio.create_task(kill_sometimes(platform, 3))
        played = await asyncio.gather(play_seat(one, name, 1), play_seat(two, name, 2))
        await killer
        record = records.read((await one.match(TAVLA, name).record()).content)
    assert records.verify(record, game).ok
    acts = {commit.version: msgspec.json.decode(commit.events)[0] for commit in record.commits[1:]}
    acknowledged = {version: seat for seat, own in enumerate(played) for version in own}
    # Every acknowledged decision stands in the record at its version, once; a decision whose answer came after its
    # stream had died was acknowledged to nobody else.
    assert len(acknowledged) == sum(len(own) for own in played)
    for version, seat in acknowledged.items():
        assert (acts[version]["type"], acts[version]["seat"]) == ("act", seat)
    assert set(acknowledged) == set(acts)


async def test_a_watch_survives_everything_that_can_die(platform: Platform) -> None:
    async with Client(platform.gateway, patience=PATIENT) as client:
        await client.sign_in_guest()
        table = await client.lobby.create_table("tavla", {"matchLength": "1", "tavlaVariant": "hiper"})
        for _ in range(2):
            table = await client.lobby.add_bot(table, "kolay")
        name = (await client.lobby.start(table)).match
        versions: list[int] = []
        async with aclosing(client.match(TAVLA, name).watch()) as updates:
            async for update in updates:
                versions.append(update.info.version)
                if len(versions) in {3, 9}:
                    await asyncio.to_thread(platform.restart, "services")
                if len(versions) == 6:
                    await asyncio.to_thread(platform.restart, "gateway")
        assert versions == list(range(versions[0], versions[0] + len(versions)))
        assert update.info.status == match_pb2.MATCH_STATUS_FINISHED


async def test_a_watch_of_a_finished_match_is_its_last_version(platform: Platform) -> None:
    one, two, name = await two_people(platform, SHORT)
    async with one, two:
        await one.match(TAVLA, name).leave()
        seen = [update.info.status async for update in two.match(TAVLA, name).watch()]
        assert seen == [match_pb2.MATCH_STATUS_FINISHED]
        again = [update.info.status async for update in two.match(TAVLA, name).watch(after_version=1)]
        assert again[-1:] == [match_pb2.MATCH_STATUS_FINISHED]


async def test_what_is_not_allowed_is_told_by_its_own_exception(platform: Platform) -> None:
    one, two, name = await two_people(platform, SHORT)
    async with one, two, Client(platform.gateway) as stranger:
        matches = [client.match(TAVLA, name) for client in (one, two)]
        now = await matches[0].get()
        due = now.info.due_seats[0]
        legal = await matches[due].legal_actions()
        action = legal.actions[0]
        with pytest.raises(NotYourTurn) as not_mine:
            await matches[1 - due].play(action, expected_version=now.info.version)
        assert not_mine.value.sentence("tr") != not_mine.value.sentence("en")
        with pytest.raises(StaleVersion) as stale:
            await matches[due].play(action, expected_version=now.info.version + 5)
        assert stale.value.current_version == now.info.version
        backwards = pb.TavlaAction(play=pb.PlayTurn(moves=[pb.CheckerMove(**{"from": 1, "die": 6})]))
        with pytest.raises(Refused) as refused:
            await matches[due].play(backwards, expected_version=now.info.version)
        assert refused.value.clause
        with pytest.raises(Unauthenticated):
            await stranger.match(TAVLA, name).get()
        await stranger.sign_in_guest()
        with pytest.raises(PermissionDenied):
            await stranger.match(TAVLA, name).play(action, expected_version=now.info.version)
        assert (await matches[due].get()).info.version == now.info.version


async def test_the_nonce_of_a_seat_is_in_the_record(platform: Platform) -> None:
    one, two, name = await two_people(platform, SHORT)
    async with one, two:
        await one.match(TAVLA, name).leave()
        record = records.read((await two.match(TAVLA, name).record()).content)
        for seat, client in enumerate((one, two)):
            known = client.commitments.recall(name)
            assert known is not None
            assert known.commitment == record.commitment
            assert known.nonce == record.seats[seat].nonce != ""


def test_a_program_without_an_event_loop_plays_a_match(platform: Platform) -> None:
    with SyncClient(platform.gateway) as client:
        client.sign_in_guest("Deniz")
        table = client.lobby.sit(client.lobby.create_table("tavla", SHORT), 0)
        table = client.lobby.start(client.lobby.add_bot(table, "kolay"))
        match = client.match(TAVLA, table.match)
        with match.sit() as seat:
            for update in seat:
                if update.info.viewer_seat in update.info.due_seats:
                    legal = match.legal_actions()
                    if legal.version == update.info.version:
                        seat.play(legal.actions[0], expected_version=legal.version)
        assert update.info.status == match_pb2.MATCH_STATUS_FINISHED
        assert records.verify(records.read(match.record().content), game).ok
