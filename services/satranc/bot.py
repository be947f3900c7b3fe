"""Satranç's bots: `kolay`, `orta`, `usta`. They see what their seat sees, answer offers, claim draws, never give up.

Where the machine has Stockfish a worker lets it play for them (`decide_with`); otherwise they search themselves.
Method, figures and how to get them again: docs/bots/satranc.md.
"""

from typing import ClassVar

import numpy as np

from services.kernel.bot import Program, level_index
from services.satranc.actions import Action, PlayMove
from services.satranc.bots import uci
from services.satranc.bots.draws import drawn
from services.satranc.bots.levels import LEVELS, Level, hurried
from services.satranc.bots.search import INFINITE, Search
from services.satranc.bots.seat import Seen, searched, seen
from services.satranc.meta import META
from services.satranc.view import View


class SatrancBot:
    """`decide` is a function of its arguments: what it draws, it draws from `seed`."""

    program: ClassVar[str] = "stockfish"

    def decide(self, view: View, level: str, seed: int) -> Action:
        """The action of the seat that is due. Raises `ValueError` if none is, or for a level that does not exist."""
        level_index(META.bot_levels, level)
        skill, now = hurried(LEVELS[level], view.clock, view.turn), seen(view)
        text, worth = _thought(now, skill, np.random.default_rng(seed % 2**64))
        return drawn(view, now, worth, skill) or PlayMove(text)

    def decide_with(self, program: Program, view: View, level: str, seed: int) -> Action:  # noqa: ARG002
        """The same, with Stockfish's judgement; raises `ProgramGone` if it has none.

        A weakened Stockfish draws by itself, so here the same arguments need not give the same action.
        """
        level_index(META.bot_levels, level)
        skill, now = hurried(LEVELS[level], view.clock, view.turn), seen(view)
        text, worth = uci.asked(program, view, [move.uci() for move in now.moves], skill)
        return drawn(view, now, worth, skill) or PlayMove(text)


bot = SatrancBot()


def _thought(now: Seen, skill: Level, rng: np.random.Generator) -> tuple[str, int]:
    """The move, and what it is worth to the bot."""
    # Moves that are worth the same are played by turns.
    order = [now.moves[place] for place in rng.permutation(len(now.moves))]
    search = Search(now.board, now.path, skill.budget)
    if not skill.depth:
        best, worth = search.best([searched(move) for move in order])
        return next(move.uci() for move in order if searched(move) == best), worth
    values: list[int] = []
    for move in order:
        # What gives away too much beside the best so far is not played, so nobody need know how much.
        alpha = max(values, default=-INFINITE) - skill.bound - 1
        values.append(search.glance(searched(move), skill.depth, max(alpha, -INFINITE)))
    misjudged = np.array(values) + rng.normal(0.0, skill.error, len(values))
    misjudged[np.array(values) < max(values) - skill.bound] = -np.inf
    return order[int(np.argmax(misjudged))].uci(), max(values)
