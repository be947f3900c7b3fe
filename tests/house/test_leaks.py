"""Nobody is sent what he may not see: every byte of the real streams, of every family, looked at afterwards.

Players, one who comes back, one who left or dropped and was replaced, his substitute before and after, a spectator; the
lobby's streams, and what is said at the table.
"""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from kiraathane.lobby.v1 import lobby_service_pb2 as lobby_pb
from kiraathane.match.v1 import match_pb2
from kiraathane_client.contract import Contract
from kiraathane_client.errors import PermissionDenied, Refused, StaleVersion
from services.kernel.meta import Absence
from services.kernel.registry import families
from tests.chaos.matches import short_options
from tests.conformance.play import likely
from tests.house import house_time
from tests.house.ears import Ears, Heard, parsed
from tests.house.people import Guest, Guests, seated, until
from tests.house.worlds import Truth
from tests.support.platform import Platform

pytestmark = [pytest.mark.platform, pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(120)]

FAMILIES = sorted(families())
REPLACING = [slug for slug in FAMILIES if families()[slug].game.meta.absence is Absence.STAND_IN]
DROPPING = ("batak", "ellibir")
"""Where the one who is replaced has lost his line; elsewhere he leaves."""
MELDING = ("okey", "ellibir")
"""Where the house answers questions about one's own hand."""
DELAY_MS = 2_000
ACTS = 10
BEFORE, AFTER = "yalnız masadakilere: önce", "yalnız masadakilere: sonra"


class Looked(msgspec.Struct, frozen=True):
    """A match that is over, with everything that anybody was sent. `ears`: by seat, then "spectator", "substitute"."""

    truth: Truth
    ears: dict[str, Ears]
    replaced_at: int

    @property
    def heard(self) -> list[Heard]:
        return [one for ears in self.ears.values() for one in ears.heard]

    def updates(self, who: str) -> list[Any]:
        contract: Contract[Any, Any] = Contract(self.truth.family.slug)
        return [parsed(contract, one) for one in self.ears[who].heard]


class Evening:
    """A table of a family, its people, and those around it."""

    def __init__(self, platform: Platform, guests: Guests, family: str) -> None:
        self._platform = platform
        self._guests = guests
        self._family = family
        self._game = families()[family].game
        self._wire = families()[family].module("wire")
        self._rng = random.Random(family)
        self._replaced = False
        self.ears: dict[str, Ears] = {}

    async def play(self) -> Looked:
        options = short_options(self._family)
        count = self._game.meta.seats_for(options)
        people = await self._guests.come(*(f"Oyuncu {seat}" for seat in range(count)))
        spectator, substitute = await self._guests.come("Seyirci", "Yedek")
        self._table, self._match = await seated(people, self._family, options)
        around = {**{str(seat): guest for seat, guest in enumerate(people)}, "spectator": spectator}
        for who, guest in {**around, "substitute": substitute}.items():
            self.ears[who] = Ears(self._platform.gateway, guest, self._family, self._match)
            await self.ears[who].watch_lobby()
            await (self.ears[who].sit() if who.isdecimal() else self.ears[who].watch())
        await self._say(people[0], BEFORE)
        await self._acts(ACTS)
        await self._comes_back("0")
        await self._acts(ACTS)
        replaced_at = await self._replace() if self._family in REPLACING else 0
        await self._acts(ACTS)
        await self._end(people)
        return Looked(Truth(self._platform.home, self._family, self._match), self.ears, replaced_at)

    async def _say(self, guest: Guest, text: str) -> None:
        lobby = guest.client.lobby
        await lobby.say(await lobby.table(self._table), text)

    async def _acts(self, count: int) -> None:
        """So many acts by whoever is due; a stand-in acts for himself."""
        for _ in range(count):
            info = (await self.ears["0"].look()).info
            if info.status == match_pb2.MATCH_STATUS_FINISHED:
                return
            mine = [seat for seat in info.due_seats if not info.seats[seat].stand_in]
            if mine:
                await self._act(self._rng.choice(mine))
            else:
                await asyncio.sleep(0.05)

    async def _act(self, seat: int) -> None:
        match = self._holder(seat).client.match(self._family, self._match)
        legal = await match.legal_actions()
        actions = [self._wire.action_from_proto(action) for action in legal.actions]
        if actions:
            action = self._rng.choice(likely(self._game, actions, self._rng) or actions)
            try:
                await match.play(self._wire.action_to_proto(action), expected_version=legal.version)
            except StaleVersion:
                return

    def _holder(self, seat: int) -> Guest:
        return self.ears["substitute" if seat == 1 and self._replaced else str(seat)].guest

    async def _comes_back(self, who: str) -> None:
        """His lines are lost; he is told what he has missed."""
        ears = self.ears[who]
        await ears.drop("Sit", "WatchLobby")
        await self._acts(3)
        await ears.sit(after=ears.version)
        await ears.watch_lobby()

    async def _replace(self) -> int:
        """Seat 1 is left, or its line lost, and the substitute sits down; who had it looks in again. The version."""
        gone, substitute = self.ears["1"], self.ears["substitute"]
        if self._family in DROPPING:
            await gone.drop("Sit", "WatchLobby")
            await house_time.missed(self._platform, self._family, self._match, 1)
            await house_time.goes_by(self._platform, self._family, 125)
            await until(self._is_away)
        else:
            await gone.guest.client.match(self._family, self._match).leave()
        await self._acts(3)
        lobby = substitute.guest.client.lobby
        await lobby.take_seat(await lobby.table(self._table), 1)
        self._replaced = True
        version = int((await substitute.look()).info.version)
        await substitute.sit()
        await gone.look()
        if self._family in DROPPING:
            await gone.watch_lobby()
            await gone.sit(after=gone.version)
        else:
            await gone.watch()
        await self._say(substitute.guest, AFTER)
        await self._acts(3)
        await gone.look()
        await self._asks_in_vain(gone.guest)
        return version

    async def _asks_in_vain(self, guest: Guest) -> None:
        """Who was replaced is told nothing of what could be done with the hand."""
        match = guest.client.match(self._family, self._match)
        asked = [match.legal_actions(), *([match.ask("SuggestMelds")] if self._family in MELDING else [])]
        for question in asked:
            with pytest.raises(PermissionDenied, match="NOT_SEATED"):
                await question

    async def _is_away(self) -> bool:
        seats = (await self.ears["0"].look()).info.seats
        return bool(seats[1].presence == match_pb2.PRESENCE_AWAY)

    async def _end(self, people: list[Guest]) -> None:
        """Spectators see what has been played so far; then everybody goes home."""
        await asyncio.sleep(DELAY_MS / 1000 + 0.3)
        await self.ears["spectator"].look()
        for ears in self.ears.values():
            await ears.close()
        for seat in range(len(people)):
            with contextlib.suppress(Refused):  # it may be over
                await self._holder(seat).client.match(self._family, self._match).leave()


class Evenings:
    """All families' evenings at the same time."""

    def __init__(self, platform: Platform) -> None:
        self._guests = Guests(platform.gateway)
        self._told = {
            family: asyncio.ensure_future(Evening(platform, self._guests, family).play()) for family in FAMILIES
        }

    async def of(self, family: str) -> Looked:
        return await self._told[family]

    async def close(self) -> None:
        for task in self._told.values():
            task.cancel()
        await asyncio.gather(*self._told.values(), return_exceptions=True)
        await self._guests.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def evenings(platform: Platform) -> AsyncIterator[Evenings]:
    evenings = Evenings(platform)
    yield evenings
    await evenings.close()


every_family = pytest.mark.parametrize("family", FAMILIES)
where_seats_are_taken_over = pytest.mark.parametrize("family", REPLACING)


@every_family
async def test_what_is_sent_is_what_would_be_sent_in_another_world(evenings: Evenings, family: str) -> None:
    looked = await evenings.of(family)
    for who in looked.ears:
        updates = [update for update in looked.updates(who) if update.HasField("view")]
        assert len(updates) > 3, who
        for update in updates:
            looked.truth.shows_nothing_hidden(update)
    assert bool(looked.truth.differed) == looked.truth.hidden, "worlds that are all the same show nothing"


@every_family
async def test_everybody_sees_with_his_own_eyes(evenings: Evenings, family: str) -> None:
    looked = await evenings.of(family)
    for who, ears in looked.ears.items():
        for update in looked.updates(who):
            if update.info.HasField("viewer_seat"):
                assert update.info.viewer_seat == looked.truth.seat_of(ears.guest.player, update.info.version)


@every_family
async def test_no_line_names_the_secret_or_what_anybody_added_to_it(evenings: Evenings, family: str) -> None:
    looked = await evenings.of(family)
    assert len(looked.truth.secret) == 32
    assert len(looked.truth.nonces) >= 2
    for one in looked.heard:
        assert looked.truth.names_no_secret(one.data), one.method
    for ears in looked.ears.values():
        assert ears.lobby
        assert all(looked.truth.names_no_secret(data) for data in ears.lobby)


@every_family
async def test_without_a_seat_a_hidden_game_is_seen_late_and_an_open_one_at_once(
    evenings: Evenings, family: str
) -> None:
    looked = await evenings.of(family)
    seen = 0
    for who, ears in looked.ears.items():
        for one, update in zip(ears.heard, looked.updates(who), strict=True):
            version = update.info.version
            if not version or update.info.HasField("viewer_seat"):
                continue
            leaves = version in looked.truth.left and who == "1"  # he is told so at once
            if looked.truth.hidden and not leaves:
                assert one.at_ms >= looked.truth.at_ms[version] + DELAY_MS - 20, (who, version)
            seen += 1
    assert seen > ACTS, "and it is seen"
    if not looked.truth.hidden:
        stream = [one for one in looked.ears["spectator"].heard if one.method == "WatchMatch"]
        contract: Contract[Any, Any] = Contract(family)
        late = [one.at_ms - looked.truth.at_ms[parsed(contract, one).info.version] for one in stream[2:]]
        assert min(late) < DELAY_MS / 2


@where_seats_are_taken_over
async def test_a_substitute_sees_the_hand_from_the_moment_he_sits_and_who_had_it_does_not(
    evenings: Evenings, family: str
) -> None:
    looked = await evenings.of(family)
    before, after = looked.updates("substitute"), looked.replaced_at
    eyes = {(u.info.version >= after, u.info.HasField("viewer_seat")) for u in before}
    assert (False, True) not in eyes, "before he sits he is a spectator"
    assert (True, True) in eyes
    looks = [
        (one, update)
        for one, update in zip(looked.ears["1"].heard, looked.updates("1"), strict=True)
        if one.at_ms > looked.truth.at_ms[after]
    ]
    assert {one.method for one, _ in looks} >= {"GetMatch", "Sit" if family in DROPPING else "WatchMatch"}
    assert looks
    assert not any(update.info.HasField("viewer_seat") for _, update in looks)


@every_family
async def test_what_is_said_stays_at_the_table(evenings: Evenings, family: str) -> None:
    looked = await evenings.of(family)

    def heard(who: str, text: str) -> bool:
        return any(text.encode() in data for data in looked.ears[who].lobby)

    assert heard("1", BEFORE)
    assert not heard("spectator", BEFORE)
    assert not heard("substitute", BEFORE)
    if family in REPLACING:
        assert heard("0", AFTER)
        assert heard("substitute", AFTER)
        assert not heard("1", AFTER), "who was replaced does not hear what is said behind him"
        assert not heard("spectator", AFTER)


@every_family
async def test_the_lobby_tells_of_a_match_to_its_people_alone(evenings: Evenings, family: str) -> None:
    looked = await evenings.of(family)
    news = [lobby_pb.WatchLobbyResponse.FromString(data) for data in looked.ears["spectator"].lobby]
    assert {one.WhichOneof("news") for one in news} <= {"table", "table_gone", "synced"}
    mine = [lobby_pb.WatchLobbyResponse.FromString(data) for data in looked.ears["0"].lobby]
    assert "match" in {one.WhichOneof("news") for one in mine}


async def test_the_record_is_closed_until_the_end(platform: Platform, evenings: Evenings) -> None:
    guests = Guests(platform.gateway)
    people = await guests.come("Ayşe", "Barış")
    _, match = await seated(people, "pisti", short_options("pisti"))
    with pytest.raises(Refused) as refusal:
        await people[0].client.match("pisti", match).record()
    assert refusal.value.reason == "MATCH_NOT_FINISHED"
    await people[0].client.match("pisti", match).leave()
    assert b'"secret"' in (await people[1].client.match("pisti", match).record()).content
    await guests.close()
