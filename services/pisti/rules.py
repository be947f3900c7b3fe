"""Pişti: the phases of a match and how one follows from another.

Source      RULES.md of this folder, clauses 6.1-6.10, which follow the rule texts named in `meta.META.sources`.
Phases      DRAWING (who deals first) -> SHUFFLING -> [TURNING while the start card is a jack] -> PLAYING ->
            [ANSWERING] -> the other seat's PLAYING … six deals … -> the count -> the next game's SHUFFLING -> OVER.
Options     pistiTarget single, bluff off, jackPisti 10, lastCardPisti counts, turnSeconds 60.
House rules where the sources are silent or disagree: a start card that is a jack goes back before the hands are dealt
            (6.1); a caught bluff stays on the pile (6.4); no answer to a bluff in time accepts it (6.8); equal totals
            draw a single game (6.5).
Not here    games for three, four or in pairs; double pişti decks.
"""

from msgspec.structs import replace

from services.kernel.cards import JACK, Card, shuffled
from services.kernel.game import Chance, Decide, LapseCause, Over, Pending, Roll, Seat, Shuffle
from services.kernel.refusal import Illegal
from services.pisti import moves
from services.pisti.actions import Action, AnswerBluff, BluffCard, PlayCard
from services.pisti.happenings import DealerDrawn, JackReturned, SeatLeft, StartTurned
from services.pisti.meta import LEFT
from services.pisti.options import bluff_refusal
from services.pisti.state import START, Ending, Phase, State, place

_DUE = (Decide(frozenset({Seat(0)})), Decide(frozenset({Seat(1)})))
_DRAW = Chance(Roll(count=1, sides=2))
_PACK = Chance(Shuffle(size=52))
_CHANCE = (Phase.DRAWING, Phase.SHUFFLING, Phase.TURNING)


# -- what is waited for ------------------------------------------------------------------------------------------------


def pending(state: State) -> Pending:
    """What the match waits for; one seat is due at a time."""
    match state.phase:
        case Phase.PLAYING:
            return _DUE[state.turn]
        case Phase.ANSWERING:
            return _DUE[1 - state.turn]
        case Phase.DRAWING:
            return _DRAW
        case Phase.SHUFFLING:
            return _PACK
        case Phase.TURNING:
            return Chance(Shuffle(size=len(state.stock)))
        case Phase.OVER:
            assert state.ending is not None
            return Over(state.ending.cause)


def due_seat(state: State) -> int | None:
    """The seat that must decide, or None while chance is asked and after the match."""
    if state.phase is Phase.PLAYING:
        return state.turn
    return 1 - state.turn if state.phase is Phase.ANSWERING else None


# -- chance ------------------------------------------------------------------------------------------------------------


def fall(state: State, outcome: tuple[int, ...]) -> State:
    """Chance answered. Raises `ValueError` for an outcome that was not asked for."""
    if state.phase is Phase.DRAWING:
        if outcome not in ((1,), (2,)):
            raise ValueError(f"{outcome} is not one of two seats")
        dealer = outcome[0] - 1
        return State(state.match, Phase.SHUFFLING, dealer=dealer, turn=1 - dealer, happened=(DealerDrawn(dealer),))
    if state.phase not in _CHANCE:
        raise ValueError(f"nothing is asked for while the phase is {state.phase}")
    turning = state.phase is Phase.TURNING
    size = len(state.stock) if turning else 52
    if sorted(outcome) != list(range(size)):
        raise ValueError(f"{outcome} is not an order of {size} cards")
    if turning:
        return _start(state, state.start, tuple(state.stock[index] for index in outcome), state.returned)
    pack = shuffled(outcome)
    return _start(state, pack[:START], pack[START:], ())


def _start(state: State, start: tuple[Card, ...], stock: tuple[Card, ...], returned: tuple[Card, ...]) -> State:
    """Turns the top of the stock; the hands are dealt once it is no jack (rules 6.1)."""
    card = stock[0]
    if card.rank == JACK:
        return State(
            state.match,
            Phase.TURNING,
            dealer=state.dealer,
            turn=1 - state.dealer,
            start=start,
            stock=stock,
            returned=returned if card in returned else (*returned, card),
            happened=(JackReturned(card),),
        )
    opened = State(
        state.match,
        Phase.PLAYING,
        dealer=state.dealer,
        turn=1 - state.dealer,
        pile=(card,),
        start=start,
        stock=stock[1:],
        returned=returned,
        happened=(StartTurned(state.match.number, state.dealer, card),),
    )
    return moves.deal(opened)


# -- turns -------------------------------------------------------------------------------------------------------------


def act(state: State, seat: int, action: Action) -> State:
    """The match after a seat's decision; raises `Illegal`."""
    if seat not in (0, 1):
        raise Illegal("NOT_YOUR_TURN")
    if state.phase is Phase.OVER or state.phase in _CHANCE:
        raise Illegal("WRONG_PHASE")
    if isinstance(action, AnswerBluff):
        return _answer(state, seat, action.accept)
    if state.phase is Phase.ANSWERING:
        raise Illegal("ANSWER_DUE")  # 6.4: no other act is legal meanwhile
    if seat != state.turn:
        raise Illegal("NOT_YOUR_TURN")
    return _lay(state, seat, action)


def _lay(state: State, seat: int, action: PlayCard | BluffCard) -> State:
    hand = state.sides[seat].hand
    legal = " ".join(card.sign for card in hand)
    reason = bluff_refusal(state) if isinstance(action, BluffCard) else None
    if reason == "BLUFF_NEEDS_ONE_CARD":
        on_table = len(state.pile) + (len(state.start) if state.start_on_table else 0)
        raise Illegal(reason, count=on_table, legal=legal)
    if reason:
        raise Illegal(reason, legal=legal)
    if action.card not in hand:
        raise Illegal("NOT_YOUR_CARD", card=action.card.sign, legal=legal)
    if isinstance(action, BluffCard):
        return moves.seal(state, action.card)
    return moves.play(state, action.card, by_rules=False)


def _answer(state: State, seat: int, accept: bool) -> State:
    if state.phase is not Phase.ANSWERING:
        raise Illegal("WRONG_PHASE" if seat == state.turn else "NOT_YOUR_TURN")
    if seat == state.turn:
        raise Illegal("NOT_YOUR_TURN")
    return moves.answer(state, accept=accept, by_rules=False)


# -- time and absence --------------------------------------------------------------------------------------------------


def lapse(state: State, seat: int, cause: LapseCause) -> State:
    """What the rules do for a seat that does not decide (rules 6.8); raises `Illegal` where nothing lapses."""
    if state.phase is Phase.OVER:
        raise Illegal("WRONG_PHASE")
    if cause is LapseCause.LEFT:
        return replace(state, phase=Phase.OVER, ending=Ending(LEFT, 1 - seat), happened=(SeatLeft(seat),))
    if due_seat(state) != seat:
        raise Illegal("NOT_YOUR_TURN")
    if state.phase is Phase.ANSWERING:
        return moves.answer(state, accept=True, by_rules=True)
    return moves.play(state, min(state.sides[seat].hand, key=place), by_rules=True)
