"""One person at one match, at the terminal."""

import asyncio
from typing import Generic

from rich.text import Text

from kiraathane.match.v1 import match_pb2
from kiraathane_client.cli import orders, seats
from kiraathane_client.cli.desk import FOREVER, Desk
from kiraathane_client.cli.farewell import left, over, paused, stopped
from kiraathane_client.cli.prompt import YES, NoMoreLines, ended, prompt_of
from kiraathane_client.cli.screen import Screen, seconds_left, time_left
from kiraathane_client.cli.talk import MARK, Talk
from kiraathane_client.contract import A, U
from kiraathane_client.errors import KiraathaneError, StaleVersion, Unavailable
from kiraathane_client.match import Legal, Match
from kiraathane_client.sitting import Sitting
from kiraathane_client.terminal import (
    Asked,
    Drafted,
    Listed,
    Look,
    Puzzled,
    Reading,
    Ready,
    Terminal,
    Turn,
    folded,
)

HELP = {"?", "help", "yardim", "h"}
LEAVE = {"ayril", "leave"}
CLAIM = set(seats.CLAIM)
QUIT = {"cik", "quit", "q", "exit"}


class Player(Generic[U, A]):
    """One person at one match."""

    def __init__(self, desk: Desk, match: Match[U, A], terminal: Terminal[U, A], talk: Talk) -> None:
        self._desk = desk
        self._talk = talk
        self._match = match
        self._terminal = terminal
        self._screen = Screen(desk)
        self._prompt = prompt_of(desk)
        self._update: U
        self._info: match_pb2.MatchInfo | None = None
        self._turn: Turn[U, A] | None = None
        self._notice = ""
        self._typing = False  # at the table's own line, which a change of the connection interrupts
        self._moved = asyncio.Event()

    @property
    def _look(self) -> Look:
        return self._desk.look

    async def run(self) -> None:
        """Plays until the match is over or the person goes; the match stays in the house."""
        talking = asyncio.create_task(self._talk.follow(self._said))
        try:
            async with self._match.sit(patience=FOREVER, on_connection=self._connection) as seat:
                finished = await self._play(seat)
        except (NoMoreLines, asyncio.CancelledError):
            finished = False
        except KiraathaneError:
            self._paused()  # and what went wrong is said where the command ends
            raise
        finally:
            await ended(talking)
        if self._gone:
            left(self._desk, self._match)
        elif not finished:
            self._paused()
        elif self._update.info.status == match_pb2.MATCH_STATUS_FROZEN:
            stopped(self._desk)
        else:
            result = seats.result(self._terminal, self._update, self._look)
            over(self._desk, self._match, result, self._talk.table)

    def _paused(self) -> None:
        paused(self._desk, self._match, len(self._info.seats) if self._info is not None else 0)

    async def _play(self, seat: Sitting[U, A]) -> bool:
        """True when the match is over, False when the person goes."""
        coming = asyncio.ensure_future(anext(seat))
        moved = asyncio.ensure_future(self._moved.wait())
        typing: asyncio.Task[str] | None = None
        try:
            while True:
                if typing is None and self._turn is not None:
                    self._draw()
                    if self._due or self._desk.interactive:  # a script is read only for what it is asked
                        typing = asyncio.create_task(self._line("> " if self._look.ascii else "› "))
                self._typing = typing is not None
                waited = {coming, moved, *([typing] if typing else [])}
                await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
                self._typing = False
                if moved.done():
                    self._moved.clear()
                    moved = asyncio.ensure_future(self._moved.wait())
                    await self._stop(typing)
                    typing = None
                elif coming.done():
                    await self._stop(typing)
                    typing = None
                    if await self._take(coming.result()):
                        return True
                    coming = asyncio.ensure_future(anext(seat))
                elif typing is not None:
                    line, typing = typing.result(), None
                    if not await self._answer(seat, line):
                        return False
        finally:
            await self._stop(typing)
            coming.cancel()
            moved.cancel()

    @property
    def _due(self) -> bool:
        return self._update.info.viewer_seat in self._update.info.due_seats

    @property
    def _held(self) -> bool:
        return orders.is_held(self._update.info)

    @property
    def _gone(self) -> bool:
        """True for one who has left, or for whom somebody else has sat down: the seat is his no more."""
        return self._info is not None and not self._info.HasField("viewer_seat")

    async def _stop(self, typing: "asyncio.Task[str] | None") -> None:
        """Ends the reading of a line; what was typed stays for the next one."""
        if typing is not None:
            await ended(typing)
            if not typing.cancelled() and typing.exception() is None:
                self._prompt.put_back(typing.result())

    async def _take(self, update: U) -> bool:
        """Shows a new version; True when it is the last one."""
        self._screen.tell(seats.news(self._info, update.info, self._look))
        self._update, self._info, self._notice = update, update.info, ""
        self._screen.tell(self._terminal.happenings(update, self._look))
        if self._gone:
            return True
        broken = update.info.status == match_pb2.MATCH_STATUS_FROZEN and not self._held
        if broken or update.info.status == match_pb2.MATCH_STATUS_FINISHED:
            self._screen.draw(self._terminal.board(update, self._look))
            return True
        await self._new_turn()
        return False

    async def _new_turn(self) -> None:
        info = self._update.info
        legal: tuple[A, ...] = ()
        if self._due:
            now = await self._legal()
            # Another version means that an update is already on its way, and with it another turn.
            legal = now.actions if now.version == info.version else ()
        self._turn = self._terminal.turn(self._update, legal)

    async def _legal(self) -> Legal[A]:
        """Asks until the house answers: a process of it may just be starting again."""
        while True:
            try:
                return await self._match.legal_actions()
            except Unavailable as error:
                self._desk.out.print(error.sentence(self._desk.lang), style="yellow")

    async def _answer(self, seat: Sitting[U, A], line: str) -> bool:
        """Does what was typed; False when the person goes."""
        self._notice = ""
        word = folded(line)
        if word in QUIT:
            return False
        if await self._beside(line):
            return True
        turn = self._turn
        assert turn is not None
        if word in HELP:
            guide = turn.guide(self._look) or self._terminal.guide(self._look)
            return await self._show(seat, Text("\n").join([guide, *self._talk.guide(self._look)]))
        match await self._read(turn, line):
            case Ready(action=action, confirm=question):
                if not question or await self._yes(question):
                    await self._send(seat, turn, action)
            case Puzzled(sentence=sentence):
                self._notice = sentence
            case Listed(content=content):
                return await self._show(seat, content)
            case Drafted():
                pass
        return True

    async def _beside(self, line: str) -> bool:
        """Does what is no move: says something, leaves, claims. False if the line is none of these."""
        word = folded(line)
        if line.startswith(MARK):
            self._notice = await self._talk.say(line.removeprefix(MARK))
        elif self._held and word in LEAVE | CLAIM:
            self._notice = orders.nothing_now(self._look)
        elif word in LEAVE:
            await self._leave()
        elif word in CLAIM:
            await self._claim()
        else:
            return False
        return True

    async def _read(self, turn: Turn[U, A], line: str) -> Reading[A]:
        reading = turn.read(line, self._look)
        if isinstance(reading, Asked):
            reading = await self._ask(reading)
        frozen = self._held and isinstance(reading, Ready | Puzzled)  # what only looks may be asked all the same
        return Puzzled(orders.nothing_now(self._look)) if frozen else reading

    async def _ask(self, asked: Asked[A]) -> Reading[A]:
        """What the house answers to a question that changes nothing."""
        try:
            answer = await self._match.ask(asked.query, **asked.fields)
        except KiraathaneError as error:
            return Puzzled(self._explain(error))
        return asked.then(answer)

    def _explain(self, error: KiraathaneError) -> str:
        return self._terminal.told(self._desk.explain(error), self._look)

    async def _send(self, seat: Sitting[U, A], turn: Turn[U, A], action: A) -> None:
        try:
            await seat.play(action, expected_version=self._update.info.version)
        except StaleVersion:
            return  # what happened meanwhile is already on its way here
        except KiraathaneError as error:
            turn.refused()
            self._notice = self._explain(error)
        else:
            self._turn = None  # until the new version is here

    async def _leave(self) -> None:
        tr = "Kalkarsanız maçı kaybedersiniz, yeriniz ne getirirse getirsin; geri de dönemezsiniz. Emin misiniz?"
        en = "If you leave, you lose the match, whatever your seat comes to, and you cannot come back. Are you sure?"
        if await self._yes(self._desk.say(tr, en)):
            try:
                await self._match.leave()
            except KiraathaneError as error:
                self._notice = self._desk.explain(error)

    async def _claim(self) -> None:
        """Takes the match of an opponent who is away; where that cannot be, the house says why."""
        try:
            await self._match.claim_absent()
        except KiraathaneError as error:
            self._notice = self._desk.explain(error)

    # -- asking and showing -------------------------------------------------------------------------------------------

    async def _line(self, mark: str) -> str:
        turn = self._turn
        return await self._prompt.line(mark, turn.completions if turn else lambda _: (), self._clock)

    def _clock(self) -> str:
        left = seconds_left(self._update)
        return "" if left is None else time_left(left, self._look)

    async def _yes(self, question: str) -> bool:
        mark = f"{question} ({self._desk.say('e/h', 'y/n')}) "
        if not self._desk.interactive:
            self._desk.out.print(mark)
        return folded(await self._prompt.line(mark, lambda _: (), self._clock)) in YES

    async def _show(self, seat: Sitting[U, A], content: Text) -> bool:
        """Shows something that may be longer than the screen until Enter; what is typed there is an answer as well."""
        self._desk.out.print(content)
        if not self._desk.interactive:
            return True
        line = await self._line(self._desk.say("Enter: tahtaya dön › ", "Enter: back to the board › "))
        return await self._answer(seat, line) if line.strip() else True

    def _draw(self) -> None:
        turn = self._turn
        assert turn is not None
        below = seats.notes(self._update.info, self._look)
        if not self._held:
            below += [*turn.offers(self._look), turn.question(self._look)]
        self._screen.draw(turn.board(self._look), below, self._notice)

    def _said(self, line: Text) -> None:
        """Somebody has said something at the table."""
        self._screen.tell([line])
        if self._typing:
            self._moved.set()

    def _connection(self, up: bool) -> None:
        self._screen.connected = up
        if self._desk.interactive and self._typing:
            self._notice = self._desk.connected(up) if up else ""  # the screen says itself that the connection is lost
            self._moved.set()
        else:
            self._desk.connection(up)
