"""King's bots: `kolay`, `orta`, `usta`. They see what their seat sees.

Method, figures and how to get them again: docs/bots/king.md.
"""

from services.kernel.bot import level_index
from services.kernel.draws import Draws
from services.king.actions import Action, PlayCard
from services.king.bots.choice import at_a_glance, choices, thought_through
from services.king.bots.judge import pick
from services.king.bots.search import think
from services.king.bots.seat import card_of, table_of
from services.king.bots.simple import plain
from services.king.meta import META
from services.king.state import Phase
from services.king.view import View


class KingBot:
    """`decide` is a function of its arguments: what it draws, it draws from `seed`."""

    def decide(self, view: View, level: str, seed: int) -> Action:
        """The action of the viewer. Raises `ValueError` if it is not due, or for a level that does not exist."""
        level_index(META.bot_levels, level)
        if view.viewer is None or view.turn != view.viewer:
            raise ValueError("this seat has nothing to decide")
        draws = Draws(seed)
        if view.phase == Phase.CHOOSING:
            return _named(view, level, draws)
        return PlayCard(card_of(_played(view, level, draws)))


bot = KingBot()


def _named(view: View, level: str, draws: Draws) -> Action:
    match level:
        case "usta":
            return thought_through(view, draws)
        case "orta":
            return at_a_glance(view)
        case _:
            found = choices(view)
            return found[draws.randrange(len(found))]


def _played(view: View, level: str, draws: Draws) -> int:
    table = table_of(view)
    legal = table.legal(table.hands[table.turn])
    match level:
        case "usta":
            return think(view, table, legal, draws)
        case "orta":
            return pick(table, legal)
        case _:
            return plain(table, legal, draws)
