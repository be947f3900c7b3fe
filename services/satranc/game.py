"""Satranç as the house hosts it: the kernel's `Game`, answered by this folder's modules."""

from typing import assert_never

from services.kernel.game import Act, Config, Fate, Game, Lapse, Pending, Rng, Seat, Viewer
from services.kernel.score import Score
from services.satranc import clocks, rules, view
from services.satranc.actions import Action
from services.satranc.happenings import Happening
from services.satranc.meta import META
from services.satranc.notation import SatrancNotation
from services.satranc.options import SeatOptions
from services.satranc.score import score
from services.satranc.state import State
from services.satranc.terms import read_terms


class Satranc(Game[State, Action, view.View, Happening]):
    """Chess, one game a match."""

    meta = META
    state_type = State
    action_type = Action  # type: ignore[assignment]  # a union, which the codec takes
    notation = SatrancNotation()

    def setup(self, config: Config) -> State:
        return rules.new_match(read_terms(config.options))

    def pending(self, state: State) -> Pending:
        return rules.pending(state)

    def legal(self, state: State, seat: Seat) -> SeatOptions:
        return SeatOptions(state, seat)

    def apply(self, state: State, event: Act[Action] | Fate | Lapse) -> State:
        match event:
            case Act():
                return rules.act(state, event.seat, event.action, event.at_ms)
            case Fate():
                return rules.draw_lot(state, event.outcome)
            case Lapse():
                return rules.lapse(state, event.seat, event.cause, event.at_ms)
            case _:
                assert_never(event)

    def view(self, state: State, viewer: Viewer) -> view.View:  # noqa: ARG002  (everybody sees the same)
        return view.build(state)

    def happenings(self, state: State, viewer: Viewer) -> tuple[Happening, ...]:  # noqa: ARG002
        return state.happened

    def score(self, state: State) -> Score:
        return score(state)

    def allowance(self, state: State) -> int | None:
        return clocks.allowance(state)

    def resample(self, state: State, seat: Seat, rng: Rng) -> State:  # noqa: ARG002  (nothing is hidden)
        return state
