"""Tournaments of an evening that are played beside each other: stories that the tests look at when they are over."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from kiraathane.match.v1 import match_pb2
from kiraathane.tournaments.v1 import tournaments_service_pb2 as pb
from kiraathane_client.errors import PermissionDenied, Refused
from kiraathane_client.okey import OKEY
from tests.house import house_time
from tests.house.cups import PARTNERS, TAVLA, Cup, Organisation
from tests.house.patience import hand, play
from tests.house.people import Guest, until

ESLI = {"okeyTable": "tournament", "turnSeconds": "none"}


class Evening:
    """Tournaments that are played beside each other, each for one test or several."""

    def __init__(self, organisation: Organisation) -> None:
        self.organisation = organisation
        self._told: dict[str, asyncio.Task[object]] = {}

    def begin(self, *stories: Callable[["Evening"], Awaitable[object]]) -> None:
        for story in stories:
            self._told[story.__name__] = asyncio.ensure_future(story(self))

    async def of(self, story: Callable[["Evening"], Awaitable[pb.Tournament]]) -> pb.Tournament:
        """How it ended."""
        told = await self._told[story.__name__]
        assert isinstance(told, pb.Tournament)
        return told

    async def close(self) -> None:
        for task in self._told.values():
            task.cancel()
        await asyncio.gather(*self._told.values(), return_exceptions=True)


async def a_group_in_a_circle(evening: Evening) -> pb.Tournament:
    """Everybody wins one encounter of the group. 2 wins a match more; of 0 and 1, 0 has fewer points."""
    cup = await evening.organisation.cup("okey", "groups", 3, PARTNERS, group_size=3)

    def loses(home: int, away: int, number: int) -> int:
        pair = {home, away}
        if len(pair & {0, 1}) == 2:
            return 1
        if pair == {1, 2}:
            return 1 if number == 1 else 2
        return 0

    t = await cup.play_out(loses, [pb.TOURNAMENT_STAGE_GROUP])
    return await evening.organisation.organiser.client.tournaments.decide(cup.name, len(t.rounds) - 1, 0, 0)


async def best_of_three(evening: Evening) -> pb.Tournament:
    """Two matches of eleven hands; the second is tied then, and one more hand decides it."""
    cup = await evening.organisation.cup("okey", "knockout", 2, ESLI, needed_wins=2)
    for number in range(2):
        encounter, match = await cup.match_of()
        await around_the_table(cup, encounter, match)
        slow = cup.entrants[1][0]
        others = [guest for guest in cup.of(encounter) if guest is not slow]
        loser = tied_then_fined(slow, match) if number else play(slow, match, fines=1)
        await asyncio.gather(loser, *(play(guest, match) for guest in others))
        await cup.when(lambda t, number=number: len(t.rounds[0].encounters[0].matches) == number + 1)
    return await cup.when(lambda t: t.status == pb.TOURNAMENT_STATUS_FINISHED)


async def tied_then_fined(guest: Guest, match: str) -> None:
    """Pays no fine in eleven hands, and one in the twelfth (TRN-1)."""
    await play(guest, match, until=hand(12))
    await play(guest, match, fines=1)


async def around_the_table(cup: Cup, encounter: pb.Encounter, match: str) -> None:
    """R25, and 10.3: what cannot be done at a table of the tournament."""
    first, second = cup.entrants[0]
    table = await first.client.lobby.table(encounter.table)
    own = next(seat.seat for seat in table.seats if seat.player == first.player)
    with pytest.raises(Refused) as refusal:
        await first.client.lobby.sit(table, (own + 1) % 4)
    assert refusal.value.reason == "TABLE_STARTED", "R25: nobody changes seats in mid-match"
    with pytest.raises(Refused) as refusal:
        await second.client.lobby.say(table, "Okey bende")
    assert refusal.value.reason == "NO_CHAT"
    with pytest.raises(PermissionDenied) as denied:
        await cup.organiser.client.lobby.take_seat(table, own)
    assert denied.value.reason in ("INVITE_NEEDED", "TABLE_RESERVED"), "there are no substitutes (10.8)"
    assert (await first.client.match(OKEY, match).get()).view.hands == 11


async def leaving(evening: Evening) -> pb.Tournament:
    """1-0 for the first team; in the second match a line is lost, a bot stands in, he is back; then he leaves."""
    platform = evening.organisation.platform
    cup = await evening.organisation.cup("okey", "knockout", 2, ESLI, needed_wins=2)
    encounter, match = await cup.match_of()
    slow = cup.entrants[1][0]
    await asyncio.gather(*(play(guest, match, fines=int(guest is slow)) for guest in cup.of(encounter)))
    await cup.when(lambda t: len(t.rounds[0].encounters[0].matches) == 1)
    encounter, match = await cup.match_of()
    stays, leaves = cup.entrants[1][0], cup.entrants[0][1]
    async with stays.client.match(OKEY, match).sit():
        info = (await leaves.client.match(OKEY, match).get()).info
        seat = info.viewer_seat
        await house_time.missed(platform, "okey", match, seat)
        await house_time.goes_by(platform, "okey", 125)

        async def stood_in() -> bool:
            return bool((await stays.client.match(OKEY, match).get()).info.seats[seat].stand_in)

        await until(stood_in)
        await leaves.client.match(OKEY, match).legal_actions()
        back = (await stays.client.match(OKEY, match).get()).info.seats[seat]
        assert (back.presence, back.stand_in) == (match_pb2.PRESENCE_PRESENT, "")
        await leaves.client.match(OKEY, match).leave()
    return await cup.when(lambda t: t.status == pb.TOURNAMENT_STATUS_FINISHED)


async def nobody_comes(evening: Evening) -> pb.Tournament:
    """Of the first encounter one comes, of the second nobody."""
    cup = await evening.organisation.cup("tavla", "knockout", 4, TAVLA, no_show_seconds=2)
    t = await cup.when(lambda t: all(one.table for one in t.rounds[0].encounters))
    came = cup.entrants[t.rounds[0].encounters[0].away][0].client.lobby
    await came.sit(await came.table(t.rounds[0].encounters[0].table))
    return await cup.when(lambda t: t.status == pb.TOURNAMENT_STATUS_FINISHED)


async def single_elimination(evening: Evening) -> pb.Tournament:
    """Five of tavla: three go on without an opponent; the later entrant loses."""
    cup = await evening.organisation.cup("tavla", "knockout", 5, TAVLA)
    return await cup.play_out(lambda home, away, _: max(home, away))


async def swiss_rounds(evening: Evening) -> pb.Tournament:
    cup = await evening.organisation.cup("tavla", "swiss", 4, TAVLA)
    return await cup.play_out(lambda home, away, _: max(home, away))
