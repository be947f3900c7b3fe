"""What operators have: settings that speak, metrics that read 0 before anything happens, logs without secrets, thaw."""

import asyncio
import io
import json
import sys
import traceback
import urllib.error
import urllib.request
from pathlib import Path

import grpc
import pytest
import structlog
from prometheus_client import REGISTRY, generate_latest

from services.kernel.registry import Family, families
from services.runtime import settings as house_settings
from services.runtime import tally, thaw
from services.runtime.errors import Invalid
from services.runtime.rpc_log import RpcLog, write_out
from services.runtime.rpc_metrics import prepare
from services.runtime.settings import Settings, WrongSetting, load
from services.runtime.telemetry import HttpPort
from tests.runtime.conftest import OpenHouse
from tests.runtime.table import House, family_with, open_house

# -- settings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LISTEN", "localhost"),
        ("LISTEN", "127.0.0.1:http"),
        ("HTTP_LISTEN", "127.0.0.1:70000"),
        ("STORE", "sqlite:"),
        ("STORE", "mongodb://x"),
        ("STORE_TAVLA", "var/data"),
        ("VALKEY", "127.0.0.1:6379"),
        ("BROKER", "kafka://x"),
        ("BOT_PACE_MS", "soon"),
        ("BOT_PACE_MS", "-1"),
        ("DRAIN_SECONDS", "-3"),
        ("CACHED_MATCHES", "0"),
        ("MIGRATE_ON_START", "perhaps"),
        ("FAMILY_PACKAGES", " , "),
        ("LOG_LEVEL", "loud"),
    ],
)
def test_a_wrong_setting_is_named(name: str, value: str) -> None:
    with pytest.raises(WrongSetting) as caught:
        load({f"KIRAATHANE_{name}": value})
    assert f"KIRAATHANE_{name}" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_wrong_store_does_not_show_its_password() -> None:
    with pytest.raises(WrongSetting) as caught:
        load({"KIRAATHANE_STORE": "mysql://house:hunter2@db/x"})
    assert "hunter2" not in str(caught.value)


def test_a_service_may_have_a_store_of_its_own() -> None:
    told = load({"KIRAATHANE_STORE": "sqlite:here", "KIRAATHANE_STORE_TAVLA": "postgresql://db/tavla"})
    assert told.store_for("tavla") == "postgresql://db/tavla"
    assert told.store_for("league") == "sqlite:here"


def test_a_peer_may_have_an_address_of_its_own() -> None:
    told = load({"KIRAATHANE_PEER_ADDRESS": "dns:///{service}.house:50051"})
    assert told.peer("tavla") == "dns:///tavla.house:50051"


def test_every_setting_is_documented() -> None:
    documented = (Path(__file__).parent.parent.parent / "docs" / "architecture.md").read_text()
    for name in Settings.model_fields:
        if name != "stores":
            assert f"`{name.upper()}`" in documented, f"{name} is not in the table of settings"
    assert house_settings.PREFIX == "KIRAATHANE_"


# -- errors -----------------------------------------------------------------------------------------------------------


def test_an_error_fits_into_trailers_whatever_was_sent() -> None:
    detail = {"option": "x" * 100_000, "value": "ş" * 100_000, "allowed": "a" * 100_000}
    fields = tuple((f"options.{'y' * 50_000}{n}", "z" * 50_000) for n in range(100))
    message, trailing = Invalid("BAD_OPTION", detail, fields=fields).trailing()
    assert len(message.encode()) + sum(len(value) for _, value in trailing) < 8_000


async def test_a_detail_that_is_missing_does_not_break_a_refusal() -> None:
    assert Invalid("BAD_OPTION", {}).status().message


# -- metrics ----------------------------------------------------------------------------------------------------------


async def test_what_has_not_happened_yet_reads_zero(house: House) -> None:
    page = generate_latest(REGISTRY).decode()
    assert 'kiraathane_moves_total{family="yuksek",reason="NO_SUCH_CARD",result="refused"}' in page
    assert 'kiraathane_matches_finished_total{cause="LEFT",family="yuksek"}' in page
    assert 'kiraathane_watchers_dropped_total{family="yuksek",reason="TOO_SLOW"}' in page


def test_calls_of_a_service_that_nobody_has_called_yet_read_zero() -> None:
    families()["okey"].module("wire")  # loads its contract
    prepare("kiraathane.okey.v1.OkeyService")
    for method, kind in (("Play", "unary"), ("WatchMatch", "server_stream"), ("Sit", "bidi_stream")):
        labels = {"grpc_type": kind, "grpc_service": "kiraathane.okey.v1.OkeyService", "grpc_method": method}
        assert REGISTRY.get_sample_value("grpc_server_started_total", labels) is not None


def test_a_histogram_counts_each_bucket_with_those_below() -> None:
    histogram = tally.Histogram("test_spread_seconds", "For this test", ("family",), (0.1, 1.0))
    try:
        spread = histogram.labels("x")
        for value in (0.05, 0.1, 0.5, 7.0):
            spread.observe(value)

        def bucket(bound: str) -> float | None:
            return REGISTRY.get_sample_value("test_spread_seconds_bucket", {"family": "x", "le": bound})

        assert [bucket("0.1"), bucket("1.0"), bucket("+Inf")] == [2, 3, 4]
        assert REGISTRY.get_sample_value("test_spread_seconds_sum", {"family": "x"}) == pytest.approx(7.65)
        assert REGISTRY.get_sample_value("test_spread_seconds_count", {"family": "x"}) == 4
    finally:
        REGISTRY.unregister(histogram)


def test_the_http_port_tells_metrics_health_and_pages() -> None:
    port = HttpPort("127.0.0.1:0", {"/extra": lambda: ("text/plain", b"more")})
    port.open()
    try:

        def get(path: str) -> tuple[int, bytes]:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port.port}{path}", timeout=5) as answer:
                    return answer.status, answer.read()
            except urllib.error.HTTPError as error:
                with error:
                    return error.code, error.read()

        assert get("/healthz")[0] == 503
        port.ready = True
        assert get("/healthz") == (200, b"ok\n")
        assert get("/extra?x=1") == (200, b"more")
        assert get("/nothing")[0] == 404
        assert b"kiraathane_moves_total" in get("/metrics")[1]
    finally:
        port.close()


# -- logs -------------------------------------------------------------------------------------------------------------


class Lines:
    """Stands for standard output."""

    def __init__(self) -> None:
        self.buffer = io.BytesIO()


async def test_a_calls_line_reads_like_every_other_line(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = Lines()
    monkeypatch.setattr(sys, "stdout", lines)
    log = RpcLog()
    log.configure(fast=True)
    log.call("/kiraathane.yuksek.v1.YuksekService/Play", grpc.StatusCode.ABORTED, 0.012345)
    log.flush()
    line = json.loads(lines.buffer.getvalue())
    assert line.pop("timestamp").endswith("Z")
    assert line == {
        "method": "/kiraathane.yuksek.v1.YuksekService/Play",
        "code": "ABORTED",
        "ms": 12.35,
        "event": "rpc",
        "level": "info",
    }


async def test_no_log_line_and_no_metric_has_a_secret(opening: OpenHouse, toy: Family) -> None:
    def breaks(own: object, state: object, event: object) -> object:
        raise RuntimeError("on purpose")

    with structlog.testing.capture_logs() as lines:
        async with opening() as house:
            match, over = await house.table(), await house.table()
            await house.finish(over)
            opened = await house.hosted.journal.read(match.removeprefix("matches/"))
            assert opened is not None
            secret = opened.stored.creation.secret
        async with opening(family_with(toy, apply=breaks)) as house:
            assert (await house.get(match)).info.version == 1
    errors = [
        traceback.format_exception(line["exc_info"]) for line in lines if isinstance(line.get("exc_info"), Exception)
    ]
    told = repr(lines) + repr(errors) + generate_latest(REGISTRY).decode()
    assert "match_frozen" in told
    assert errors
    assert secret.hex() not in told
    assert repr(secret) not in told
    assert repr(secret)[2:-1] not in told


def test_a_log_that_cannot_be_written_breaks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = Lines()
    lines.buffer.close()
    monkeypatch.setattr(sys, "stdout", lines)
    write_out(b"nobody reads this\n")


async def test_old_tables_are_not_touched_where_that_is_not_wanted(settings: Settings, toy: Family) -> None:
    with pytest.raises(RuntimeError, match="older than this program"):
        async with open_house(settings.model_copy(update={"migrate_on_start": False}), toy):
            pass
    async with open_house(settings, toy):
        pass
    async with open_house(settings.model_copy(update={"migrate_on_start": False}), toy) as house:
        await house.table()


# -- thawing ----------------------------------------------------------------------------------------------------------


async def test_an_operator_thaws_a_frozen_match(
    opening: OpenHouse, settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with opening() as house:
        match = await house.table()
        assert await house.hosted.journal.freeze(match.removeprefix("matches/"), 1)
    told = {"KIRAATHANE_STORE": settings.store, "KIRAATHANE_FAMILY_PACKAGES": "services,toyhouse"}
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    assert await asyncio.to_thread(thaw.main, [match]) == 0
    assert await asyncio.to_thread(thaw.main, [match]) == 1
    assert await asyncio.to_thread(thaw.main, ["matches/poker-1"]) == 1
    assert await asyncio.to_thread(thaw.main, []) == 2
    said = capsys.readouterr()
    assert f"{match}: goes on" in said.out
    assert "is no match of a family" in said.err
    async with opening() as house:
        assert (await house.step(match)).info.version == 2
