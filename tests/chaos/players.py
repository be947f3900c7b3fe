"""How those who play in a storm decide."""

from collections.abc import Callable
from typing import Any

from services.kernel.registry import families
from tests.chaos.guest import LEVEL


def choose_for(family: str) -> Callable[[Any], Any]:
    """A player's decisions: what a weak bot would do."""
    wire, bot = families()[family].module("wire"), families()[family].module("bot").bot

    def choose(update: Any) -> Any:
        return wire.action_to_proto(bot.decide(wire.view_from_proto(update.view), LEVEL, update.info.version))

    return choose
