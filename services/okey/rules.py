"""Okey: the phases of a match and how one follows from another.

Source      RULES.md of this folder, clauses 8 and 10.2-10.9, which follow the rule texts named in `meta.META.sources`.
Phases      LOT (who starts) -> DEAL -> turns of DRAW and PLAY, the starter's first without DRAW -> DEAL … -> OVER.
Options     okeyTable house, okeyGame 101, okeyTeams single, okeyHands 11, cezali on, sideAfterOpen mustUse,
            fiftyOneHigh face, finishBonus literal, okeySpotIsIsler off, devam together and tourSigns on (tournament
            alone), turnSeconds 60.
House rules where the source is silent: the clock is a whole turn's (8.17); in the tournament the match ends when one
            leaves (10.8); a tied match of the tournament that nobody plays any more ends tied (10.1).
Not here    what is the tournament's and not a table's: encounters, groups, seats by dice, rulings (10.1, 10.2, 10.3).
"""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from services.kernel.game import Chance, Decide, LapseCause, Over, Pending, Roll, Seat, Shuffle
from services.kernel.refusal import Illegal
from services.kernel.tricks import SEATS
from services.okey import claims, laying, staging, turns
from services.okey.actions import (
    Action,
    AutoPlace,
    ClaimIsler,
    Collect,
    Commit,
    Devam,
    Discard,
    Draw,
    GiveSign,
    LayOff,
    Open,
    Place,
    ReturnSide,
    SelfDeclare,
    SwapOkey,
    TakeSide,
    Undo,
)
from services.okey.defaults import play_out
from services.okey.ending import broken_off, tied, unless_void
from services.okey.happenings import HandDealt, LotFell, SeatLeft
from services.okey.state import NO_TILES, Hand, Phase, State, Turn
from services.okey.terms import Terms
from services.okey.tiles import TILES, Tile, in_order, shuffled

_LOT: Final = Chance(Roll(count=1, sides=SEATS))
_DEAL: Final = Chance(Shuffle(size=TILES))


# -- what is waited for ------------------------------------------------------------------------------------------------


def pending(state: State) -> Pending:
    """What the match waits for; one seat is due at a time."""
    match state.phase:
        case Phase.LOT:
            return _LOT
        case Phase.DEAL:
            return _DEAL
        case Phase.OVER:
            return Over(_cause(state))
    due = state.due
    assert due is not None
    # 10.6: a claim must not make the next player's draw late, nor a draw a claim: each is heard and judged.
    question = SEATS * state.number + due if state.terms.tournament else None
    return Decide(frozenset({due}), question)


def _cause(state: State) -> str:
    if state.left is not None:
        return "forfeited"
    return "tied" if tied(state) else "played_out"


# -- chance ------------------------------------------------------------------------------------------------------------


def fall(state: State, outcome: tuple[int, ...]) -> State:
    """The lot or the tiles fell. Raises `ValueError` for an outcome that was not asked for."""
    if state.phase is Phase.LOT:
        if len(outcome) != 1 or not 1 <= outcome[0] <= SEATS:
            raise ValueError(f"{outcome} is no lot of 1 to {SEATS}")
        starter = Seat(outcome[0] - 1)
        return replace(state, phase=Phase.DEAL, starter=starter, happened=(LotFell(starter),))
    if state.phase is not Phase.DEAL:
        raise ValueError(f"nothing is asked of chance while the phase is {state.phase}")
    if sorted(outcome) != list(range(TILES)):
        raise ValueError(f"the deal is not a permutation of {TILES} tiles")
    hand = dealt(shuffled(outcome), state.starter, state.terms, state.now_ms)
    told = HandDealt(state.number, state.starter, hand.indicator, hand.buried)
    return replace(state, phase=Phase.PLAY, hand=hand, happened=(told,))


def dealt(deck: tuple[Tile, ...], starter: Seat, terms: Terms, now_ms: int) -> Hand:
    """The hand that comes of the shuffled tiles: the racks by seat, the starter's extra tile, the indicator, the stock
    (rules 8.2). A false okey that is turned up is replaced by the next tile and goes under the stock (8.3)."""
    size = terms.dealt
    racks = [deck[seat * size : (seat + 1) * size] for seat in range(SEATS)]
    extra, rest = deck[SEATS * size], deck[SEATS * size + 1 :]
    racks[starter] = (*racks[starter], extra)
    buried = next(number for number, tile in enumerate(rest) if tile is not Tile.FALSE_OKEY)
    return Hand(
        indicator=rest[buried],
        racks=tuple(map(in_order, racks)),
        stock=(*rest[buried + 1 :], *rest[:buried]),
        turn=Turn(starter, since_ms=now_ms),
        need=terms.need,
        buried=buried,
        piles=NO_TILES,
    )


# -- decisions ---------------------------------------------------------------------------------------------------------


def act(state: State, seat: Seat, action: Action, at_ms: int) -> State:
    """The match after a seat's decision; raises `Illegal`, the first reason that applies (rules 8.16)."""
    if state.due is None:
        raise Illegal("WRONG_PHASE")
    if not _known_here(action, state.terms):
        raise Illegal("NOT_AT_THIS_TABLE")
    hand, _ = state.playing
    now_ms = max(state.now_ms, at_ms)
    fresh = replace(state, hand=replace(hand, acted=True), now_ms=now_ms, happened=())
    match action:
        case ClaimIsler():
            return claims.claim(fresh, seat, action)
        case SelfDeclare():
            return claims.declare(fresh, seat)
    if seat != state.due:
        raise Illegal("NOT_YOUR_TURN")
    if isinstance(action, GiveSign):
        return claims.give_sign(fresh, seat, action)
    if isinstance(action, Draw | TakeSide) != (state.phase is Phase.DRAW):
        raise Illegal("WRONG_PHASE")
    return _played(fresh, seat, action)


def _known_here(action: Action, terms: Terms) -> bool:
    """True for an act that the table has at all (rules 10.3, 10.5, 10.6)."""
    match action:
        case ClaimIsler() | SelfDeclare():
            return terms.tournament
        case GiveSign():
            return terms.signs
        case Devam():
            return terms.devam
        case _:
            return True


_ALONE: Final[Mapping[type, Callable[[State, Seat], State]]] = {
    Draw: turns.draw,
    TakeSide: turns.take_side,
    ReturnSide: turns.return_side,
    Undo: staging.undo,
    Collect: staging.collect,
    Commit: lambda state, seat: unless_void(staging.commit(state, seat)),
    Devam: turns.devam,
}
"""The acts that say nothing but what they are."""


def _played(state: State, seat: Seat, action: Action) -> State:
    match action:
        case Place():
            return staging.place(state, seat, action)
        case AutoPlace():
            return staging.auto_place(state, seat, action)
        case Open():
            return turns.open_(state, seat, action)
        case LayOff():
            return laying.lay_off(state, seat, action)
        case SwapOkey():
            return laying.swap_okey(state, seat, action)
        case Discard(tile=tile, onto=onto):
            return turns.discard(state, seat, tile, onto)
        case _:
            return _ALONE[type(action)](state, seat)


def lapse(state: State, seat: Seat, cause: LapseCause, at_ms: int) -> State:
    """The match after a seat let its time run out (rules 8.17), or in the tournament left (10.8).

    At a table of the house who plays a seat is nothing that the rules know.
    """
    if cause is LapseCause.LEFT and not state.terms.tournament:
        raise ValueError("a seat of okey is played on, whoever sits there")
    if state.phase is Phase.OVER:
        raise Illegal("WRONG_PHASE")
    fresh = replace(state, now_ms=max(state.now_ms, at_ms), happened=())
    if cause is LapseCause.LEFT:
        return broken_off(replace(fresh, left=seat, happened=(SeatLeft(seat),)))
    if seat != state.due:
        raise Illegal("NOT_YOUR_TURN")
    return play_out(fresh, seat)
