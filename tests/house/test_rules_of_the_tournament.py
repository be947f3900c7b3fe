"""The scenarios of tournament.md at a table (R1 to R43), through the gateway.

R23 and R25 are about encounters: see `test_tournaments`.
"""

import asyncio
import re
from collections.abc import AsyncIterator

import grpc.aio
import pytest

from kiraathane.okey.v1 import okey_pb2
from services.kernel.scenario import Scenario
from services.okey.wire_tiles import tile_to_proto
from tests.house.positions import Positions, of_the_rule_book
from tests.house.rulebook import AtTable
from tests.support.platform import Platform

pytestmark = pytest.mark.platform

ELSEWHERE = {"R19", "R21", "R23", "R25", "R27"}


@pytest.fixture
async def channel(platform: Platform) -> AsyncIterator[grpc.aio.Channel]:
    async with grpc.aio.insecure_channel(platform.gateway) as channel:
        yield channel


def named(scenario: Scenario) -> str:
    return re.sub(r"\W+", "-", scenario.scenario)[:60]


@pytest.mark.parametrize("scenario", of_the_rule_book(), ids=named)
async def test_it_comes_as_the_rule_book_says(
    scenario: Scenario, channel: grpc.aio.Channel, positions: Positions
) -> None:
    match = positions.match_of(scenario.scenario)
    await AtTable(channel, positions.settings, scenario.family, match).run(scenario)


def test_every_scenario_of_the_rule_book_is_here() -> None:
    here = {number for one in of_the_rule_book() for number in re.findall(r"^R\d+", one.scenario)}
    assert here | ELSEWHERE == {f"R{number}" for number in range(1, 44, 2)}


def piles(update: okey_pb2.MatchUpdate) -> list[tuple[int, int]]:
    """How high each pile is, and how many of its tiles are shown beside the top one."""
    return [(seat.pile, len(seat.discards)) for seat in update.view.seats]


async def test_r19_who_is_not_open_sees_the_top_tiles_alone(channel: grpc.aio.Channel, positions: Positions) -> None:
    table = AtTable(channel, positions.settings, "okey", positions.match_of("R19"))
    for seat in (None, 1, 3):
        assert piles(await table.see(seat)) == [(2, 0), (3, 0), (0, 0), (3, 0)]
    assert piles(await table.see(2)) == [(2, 2), (3, 3), (0, 0), (3, 3)], "a pair opener sees all"


async def test_r21_a_series_opener_sees_his_pile_once_he_has_discarded(
    channel: grpc.aio.Channel, positions: Positions
) -> None:
    table = AtTable(channel, positions.settings, "okey", positions.match_of("R21"))
    assert piles(await table.see(0))[0] == (2, 0)
    assert piles(await table.do(0, "draw"))[0] == (2, 0)
    assert piles(await table.do(0, "discard Y1"))[0] == (3, 3)
    assert piles(await table.see(1))[0] == (3, 0)


async def test_r27_a_false_okey_is_no_indicator(channel: grpc.aio.Channel, positions: Positions) -> None:
    table = AtTable(channel, positions.settings, "okey", positions.match_of("R27"))
    assert positions.indicator is not None
    for seat in range(4):
        seen = (await table.see(seat)).view
        assert seen.indicator == tile_to_proto(positions.indicator)
        assert not seen.indicator.false_okey


async def test_a_hand_in_which_all_four_open_with_pairs_is_void_and_dealt_again(
    channel: grpc.aio.Channel, positions: Positions
) -> None:
    """Rules 10.3: its fines too, by the same dealer, and it is not one of the eleven."""
    table = AtTable(channel, positions.settings, "okey", positions.match_of("void"))
    before = (await table.see(0)).view
    after = await table.do(0, "open pairs R1-R1+R2-R2+R3-R3+R4-R4+R5-R5")
    assert [(line.seat, line.points, line.reason) for line in after.info.score.ledger] == [
        (3, 101, "OKEY_DISCARD"),
        (3, -101, "HAND_VOID"),
    ]
    assert list(after.info.score.points) == [0, 0, 0, 0]
    assert (after.view.hand_number, after.view.starter) == (before.hand_number, before.starter)
    assert sorted(seat.tiles for seat in after.view.seats) == [21, 21, 21, 22]
    assert not any(seat.opened != okey_pb2.OPENED_NONE for seat in after.view.seats)


async def test_r41_of_a_claim_and_a_draw_at_one_moment_the_first_counts(
    channel: grpc.aio.Channel, positions: Positions
) -> None:
    match = positions.match_of("R41")
    claimer, drawer = (AtTable(channel, positions.settings, "okey", match) for _ in range(2))
    for table in (claimer, drawer):
        await table.see(1)
    claim, draw = await asyncio.gather(claimer.do(3, "claim R8"), drawer.do(1, "draw"), return_exceptions=True)
    assert not isinstance(draw, BaseException), "who draws is not kept from it"
    fines = [(line.seat, line.reason) for line in (await drawer.see(0)).info.score.ledger]
    if isinstance(claim, BaseException):
        assert fines == []
        assert (await drawer.refused(3, "claim R8")).reason == "TOO_LATE"
    else:
        assert fines == [(0, "ISLER_DISCARD")]
