"""`usta`: a whole turn, act by act. What a turn can come to is valued by the turns imagined after it."""

from collections.abc import Iterable
from typing import Final

from services.ellibir import search
from services.ellibir.actions import (
    Action,
    ClaimBottom,
    Discard,
    Draw,
    Open,
    TakeAndLay,
    TakeAndOpen,
    TakeBottom,
    TakeForPairs,
)
from services.ellibir.bots import discards, stakes
from services.ellibir.bots.ahead import Ahead
from services.ellibir.bots.hopes import hopes
from services.ellibir.bots.openings import more_openings
from services.ellibir.bots.plans import MOST, Plan, plans
from services.ellibir.bots.seat import Seen
from services.ellibir.cards import JOKER, Piece, in_order
from services.ellibir.opening import value_of
from services.ellibir.options import SeatOptions
from services.ellibir.rules import act
from services.ellibir.score import REWARD, STAR_FROM, count
from services.ellibir.state import Opened, State
from services.kernel.draws import Draws
from services.kernel.melds import Kind

_OF_A_SIZE: Final = 3
_PLANS: Final = 7
_DISCARDS: Final = 4
"""So many ways to use the table that leave the same number of cards are looked at closely, so many in all, and so many
discards after each."""

_AFTER_AN_OPENING: Final = 14
"""So many ways are looked for after each of several openings."""


_A_POINT_OF_KDV: Final = 0.8
"""What it is worth that an opponent must open with a point more."""


_FEWEST_PAIRS: Final = 5
"""With fewer pairs nobody takes a discard for pairs."""

_SURE: Final = 0.6
_SURER: Final = 0.5
"""How likely pairs must open for a hand that never opens with melds, and how much more for one that surely does."""


def next_act(at: Seen, rng: Draws) -> Action:
    """The next act of the turn."""
    if at.view.phase == "draw":
        return _drawing(at, rng)
    if not at.own.is_open:
        return _closed(at, rng)
    _, plan, card = _best(at, at.state, rng)
    return plan.acts[0] if plan.acts else Discard(card)


# -- drawing -----------------------------------------------------------------------------------------------------------


def _drawing(at: Seen, rng: Draws) -> Action:
    actions = list(SeatOptions(at.state, at.seat))
    openings = [action for action in actions if isinstance(action, TakeAndOpen)]
    if openings:
        return _best_opening(at, openings, rng)
    for action in actions:
        if isinstance(action, TakeAndLay | TakeBottom):
            return action
    if TakeForPairs() in actions and _helps_pairs(at, rng):
        return TakeForPairs()
    return Draw()


def _helps_pairs(at: Seen, rng: Draws) -> bool:
    """True if the discard makes a pair for one who goes for pairs, or whose hand is for pairs with it."""
    discard = at.state.discard
    assert discard is not None
    if at.own.goer:
        return discard.card is JOKER or discard.card in at.hand
    pairs = len(search.pairs((*at.hand, discard.card)))
    if pairs < _FEWEST_PAIRS:
        return False
    hand = in_order((*at.hand, discard.card))
    stays, goes = hopes(at, at.hand, rng, goer=False), hopes(at, hand, rng, goer=True)
    # Who goes for pairs writes the double, closed or open.
    return goes.pairs > _SURE + _SURER * stays.melds


# -- closed ------------------------------------------------------------------------------------------------------------


def _closed(at: Seen, rng: Draws) -> Action:
    actions = list(SeatOptions(at.state, at.seat))
    openings = [action for action in actions if isinstance(action, Open)]
    if openings:
        return _best_opening(at, dict.fromkeys((*openings, *more_openings(at))), rng)
    if at.own.goer:
        for action in actions:
            if isinstance(action, ClaimBottom):
                return action
    return Discard(discards.while_closed(at, hopes(at, at.hand, rng, goer=at.own.goer)))


def _best_opening(at: Seen, openings: Iterable[Open | TakeAndOpen], rng: Draws) -> Action:
    """The opening that leads to most: best a finish, with a joker where that is worth more."""
    return min((_value_of(at, action, rng), number, action) for number, action in enumerate(openings))[-1]


def _value_of(at: Seen, action: Open | TakeAndOpen, rng: Draws) -> float:
    pairs = any(group.kind is Kind.PAIR for group in action.groups)
    if action.finish is not None:
        return stakes.finish(at, joker=action.finish is JOKER, pairs=pairs, elden=True)
    after = act(at.state, at.seat, action, at.state.now_ms)
    value, _, _ = _best(at, after, rng, most=_AFTER_AN_OPENING)
    return value + _of_kdv(at, action)


def _of_kdv(at: Seen, action: Open | TakeAndOpen) -> float:
    """What an opening is worth that makes it harder for others, or wins a star (rules 9.11, 9.12)."""
    if not at.view.terms.kdv or any(group.kind is Kind.PAIR for group in action.groups):
        return 0.0
    value = value_of(action.groups)
    closed = [seat for seat, player in enumerate(at.state.players) if seat != at.seat and not player.is_open]
    harder = sum(1 / len(at.opponents) if seat in at.opponents else -1 for seat in closed)
    star = REWARD if value >= STAR_FROM else 0
    return star - _A_POINT_OF_KDV * (value - at.state.need) * harder


# -- open --------------------------------------------------------------------------------------------------------------


def _best(at: Seen, state: State, rng: Draws, most: int = MOST) -> tuple[float, Plan, Piece]:
    """The best way to use the table, what it comes to, and the discard after it."""
    found = plans(state, at.seat, most)
    pairs = state.players[at.seat].opened is Opened.PAIRS
    out = [
        (stakes.finish(at, joker=plan.by_joker, pairs=pairs, elden=state.turn.opened), number, plan)
        for number, plan in enumerate(found)
        if plan.goes_out
    ]
    if out:
        value, _, best = min(out)
        return value, best, best.hand[0]
    ahead = Ahead(at, state.players[at.seat].opened, rng)
    valued = []
    for number, plan in enumerate(_promising(found, at.seat)):
        cards = discards.least_connected(plan.after, at.seat)[:_DISCARDS]
        value, card = discards.best_when_open(at, plan.after, plan.hand, ahead, cards)
        valued.append((value, number, plan, card))
    value, _, best, card = min(valued)
    return value, best, card


def _promising(found: list[Plan], seat: int) -> list[Plan]:
    """Of all ways those that leave few cards and points, but some of every number of cards."""
    ordered = sorted(found, key=lambda plan: (len(plan.hand), count(plan.after.players[seat])))
    kept: list[Plan] = []
    for plan in ordered:
        if sum(len(other.hand) == len(plan.hand) for other in kept) < _OF_A_SIZE:
            kept.append(plan)
    return kept[:_PLANS]
