"""Tavla's bots: `kolay`, `orta`, `usta`. They see what their seat sees, and play every variant and the cube.

Method, figures and how to get them again: docs/bots/tavla.md.
"""

from collections.abc import Sequence

import numpy as np

from services.kernel.bot import level_index
from services.tavla.actions import Action, AnswerMisli, OfferMisli, PlayTurn, RollDice
from services.tavla.bots import seat as seen
from services.tavla.bots.cube import should_accept, should_offer
from services.tavla.bots.judge import after_move, after_reply, before_roll
from services.tavla.bots.levels import LEVELS, Level, choice, eased
from services.tavla.bots.net import Net, net
from services.tavla.bots.outcomes import WIN, Chances, Values, Worth, ended, turned_round
from services.tavla.bots.replies import WEIGHTS
from services.tavla.bots.table import GEOMETRIES, Geometry, Rows, row, table
from services.tavla.meta import META
from services.tavla.plays import Position, legal_plays
from services.tavla.quick import Moves
from services.tavla.view import View


class TavlaBot:
    """`decide` is a function of its arguments: what it draws, it draws from `seed`."""

    def decide(self, view: View, level: str, seed: int) -> Action:
        """The action of the seat that is due. Raises `ValueError` if none is, or for a level that does not exist."""
        level_index(META.bot_levels, level)
        skill, rng = LEVELS[level], np.random.default_rng(seed % 2**64)
        match view.phase:
            case "play":
                return PlayTurn(_turn(view, skill, rng))
            case "roll_or_offer":
                return OfferMisli() if _offers(view, skill, rng) else RollDice()
            case "answer":
                return AnswerMisli(_accepts(view, skill, rng))
            case _:
                raise ValueError(f"nobody decides anything while the phase is {view.phase!r}")


bot = TavlaBot()


def _turn(view: View, skill: Level, rng: np.random.Generator) -> Moves:
    """The checkers' moves."""
    at = seen.position(view, view.turn)
    plays = legal_plays(at)
    if len(plays) == 1:
        return plays[0]
    judge, worth = net(at.terms.variant), seen.worth(view, view.turn, view.cube)
    rows = _results(GEOMETRIES[at.terms.variant], at, plays)
    values = worth.of(after_move(judge, rows)) / np.float32(worth.unit)
    if skill.candidates:
        values = _looked_into(judge, rows, values, worth, skill)
    return plays[choice(eased(skill, at), values, rng)]


def _results(shape: Geometry, at: Position, plays: tuple[Moves, ...]) -> Rows:
    """The position that each play makes, as the mover sees it."""
    rows = []
    for play in plays:
        board = at.board()
        for point, die in play:
            board.make(point, die)
        rows.append(row(shape, bytes(board.own), bytes(board.other), board.own_pinned, board.other_pinned))
    return table(shape, rows)


def _looked_into(judge: Net, rows: Rows, values: Values, worth: Worth, skill: Level) -> Values:
    """The values with those of the best candidates judged anew after every reply, and all others out of question."""
    best = np.argsort(-values, kind="stable")[: skill.candidates]
    best = best[values[best] >= values[best[0]] - skill.window]
    if len(best) == 1:
        return values
    over = ended(judge.shape, rows[best])[0]
    deeper = np.full(len(values), -np.inf, np.float32)
    deeper[best[over]] = values[best[over]]
    going_on = best[~over]
    if len(going_on):
        deeper[going_on] = after_reply(judge, rows[going_on], worth) / np.float32(worth.unit)
    return deeper


def _offers(view: View, skill: Level, rng: np.random.Generator) -> bool:
    chances, weights = _chances(view, view.turn, skill, rng)
    owner = None if view.cube_owner is None else 0
    return should_offer(seen.score(view, view.turn), seen.points(view), chances, view.cube, owner, weights)


def _accepts(view: View, skill: Level, rng: np.random.Generator) -> bool:
    """The offerer is to roll: his chances are judged, and turned round."""
    chances, weights = _chances(view, view.turn, skill, rng)
    me = 1 - view.turn
    return should_accept(seen.score(view, me), seen.points(view), turned_round(chances), view.cube, weights)


def _chances(view: View, roller: int, skill: Level, rng: np.random.Generator) -> tuple[Chances, Sequence[float]]:
    """The chances of the seat that is to roll, as a bot of this level sees them: after each roll, with the rolls'
    weights, or at one glance; (n, 5)."""
    at = seen.position(view, roller)
    shape, judge = GEOMETRIES[at.terms.variant], net(at.terms.variant)
    start = table(shape, [row(shape, at.own, at.other, at.own_pinned, at.other_pinned)])
    if skill.candidates:
        return before_roll(judge, start, seen.worth(view, roller, view.cube)), WEIGHTS.tolist()
    chances = judge.chances(start)
    # An error of a point is half of one in the chance to win.
    misjudged = np.clip(rng.normal(0.0, skill.error), -skill.bound, skill.bound) / 2
    chances[0, WIN] = np.clip(chances[0, WIN] + misjudged, 0.0, 1.0)
    return chances, (1.0,)
