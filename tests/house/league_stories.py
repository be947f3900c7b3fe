"""Matches in which league.md's scenarios happen. Each is played once, all beside each other; many tests look at one."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import msgspec

from kiraathane.match.v1 import match_pb2
from kiraathane_client.errors import KiraathaneError
from kiraathane_client.okey import OKEY
from tests.house import house_time, past
from tests.house.patience import ELEVEN, hand, play
from tests.house.people import Guest, Guests, recorded, seated, until
from tests.support.platform import Platform

FAR = 12
"""Fines between two places that no bot makes up for in the last hand."""
GRACE_SECONDS = 125.0


class Told(msgspec.Struct, frozen=True):
    """A match that is over: its people by seat, those who came later, what was refused to whom, and places by seat.

    Or months of play: one person, and the matches that lie behind him, the last one last.
    """

    match: str
    people: list[Guest]
    places: list[int]
    past: list[str] = []
    others: dict[str, Guest] = {}
    refusals: dict[str, KiraathaneError] = {}


class Stories:
    """Tells each story once, however many ask; `begin` tells several at the same time."""

    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        self.guests = Guests(platform.gateway)
        self._told: dict[str, asyncio.Task[Told]] = {}

    def begin(self, *stories: Callable[["Stories"], Awaitable[Told]]) -> None:
        for story in stories:
            self._told[story.__name__] = asyncio.ensure_future(story(self))

    async def of(self, story: Callable[["Stories"], Awaitable[Told]]) -> Told:
        """How the story went."""
        return await self._told[story.__name__]

    async def close(self) -> None:
        for task in self._told.values():
            task.cancel()
        await asyncio.gather(*self._told.values(), return_exceptions=True)
        await self.guests.close()

    async def grace_is_over(self, match: str, *seats: int) -> None:
        """The people of these seats, whose line is gone, have not come back in time."""
        await house_time.missed(self.platform, "okey", match, *seats)
        await house_time.goes_by(self.platform, "okey", GRACE_SECONDS)


async def by_fines(
    stories: Stories, fines: Sequence[int], ratings: Sequence[int] = (0, 0, 0, 0), teams: str = "single"
) -> Told:
    """Eleven hands among four people who pay so many fines each and had these ratings before."""
    people = await stories.guests.come(*(f"Oyuncu {seat}" for seat in range(4)))
    for guest, rating in zip(people, ratings, strict=True):
        if rating:
            await past.rated(stories.platform, guest.player, rating)
    _, match = await seated(people, "okey", {**ELEVEN, "okeyTeams": teams})
    await asyncio.gather(*(play(guest, match, count) for guest, count in zip(people, fines, strict=True)))
    return await over(match, people)


async def over(match: str, people: list[Guest], **more: object) -> Told:
    """The story's end, once the league has the result."""
    result = await recorded(people[0], match)
    return Told(match, people, list(result.score.places), **more)  # type: ignore[arg-type]


async def four_places(stories: Stories) -> Told:
    return await by_fines(stories, (0, 1, 2, 3))


async def around_seven_thousand(stories: Stories) -> Told:
    return await by_fines(stories, (0, 1, 2, 3), (7000, 7001, 0, 7001))


async def two_tied_for_first(stories: Stories) -> Told:
    return await by_fines(stories, (0, 1, 0, 2))


async def two_tied_for_first_one_over(stories: Stories) -> Told:
    return await by_fines(stories, (0, 1, 0, 2), (7001, 0, 0, 0))


async def partners(stories: Stories) -> Told:
    """Three fines between the teams: as 900 to 1200."""
    return await by_fines(stories, (0, 2, 0, 1), teams="partners")


async def substitutes(stories: Stories) -> Told:
    """Seat 0 stays and comes second. 1 leaves and his substitute comes third; 2 leaves and a substitute with too many
    points to gain any wins; the line of 3 is lost for good, and his substitute comes last.
    """
    people = await stories.guests.come("Kalan", "Kalkan", "Önde kalkan", "Düşen")
    fresh, rich, richest, last = await stories.guests.come("Yedek", "3001", "5001", "Son yedek")
    await past.rated(stories.platform, rich.player, 3001)
    await past.rated(stories.platform, richest.player, 5001)
    table, match = await seated(people, "okey", ELEVEN)
    stays = asyncio.create_task(play(people[0], match, FAR))
    counts = {1: 2 * FAR, 2: 0, 3: 3 * FAR}
    await asyncio.gather(*(play(people[seat], match, fines, hand(2)) for seat, fines in counts.items()))
    for seat in (1, 2):
        await people[seat].client.match(OKEY, match).leave()
    refusals = {"over 5000": await refusal(richest, table, 2), "in the grace": await refusal(last, table, 3)}
    places = [(fresh, 1), (rich, 2)]
    for guest, seat in places:
        await take_seat(guest, table, seat)
    playing = [asyncio.create_task(play(guest, match)) for guest, _ in places]
    await stories.grace_is_over(match, 3)
    await until(lambda: presence(people[0], match, 3, match_pb2.PRESENCE_AWAY))
    await take_seat(last, table, 3)
    refusals["too late"] = await no_seat(people[3], match)
    await asyncio.gather(stays, *playing, play(last, match))
    others = {"fresh": fresh, "rich": rich, "last": last}
    return await over(match, people, others=others, refusals=refusals)


async def stand_ins(stories: Stories) -> Told:
    """Seat 0 leaves in hand 10 as the first; the lines of 1 and 2 are lost in hand 11, when they are second and third;
    bots play all three seats to the end. Seat 3 stays, far behind.
    """
    people = await stories.guests.come("Kalkan", "Düşen", "Başka düşen", "Kalan")
    _, match = await seated(people, "okey", ELEVEN)
    stays = asyncio.create_task(play(people[3], match, 3 * FAR))
    dropping = [
        asyncio.create_task(play(people[1], match, FAR, hand(11))),
        asyncio.create_task(play(people[2], match, 2 * FAR, hand(11))),
    ]
    await play(people[0], match, 0, hand(10))
    await people[0].client.match(OKEY, match).leave()
    await asyncio.gather(*dropping)
    await stories.grace_is_over(match, 1, 2)
    await stays
    return await over(match, people)


async def eighty_wins(stories: Stories) -> Told:
    """A hundred games, eighty of them won: the last five in 3, 3, 21, 21 and 21 hands."""
    (winner,) = await stories.guests.come("Yenilmez")
    games = [(11, 4)] * 20 + [(11, 1)] * 40 + [(3, 2)] * 37 + [(21, 1)] * 3
    return Told("", [winner], [], past=await past.played(stories.platform, winner.player, games))


async def take_seat(guest: Guest, table: str, seat: int) -> None:
    lobby = guest.client.lobby
    await lobby.take_seat(await lobby.table(table), seat)


async def refusal(guest: Guest, table: str, seat: int) -> KiraathaneError:
    """What somebody is told who may not sit down there."""
    try:
        await take_seat(guest, table, seat)
    except KiraathaneError as error:
        return error
    raise AssertionError("he sat down")


async def no_seat(guest: Guest, match: str) -> KiraathaneError:
    """What somebody is told who has no seat any more."""
    try:
        await guest.client.match(OKEY, match).legal_actions()
    except KiraathaneError as error:
        return error
    raise AssertionError("it is his seat")


async def presence(guest: Guest, match: str, seat: int, wanted: int) -> bool:
    """True if that is what is known of a seat's person."""
    return bool((await guest.client.match(OKEY, match).get()).info.seats[seat].presence == wanted)
