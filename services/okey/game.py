"""Okey as the house hosts it: the kernel's `Game`, answered by this folder's modules."""

from typing import assert_never

from msgspec.structs import replace

from services.kernel.game import Act, Config, Fate, Game, Lapse, Pending, Rng, Seat, Viewer
from services.kernel.score import Score
from services.okey import rules, view
from services.okey.actions import Action
from services.okey.happenings import Happening, seen_by
from services.okey.knowledge import dealt_again
from services.okey.legal import LegalActs
from services.okey.meta import META
from services.okey.notation import OkeyNotation
from services.okey.score import score
from services.okey.state import State
from services.okey.terms import read_terms


class Okey(Game[State, Action, view.View, Happening]):
    """Runs, sets and pairs of tiles; the fewest points win."""

    meta = META
    state_type = State
    action_type = Action  # type: ignore[assignment]  # a union, which the codec takes
    notation = OkeyNotation()

    def setup(self, config: Config) -> State:
        return State(read_terms(config.options))

    def pending(self, state: State) -> Pending:
        return rules.pending(state)

    def legal(self, state: State, seat: Seat) -> LegalActs:
        return LegalActs(state, seat)

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
        return tuple(seen_by(happening, viewer) for happening in state.happened)

    def score(self, state: State) -> Score:
        return score(state)

    def allowance(self, state: State) -> int | None:
        """The clock is the turn's: what is done in it does not set it back (rules 8.17)."""
        seconds = state.terms.turn_seconds
        if seconds is None or state.due is None or state.hand is None:
            return None
        return max(0, state.hand.turn.since_ms + seconds * 1000 - state.now_ms)

    def resample(self, state: State, seat: Seat, rng: Rng) -> State:
        if state.hand is None:
            return state  # nothing is hidden
        return replace(state, hand=dealt_again(state.hand, seat, rng))
