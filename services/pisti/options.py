"""The legal actions of a seat."""

from services.kernel.cards import Card
from services.pisti.actions import Action, AnswerBluff, BluffCard, PlayCard
from services.pisti.state import Phase, State

_ANSWERS: tuple[Action, ...] = (AnswerBluff(accept=True), AnswerBluff(accept=False))


def bluff_refusal(state: State) -> str | None:
    """Why the seat on turn may not bluff now, or None if it may (rules 6.3, 6.4)."""
    if not state.match.terms.bluff:
        return "BLUFF_OFF"
    if state.single is None:
        return "BLUFF_NEEDS_ONE_CARD"
    if state.last_card and not state.match.terms.last_card_counts:
        return "BLUFF_LAST_CARD"
    return None


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """What `seat` may do: its cards one by one, then the same face down where a bluff is legal; or the answers."""
    if state.phase is Phase.ANSWERING:
        return _ANSWERS if seat == 1 - state.turn else ()
    if state.phase is not Phase.PLAYING or seat != state.turn:
        return ()
    hand: tuple[Card, ...] = state.sides[seat].hand
    plays: tuple[Action, ...] = tuple(map(PlayCard, hand))
    return plays if bluff_refusal(state) else (*plays, *map(BluffCard, hand))
