"""Those who play in a storm."""

import asyncio
import itertools
from collections.abc import Callable, Sequence
from typing import Any

from services.kernel.registry import families
from tests.chaos.guest import LEVEL, Guest
from tests.chaos.matches import seats_of, short_options
from tests.chaos.witness import Seen, play_by_calls, play_by_stream


async def play_on(guest: Guest, number: int, seen: list[Seen], over: asyncio.Event, known: Sequence[str]) -> None:
    """Plays one match against bots after the other until the storm is over, and the last one to its end.

    Each is added to `seen` when it begins. Every second guest plays by calls, the others by streams; the `known`
    families take turns.
    """
    play = (play_by_calls, play_by_stream)[number % 2]
    for turn in itertools.count(number):
        family = known[turn % len(known)]
        options = short_options(family)
        seats = seats_of(family, options)
        seat = number // 2 % seats
        match = await guest.table_against_bots(family, options, seats, seat, nonce=f"{guest.name} {turn}")
        own = Seen(family, match, seat=seat)
        seen.append(own)
        await play(guest, own, choose_for(family))
        if over.is_set():
            break


def choose_for(family: str) -> Callable[[Any], Any]:
    """A player's decisions: what a weak bot would do."""
    wire, bot = families()[family].module("wire"), families()[family].module("bot").bot

    def choose(update: Any) -> Any:
        return wire.action_to_proto(bot.decide(wire.view_from_proto(update.view), LEVEL, update.info.version))

    return choose
