"""The demonstration: bots play whole matches through the real platform, and everything about them is checked."""

import asyncio
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager, aclosing, nullcontext
from typing import Any

import msgspec
from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from kiraathane.match.v1 import match_pb2
from kiraathane_client.cli import table
from kiraathane_client.cli.desk import FOREVER, Desk, ExpectedFailure
from kiraathane_client.cli.record import check, told_points
from kiraathane_client.cli.rules import ending
from kiraathane_client.client import Client
from kiraathane_client.errors import KiraathaneError, NotFound
from kiraathane_client.names import seat_name
from services.kernel import record as records

SCORE_SECONDS = 60.0  # how long the league is waited for after a match


class Progress(msgspec.Struct):
    """One match of the demonstration. `scored` is True when the league has counted the match exactly once."""

    family: str
    match: str = ""
    finished: bool = False
    verified: bool = False
    scored: bool = False
    moves: int = 0
    seconds: float = 0.0
    outcome: str = ""
    problem: str = ""
    names: tuple[str, ...] = ()
    points: tuple[int, ...] = ()

    @property
    def ok(self) -> bool:
        return self.finished and self.verified and self.scored

    def summary(self) -> dict[str, object]:
        """The match in the JSON summary."""
        names = ("match", "family", "finished", "verified", "scored", "moves", "seconds", "outcome")
        summary: dict[str, object] = {name: getattr(self, name) for name in names}
        return summary | ({"problem": self.problem} if self.problem else {})


async def demo(
    desk: Desk,
    family: str,
    *,
    matches: int,
    levels: list[str],
    options: Mapping[str, str],
    as_json: bool,
    seconds: float,
) -> bool:
    """Plays and checks; True if every match is finished, verified and scored once.

    Without a `family` the matches are of all games in turn.
    """
    began = time.monotonic()
    async with desk.client(own_session=True) as client:
        await client.sign_in_guest("demo")
        games = [await table.game_of(desk, client, family)] if family else await client.lobby.games()
        if options and not family:
            raise ExpectedFailure(
                desk.say("Seçenekler bir oyunundur: --family da gerekir.", "Options are a game's: add --family.")
            )
        chosen = {
            game.family: [table.level_of(desk, game, level) for level in levels] or list(game.bot_levels)
            for game in games
        }
        states = [Progress(games[number % len(games)].family) for number in range(matches)]
        console = desk.err if as_json else desk.out
        with _progress(desk, console, states):
            await asyncio.gather(
                *(
                    _one(desk, client, state, _turned(chosen[state.family], place), options, seconds)
                    for place, state in enumerate(states)
                )
            )
    whole = round(time.monotonic() - began, 1)
    good = sum(state.ok for state in states)
    tr = f"{good}/{matches} maç bitti, doğrulandı ve bir kez puanlandı; {whole} saniye."
    en = f"{good}/{matches} matches finished, verified and scored once; {whole} seconds."
    console.print(desk.say(tr, en), style="bold green" if good == matches else "bold red")
    if as_json:
        summary = {"matches": [state.summary() for state in states], "seconds": whole}
        desk.out.file.write(msgspec.json.encode(summary).decode() + "\n")
    return good == matches


def _progress(desk: Desk, console: Console, states: list[Progress]) -> AbstractContextManager[object]:
    """A table that moves on a terminal; elsewhere every match is told when it is done (`_one`)."""
    if not console.is_terminal:
        return nullcontext()
    return Live(console=console, refresh_per_second=4, get_renderable=lambda: _shown(desk, states))


def _turned(levels: list[str], by: int) -> list[str]:
    """The levels in another order for every match, so that everybody sits everywhere."""
    by %= len(levels)
    return levels[by:] + levels[:by]


async def _one(
    desk: Desk, client: Client, state: Progress, levels: list[str], options: Mapping[str, str], seconds: float
) -> None:
    began = time.monotonic()
    try:
        async with asyncio.timeout(seconds):
            await _play(desk, client, state, levels, options)
            await _check(desk, client, state)
    except KiraathaneError as error:
        state.problem = desk.explain(error)
    except TimeoutError:
        state.problem = desk.say(f"{seconds:g} saniyede bitmedi", f"not done within {seconds:g} seconds")
    finally:
        state.seconds = round(time.monotonic() - began, 1)
        if not desk.err.is_terminal:
            told = f"{state.match} {' – '.join(state.names)} {state.outcome} {state.seconds} s: "
            desk.err.print(Text.assemble(told, _stage(desk, state)), soft_wrap=True)


async def _play(desk: Desk, client: Client, state: Progress, levels: list[str], options: Mapping[str, str]) -> None:
    state.match = (await table.bots_alone(client, state.family, levels, options)).match
    match = client.match(state.family, state.match)
    async with aclosing(match.watch(patience=FOREVER)) as updates:
        async for update in updates:
            info = update.info
            state.names = tuple(seat_name(info, seat.seat) for seat in info.seats)
            state.points = tuple(info.score.points)
            state.moves = info.version - 1  # the first commit is the start
            if info.status == match_pb2.MATCH_STATUS_FINISHED:
                state.finished = True
                state.outcome = _outcome(desk, state.family, info)


def _outcome(desk: Desk, family: str, info: match_pb2.MatchInfo) -> str:
    points = told_points(info.score.points)
    winners = ", ".join(seat_name(info, seat) for seat in sorted(info.score.winners))
    why = ending(family, info.end_cause)
    return f"{winners or '='}: {points} ({desk.say(why.tr, why.en)})"


async def _check(desk: Desk, client: Client, state: Progress) -> None:
    document = await client.match(state.family, state.match).record()
    checked = await asyncio.to_thread(check, desk, document.content, client.commitments)
    state.verified, state.problem = checked.ok, "; ".join(checked.problems)
    state.moves = _decisions(document.content)
    until = time.monotonic() + SCORE_SECONDS
    while time.monotonic() < until:
        try:
            state.scored = (await client.league.result(state.match)).times_counted == 1
        except NotFound:
            await asyncio.sleep(0.5)
        else:
            break
    if not state.scored and not state.problem:
        state.problem = desk.say("lig maçı bir kez saymadı", "the league has not counted the match once")


def _decisions(document: bytes) -> int:
    """How many decisions the seats made: acts and lapses, without the outcomes of chance."""
    commits = records.read(document).commits
    events: list[dict[str, Any]] = [event for commit in commits for event in msgspec.json.decode(commit.events)]
    return sum(event["type"] != "fate" for event in events)


def _shown(desk: Desk, states: list[Progress]) -> Table:
    headers = (("maç", "match"), ("oynayanlar", "players"), ("sayı", "points"), ("hamle", "moves"), ("durum", "state"))
    shown = Table(*(desk.say(tr, en) for tr, en in headers), box=None, header_style="dim", pad_edge=False)
    for state in states:
        points = told_points(state.points)
        shown.add_row(
            "…" + state.match[-6:] if state.match else "",
            " – ".join(state.names),
            points,
            str(state.moves),
            _stage(desk, state),
        )
    return shown


def _stage(desk: Desk, state: Progress) -> Text:
    if state.problem:
        return Text(state.problem, style="red")
    if state.ok:
        return Text(desk.say("bitti, doğrulandı, puanlandı", "finished, verified, scored"), style="green")
    if state.verified:
        return Text(desk.say("puan bekleniyor", "waiting for the league"))
    if state.finished:
        return Text(desk.say("denetleniyor", "being verified"))
    return Text(
        desk.say("oynanıyor", "being played") if state.match else desk.say("masa açılıyor", "opening the table")
    )
