"""What a seat may do now, listed, counted and tested (the kernel's `Options`)."""

from collections.abc import Iterator, Sequence

from services.kernel.refusal import Illegal
from services.tavla.actions import Action, AnswerMisli, OfferMisli, PlayTurn, ResignGame, RollDice
from services.tavla.plays import legal_plays, position
from services.tavla.quick import Moves
from services.tavla.rules import act, due_seat
from services.tavla.state import Phase, State

_RESIGN = ResignGame()
_ONLY_RESIGN: tuple[Action, ...] = (_RESIGN,)
_CHOICES: dict[Phase, tuple[Action, ...]] = {
    Phase.CHOOSING: (RollDice(), OfferMisli(), _RESIGN),
    Phase.ANSWERING: (AnswerMisli(accept=True), AnswerMisli(accept=False), _RESIGN),
}


class TurnOptions:
    """The legal actions of a seat: of the plays that lead to one position, one; resigning comes last.

    A seat that is not due may still resign (rules 1.11). `options[i]` is the i-th action without building the others;
    `decisions` counts those before the resignation, so that a player by chance need not resign.
    """

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self._seat = seat
        self._plays: Sequence[Moves] = ()
        self._others: tuple[Action, ...] = ()
        if seat not in (0, 1):
            return
        if state.phase is Phase.PLAYING:
            self._others = _ONLY_RESIGN
            if state.turn == seat:
                self._plays = legal_plays(position(state))
        elif state.phase in _CHOICES:
            self._others = _CHOICES[state.phase] if due_seat(state) == seat else _ONLY_RESIGN

    @property
    def decisions(self) -> int:
        """How many actions come before the resignation."""
        return max(len(self) - 1, 0)

    def __len__(self) -> int:
        return len(self._plays) + len(self._others)

    def __iter__(self) -> Iterator[Action]:
        yield from map(PlayTurn, self._plays)
        yield from self._others

    def __getitem__(self, index: int) -> Action:
        plays = self._plays
        if 0 <= index < len(plays):
            return PlayTurn(plays[index])
        return self._others[index - len(plays) if index >= 0 else index]

    def __contains__(self, action: object, /) -> bool:
        if not isinstance(action, Action):
            return False
        try:
            act(self._state, self._seat, action)
        except Illegal:
            return False
        return True
