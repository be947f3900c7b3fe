"""How a match goes from one version to the next: an event, then chance until a seat must decide or all is over."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from services.kernel.game import (
    Act,
    Chance,
    ChanceRequest,
    Decide,
    Fate,
    Game,
    Lapse,
    LapseCause,
    Over,
    Pending,
    Seat,
)

Event = Act[Any] | Fate | Lapse
AnyGame = Game[Any, Any, Any, Any]
Answer = Callable[[int, ChanceRequest], tuple[int, ...]]

MOST_FATES: Final = 1_000
"""More answers of chance than this without a decision between them are a fault of the rules."""


class RulesFault(Exception):  # noqa: N818
    """The rules broke: they raised something that is no refusal, or refused what they may not refuse."""


class Advance(msgspec.Struct, frozen=True):
    """What one commit does. `states` has the state after each of `events`; the last one is the new version's.

    `states` of a match that begins without chance holds the first state and `events` nothing.
    """

    states: tuple[Any, ...]
    events: tuple[Event, ...]
    waits: Decide | Over
    outcomes: int

    @property
    def state(self) -> Any:
        return self.states[-1]


def begin(game: AnyGame, state: Any, answer: Answer) -> Advance:
    """From a match that was set up to its first decision."""
    return _settle(game, [state], [], answer, 0, begun=True)


def resume(game: AnyGame, state: Any, answer: Answer, outcomes: int) -> Advance:
    """From an earlier state, that a match goes back to, to its decision; `outcomes` of chance were said before."""
    return _settle(game, [state], [], answer, outcomes, begun=True)


def act(game: AnyGame, state: Any, event: Act[Any] | Lapse, answer: Answer, outcomes: int) -> Advance:
    """An act, or a seat's leaving. Raises `Illegal` for an act that the rules refuse."""
    return _settle(game, [game.apply(state, event)], [event], answer, outcomes)


def time_out(
    game: AnyGame,
    state: Any,
    due: frozenset[Seat],
    lapsing: frozenset[Seat],
    at_ms: int,
    answer: Answer,
    outcomes: int,
) -> Advance:
    """What becomes of a match that waits for `due` when the time of the `lapsing` among them has run out.

    Seats that were to decide at the same time lapse one after the other, as long as the match waits for exactly those
    that are left; what it asks for then is a new question, with a time of its own.
    """
    states: list[Any] = []
    events: list[Event] = []
    waits: Pending = Decide(seats=due)
    for seat in sorted(lapsing):
        if not isinstance(waits, Decide) or waits.seats != due:
            break
        event = Lapse(seat=seat, cause=LapseCause.TIMEOUT, at_ms=at_ms)
        state = game.apply(state, event)
        states.append(state)
        events.append(event)
        waits = game.pending(state)
        due = due - {seat}
    return _settle(game, states, events, answer, outcomes)


def replay(game: AnyGame, state: Any, events: tuple[Event, ...]) -> tuple[Any, ...]:
    """The states after each event of a commit that was made before."""
    states = []
    for event in events:
        state = game.apply(state, event)
        states.append(state)
    return tuple(states)


def _settle(
    game: AnyGame, states: list[Any], events: list[Event], answer: Answer, outcomes: int, *, begun: bool = False
) -> Advance:
    """Answers chance until a seat must decide."""
    state = states[-1]
    first = outcomes
    while isinstance(waits := game.pending(state), Chance):
        if outcomes - first >= MOST_FATES:
            raise RulesFault(f"chance was asked for more than {MOST_FATES} times")
        fate = Fate(outcome=answer(outcomes, waits.request))
        state = game.apply(state, fate)
        states.append(state)
        events.append(fate)
        outcomes += 1
    if begun and events:
        del states[0]  # the state before anything happened is no step of the commit
    return Advance(states=tuple(states), events=tuple(events), waits=waits, outcomes=outcomes)
