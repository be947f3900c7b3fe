"""All people of an evening together: they come, the house closes, and everything is looked at."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

import msgspec
from rich.console import Console
from rich.live import Live
from rich.text import Text

from kiraathane_client.address import gateway_address
from kiraathane_client.cli.desk import Desk, ExpectedFailure
from kiraathane_client.cli.evening.audit import Audit
from kiraathane_client.cli.evening.book import Book
from kiraathane_client.cli.evening.cup import Organiser
from kiraathane_client.cli.evening.house import House
from kiraathane_client.cli.evening.person import Person
from kiraathane_client.client import Client
from kiraathane_client.session import MemorySessions

PASSWORD = "KIRAATHANE_PASSWORD"  # noqa: S105  (the name of the variable)
TOLD_SECONDS = 15.0  # how often an evening that no terminal shows is told of
GRACE_SECONDS = 30.0  # beyond the end, for calls that are under way


class Wanted(msgspec.Struct, frozen=True):
    """The evening that is wanted. `closing` is for how many seconds at most matches are played out, `pace` the mean
    pause of a person before he decides, in seconds. Without an `organiser` there are no tournaments.
    """

    players: int
    minutes: float
    seed: int
    closing: float
    pace: float
    organiser: str = ""


async def evening(desk: Desk, wanted: Wanted, *, as_json: bool) -> bool:
    """Spends it and checks it; True if nothing was wrong."""
    began = time.monotonic()
    console = desk.err if as_json else desk.out
    book = Book()
    address = gateway_address(desk.server)
    async with AsyncExitStack() as stack:
        games, organiser = await _prepared(stack, desk, address, wanted)
        house = House(
            address,
            book,
            games,
            wanted.seed,
            seconds=wanted.minutes * 60,
            closing=wanted.closing,
            pace=wanted.pace,
        )
        people = [Person(house, number, wanted.seed) for number in range(wanted.players)]
        for person in people:
            stack.push_async_callback(person.go)
        cups = Organiser(organiser, house, wanted.seed) if organiser is not None else None
        async with _shown(desk, console, house, people):
            await _spend(house, people, cups)
        console.print(desk.say("Kapandı; her şey denetleniyor…", "Closed; everything is being checked…"))
        await Audit(desk, book, people).everything(organiser, cups.held if cups else ())
    seconds = round(time.monotonic() - began, 1)
    _tell(desk, console, book, seconds)
    if as_json:
        summary = {
            "seed": wanted.seed,
            "players": wanted.players,
            "minutes": wanted.minutes,
            "seconds": seconds,
            "tournaments_left_out": cups is None,
            **book.summary(),
        }
        desk.out.file.write(msgspec.json.encode(summary).decode() + "\n")
    return not book.counts["faults"]


async def _prepared(stack: AsyncExitStack, desk: Desk, address: str, wanted: Wanted) -> tuple[list[str], Client | None]:
    """The games that both the house and this program know, and the organiser's client."""
    client = await stack.enter_async_context(Client(address, sessions=MemorySessions()))
    await client.reach()
    games = [game.family for game in await client.lobby.games() if House.knows(game.family)]
    if not wanted.organiser:
        return games, None
    password = os.environ.get(PASSWORD, "")
    if not password:
        tr, en = f"Parola {PASSWORD} değişkeninde olmalı.", f"The password must be in the variable {PASSWORD}."
        raise ExpectedFailure(desk.say(tr, en))
    await client.sign_in(wanted.organiser, password)
    return games, client


async def _spend(house: House, people: Sequence[Person], cups: Organiser | None) -> None:
    """Until everybody has gone home. Who is not gone long after the end is a fault."""

    async def one(person: Person) -> None:
        await person.arrive()
        await person.spend()

    tasks = {asyncio.create_task(one(person)): f"person {n + 1}" for n, person in enumerate(people)}
    if cups is not None:
        tasks[asyncio.create_task(cups.hold())] = "organiser"
    done, late = await asyncio.wait(tasks, timeout=house.ends - time.monotonic() + GRACE_SECONDS)
    for task in late:
        house.book.fault("did_not_go", tasks[task], str(task.get_stack(limit=1)))
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)
    for task in done:
        if (error := task.exception()) is not None:
            house.book.fault("broke_off", tasks[task], f"{type(error).__name__}: {error}")


@asynccontextmanager
async def _shown(desk: Desk, console: Console, house: House, people: Sequence[Person]) -> AsyncIterator[None]:
    """One calm line: kept up to date on a terminal, said now and then elsewhere."""
    if console.is_terminal:
        with Live(console=console, refresh_per_second=2, get_renderable=lambda: line(desk, house, people)):
            yield
        return

    async def say_it() -> None:
        while True:
            await asyncio.sleep(TOLD_SECONDS)
            console.print(line(desk, house, people), soft_wrap=True)

    saying = asyncio.create_task(say_it())
    try:
        yield
    finally:
        saying.cancel()


def line(desk: Desk, house: House, people: Sequence[Person]) -> Text:
    """How the evening stands."""
    counts, left = house.book.counts, int(house.left)
    playing = sum(person.busy for person in people)
    running = len(house.book.running())
    over = len(house.book.matches) - running
    tr = f"{counts['people']} kişi, {playing} oynuyor · {running} maç sürüyor, {over} bitti · "
    tr += f"{counts['dropped']} koptu, {counts['returned']} döndü, {counts['left']} kalktı · "
    tr += f"{counts['faults']} hata · " + (f"kapanışa {left // 60}:{left % 60:02}" if left else "kapanıyor")
    en = f"{counts['people']} people, {playing} playing · {running} matches running, {over} over · "
    en += f"{counts['dropped']} dropped, {counts['returned']} returned, {counts['left']} left · "
    en += f"{counts['faults']} faults · " + (f"closes in {left // 60}:{left % 60:02}" if left else "closing")
    return Text(desk.say(tr, en), style="red" if counts["faults"] else "")


def _tell(desk: Desk, console: Console, book: Book, seconds: float) -> None:
    """The end of it, for a person."""
    for fault in book.faults:
        console.print(Text(f"{fault.kind}  {fault.where}  {fault.detail}", style="red"), soft_wrap=True)
    console.print(last_line(desk, book.counts, seconds), style="bold red" if book.counts["faults"] else "bold green")


def last_line(desk: Desk, counts: Mapping[str, int], seconds: float) -> str:
    """How the evening ended. Every match is over, still played, or not to be seen, or else among the faults."""
    tr = f"{counts['matches']} maç: {counts['finished']} bitti ({counts['verified']} doğrulandı, "
    tr += f"{counts['scored_once']} bir kez puanlandı), {counts['played_on']} sürüyor, "
    tr += f"{counts['not_to_be_seen']} artık görülemiyor; {counts['decisions']} hamle, "
    tr += f"{counts['faults']} hata; {seconds} saniye."
    en = f"{counts['matches']} matches: {counts['finished']} finished ({counts['verified']} verified, "
    en += f"{counts['scored_once']} scored once), {counts['played_on']} still played, "
    en += f"{counts['not_to_be_seen']} not to be seen any more; {counts['decisions']} decisions, "
    en += f"{counts['faults']} faults; {seconds} seconds."
    return desk.say(tr, en)
