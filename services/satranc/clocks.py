"""Clocks (rules 4.7), to the millisecond of the match's own clock."""

from services.satranc.state import Clocks, State
from services.satranc.terms import Clock


def begun(clock: Clock) -> Clocks:
    """Both clocks full; White's runs from the beginning of the match."""
    return Clocks(left=(clock.base, clock.base))


def flag_at(state: State) -> int:
    """When the flag of the seat on turn falls: at that very millisecond no move counts any more."""
    return state.clocks.began + state.clocks.left[state.turn]


def allowance(state: State) -> int | None:
    """Milliseconds from the last event to the flag; None while nobody is on turn."""
    return flag_at(state) - state.clocks.now if state.is_played else None


def noted(clocks: Clocks, at_ms: int) -> Clocks:
    """The clocks after an event that stops none of them. Time never goes back."""
    return Clocks(clocks.left, clocks.began, max(clocks.now, at_ms))


def pressed(state: State, at_ms: int) -> Clocks:
    """The clocks after a move of the seat on turn: its time is taken, its increment given, the other clock runs."""
    clock, clocks, seat = state.terms.clock, state.clocks, state.turn
    now = max(clocks.now, at_ms)
    mine = clock.base if clock.per_move else clocks.left[seat] - (now - clocks.began) + clock.increment
    return Clocks((mine, clocks.left[1]) if seat == 0 else (clocks.left[0], mine), now, now)


def shown(state: State) -> tuple[int, int]:
    """What each seat's clock shows at the last event, in milliseconds."""
    clocks = state.clocks
    if not state.is_played:
        return clocks.left
    running = clocks.left[state.turn] - (clocks.now - clocks.began)
    return (running, clocks.left[1]) if state.turn == 0 else (clocks.left[0], running)
