"""King as the house hosts it: the kernel's `Game`, answered by this folder's modules."""

from typing import assert_never

from services.kernel.game import Act, Config, Fate, Game, Lapse, Pending, Rng, Seat, Viewer
from services.kernel.score import Score
from services.king import permission, rules, view
from services.king.actions import Action
from services.king.happenings import Happening
from services.king.meta import META
from services.king.notation import KingNotation
from services.king.score import score
from services.king.state import State, due_seat
from services.king.terms import read_terms
from services.king.worlds import resample


class King(Game[State, Action, view.View, Happening]):
    """Twenty hands or twelve, penalties and trumps."""

    meta = META
    state_type = State
    action_type = Action  # type: ignore[assignment]  # a union, which the codec takes
    notation = KingNotation()

    def setup(self, config: Config) -> State:
        return rules.new_match(read_terms(config.options))

    def pending(self, state: State) -> Pending:
        return rules.pending(state)

    def legal(self, state: State, seat: Seat) -> tuple[Action, ...]:
        return permission.legal(state, seat)

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

    def happenings(self, state: State, viewer: Viewer) -> tuple[Happening, ...]:  # noqa: ARG002  (nothing is hidden)
        return state.happened

    def score(self, state: State) -> Score:
        return score(state)

    def allowance(self, state: State) -> int | None:
        seconds = state.terms.turn_seconds
        return None if seconds is None or due_seat(state) is None else seconds * 1000

    def resample(self, state: State, seat: Seat, rng: Rng) -> State:
        return resample(state, seat, rng)
