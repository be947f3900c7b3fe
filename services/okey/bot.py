"""Okey's bots: `kolay`, `orta`, `usta`. They see what their seat sees.

Method and figures: docs/bots/okey.md.
"""

from services.kernel.bot import level_index
from services.kernel.draws import Draws
from services.okey.actions import Action
from services.okey.bots.seat import seen
from services.okey.bots.turns import KOLAY, ORTA, USTA, next_act
from services.okey.meta import META
from services.okey.view import View

_SKILLS = (KOLAY, ORTA, USTA)


class OkeyBot:
    """`decide` is a function of its arguments: what it draws, it draws from `seed`."""

    def decide(self, view: View, level: str, seed: int) -> Action:
        """The action of the seat that is due. Raises `ValueError` if none is, or for a level that does not exist."""
        skill = _SKILLS[level_index(META.bot_levels, level)]
        return next_act(seen(view), skill, Draws(seed))


bot = OkeyBot()
