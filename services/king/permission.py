"""What the due seat may do now, and the refusal of what it may not (rules 5.13)."""

from services.kernel.cards import Card, signs
from services.kernel.refusal import Illegal
from services.king import duties
from services.king.actions import Action, AskRedeal, NamePenalty, NameTrump, PlayCard
from services.king.naming import may_ask_redeal, namings, penalties, penalty_rights, told, trump_rights
from services.king.state import Phase, State, due_seat


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """All that `seat` may do now."""
    if seat != due_seat(state):
        return ()
    if state.phase is Phase.CHOOSING:
        return namings(state.terms, state.chart, seat, state.hands[seat])
    return tuple([PlayCard(card) for card in duties.legal_cards(state.hands[seat], state.trick, round_of(state))])


def round_of(state: State) -> duties.Round:
    """What decides about cards in the hand that is being played."""
    assert state.contract is not None
    return duties.Round(state.terms, state.contract, state.trump, state.broken, state.owed)


def check_card(state: State, seat: int, card: Card) -> None:
    """Raises `Illegal` for a card that the seat may not play."""
    hand, at = state.hands[seat], round_of(state)
    allowed = duties.legal_cards(hand, state.trick, at)
    if card not in hand:
        raise Illegal("NOT_YOUR_CARD", card=card.sign, legal=signs(allowed))
    if card not in allowed:
        raise Illegal(duties.refusal_of(card, hand, state.trick, at), legal=signs(allowed))


def check_naming(state: State, action: Action) -> None:
    """Raises `Illegal` for what the declarer may not name or ask for."""
    terms, chart, seat = state.terms, state.chart, state.declarer
    assert seat is not None
    hand = state.hands[seat]
    match action:
        case NamePenalty(contract=contract) if contract not in penalties(terms, chart, seat):
            allowed = told(namings(terms, chart, seat, hand))
            if penalty_rights(terms, chart, seat) <= 0:
                raise Illegal("NO_PENALTY_RIGHT", legal=allowed)
            raise Illegal("CONTRACT_USED_UP", contract=contract.called, legal=allowed)
        case NameTrump() if trump_rights(terms, chart, seat) <= 0:
            raise Illegal("NO_TRUMP_RIGHT", legal=told(namings(terms, chart, seat, hand)))
        case AskRedeal() if not may_ask_redeal(terms, chart, seat, hand):
            raise Illegal("REDEAL_NOT_ALLOWED", legal=told(namings(terms, chart, seat, hand)))
        case _:
            return
