"""Elli Bir: the phases of a match and how one follows from another.

Source      RULES.md of this folder, clause 9, which follows the rule text named in `meta.META.sources`.
Phases      LOT (who begins) -> SHUFFLE -> CUT -> PLAY of the starter -> DRAW, PLAY, DRAW, PLAY … -> the next round's
            SHUFFLE, the dealer one seat to the right … -> OVER. Pairs may be declared out of turn.
Options     elliBirPlayers 4, elliBirTeams single, baraj 51, elliBirRounds 11, starterMayOpen on, pairOpen lenient,
            pairOpenerLayoffs 2, ownJoker no, jokerSet2 bothSuits, jokerCift literal, kdv off, repeatLimit none,
            turnSeconds 60.
House rules where the source is silent: they stand in RULES.md beside the clause that they fill in.
Not here    a misdeal (9.2): the house deals; a finish with two jokers at once (9.9).
"""

from typing import Final

from msgspec.structs import replace

from services.ellibir import dealing, discarding, laying, opening, taking
from services.ellibir.actions import (
    Action,
    ClaimBottom,
    DeclarePairs,
    Discard,
    Draw,
    Lay,
    LayOff,
    Open,
    ShowTwins,
    SwapJoker,
    TakeAndLay,
    TakeAndOpen,
    TakeBottom,
    TakeForPairs,
)
from services.ellibir.happenings import SingleAnnounced
from services.ellibir.state import Phase, Player, State
from services.ellibir.terms import Terms
from services.kernel.game import Chance, Decide, LapseCause, Over, Pending, Roll, Seat
from services.kernel.refusal import Illegal

_DRAWING: Final = (Draw, TakeForPairs, TakeAndOpen, TakeAndLay, TakeBottom)
_SINGLE: Final = 2


def new_match(terms: Terms) -> State:
    """The match before anything has happened."""
    return State(terms, players=(Player(),) * terms.players, need=terms.threshold, stars=(0,) * terms.players)


def pending(state: State) -> Pending:
    """What the match waits for; one seat is due at a time.

    The question is the turn: what others declare meanwhile makes nobody's decision late, nor what the seat on turn does
    the declaration of another.
    """
    match state.phase:
        case Phase.LOT:
            return Chance(Roll(count=1, sides=state.terms.players))
        case Phase.SHUFFLE:
            return Chance(dealing.SHUFFLE)
        case Phase.CUT:
            return Chance(dealing.CUT)
        case Phase.OVER:
            return Over("played_out")
        case _:
            return Decide(frozenset({state.turn.seat}), question=state.turn.number)


def fall(state: State, outcome: tuple[int, ...]) -> State:
    """Chance answered. Raises `ValueError` for an outcome that was not asked for."""
    match state.phase:
        case Phase.LOT:
            return dealing.draw_lot(state, outcome)
        case Phase.SHUFFLE:
            return dealing.shuffle(state, outcome)
        case Phase.CUT:
            return dealing.cut(state, outcome)
        case _:
            raise ValueError(f"nothing is asked of chance while the phase is {state.phase}")


# -- decisions ---------------------------------------------------------------------------------------------------------


def act(state: State, seat: Seat, action: Action, at_ms: int) -> State:
    """The match after a seat's decision; raises `Illegal`."""
    if not 0 <= seat < state.terms.players:
        raise Illegal("NOT_YOUR_TURN")
    if not state.in_round:
        raise Illegal("WRONG_PHASE")
    fresh = replace(state, happened=(), now_ms=max(at_ms, state.now_ms))
    if isinstance(action, DeclarePairs):
        return taking.declare(fresh, seat)
    if seat != state.due:
        raise Illegal("NOT_YOUR_TURN")
    if not isinstance(action, ClaimBottom) and isinstance(action, _DRAWING) is not (state.phase is Phase.DRAW):
        raise Illegal("WRONG_PHASE")
    return _asked(state, _done(fresh, seat, action))


def _asked(before: State, after: State) -> State:
    """The clock runs for a whole turn (rules 9.16): nothing that is done within one gives more time."""
    same = after.in_round and after.turn.number == before.turn.number
    return after if same else replace(after, asked_ms=after.now_ms)


def _done(state: State, seat: Seat, action: Action) -> State:
    match action:
        case Draw():
            return discarding.drawn(state, seat, by_rules=False)
        case TakeForPairs():
            return taking.for_pairs(state, seat)
        case TakeAndOpen(groups=groups, finish=finish):
            return taking.and_open(state, seat, groups, finish)
        case TakeAndLay(groups=groups):
            return taking.and_lay(state, seat, groups)
        case TakeBottom():
            return taking.take_bottom(state, seat)
        case Open(groups=groups, finish=finish):
            return opening.open_now(state, seat, groups, finish)
        case ClaimBottom(card=card):
            return taking.claim(state, seat, card)
        case _:
            return _played(state, seat, action)


def _played(state: State, seat: Seat, action: Action) -> State:
    match action:
        case Lay(groups=groups):
            return laying.laid(state, seat, groups)
        case LayOff():
            return laying.lay_off(state, seat, action)
        case SwapJoker():
            return laying.swap_joker(state, seat, action)
        case Discard(card=card):
            return discarding.discard(state, seat, card)
        case ShowTwins(card=card, other=other):
            return discarding.show_twins(state, seat, card, other)
        case _:
            return _single(state, seat)


def may_announce(state: State, seat: Seat) -> bool:
    """True for a seat on turn that will have one card left, and has not said so (rules 9.4)."""
    return len(state.players[seat].hand) == _SINGLE and not state.turn.single


def _single(state: State, seat: Seat) -> State:
    if not may_announce(state, seat):
        raise Illegal("NOT_SINGLE", held=len(state.players[seat].hand))
    return replace(state, turn=replace(state.turn, single=True)).and_then(SingleAnnounced(seat))


# -- time ------------------------------------------------------------------------------------------------------------


def lapse(state: State, seat: Seat, cause: LapseCause, at_ms: int) -> State:
    """The match after a seat let its time run out (rules 9.16). Who plays a seat is nothing that they know."""
    if cause is not LapseCause.TIMEOUT:
        raise ValueError(f"a seat of Elli Bir is played on, whoever sits there: {cause}")
    if state.phase is Phase.OVER or not 0 <= seat < state.terms.players:
        raise Illegal("WRONG_PHASE")
    if seat != state.due:
        raise Illegal("NOT_YOUR_TURN")
    fresh = replace(state, happened=(), now_ms=max(at_ms, state.now_ms))
    return replace(discarding.by_default(fresh, seat), asked_ms=fresh.now_ms)


def allowance(state: State) -> int | None:
    """Milliseconds that the due seat has left; what others declare meanwhile gives it no more (rules 0.11)."""
    seconds = state.terms.turn_seconds
    if seconds is None or state.due is None:
        return None
    return max(0, seconds * 1000 - (state.now_ms - state.asked_ms))
