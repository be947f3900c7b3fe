"""Two replicas play on while their stores fail: the database stands still or is stopped, Valkey loses all it had.

Whoever calls meanwhile is told UNAVAILABLE; afterwards all goes on by itself, and nothing that was acknowledged is lost
or doubled, nobody's time has run out, and each result is counted once. `make test` has the short form.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import grpc
import msgspec
import pytest

from tests.chaos.audit import Audited, audit, summary
from tests.chaos.guest import Guest, new_id
from tests.chaos.matches import record_of, seats_of, short_options, statistics_of, times_counted
from tests.chaos.players import choose_for, play_on
from tests.chaos.stores import DEADLINES, Stores, Told
from tests.chaos.witness import Seen, until_done, watch
from tests.support.platform import Platform, running_platform
from tests.support.postgres import NoPostgres, Postgres, running_postgres

pytestmark = [pytest.mark.platform, pytest.mark.timeout(400)]

HOSTED = ("players", "lobby", "league", "tavla", "pisti", "okey")
FAMILIES = HOSTED[3:]
PLAYERS = 6
BETWEEN_BOTS = 4
RECOVERED_SECONDS = 25.0
SCORED_SECONDS = 60.0
RUN_OUT_SECONDS = 60.0
PATIENT_SECONDS = 10
ABOUT = 2.5
"""Seconds: a pause is known to some heartbeats."""
LONGEST_ANSWER = 25.0
"""Seconds: waiting for the match's turn, a connection, and the answer of a store that gives none."""

SETTINGS = {
    "KIRAATHANE_BOT_PACE_MS": "0",
    "KIRAATHANE_WORKER_CONCURRENCY": "2",
    "KIRAATHANE_LOG_LEVEL": "warning",
    "KIRAATHANE_OPEN_TABLES_PER_PLAYER": "1000",
    "KIRAATHANE_GATEWAY_CALLS_PER_ADDRESS": "100000",
    "KIRAATHANE_GATEWAY_BURST_PER_ADDRESS": "100000",
    "KIRAATHANE_GATEWAY_CALLS_PER_PLAYER": "10000",
    "KIRAATHANE_GATEWAY_BURST_PER_PLAYER": "10000",
}


@dataclass(frozen=True)
class Form:
    """How long the database is away, standing still and stopped (0: not at all), and how often Valkey loses all."""

    frozen: float
    stopped: float
    flushes: int
    losses: int


@dataclass
class Aftermath:
    """What the storm left."""

    form: Form
    told: dict[str, list[Told]] = field(default_factory=dict)
    """What callers were told while the database was frozen, and while it was stopped."""
    recovered: dict[str, float] = field(default_factory=dict)
    """Seconds from each trouble's end until a player's act, a bot's, and (other matches') results were seen again."""
    away: dict[str, float] = field(default_factory=dict)
    """Seconds for which the database was away, by what it was, and how much later a deadline was then."""
    given_back: dict[str, float] = field(default_factory=dict)
    troubles: Counter[str] = field(default_factory=Counter)
    audits: list[Audited] = field(default_factory=list)
    counted: dict[str, int] = field(default_factory=dict)
    games: Counter[str] = field(default_factory=Counter)
    logs: str = ""


FORMS = [
    pytest.param(Form(frozen=6.0, stopped=0.0, flushes=0, losses=1), id="short"),
    pytest.param(Form(frozen=20.0, stopped=20.0, flushes=3, losses=3), id="long", marks=pytest.mark.deploy),
]


@pytest.fixture(scope="module", params=FORMS)
def aftermath(request: pytest.FixtureRequest) -> Iterator[Aftermath]:
    try:
        with running_postgres() as postgres:
            settings = {**SETTINGS, "KIRAATHANE_STORE": postgres.database()}
            with running_platform(settings, worker=True, replicas=2, only=HOSTED) as platform:
                yield asyncio.run(Storm(platform, postgres, request.param).rage())
    except NoPostgres as reason:
        pytest.skip(str(reason))


class Storm:
    """A house at play, and what befalls it."""

    def __init__(self, platform: Platform, postgres: Postgres, form: Form) -> None:
        self._platform = platform
        self._stores = Stores(platform, postgres)
        self._seen: list[Seen] = []
        self._bots: dict[str, str] = {}
        self._left: dict[str, str] = {}
        self._over = asyncio.Event()
        self.left = Aftermath(form)

    async def rage(self) -> Aftermath:
        self._guests = [await Guest.arrive(self._platform.gateway, f"Misafir {n}") for n in range(PLAYERS)]
        self._here = [Guest.beside(self._guests[0], self._platform.addresses[n]) for n in ("services", "services-2")]
        try:
            await self._play()
        finally:
            for guest in (*self._guests, *self._here):
                await guest.leave()
        logs = [self._platform.log(name, last=100_000) for name in ("services", "services-2", "worker")]
        self.left.logs = "\n".join(logs)
        return self.left

    async def _play(self) -> None:
        self._seen += [seen for n in range(BETWEEN_BOTS) for seen in await self._watched(n)]
        witnesses = [asyncio.create_task(watch(self._here[n % 2], seen)) for n, seen in enumerate(self._seen)]
        for number, guest in enumerate(self._guests):
            witnesses.append(asyncio.create_task(play_on(guest, number, self._seen, self._over, FAMILIES)))
        try:
            await self._troubles()
        finally:
            self._over.set()
        try:
            await until_done(witnesses, RUN_OUT_SECONDS)
        except TimeoutError:
            waiting = [(seen.match, seen.seat, seen.last, seen.due) for seen in self._seen if not seen.finished]
            raise TimeoutError(f"not at their end, by those who play or watch: {waiting}") from None
        await self._look()

    async def _watched(self, number: int) -> list[Seen]:
        """A match between bots, with a witness at each replica."""
        family = FAMILIES[number % len(FAMILIES)]
        options = short_options(family)
        match = await self._guests[0].table_of_bots(family, options, seats_of(family, options))
        self._bots[match] = family
        return [Seen(family, match), Seen(family, match)]

    async def _troubles(self) -> None:
        form = self.left.form
        await self._goes_on("the beginning")
        for name, seconds, frozen in (("frozen", form.frozen, True), ("stopped", form.stopped, False)):
            if seconds:
                await self._without_database(name, seconds, frozen)
                await self._goes_on(name)
        for step, times in ((self._stores.flush_valkey, form.flushes), (self._stores.lose_valkey, form.losses)):
            for _ in range(times):
                await asyncio.to_thread(step)
                await self._goes_on(step.__name__)

    async def _without_database(self, name: str, seconds: float, frozen: bool) -> None:
        guest = self._guests[1]
        patient = await Patient.sit_down(self._guests[0])
        left = await guest.table_against_bots("pisti", short_options("pisti"), 2, 0, nonce="left")
        self._left |= {patient.match: "tavla", left: "pisti"}
        self.left.told[name], self.left.away[name] = await self._stores.without_database(
            seconds, frozen=frozen, guest=guest, match=("pisti", left)
        )
        self.left.given_back[name] = await patient.play_after()
        await self._leave(guest, left)

    async def _leave(self, guest: Guest, match: str) -> None:
        """Leaves it, unless one of the calls that nobody answered has had its effect."""
        try:
            await guest.ask("pisti", "LeaveMatch", match=match, request_id=new_id())
        except grpc.aio.AioRpcError as error:
            if error.code() is not grpc.StatusCode.FAILED_PRECONDITION:
                raise

    async def _goes_on(self, after: str) -> None:
        """Waits until acts are acknowledged, bots play, and results are counted that were not before."""
        begun = monotonic()
        acts, known = self._acts(), await self._results()
        bots = await self._guests[0].table_of_bots("pisti", short_options("pisti"), 2)
        self._bots[bots] = "pisti"
        async with asyncio.timeout(RECOVERED_SECONDS):
            while self._acts() < acts + PLAYERS or await self._results() <= known or not await self._counted(bots):  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        self.left.recovered[after] = max(self.left.recovered.get(after, 0.0), round(monotonic() - begun, 1))

    def _acts(self) -> int:
        return sum(len(seen.acts) for seen in self._seen)

    async def _results(self) -> int:
        rows = [await statistics_of(self._guests[0], family) for family in FAMILIES]
        return sum(found[0].games for found in rows if found)

    async def _counted(self, match: str) -> int:
        return await times_counted(self._guests[0], match)

    async def _look(self) -> None:
        """Holds every match against those who saw it, and the league against the matches."""
        names = {**self._bots, **self._left, **{seen.match: seen.family for seen in self._seen}}
        end = monotonic() + SCORED_SECONDS
        while missing := names.keys() - self.left.counted.keys():
            assert monotonic() < end, f"not counted: {sorted(missing)}, left: {sorted(self._left)}"
            for name in missing:
                if times := await self._counted(name):
                    self.left.counted[name] = times
            await asyncio.sleep(0.2)
        for name, family in names.items():
            document = await record_of(self._guests[0], family, name)
            audited = audit(document, [seen for seen in self._seen if seen.match == name])
            if name in self._left:  # to leave is to be played for by the rules, and that is no problem here
                audited = msgspec.structs.replace(audited, problems=())
            self.left.audits.append(audited)
        rows = {family: await statistics_of(self._guests[0], family) for family in FAMILIES}
        self.left.games = Counter({family: found[0].games for family, found in rows.items() if found})
        for guest in (*self._guests, *self._here):
            self.left.troubles.update(guest.troubles)


class Patient:
    """Somebody whose time runs while the database is away."""

    def __init__(self, guest: Guest, match: str, first: Any) -> None:
        self._guest = guest
        self.match = match
        self._first = first

    @classmethod
    async def sit_down(cls, guest: Guest) -> "Patient":
        """Returns when he is to decide, within `PATIENT_SECONDS`."""
        options = {**short_options("tavla"), "turnSeconds": str(PATIENT_SECONDS)}
        match = await guest.table_against_bots("tavla", options, 2, 0, nonce="patience")
        async with asyncio.timeout(RECOVERED_SECONDS):
            while 0 not in (update := (await guest.ask("tavla", "GetMatch", match=match)).update).info.due_seats:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        return cls(guest, match, update)

    async def play_after(self) -> float:
        """Plays the decision that was due before; how much later its deadline had become, in seconds."""
        update = (await self._guest.ask("tavla", "GetMatch", match=self.match)).update
        for _ in range(20):  # the next heartbeat finds how long it was
            if update.info.deadline != self._first.info.deadline:
                break
            await asyncio.sleep(0.1)
            update = (await self._guest.ask("tavla", "GetMatch", match=self.match)).update
        assert update.info.version == self._first.info.version, "he lapsed"
        action = choose_for("tavla")(update)
        decision = {"expected_version": update.info.version, "request_id": new_id(), "action": action}
        answer = (await self._guest.ask("tavla", "Play", match=self.match, **decision)).update
        assert answer.info.version > update.info.version
        later = update.info.deadline.ToMilliseconds() - self._first.info.deadline.ToMilliseconds()
        await self._guest.ask("tavla", "LeaveMatch", match=self.match, request_id=new_id())
        return later / 1000


def test_who_calls_a_house_without_its_database_is_told_so_in_time(aftermath: Aftermath) -> None:
    for told in aftermath.told.values():
        assert {one.deadline for one in told} == set(DEADLINES)
        assert len(told) >= 24
        for one in told:
            expected = {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.OK, grpc.StatusCode.FAILED_PRECONDITION}
            if one.ended_before:
                expected = {grpc.StatusCode.UNAVAILABLE}
            if one.seconds > one.deadline - 0.1:  # the caller did not want to wait any longer
                expected |= {grpc.StatusCode.DEADLINE_EXCEEDED}
            assert one.code in expected, one
            assert one.seconds < min(one.deadline + 0.5, LONGEST_ANSWER), one
    # A database that is not there is found out at once; only one that stands still has to be waited for.
    assert all(one.seconds < 2 for one in aftermath.told.get("stopped", ()) if one.ended_before)


def test_nothing_that_befell_the_stores_was_a_bug_of_the_house(aftermath: Aftermath) -> None:
    assert not [line for line in aftermath.logs.splitlines() if '"fault"' in line or '"bot_given_up"' in line]
    assert {trouble.partition(":")[0] for trouble in aftermath.troubles} <= {"UNAVAILABLE", "DEADLINE_EXCEEDED"}
    assert aftermath.troubles.total() >= PLAYERS // 2


def test_all_goes_on_by_itself(aftermath: Aftermath) -> None:
    form = aftermath.form
    done = {"frozen": form.frozen, "stopped": form.stopped, "flush_valkey": form.flushes, "lose_valkey": form.losses}
    assert aftermath.recovered.keys() == {"the beginning", *(name for name, much in done.items() if much)}
    print(
        summary(
            {
                "recovered": aftermath.recovered,
                "given_back": aftermath.given_back,
                "matches": len(aftermath.audits),
                "acts": sum(found.acts for found in aftermath.audits),
                "acknowledged": sum(found.acknowledged for found in aftermath.audits),
                "views": sum(found.views for found in aftermath.audits),
                "repeated_calls": aftermath.troubles.total(),
            }
        )
    )


def test_the_time_without_the_database_is_given_back(aftermath: Aftermath) -> None:
    for name, found in aftermath.given_back.items():
        assert found == pytest.approx(aftermath.away[name], abs=ABOUT)


def test_nothing_acknowledged_is_lost_or_doubled_and_all_who_watch_see_the_same(aftermath: Aftermath) -> None:
    assert [problem for found in aftermath.audits for problem in found.problems] == []
    assert sum(found.acknowledged for found in aftermath.audits) > 100
    assert sum(found.views for found in aftermath.audits) > 200


def test_every_result_is_counted_once(aftermath: Aftermath) -> None:
    assert set(aftermath.counted.values()) == {1}
    played = Counter[str]()
    for found in aftermath.audits:
        played[found.family] += found.games
    assert aftermath.games == played
