"""SIGKILL to every process of the house, again and again, under more than fifty live matches.

No acknowledged act is lost and none is doubled, whoever was shown a version finds it in the record, every match is
played to its end, every result is counted once, and the chance of every match verifies.
"""

import asyncio
import itertools
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from services.kernel.registry import families
from tests.chaos.audit import Audited, audit, summary
from tests.chaos.guest import Guest
from tests.chaos.matches import FEWEST, BotMatches, record_of, statistics_of, times_counted
from tests.chaos.players import play_on
from tests.chaos.trouble import EACH, KINDS, kill_everything
from tests.chaos.witness import Seen, until_done, watch
from tests.support.platform import Platform, running_platform

pytestmark = [pytest.mark.platform, pytest.mark.timeout(900)]

LIVE = 50  # bot matches at every kill, at least
PLAYERS = 8
WATCHED = 12
RUN_OUT_SECONDS = 180.0
SCORED_SECONDS = 90.0

SETTINGS = {
    "KIRAATHANE_BOT_PACE_MS": "0",
    "KIRAATHANE_WORKER_CONCURRENCY": "2",
    "KIRAATHANE_LOG_LEVEL": "warning",
    # Everybody here comes from one address.
    "KIRAATHANE_GATEWAY_CALLS_PER_ADDRESS": "100000",
    "KIRAATHANE_GATEWAY_BURST_PER_ADDRESS": "100000",
    "KIRAATHANE_GATEWAY_CALLS_PER_PLAYER": "10000",
    "KIRAATHANE_GATEWAY_BURST_PER_PLAYER": "10000",
}


@dataclass
class Aftermath:
    """What the storm left: the audits of all matches, how often each was counted, the league's games of each family,
    the kills."""

    audits: dict[str, Audited]
    counted: dict[str, int]
    games: Counter[str]
    killed: Counter[str]
    repeated_calls: int
    streams: int


@pytest.fixture(scope="module")
def aftermath() -> Aftermath:
    with running_platform(SETTINGS, worker=True) as platform:
        return asyncio.run(storm(platform))


async def storm(platform: Platform) -> Aftermath:
    guests = [await Guest.arrive(platform.gateway, f"Misafir {number}") for number in range(PLAYERS)]
    try:
        return await _storm(platform, guests)
    finally:
        await asyncio.gather(*(guest.leave() for guest in guests))


async def _storm(platform: Platform, guests: list[Guest]) -> Aftermath:
    matches, seen, over = BotMatches(guests, LIVE + 4), list[Seen](), asyncio.Event()
    await matches.fill()
    seen += [Seen(family, match) for family, match in watched(matches.all)]
    witnesses = [asyncio.create_task(watch(guests[n % PLAYERS], one)) for n, one in enumerate(seen)]
    witnesses += [
        asyncio.create_task(play_on(guest, n, seen, over, sorted(families()))) for n, guest in enumerate(guests)
    ]
    keeper = asyncio.create_task(matches.keep())
    try:
        killed = await kill_everything(platform, matches.live)
    finally:
        keeper.cancel()
        await asyncio.gather(keeper, return_exceptions=True)
    over.set()
    await matches.run_out(RUN_OUT_SECONDS)
    await until_done(witnesses, RUN_OUT_SECONDS)
    return await _looked_at(guests, matches.all, seen, killed)


def watched(matches: Mapping[str, str]) -> list[tuple[str, str]]:
    """Matches to watch, of each family in turn: family and name."""
    by_family = {slug: [name for name, of in matches.items() if of == slug] for slug in families()}
    rounds = itertools.zip_longest(*([(slug, name) for name in names] for slug, names in by_family.items()))
    return [one for turn in rounds for one in turn if one is not None][:WATCHED]


async def _looked_at(guests: list[Guest], bots: Mapping[str, str], seen: list[Seen], killed: Counter[str]) -> Aftermath:
    names = {**bots, **{one.match: one.family for one in seen}}
    counted: dict[str, int] = {}
    async with asyncio.timeout(SCORED_SECONDS):
        while len(counted) < len(names):
            for name in names:
                if name not in counted and (times := await times_counted(guests[0], name)):
                    counted[name] = times
            await asyncio.sleep(0.5)
    audits = {}
    for name, family in names.items():
        document = await record_of(guests[0], family, name)
        audits[name] = audit(document, [one for one in seen if one.match == name])
    rows = {slug: await statistics_of(guests[0], slug) for slug in families()}
    return Aftermath(
        audits=audits,
        counted=counted,
        games=Counter({slug: found[0].games for slug, found in rows.items() if found}),
        killed=killed,
        repeated_calls=sum(guest.again for guest in guests),
        streams=sum(one.streams for one in seen),
    )


def test_every_process_was_killed_often_enough(aftermath: Aftermath) -> None:
    assert aftermath.killed == Counter(dict.fromkeys(KINDS, EACH))
    print(
        summary(
            {
                "matches": Counter(found.family for found in aftermath.audits.values()),
                "acts": sum(found.acts for found in aftermath.audits.values()),
                "acknowledged": sum(found.acknowledged for found in aftermath.audits.values()),
                "views": sum(found.views for found in aftermath.audits.values()),
                "repeated_calls": aftermath.repeated_calls,
                "streams": aftermath.streams,
            }
        )
    )


def test_no_acknowledged_act_is_lost_or_doubled_and_all_chance_verifies(aftermath: Aftermath) -> None:
    problems = [problem for found in aftermath.audits.values() for problem in found.problems]
    assert problems == []
    assert sum(found.acknowledged for found in aftermath.audits.values()) > 100
    assert sum(found.views for found in aftermath.audits.values()) > 500


def test_every_result_is_counted_once(aftermath: Aftermath) -> None:
    assert set(aftermath.counted.values()) == {1}
    assert aftermath.counted.keys() == aftermath.audits.keys()
    played = Counter[str]()
    for found in aftermath.audits.values():
        played[found.family] += found.games
    assert aftermath.games == played


def test_every_family_was_played(aftermath: Aftermath) -> None:
    played = Counter(found.family for found in aftermath.audits.values())
    acknowledged = {found.family for found in aftermath.audits.values() if found.acknowledged}
    assert all(played[slug] >= FEWEST for slug in families())
    assert acknowledged == set(families())


def test_the_storm_was_felt(aftermath: Aftermath) -> None:
    """Otherwise it showed nothing: calls had to be repeated and streams taken up again."""
    assert aftermath.repeated_calls > 20
    assert aftermath.streams > len(aftermath.audits) // 10
