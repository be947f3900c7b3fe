"""One die played in many positions at once (rules 1.4-1.6, 3.4-3.6): what looking ahead needs, and nothing else."""

import numpy as np

from services.tavla.board import HOME, Meeting
from services.tavla.bots.table import (
    BAR,
    OFF,
    OPP,
    OPP_PIN,
    OWN,
    OWN_PIN,
    PLACES,
    START_BAR,
    Geometry,
    Mask,
    Numbers,
    Rows,
    any_of,
)

_PAST_ENEMY_START = 11  # rules 3.6
_PLACE = np.arange(PLACES)
_FROM = np.where(_PLACE == BAR, START_BAR, _PLACE)  # both bars enter on 25 - die


def moved(shape: Geometry, rows: Rows, dice: Numbers) -> tuple[Rows, Numbers]:
    """Every position that one checker moved by `dice[i]` makes of `rows[i]`, and the i it was made of."""
    targets = _FROM[None, :] - dice[:, None]
    landing = np.take_along_axis(_open(shape, rows), np.clip(targets, 0, START_BAR), axis=1) & (targets > 0)
    allowed = _movable(shape, rows) & (landing | _bears_off(shape, rows, targets))
    parents, sources = np.nonzero(allowed)
    made = rows[parents]
    reached = np.maximum(targets[parents, sources], OFF)
    each = np.arange(len(made))
    made[each, OWN + sources] -= 1
    made[each, OWN + reached] += 1
    _meet(shape, made, each, sources, reached)
    return made, parents


def _movable(shape: Geometry, rows: Rows) -> Mask:
    """(n, 27): a checker may leave the place at all, whatever the die."""
    may = _held(rows)
    may[:, OFF] = False
    barred = may[:, BAR].copy()
    may[barred, :BAR] = False
    if shape.meeting is Meeting.PIN:
        may &= ~_held(rows, OWN_PIN)  # whoever is pinned is alone on his point
    if shape.meeting is Meeting.CLOSED:
        waiting = ~any_of(_held(rows)[:, : _PAST_ENEMY_START + 1])
        may &= ~waiting[:, None] | (may.cumsum(axis=1) == 1)  # only the first checker, until it has passed
    return may


def _held(rows: Rows, side: int = OWN) -> Mask:
    """(n, 27): places of a side with checkers on them; with `OWN_PIN`, with pinned ones."""
    held: Mask = np.greater(rows[:, side : side + PLACES], 0)
    return held


def _open(shape: Geometry, rows: Rows) -> Mask:
    """(n, 26): a checker may land on the own point."""
    there = OPP + shape.mirror[: START_BAR + 1]
    bound = {Meeting.HIT: 2, Meeting.CLOSED: 1, Meeting.PIN: 2}[shape.meeting]
    landing: Mask = np.less(rows[:, there], bound)
    if shape.meeting is Meeting.PIN:  # a single enemy that pins an own checker closes the point
        landing &= np.equal(rows[:, there], 0) | ~_held(rows, OWN_PIN)[:, : START_BAR + 1]
    return landing


def _bears_off(shape: Geometry, rows: Rows, targets: Numbers) -> Mask:
    """(n, 27): the die takes the checker off the board."""
    own = _held(rows)
    home = ~any_of(own[:, HOME + 1 :])
    if shape.meeting is Meeting.PIN:
        home &= ~any_of(_held(rows, OWN_PIN))
    highest = (own * _PLACE).max(axis=1)
    off: Mask = (targets == 0) | ((targets < 0) & np.equal(highest[:, None], _PLACE))
    off &= home[:, None]
    return off


def _meet(shape: Geometry, made: Rows, each: Numbers, sources: Numbers, reached: Numbers) -> None:
    """Hits or pins the lone checkers that were landed on, and frees those from which the last one on top has gone."""
    on_board = reached > OFF
    there = OPP + shape.mirror[reached]
    lone = on_board & (made[each, there] == 1)
    if shape.meeting is Meeting.HIT:
        made[each[lone], there[lone]] = 0
        made[each[lone], OPP + BAR] += 1
    elif shape.meeting is Meeting.PIN:
        left = made[each, OWN + sources] == 0
        made[each[left], OPP_PIN + shape.mirror[sources[left]]] = 0
        made[each[lone], OPP_PIN - OPP + there[lone]] = 1
