"""How good positions are: judged at once by the net, or by looking one roll ahead."""

import numpy as np

from services.tavla.bots.net import Net
from services.tavla.bots.outcomes import Chances, Values, Worth, ended, turned_round
from services.tavla.bots.replies import ROLLS, WEIGHTS, replies
from services.tavla.bots.table import Numbers, Rows
from services.tavla.bots.table import turned_round as other_side


def after_move(net: Net, rows: Rows) -> Chances:
    """The mover's chances in positions that he has just made; certain where the game is over."""
    over, certain = ended(net.shape, rows)
    chances = turned_round(net.chances(other_side(rows)))
    chances[over] = certain[over]
    return chances


def after_reply(net: Net, rows: Rows, worth: Worth) -> Values:
    """What positions that the mover has just made are worth to him, once the other side has rolled and replied best.

    None of them may be the end of the game.
    """
    found = replies(net.shape, other_side(rows))
    theirs = worth.turned_round().of(after_move(net, found.rows))
    best = np.full(len(rows) * len(ROLLS), -np.inf, np.float32)
    np.maximum.at(best, found.group, theirs)
    values: Values = -(best.reshape(len(rows), len(ROLLS)) @ WEIGHTS.astype(np.float32))
    return values


def before_roll(net: Net, row: Rows, worth: Worth) -> Chances:
    """The chances of the side that is to roll in one position, after its best play of each roll; (21, 5)."""
    found = replies(net.shape, row)
    chances = after_move(net, found.rows)
    return chances[_best_of_each(found.group, worth.of(chances))]


def _best_of_each(group: Numbers, values: Values) -> Numbers:
    """The index of the best row of each of the 21 rolls."""
    order = np.lexsort((-values, group))
    return order[np.searchsorted(group[order], np.arange(len(ROLLS)))]
