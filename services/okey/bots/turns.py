"""A whole turn, act by act: drawing or taking, opening, what is done with the table, the discard."""

from collections.abc import Iterator
from typing import Final

import msgspec

from services.kernel.draws import Draws
from services.kernel.melds import Meld
from services.okey.actions import Action, Area, Collect, Discard, Draw, Open, ReturnSide, TakeSide
from services.okey.bots import discards
from services.okey.bots.ahead import Ahead
from services.okey.bots.prospects import prospects
from services.okey.bots.seat import Seen
from services.okey.bots.table import Held, Plan, best_plan, points, swaps
from services.okey.groups import meanings
from services.okey.results import Opened
from services.okey.suggest import Held as Suggested
from services.okey.suggest import best_series, openings
from services.okey.tiles import Tile, face_of, in_order, without


class Skill(msgspec.Struct, frozen=True):
    """What a level can do. `careless` is how often it takes the next best discard; `sides`: it takes a tile from the
    side; `weighs`: it weighs openings against each other; `imagines`: it judges by imagined draws."""

    careless: float = 0.0
    sides: bool = True
    weighs: bool = True
    imagines: bool = True


KOLAY: Final = Skill(careless=0.3, sides=False, weighs=False, imagines=False)
ORTA: Final = Skill(weighs=False, imagines=False)
USTA: Final = Skill()


def next_act(at: Seen, skill: Skill, rng: Draws) -> Action:
    """The next act of the turn."""
    if at.view.staged:
        return Collect()
    if at.view.phase == "draw":
        return TakeSide() if skill.sides and _takes(at, skill) else Draw()
    if at.opened is Opened.NONE:
        act = _opening(at, skill)
        if act is not None:
            return act
        if at.view.side is not None:
            return ReturnSide()
        return Discard(_closed_discard(at, skill, rng))
    act = _with_the_table(at, skill)
    return act if act is not None else Discard(_open_discard(at, skill, rng))


# -- the side tile -----------------------------------------------------------------------------------------------------


def _takes(at: Seen, skill: Skill) -> bool:
    """True if the side tile opens, or goes down at once."""
    if at.left is None:
        return False
    rack = in_order((*at.rack, at.left))
    if at.opened is Opened.NONE:
        return bool(openings(_suggested(at, rack, at.left)))
    taken = _held(at, skill, rack, at.left)
    if at.left is not at.okey and any(swap.tile is at.left for swap in swaps(taken)):
        return True
    plan = best_plan(taken)
    # 8.16: a tile of its print is not discarded in the same turn.
    return plan is not None and (plan.finish or any(tile is not at.left for tile in plan.left))


def _suggested(at: Seen, rack: tuple[Tile, ...], side: Tile | None) -> Suggested:
    return Suggested(rack, at.okey, at.opened, at.view.need, side, at.pairs_lie, at.view.terms)


def _held(at: Seen, skill: Skill, rack: tuple[Tile, ...], using: Tile | None) -> Held:
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
        keep_okeys=skill.weighs and _keeps_okeys(at, rack),
    )


def _keeps_okeys(at: Seen, rack: tuple[Tile, ...]) -> bool:
    """True if it is worth waiting for a finish with the okey."""
    return False


# -- opening -----------------------------------------------------------------------------------------------------------


def _opening(at: Seen, skill: Skill) -> Open | None:
    """How to open in this turn; None if it cannot be, or is better not done."""
    found = openings(_suggested(at, at.rack, at.view.side))
    if not found or not skill.weighs:
        return found[0] if found else None
    return min((*found, *_others(at)), key=lambda act: _after_opening(at, act))


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
    from services.okey.conditions import worth

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


def _with_the_table(at: Seen, skill: Skill) -> Action | None:
    """The next thing to do with the melds that lie there; None if only the discard is left."""
    side = at.view.side
    owed = side if side is not None and side in at.rack and at.view.terms.side_after_open == "mustUse" else None
    held = _held(at, skill, at.rack, owed)
    for swap in sorted(swaps(held), key=lambda swap: swap.tile is not owed):
        return swap
    plan = best_plan(held)
    if plan is None:
        # The side tile is down; what is on the rack is its twin.
        plan = best_plan(msgspec.structs.replace(held, using=None))
    return plan.acts[0] if plan is not None and plan.acts else None


# -- the discard -------------------------------------------------------------------------------------------------------


def _closed_discard(at: Seen, skill: Skill, rng: Draws) -> Tile:
    if skill.imagines:
        return discards.closed(at, prospects(at, rng))
    return _by_connections(at, skill, rng)


def _open_discard(at: Seen, skill: Skill, rng: Draws) -> Tile:
    return discards.opened(at, Ahead(at, rng)) if skill.imagines else _by_connections(at, skill, rng)


def _by_connections(at: Seen, skill: Skill, rng: Draws) -> Tile:
    tiles = discards.least_connected(at)
    if skill.careless and len(tiles) > 1 and rng.random() < skill.careless:
        second = tiles[1]
        if discards.harm(at, second) == discards.harm(at, tiles[0]):
            return second
    return tiles[0]
