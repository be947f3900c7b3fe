"""How and when a closed seat opens."""

from collections.abc import Iterator
from typing import Final

import msgspec

from services.kernel.melds import Meld
from services.okey.actions import Area, Open
from services.okey.bots.seat import Seen
from services.okey.bots.table import Held, Plan, best_plan, points, without_the_highest
from services.okey.conditions import worth
from services.okey.groups import meanings
from services.okey.results import Opened
from services.okey.suggest import Held as Suggested
from services.okey.suggest import best_series, openings
from services.okey.tiles import Tile, in_order, without

_TURNS_TO_WAIT: Final = 2
_FEW: Final = 2
_OUTS: Final = 0.12
"""Who waits to go out from the hand has at most so many tiles too many, and so large a share of the unseen tiles would
do."""


def suggested(at: Seen, rack: tuple[Tile, ...], side: Tile | None) -> Suggested:
    """What the openings of such a rack depend on; with `side` one of its tiles goes down."""
    return Suggested(rack, at.okey, at.opened, at.view.need, side, at.pairs_lie, at.view.terms)


def opening(at: Seen, *, weighs: bool) -> Open | None:
    """How to open in this turn; None if it cannot be, or is better not done."""
    found = openings(suggested(at, at.rack, at.view.side))
    if not found or not weighs:
        return found[0] if found else None
    act = min((*found, *_others(at)), key=lambda act: _after_opening(at, act))
    return None if _waits(at, act) else act


def _waits(at: Seen, act: Open) -> bool:
    """True if it is better to stay closed for a turn and go out from the hand, which doubles what the others have.

    Only with hardly a tile too many, while nobody is open, so that nobody can finish before the next turn, and while
    there are turns left to open in.
    """
    if act.finish or at.anybody_open or at.view.side is not None or at.turns < _TURNS_TO_WAIT:
        return False
    plan = _following(at, act)
    if plan.finish or len(plan.left) > _FEW:
        return False
    rack = without_the_highest(plan.left, at.okey)
    kept = without(at.rack, without(plan.left, rack) or ())
    assert kept is not None
    outs = sum(
        copies
        for tile, copies in at.unseen.items()
        if copies and any(one.finish for one in openings(suggested(at, in_order((*kept, tile)), None)))
    )
    return outs >= _OUTS * sum(at.unseen.values())


def _others(at: Seen) -> Iterator[Open]:
    """Openings that the suggestions leave out: what takes the most points off the rack where that is another one."""
    if at.view.terms.game != "34":
        return
    by_points = msgspec.structs.replace(at.view.terms, game="101")
    laid = best_series(at.rack, at.okey, by_points, at.view.side)
    if laid is None or not laid.left:
        return
    act = Open(Area.SERIES, laid.groups)
    if _worth(at, act) >= at.view.need:
        yield act


def _worth(at: Seen, act: Open) -> int:
    return worth(_melds(at, act), act.area, at.view.terms)


def _melds(at: Seen, act: Open) -> tuple[Meld, ...]:
    return tuple(meanings(group, act.area, at.okey)[0] for group in act.groups)


def _after_opening(at: Seen, act: Open) -> tuple[bool, bool, float]:
    """What an opening leads to in this turn: best a finish, with an okey, else few points on the rack."""
    pairs = act.area is Area.PAIRS
    if act.finish:
        return False, at.okey not in act.finish, -pairs
    plan = _following(at, act)
    left = points(plan.left, at.okey, at.view.terms) * (2 if pairs else 1)
    return not plan.finish, not plan.by_okey, left


def _following(at: Seen, act: Open) -> Plan:
    """What can be done with the table after an opening."""
    left = without(at.rack, (piece.tile for group in act.groups for piece in group))
    assert left
    pairs = act.area is Area.PAIRS
    limit = at.view.terms.lay_off_limit
    plan = best_plan(
        Held(
            rack=left,
            melds=(*at.melds, *_melds(at, act)),
            okey=at.okey,
            opened=Opened.PAIRS if pairs else Opened.SERIES,
            pairs_lie=pairs or at.pairs_lie,
            terms=at.view.terms,
            lay_offs=limit,
        )
    )
    assert plan is not None  # nothing must be used
    return plan
