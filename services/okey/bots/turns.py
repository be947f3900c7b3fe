"""A whole turn, act by act: drawing or taking, opening, what is done with the table, the discard."""

from typing import Final

import msgspec

from services.kernel.draws import Draws
from services.okey.actions import (
    Action,
    ClaimIsler,
    Collect,
    Discard,
    Draw,
    GiveSign,
    ReturnSide,
    Sign,
    TakeSide,
)
from services.okey.bots import discards
from services.okey.bots.ahead import Ahead
from services.okey.bots.opening import opening, suggested
from services.okey.bots.prospects import prospects
from services.okey.bots.seat import Seen
from services.okey.bots.table import Held, Plan, best_plan, swaps, without_the_highest
from services.okey.groups import lays_off
from services.okey.results import Opened
from services.okey.suggest import openings
from services.okey.tiles import COLOURS, Tile, face_of, in_order


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
        opened = opening(at, weighs=skill.weighs)
        if opened is not None:
            return opened
        if at.view.side_owed:
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
    """True if the left opponent's discard lays off and can still be claimed."""
    if not at.view.terms.tournament or at.view.settled or at.left is None:
        return False
    return lays_off(at.left, at.melds, at.okey, okey_spots=at.view.terms.okey_spot_is_isler)


# -- the side tile -----------------------------------------------------------------------------------------------------


def _takes(at: Seen, skill: Skill) -> bool:
    """True if the side tile opens, or goes down at once."""
    if at.left is None or not (skill.sides if at.opened is Opened.NONE else skill.eager):
        return False
    rack = in_order((*at.rack, at.left))
    if at.opened is Opened.NONE:
        return bool(openings(suggested(at, rack, at.left)))
    taken = _held(at, rack, at.left)
    if at.left is not at.okey and any(swap.tile is at.left for swap in swaps(taken)):
        return True
    plan = best_plan(taken)
    # 8.16: a tile of its print is not discarded in the same turn.
    return plan is not None and (plan.finish or any(tile is not at.left for tile in plan.left))


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


# -- the table ---------------------------------------------------------------------------------------------------------


def _with_the_table(at: Seen, skill: Skill, rng: Draws) -> Action | None:
    """The next thing to do with the melds that lie there; None if only the discard is left."""
    side = at.view.side
    owed = side if at.view.side_owed else None
    held = _held(at, at.rack, owed)
    for swap in sorted(swaps(held), key=lambda swap: swap.tile is not owed):
        return swap
    plan = best_plan(held)
    if plan is None:
        # Somebody else took the tile for this seat, and it cannot be used.
        return ReturnSide() if at.view.side_returnable else None
    if not plan.finish and owed is None and skill.careless > rng.random():
        return None
    if not plan.finish and skill.imagines and at.okey in at.rack:
        plan = _keeping_okeys(at, held, plan, rng)
    return plan.acts[0] if plan.acts else None


def _keeping_okeys(at: Seen, held: Held, plan: Plan, rng: Draws) -> Plan:
    """The plan, or a better one that keeps an okey to finish with."""
    kept = best_plan(msgspec.structs.replace(held, keep_okeys=True))
    if kept is None or kept.left == plan.left or kept.finish:
        return plan
    ahead = Ahead(at, rng)
    return min((plan, kept), key=lambda one: ahead.value(without_the_highest(one.left, at.okey), at.okey))


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
