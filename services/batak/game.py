"""Batak as the house hosts it: the kernel's `Game`, answered by this folder's modules."""

from typing import assert_never

from msgspec.structs import replace

from services.batak import rules, view
from services.batak.actions import Action
from services.batak.happenings import Happening
from services.batak.knowledge import dealt_again
from services.batak.meta import META
from services.batak.notation import BatakNotation
from services.batak.score import score
from services.batak.state import State
from services.batak.terms import read_terms
from services.kernel.game import Act, Config, Fate, Game, Lapse, Pending, Rng, Seat, Viewer
from services.kernel.score import Score


class Batak(Game[State, Action, view.View, Happening]):
    """Everybody bids, spades are trump."""

    meta = META
    state_type = State
    action_type = Action  # type: ignore[assignment]  # a union, which the codec takes
    notation = BatakNotation()

    def setup(self, config: Config) -> State:
        return State(read_terms(config.options))

    def pending(self, state: State) -> Pending:
        return rules.pending(state)

    def legal(self, state: State, seat: Seat) -> tuple[Action, ...]:
        return rules.legal(state, seat)

    def apply(self, state: State, event: Act[Action] | Fate | Lapse) -> State:
        match event:
            case Act():
                return rules.act(state, event.seat, event.action)
            case Fate():
                return rules.fall(state, event.outcome)
            case Lapse():
                return rules.lapse(state, event.seat, event.cause)
            case _:
                assert_never(event)

    def view(self, state: State, viewer: Viewer) -> view.View:
        return view.build(state, viewer)

    def happenings(self, state: State, viewer: Viewer) -> tuple[Happening, ...]:  # noqa: ARG002  (all of it lay open)
        return state.happened

    def score(self, state: State) -> Score:
        return score(state)

    def allowance(self, state: State) -> int | None:
        seconds = state.terms.turn_seconds
        return None if seconds is None or state.due is None else seconds * 1000

    def resample(self, state: State, seat: Seat, rng: Rng) -> State:
        """The other hands are dealt again, as the play so far allows."""
        if state.due is None:
            return state  # no card is hidden
        hands = dealt_again(seat, state.hands, state.tricks, state.trick, state.by_rules, state.terms, rng)
        return replace(state, hands=hands)
