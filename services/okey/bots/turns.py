"""A whole turn, act by act: drawing or taking, opening, what is done with the table, the discard."""

from collections.abc import Iterator
from typing import Final

import msgspec

from services.kernel.draws import Draws
from services.kernel.melds import Meld
from services.okey.actions import (
    Action,
    Area,
    ClaimIsler,
    Collect,
    Discard,
    Draw,
    GiveSign,
    Open,
    ReturnSide,
    Sign,
    TakeSide,
)
from services.okey.bots import discards
from services.okey.bots.ahead import Ahead
from services.okey.bots.prospects import prospects
from services.okey.bots.seat import Seen
from services.okey.bots.table import Held, Plan, best_plan, points, swaps
from services.okey.conditions import worth
from services.okey.groups import lays_off, meanings
from services.okey.results import Opened
from services.okey.state import left_of
from services.okey.suggest import Held as Suggested
from services.okey.suggest import best_series, openings
from services.okey.tiles import COLOURS, Tile, face_of, in_order, without


class Skill(msgspec.Struct, frozen=True):
    """What a level can do.

    `careless` is how often it throws one of several tiles that seem of little use, and forgets to lay off. `sides`: it
    takes a tile from the side to open with; `eager`: when it is open, too; `notices`: it claims discards that lay off;
    `weighs`: it weighs openings against each other; `imagines`: it judges by imagined draws.
    """

    careless: float = 0.0
    sides: bool = True
    eager: bool = True
    notices: bool = True
    weighs: bool = True
    imagines: bool = True


KOLAY: Final = Skill(careless=0.3, sides=False, eager=False, notices=False, weighs=False, imagines=False)
ORTA: Final = Skill(eager=False, weighs=False, imagines=False)
USTA: Final = Skill()


_TURNS_TO_WAIT: Final = 2
_FEW: Final = 2
_OUTS: Final = 0.12
"""Who waits to go out from the hand has at most so many tiles too many, and so large a share of the unseen tiles would
do."""

_AT_HAND: Final = 5
"""A careless player throws any of so many tiles."""

_READY: Final = 2
"""With so many tiles an open player tells his partner that he is about to finish."""


def next_act(at: Seen, skill: Skill, rng: Draws) -> Action:
    """The next act of the turn."""
    if at.view.staged:
        return Collect()
    if at.view.phase == "draw":
        return _beside(at, skill) or (TakeSide() if _takes(at, skill) else Draw())
    if at.opened is Opened.NONE:
        opening = _opening(at, skill)
        if opening is not None:
            return opening
        if at.view.side is not None:
            return ReturnSide()
        return Discard(_closed_discard(at, skill, rng))
    act = _with_the_table(at, skill, rng)
    return act if act is not None else Discard(_open_discard(at, skill, rng))


# -- beside the game ---------------------------------------------------------------------------------------------------


def _beside(at: Seen, skill: Skill) -> Action | None:
    """What the tournament has beside the game: a claim of the last discard, a sign (10.3, 10.6)."""
    if skill.notices and _may_claim(at):
        assert at.left is not None
        face = face_of(at.left, at.okey)
        return ClaimIsler(COLOURS[face.suit], face.rank)
    own = at.view.seats[at.seat]
    ready = at.view.terms.signs and at.opened is not Opened.NONE and own.tiles <= _READY
    return GiveSign(Sign.FINISH) if ready and own.sign is not Sign.FINISH else None


def _may_claim(at: Seen) -> bool:
    """True if the left opponent's discard lays off and, as far as the view tells, nobody has claimed it yet."""
    if not at.view.terms.tournament or at.left is None or at.left is at.okey:
        return False
    thrower = left_of(at.seat)
    claimed = bool(at.view.fines) and (at.view.fines[-1].seat, at.view.fines[-1].reason) == (thrower, "ISLER_DISCARD")
    return not claimed and lays_off(at.left, at.melds, at.okey, okey_spots=at.view.terms.okey_spot_is_isler)


# -- the side tile -----------------------------------------------------------------------------------------------------


def _takes(at: Seen, skill: Skill) -> bool:
    """True if the side tile opens, or goes down at once."""
    if at.left is None or not (skill.sides if at.opened is Opened.NONE else skill.eager):
        return False
    rack = in_order((*at.rack, at.left))
    if at.opened is Opened.NONE:
        return bool(openings(_suggested(at, rack, at.left)))
    taken = _held(at, rack, at.left)
    if at.left is not at.okey and any(swap.tile is at.left for swap in swaps(taken)):
        return True
    plan = best_plan(taken)
    # 8.16: a tile of its print is not discarded in the same turn.
    return plan is not None and (plan.finish or any(tile is not at.left for tile in plan.left))


def _suggested(at: Seen, rack: tuple[Tile, ...], side: Tile | None) -> Suggested:
    return Suggested(rack, at.okey, at.opened, at.view.need, side, at.pairs_lie, at.view.terms)


def _held(at: Seen, rack: tuple[Tile, ...], using: Tile | None) -> Held:
    limit = at.view.terms.lay_off_limit
    return Held(
        rack=rack,
        melds=at.melds,
        okey=at.okey,
        opened=at.opened,
        pairs_lie=at.pairs_lie,
        terms=at.view.terms,
        using=using,
        lay_offs=None if limit is None else max(0, limit - at.view.lay_offs),
    )


# -- opening -----------------------------------------------------------------------------------------------------------


def _opening(at: Seen, skill: Skill) -> Open | None:
    """How to open in this turn; None if it cannot be, or is better not done."""
    found = openings(_suggested(at, at.rack, at.view.side))
    if not found or not skill.weighs:
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
    rack = _without_the_highest(plan.left, at.okey)
    kept = without(at.rack, without(plan.left, rack) or ())
    assert kept is not None
    outs = sum(
        copies
        for tile, copies in at.unseen.items()
        if copies and any(one.finish for one in openings(_suggested(at, in_order((*kept, tile)), None)))
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


# -- the table ---------------------------------------------------------------------------------------------------------


def _with_the_table(at: Seen, skill: Skill, rng: Draws) -> Action | None:
    """The next thing to do with the melds that lie there; None if only the discard is left."""
    side = at.view.side
    owed = side if side is not None and side in at.rack and at.view.terms.side_after_open == "mustUse" else None
    held = _held(at, at.rack, owed)
    for swap in sorted(swaps(held), key=lambda swap: swap.tile is not owed):
        return swap
    plan = best_plan(held)
    if plan is not None and not plan.finish and owed is None and skill.careless > rng.random():
        return None
    if plan is None:
        # The side tile is down; what is on the rack is its twin.
        held = msgspec.structs.replace(held, using=None)
        plan = best_plan(held)
    if plan is not None and not plan.finish and skill.imagines and at.okey in at.rack:
        plan = _keeping_okeys(at, held, plan, rng)
    return plan.acts[0] if plan is not None and plan.acts else None


def _keeping_okeys(at: Seen, held: Held, plan: Plan, rng: Draws) -> Plan:
    """The plan, or a better one that keeps an okey to finish with."""
    kept = best_plan(msgspec.structs.replace(held, keep_okeys=True))
    if kept is None or kept.left == plan.left or kept.finish:
        return plan
    ahead = Ahead(at, rng)
    return min((plan, kept), key=lambda one: ahead.value(_without_the_highest(one.left, at.okey), at.okey))


def _without_the_highest(rack: tuple[Tile, ...], okey: Tile) -> tuple[Tile, ...]:
    """A rack after its discard, roughly."""
    tile = max(rack, key=lambda tile: (tile is not okey, face_of(tile, okey).rank))
    left = without(rack, (tile,))
    assert left is not None
    return left


# -- the discard -------------------------------------------------------------------------------------------------------


def _closed_discard(at: Seen, skill: Skill, rng: Draws) -> Tile:
    if skill.imagines:
        return discards.closed(at, prospects(at, rng))
    return _by_connections(at, skill, rng)


def _open_discard(at: Seen, skill: Skill, rng: Draws) -> Tile:
    return discards.opened(at, Ahead(at, rng)) if skill.imagines else _by_connections(at, skill, rng)


def _by_connections(at: Seen, skill: Skill, rng: Draws) -> Tile:
    tiles = discards.least_connected(at)
    alike = [tile for tile in tiles[:_AT_HAND] if discards.harm(at, tile) == discards.harm(at, tiles[0])]
    return alike[rng.randrange(len(alike))] if skill.careless > rng.random() else tiles[0]
