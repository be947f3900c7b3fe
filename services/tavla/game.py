"""Tavla as the house hosts it: the kernel's `Game`, answered by this folder's modules."""

from typing import assert_never

from services.kernel.game import Act, Config, Fate, Game, Lapse, Pending, Rng, Seat, Viewer
from services.kernel.score import Score
from services.tavla import rules, view
from services.tavla.actions import Action
from services.tavla.games import new_match
from services.tavla.happenings import Happening
from services.tavla.meta import META
from services.tavla.notation import TavlaNotation
from services.tavla.options import TurnOptions
from services.tavla.score import score
from services.tavla.state import State
from services.tavla.terms import read_terms


class Tavla(Game[State, Action, view.View, Happening]):
    """The traditional table, the match with misli, and the variants."""

    meta = META
    state_type = State
    action_type = Action  # type: ignore[assignment]  # a union, which the codec takes
    notation = TavlaNotation()

    def setup(self, config: Config) -> State:
        return new_match(read_terms(config.options))

    def pending(self, state: State) -> Pending:
        return rules.pending(state)

    def legal(self, state: State, seat: Seat) -> TurnOptions:
        return TurnOptions(state, seat)

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

    def view(self, state: State, viewer: Viewer) -> view.View:  # noqa: ARG002  (everybody sees the same)
        return view.build(state)

    def happenings(self, state: State, viewer: Viewer) -> tuple[Happening, ...]:  # noqa: ARG002
        return state.happened

    def score(self, state: State) -> Score:
        return score(state)

    def allowance(self, state: State) -> int | None:
        seconds = state.match.terms.turn_seconds
        return None if seconds is None or rules.due_seat(state) is None else seconds * 1000

    def resample(self, state: State, seat: Seat, rng: Rng) -> State:  # noqa: ARG002  (nothing is hidden)
        return state
