"""What a bot makes of the view it is given: the position, the score, and what the game's outcomes are worth to it."""

from functools import cache

from services.tavla.board import BAR, FARTHEST, OFF, START_BAR, VariantName, side
from services.tavla.bots.match_equity import Score, match_chance
from services.tavla.bots.outcomes import Worth
from services.tavla.meta import META
from services.tavla.plays import Position
from services.tavla.terms import Terms, read_terms
from services.tavla.view import SideView, View


def position(view: View, seat: int) -> Position:
    """The board and the dice as `seat` sees them, under the table's terms."""
    own, other = view.sides[seat], view.sides[1 - seat]
    return Position(_terms(view), _side(own), _side(other), _pins(own), _pins(other), view.dice)


def score(view: View, seat: int) -> Score:
    """What both sides still need, seen from `seat`."""
    mine, theirs = view.target - view.points[seat], view.target - view.points[1 - seat]
    past = min(mine, theirs) == 1 and not view.crawford
    return Score(mine=mine, theirs=theirs, cube=view.cube_in_game, crawford=view.cube_in_game and past)


def points(view: View) -> tuple[int, int, int]:
    """What a plain win, a mars and the third way bring before the cube (rules 1.7, 3.5-3.7)."""
    match VariantName(view.variant):
        case VariantName.HAPIS:
            return 1, 2, view.hapis_mother
        case VariantName.MULTEZIM:
            return 1, 2, 2
        case VariantName.ANTI if not view.anti_mirrored:
            return 1, 1, 1
        case _:
            return 1, 2, 3 if view.triple else 2


def worth(view: View, seat: int, cube: int) -> Worth:
    """What the outcomes of a game on this cube are worth: the chance to win the match after them."""
    now, plain, mars, third = score(view, seat), *points(view)
    won = [match_chance(now.after(cube * count)) for count in (plain, mars, third)]
    lost = [match_chance(now.after(-cube * count)) for count in (plain, mars, third)]
    return Worth(won=(won[0], won[1], won[2]), lost=(lost[0], lost[1], lost[2]))


def _terms(view: View) -> Terms:
    return _told_terms(view.variant, view.triple, view.hit_and_run_forbidden, view.hapis_mother, view.anti_mirrored)


@cache
def _told_terms(variant: str, triple: bool, no_hit_and_run: bool, mother: int, mirrored: bool) -> Terms:
    """The terms that a view tells; the others say nothing of what may be played."""
    told = {
        "tavlaVariant": variant,
        "tavlaScore": "brainking" if triple else "traditional",
        "hitAndRun": "forbidden" if no_hit_and_run else "allowed",
        "hapisMother": str(mother),
        "antiScore": "mirrored" if mirrored else "single",
    }
    return read_terms(META.resolve(told))


def _side(seen: SideView) -> bytes:
    counts = dict(zip(range(1, FARTHEST + 1), seen.points, strict=True))
    return side({**counts, OFF: seen.off, START_BAR: seen.start, BAR: seen.bar})


def _pins(seen: SideView) -> int:
    return sum(1 << point for point, pinned in enumerate(seen.pinned, start=1) if pinned)
