"""SIGKILL under load: what was acknowledged is there afterwards, byte for byte, and nothing is there twice."""

import asyncio
import contextlib
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest

from kiraathane.match.v1 import match_pb2
from services.kernel import record
from services.kernel.registry import Family
from services.runtime.settings import Settings
from tests.runtime.process import ROOT, Process
from tests.runtime.table import House
from tests.support.platform import free_address
from tests.support.reaper import Reaper
from tests.support.serving import new_request, refused, settings_in

pytestmark = pytest.mark.platform

MATCHES = 12
KILLS = 4
_AGAIN = frozenset({grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED})


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    address, http = free_address(), free_address()
    jwks = f"http://{http}/.well-known/jwks.json"
    return settings_in(tmp_path, LISTEN=address, HTTP_LISTEN=http, JWKS_URL=jwks)


@pytest.fixture
def process(settings: Settings, toy_paths: tuple[str, ...]) -> Iterator[Process]:
    with contextlib.closing(Reaper()) as reaper:
        made = Process(settings, toy_paths, reaper)
        made.start()
        yield made
        if made.process.poll() is None:
            made.kill()


class Player:
    """Plays one match against itself and writes down what it was acknowledged."""

    def __init__(self, house: House, match: str) -> None:
        self._house = house
        self.match = match
        self.acknowledged: list[tuple[Any, Any, Any]] = []
        """Who played, the request, and the answer."""

    async def play(self) -> None:
        """To the end of the match, whatever happens to the service; repeats each request until it is answered."""
        while (update := await self._insist(lambda: self._house.get(self.match))).info.due_seats:
            who = self._house.seats[update.info.due_seats[0]]
            legal = await self._insist(lambda who=who: self._house.legal(self.match, who))
            if legal.version != update.info.version:
                continue
            request = self._house.play_request(self.match, legal.actions[0].card, legal.version, new_request())
            answer = await self._insist(lambda who=who, request=request: self._house.stub.Play(request, metadata=who))
            self.acknowledged.append((who, request, answer))

    async def _insist(self, call: Any) -> Any:
        while True:
            try:
                return await call()
            except grpc.aio.AioRpcError as error:
                if error.code() not in _AGAIN:
                    raise
                await asyncio.sleep(0.05)


async def test_no_acknowledged_move_is_lost_and_none_is_doubled(
    settings: Settings, process: Process, toy: Family
) -> None:
    options = [("grpc.initial_reconnect_backoff_ms", 50), ("grpc.max_reconnect_backoff_ms", 200)]
    async with grpc.aio.insecure_channel(settings.listen, options=options) as channel:
        await asyncio.wait_for(channel.channel_ready(), 60)
        house = House(settings, None, channel, None)  # type: ignore[arg-type]  # it is hosted elsewhere
        players = [Player(house, await house.table(hands="9", turnSeconds="none")) for _ in range(MATCHES)]
        playing = asyncio.gather(*(player.play() for player in players))
        for _ in range(KILLS):
            await asyncio.sleep(random.uniform(0.2, 0.8))
            process.kill()
            process.start()
            await asyncio.wait_for(channel.channel_ready(), 60)
        await asyncio.wait_for(playing, 120)
        for player in players:
            versions = [answer.update.info.version for _, _, answer in player.acknowledged]
            assert versions == sorted(set(versions))
            for who, request, answer in random.sample(player.acknowledged, 5):
                assert await house.stub.Play(request, metadata=who) == answer
            written = record.read((await house.record(player.match)).content)
            assert record.verify(written, toy.game).problems == ()
            assert {commit.version for commit in written.commits} >= set(versions)
            assert len(written.commits) == 1 + len(versions), "a move was played that nobody was told of"


async def test_health_is_told_per_service_and_without_a_token(settings: Settings, process: Process) -> None:
    from grpc_health.v1 import health_pb2, health_pb2_grpc
    from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

    async with grpc.aio.insecure_channel(settings.listen) as channel:
        await asyncio.wait_for(channel.channel_ready(), 60)
        health = health_pb2_grpc.HealthStub(channel)
        for name in ("", "kiraathane.yuksek.v1.YuksekService", "kiraathane.players.v1.PlayersService"):
            answer = await health.Check(health_pb2.HealthCheckRequest(service=name))
            assert answer.status == health_pb2.HealthCheckResponse.SERVING
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await health.Check(health_pb2.HealthCheckRequest(service="nobody"))
        assert caught.value.code() == grpc.StatusCode.NOT_FOUND
        reflection = reflection_pb2_grpc.ServerReflectionStub(channel)
        listing = reflection.ServerReflectionInfo(iter([reflection_pb2.ServerReflectionRequest(list_services="")]))
        names = {service.name for service in (await listing.read()).list_services_response.service}
        assert "kiraathane.yuksek.v1.YuksekService" in names
        nonsense = channel.stream_stream("/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo")()
        with refused(grpc.StatusCode.INVALID_ARGUMENT, "MESSAGE_MALFORMED"):
            await nonsense.write(b"\xff\xff")
            await nonsense.read()
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await channel.unary_unary("/kiraathane.yuksek.v1.YuksekService/Cheat")(b"")
        assert caught.value.code() == grpc.StatusCode.UNIMPLEMENTED
    assert "Traceback" not in process.log()


async def test_sigterm_ends_the_process_and_its_streams_with_a_word(settings: Settings, process: Process) -> None:
    async with grpc.aio.insecure_channel(settings.listen) as channel:
        await asyncio.wait_for(channel.channel_ready(), 60)
        house = House(settings, None, channel, None)  # type: ignore[arg-type]
        match = await house.table()
        stream = house.watch(match)
        assert (await stream.read()).update.info.status == match_pb2.MATCH_STATUS_PLAYING
        ended = asyncio.create_task(asyncio.to_thread(process.end))
        assert (await stream.read()).resume.reason == "DRAINING"
        assert await stream.read() is grpc.aio.EOF
        assert await ended == 0
    assert "Traceback" not in process.log()


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"KIRAATHANE_LISTEN": "nowhere"}, "KIRAATHANE_LISTEN: an address is HOST:PORT"),
        ({"KIRAATHANE_STORE": "mysql://x"}, "KIRAATHANE_STORE: a store is sqlite:FOLDER or postgresql://"),
        ({"KIRAATHANE_STORE": "postgresql://127.0.0.1:9/x"}, "cannot be reached"),
    ],
)
def test_what_keeps_it_from_starting_is_said_in_one_sentence(
    tmp_path: Path, changed: dict[str, str], sentence: str
) -> None:
    environment = {
        **os.environ,
        "KIRAATHANE_LISTEN": "127.0.0.1:0",
        "KIRAATHANE_HTTP_LISTEN": "127.0.0.1:0",
        "KIRAATHANE_STORE": f"sqlite:{tmp_path}",
        "KIRAATHANE_HOUSE_KEY": str(tmp_path / "house.pem"),
        **changed,
    }
    ended = subprocess.run(
        (sys.executable, "-m", "services", "tavla"),
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 1
    assert sentence in ended.stderr
    assert "Traceback" not in ended.stderr
    assert len(ended.stderr.strip().splitlines()) == 1


def test_an_unknown_service_is_named(tmp_path: Path) -> None:
    ended = subprocess.run(
        (sys.executable, "-m", "services", "poker"), cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 1
    assert "no service poker; there are" in ended.stderr


async def test_two_processes_cannot_have_one_sqlite_store(settings: Settings, process: Process, tmp_path: Path) -> None:
    async with grpc.aio.insecure_channel(settings.listen) as channel:
        await asyncio.wait_for(channel.channel_ready(), 60)
        elsewhere = {"KIRAATHANE_LISTEN": "127.0.0.1:0", "KIRAATHANE_HTTP_LISTEN": "127.0.0.1:0"}
        environment = {**process._environment, **elsewhere}
        second = await asyncio.to_thread(
            subprocess.run,
            (sys.executable, "-m", "services", "yuksek"),
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert second.returncode == 1
    assert "another process has this store open" in second.stderr
