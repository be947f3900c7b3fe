"""Elli Bir's bots: `kolay`, `orta`, `usta`. They see what their seat sees.

Method and figures: docs/bots/ellibir.md.
"""

from services.ellibir.actions import Action
from services.ellibir.bots.seat import seen
from services.ellibir.bots.simple import careless, plain
from services.ellibir.bots.turns import next_act
from services.ellibir.meta import META
from services.ellibir.view import View
from services.kernel.bot import level_index
from services.kernel.draws import Draws


class EllibirBot:
    """`decide` is a function of its arguments: what it draws, it draws from `seed`."""

    def decide(self, view: View, level: str, seed: int) -> Action:
        """The action of the seat that is due. Raises `ValueError` if none is, or for a level that does not exist."""
        level_index(META.bot_levels, level)
        at, rng = seen(view), Draws(seed)
        match level:
            case "kolay":
                return careless(at, rng)
            case "orta":
                return plain(at)
            case _:
                return next_act(at, rng)


bot = EllibirBot()
