"""Everything that the next roll can lead to, for many positions and all 21 rolls at once.

The plays are those of rules 1.4 and 3.5-3.6, save `hitAndRun`: what looking ahead is worth does not hang on it.
`services.tavla.plays` says the same for one roll and is what may be played; a test holds the two together.
"""

from typing import Final

import msgspec
import numpy as np

from services.tavla.board import Meeting
from services.tavla.bots.moves import moved
from services.tavla.bots.outcomes import ended
from services.tavla.bots.table import OPP, OWN, SIDE, Geometry, Mask, Numbers, Rows, all_of

ROLLS: Final = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
WEIGHTS: Final = np.array([1 if high == low else 2 for high, low in ROLLS]) / 36
_ROLL_OF: Final = np.zeros((7, 7), np.int64)
for _number, (_high, _low) in enumerate(ROLLS):
    _ROLL_OF[_high, _low] = _ROLL_OF[_low, _high] = _number
_MIX: Final = np.random.default_rng(5).integers(1 << 62, size=4 * SIDE // 8, dtype=np.int64) | 1
_GOLDEN: Final = np.int64(0x9E3779B97F4A7C15 - (1 << 64))


class Results(msgspec.Struct, frozen=True):
    """Positions after a turn, as the mover sees them. `group` is 21 * start + roll; groups may be out of order."""

    rows: Rows
    group: Numbers


class _Level(msgspec.Struct, frozen=True):
    """Positions after some dice of a turn; `die` is the one played last."""

    rows: Rows
    group: Numbers
    die: Numbers


def replies(shape: Geometry, starts: Rows) -> Results:
    """The distinct results of every roll from every start; where a roll must be passed, the start itself."""
    found = [*_of_two(shape, starts), *_of_doubles(shape, starts)]
    rows, group = np.concatenate([f.rows for f in found]), np.concatenate([f.group for f in found])
    passes = np.setdiff1d(np.arange(len(starts) * len(ROLLS)), group)
    return Results(np.concatenate([rows, starts[passes // len(ROLLS)]]), np.concatenate([group, passes]))


# -- two different dice ------------------------------------------------------------------------------------------------


def _of_two(shape: Geometry, starts: Rows) -> list[Results]:
    each = np.repeat(np.arange(len(starts)), 6)
    rows, parents = moved(shape, starts[each], np.tile(np.arange(1, 7), len(starts)))
    die = (parents % 6) + 1
    # Each position after the first die waits for five others.
    other = np.tile(np.arange(1, 6), len(rows))
    first = np.repeat(np.arange(len(rows)), 5)
    other += other >= die[first]
    group = each[parents][first] * len(ROLLS) + _ROLL_OF[die[first], other]
    one = _Level(rows[first], group, die[first])
    over = ended(shape, rows)[0][first]
    after, parents = moved(shape, one.rows[~over], other[~over])
    two = _distinct(_Level(after, group[~over][parents], other[~over][parents]))
    kept = _may_end(shape, two)
    found = [kept, Results(one.rows[over], group[over])]
    alone = ~np.isin(group, kept.group)
    return [*found, _larger(shape, _Level(one.rows[alone], group[alone], one.die[alone]), over[alone])]


def _larger(shape: Geometry, level: _Level, over: Mask) -> Results:
    """Plays of one die that do not end the game: those of the larger one where it can be played (rules 1.4)."""
    kept = _end_mask(shape, level)
    best = np.zeros(int(level.group.max(initial=0)) + 1, np.int64)
    np.maximum.at(best, level.group[kept], level.die[kept])
    chosen = kept & ~over & (level.die == best[level.group])
    return Results(level.rows[chosen], level.group[chosen])


# -- doubles -----------------------------------------------------------------------------------------------------------


def _of_doubles(shape: Geometry, starts: Rows) -> list[Results]:
    each = np.repeat(np.arange(len(starts)), 6)
    die = np.tile(np.arange(1, 7), len(starts))
    level = _Level(starts[each], each * len(ROLLS) + _ROLL_OF[die, die], die)
    levels: list[tuple[_Level, Results]] = []
    for _ in range(4):
        rows, parents = moved(shape, level.rows, level.die)
        level = _distinct(_Level(rows, level.group[parents], level.die[parents]))
        over = ended(shape, level.rows)[0]
        endings = Results(level.rows[over], level.group[over])
        level = _Level(level.rows[~over], level.group[~over], level.die[~over])
        levels.append((level, endings))
    found: list[Results] = []
    done = np.zeros(0, np.int64)
    for level, endings in reversed(levels):  # as many of the four as possible
        waiting = ~np.isin(level.group, done)
        kept = _may_end(shape, _Level(level.rows[waiting], level.group[waiting], level.die[waiting]))
        found += [kept, endings]
        done = np.concatenate([done, kept.group, endings.group])
    return found


# -- what they share ---------------------------------------------------------------------------------------------------


def _distinct(level: _Level) -> _Level:
    """Each position of a group once. Told apart by 64-bit codes: of 20 000 rows two share one once in 10^11 tables."""
    words = level.rows.view(np.int64)
    code = level.group * _GOLDEN
    for word in range(words.shape[1]):
        code = (code ^ words[:, word]) * _MIX[word]
        code ^= code >> 29
    _, first = np.unique(code, return_index=True)
    return _Level(level.rows[first], level.group[first], level.die[first])


def _may_end(shape: Geometry, level: _Level) -> Results:
    kept = _end_mask(shape, level)
    return Results(level.rows[kept], level.group[kept])


def _end_mask(shape: Geometry, level: _Level) -> Mask:
    """Which positions may end a turn: in Mültezim not the full start quadrant and, if avoidable, no prime (3.6)."""
    if shape.meeting is not Meeting.CLOSED or not len(level.group):
        return np.ones(len(level.group), np.bool_)
    may: Mask = ~all_of(level.rows[:, OWN + 19 : OWN + 25] > 0)
    opening = may & ~_primes(shape, level.rows)
    avoidable = np.isin(level.group, level.group[opening])
    may &= opening | ~avoidable
    return may


def _primes(shape: Geometry, rows: Rows) -> Mask:
    """True where all enemy checkers stand on one point with six points of the mover in front of it."""
    stack, closed = rows[:, OPP + 7 : OPP + 25] == 15, np.zeros(len(rows), np.bool_)
    for index in range(18):
        if stack[:, index].any():
            in_front = OWN + shape.mirror[7 + index - np.arange(1, 7)]
            closed |= stack[:, index] & all_of(rows[:, in_front] > 0)
    return closed
