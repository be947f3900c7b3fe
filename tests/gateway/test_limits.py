"""Limits at the door: a flood is answered with a type, and harms nobody else."""

import contextlib
from collections import Counter
from collections.abc import Iterator

import grpc
import pytest

from kiraathane.players.v1 import players_service_pb2 as pb
from kiraathane.players.v1.players_service_pb2_grpc import PlayersServiceStub
from tests.gateway.door import ME, PLAYERS, Door, bearer, outcome_of
from tests.support.platform import Platform, free_address

pytestmark = pytest.mark.platform

PER_PLAYER, PER_ADDRESS, PER_VERB = 30, 150, 3


@pytest.fixture
def tight(platform: Platform) -> Iterator[Door]:
    """Another gateway to the same services, with limits that a test can reach."""
    with gateway(
        platform,
        GATEWAY_CALLS_PER_PLAYER="1",
        GATEWAY_BURST_PER_PLAYER=str(PER_PLAYER),
        GATEWAY_CALLS_PER_ADDRESS="1",
        GATEWAY_BURST_PER_ADDRESS=str(PER_ADDRESS),
        GATEWAY_LIMITS=f"ListBlocks={PER_VERB}/600,GetKeys={PER_VERB}/600",
    ) as door:
        yield door


@contextlib.contextmanager
def gateway(platform: Platform, **settings: str) -> Iterator[Door]:
    address = free_address()
    platform.add(
        "gateway-tight",
        "gateway",
        address,
        GATEWAY_LISTEN=address,
        GATEWAY_ADMIN=free_address(),
        GATEWAY_BOOTSTRAP=str(platform.home / "run" / "tight.json"),
        **settings,
    )
    platform.start("gateway-tight")
    platform.wait_ready("gateway-tight")
    with grpc.insecure_channel(address) as channel:
        yield Door(platform, channel, "gateway-tight")
    platform.kill("gateway-tight")


def flood(door: Door, calls: int, *metadata: tuple[str, str]) -> Counter[grpc.StatusCode]:
    stub = PlayersServiceStub(door.channel)
    futures = [stub.GetPlayer.future(ME, metadata=metadata, timeout=20) for _ in range(calls)]
    codes: Counter[grpc.StatusCode] = Counter()
    for future in futures:
        codes[future.code()] += 1
        if future.code() is grpc.StatusCode.RESOURCE_EXHAUSTED:
            refused = outcome_of(future)
            assert (refused.reason, refused.languages) == ("TOO_MANY_CALLS", ("tr", "en"))
    return codes


def sign_in(door: Door) -> tuple[str, str]:
    session = PlayersServiceStub(door.channel).SignInGuest(pb.SignInGuestRequest(), timeout=5).session
    return bearer(session.access_token)


def test_a_flood_is_told_to_wait_and_other_players_are_not(tight: Door) -> None:
    loud, quiet = sign_in(tight), sign_in(tight)
    codes = flood(tight, 2 * PER_PLAYER, loud)
    assert set(codes) == {grpc.StatusCode.OK, grpc.StatusCode.RESOURCE_EXHAUSTED}
    assert PER_PLAYER <= codes[grpc.StatusCode.OK] <= PER_PLAYER + 5
    assert tight.me(quiet).code is grpc.StatusCode.OK


def test_a_player_is_counted_as_himself_whatever_header_he_forges(tight: Door) -> None:
    loud = sign_in(tight)
    flood(tight, 2 * PER_PLAYER, loud)
    refused = tight.me(loud, ("x-kiraathane-player", "players/nobody"))
    assert refused.reason == "TOO_MANY_CALLS"


def test_an_address_is_limited_before_its_tokens_are_looked_at(tight: Door) -> None:
    codes = flood(tight, 2 * PER_ADDRESS, bearer("nonsense"))
    assert set(codes) == {grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.RESOURCE_EXHAUSTED}
    assert codes[grpc.StatusCode.UNAUTHENTICATED] <= PER_ADDRESS + 5


def test_an_address_is_counted_as_itself_whatever_header_it_forges(tight: Door) -> None:
    flood(tight, 2 * PER_ADDRESS)
    assert tight.me(("x-forwarded-for", "203.0.113.7")).reason == "TOO_MANY_CALLS"


def test_of_ipv6_the_network_is_counted(platform: Platform) -> None:
    """2001:db8::/64 is one caller's, however many addresses he has in it; another network is another's."""
    with gateway(platform, GATEWAY_TRUSTED_HOPS="1", GATEWAY_LIMITS=f"GetKeys={PER_VERB}/600") as door:
        keys = PlayersServiceStub(door.channel).GetKeys.future

        def asked(address: str) -> str:
            return outcome_of(keys(pb.GetKeysRequest(), metadata=[("x-forwarded-for", address)], timeout=5)).reason

        assert [asked(f"2001:db8::{n}") for n in range(PER_VERB + 1)] == [*PER_VERB * [""], "TOO_MANY_CALLS"]
        assert [asked(address) for address in ("2001:db8:0:1::1", "203.0.113.1")] == ["", ""]
        assert [asked(f"203.0.114.{n}") for n in range(PER_VERB + 1)] == (PER_VERB + 1) * [""]


def test_a_browser_is_told_so_too(tight: Door) -> None:
    flood(tight, 2 * PER_ADDRESS)
    assert tight.web(PLAYERS + "GetKeys", b"").trailers["grpc-status"] == "8"


def test_a_verb_is_limited_by_itself_for_each_player(tight: Door) -> None:
    loud, quiet = sign_in(tight), sign_in(tight)
    codes = [tight.call(PLAYERS + "ListBlocks", b"", loud).code for _ in range(PER_VERB + 2)]
    assert codes == [grpc.StatusCode.OK] * PER_VERB + [grpc.StatusCode.RESOURCE_EXHAUSTED] * 2
    assert tight.me(loud).code is grpc.StatusCode.OK
    assert tight.call(PLAYERS + "ListBlocks", b"", quiet).code is grpc.StatusCode.OK


def test_a_verb_that_needs_no_token_is_limited_by_address(tight: Door) -> None:
    someone = sign_in(tight)
    codes = [tight.call(PLAYERS + "GetKeys", b"", *who).code for who in [(), (someone,), (), (someone,)]]
    assert codes == [grpc.StatusCode.OK] * PER_VERB + [grpc.StatusCode.RESOURCE_EXHAUSTED]
