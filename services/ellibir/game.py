"""Elli Bir as the house hosts it: the kernel's `Game`, answered by this folder's modules."""

from typing import assert_never

from services.ellibir import knowledge, rules, view
from services.ellibir.actions import Action
from services.ellibir.happenings import Happening
from services.ellibir.meta import META
from services.ellibir.notation import EllibirNotation
from services.ellibir.options import SeatOptions
from services.ellibir.score import score
from services.ellibir.state import State
from services.ellibir.terms import read_terms
from services.kernel.game import Act, Config, Fate, Game, Lapse, Pending, Rng, Seat, Viewer
from services.kernel.score import Score


class Ellibir(Game[State, Action, view.View, Happening]):
    """Elli Bir for two to four seats."""

    meta = META
    state_type = State
    action_type = Action  # type: ignore[assignment]  # a union, which the codec takes
    notation = EllibirNotation()

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
                return rules.fall(state, event.outcome)
            case Lapse():
                return rules.lapse(state, event.seat, event.cause, event.at_ms)
            case _:
                assert_never(event)

    def view(self, state: State, viewer: Viewer) -> view.View:
        return view.build(state, viewer)

    def happenings(self, state: State, viewer: Viewer) -> tuple[Happening, ...]:
        return view.told(state, viewer)

    def score(self, state: State) -> Score:
        return score(state)

    def allowance(self, state: State) -> int | None:
        return rules.allowance(state)

    def resample(self, state: State, seat: Seat, rng: Rng) -> State:
        return knowledge.resample(state, seat, rng)
