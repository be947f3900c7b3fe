"""Pişti as the house hosts it: the kernel's `Game`, answered by this folder's modules."""

from typing import assert_never

from services.kernel.game import Act, Config, Fate, Game, Lapse, Pending, Rng, Seat, Viewer
from services.kernel.score import Score
from services.pisti import knowledge, options, rules, view
from services.pisti.actions import Action
from services.pisti.happenings import Happening
from services.pisti.meta import META
from services.pisti.moves import new_match
from services.pisti.notation import PistiNotation
from services.pisti.score import score
from services.pisti.state import Match, State
from services.pisti.terms import read_terms


class Pisti(Game[State, Action, view.View, Happening]):
    """Pişti for two seats."""

    meta = META
    state_type = State
    action_type = Action  # type: ignore[assignment]  # a union, which the codec takes
    notation = PistiNotation()

    def setup(self, config: Config) -> State:
        return new_match(Match(terms=read_terms(config.options)))

    def pending(self, state: State) -> Pending:
        return rules.pending(state)

    def legal(self, state: State, seat: Seat) -> tuple[Action, ...]:
        return options.legal(state, seat)

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

    def happenings(self, state: State, viewer: Viewer) -> tuple[Happening, ...]:
        return view.told(state, viewer)

    def score(self, state: State) -> Score:
        return score(state)

    def allowance(self, state: State) -> int | None:
        seconds = state.match.terms.turn_seconds
        return None if seconds is None or rules.due_seat(state) is None else seconds * 1000

    def resample(self, state: State, seat: Seat, rng: Rng) -> State:
        return knowledge.resample(state, seat, rng)
