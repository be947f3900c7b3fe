"""King: the phases of a match and how one follows from another.

Source      RULES.md of this folder, clauses 5.1-5.16, which follow the rule texts named in `meta.META.sources`.
Phases      [LOT ->] DEALING -> CHOOSING [-> DEALING, el iptal] -> PLAYING (13 tricks) -> DEALING … -> OVER.
Options     kingLength 20, kingFirst randomSeat, rifkiUnderAce free, trumpRaise both, lastHearts any, earlyEnd off,
            kizIptal off, kingZero cikmis, kingTenTricks off, turnSeconds 60.
House rules where the sources are silent: a hand that does not count (5.9) is dealt again to the same declarer, who may
            name anything else.
Not here    The seven of diamonds as first declarer's card; a redeal for players who do not declare.
"""

from services.kernel.cards import Card, Suit, card_of, in_order, lowest, shuffled
from services.kernel.game import Chance, Decide, LapseCause, Over, Pending, Roll, Seat, Shuffle
from services.kernel.refusal import Illegal
from services.kernel.tricks import SEATS, Trick, seat_after
from services.king import duties
from services.king.actions import Action, AskRedeal, NamePenalty, NameTrump, PlayCard
from services.king.contracts import EACH, PENALTY_CARDS, Contract, hand_points
from services.king.happenings import (
    CardPlayed,
    ContractNamed,
    DeclarerFound,
    HandDealt,
    HandEnded,
    HandLine,
    Happening,
    RedealAsked,
    TrickTaken,
)
from services.king.naming import default_naming
from services.king.permission import check_card, check_naming, round_of
from services.king.score import ending_after
from services.king.state import NO_HANDS, Ending, Phase, State, due_seat
from services.king.terms import First, Terms

DECK_SIZE = 52
HAND_SIZE = DECK_SIZE // SEATS
_SHUFFLE = Chance(Shuffle(DECK_SIZE))
_LOT = Chance(Roll(count=1, sides=SEATS))
_DUE = tuple(Decide(frozenset({Seat(seat)})) for seat in range(SEATS))
_TWO_OF_DIAMONDS = card_of(Suit.DIAMONDS, 2)


def new_match(terms: Terms) -> State:
    """The match before anything has happened."""
    if terms.first is First.RANDOM:
        return State(terms, Phase.LOT)
    return State(terms, Phase.DEALING, declarer=Seat(0) if terms.first is First.SEAT_0 else None)


def pending(state: State) -> Pending:
    """What the match waits for; one seat is due at a time."""
    match state.phase:
        case Phase.LOT:
            return _LOT
        case Phase.DEALING:
            return _SHUFFLE
        case Phase.OVER:
            assert state.ending is not None
            return Over(state.ending.cause)
        case _:
            seat = due_seat(state)
            assert seat is not None
            return _DUE[seat]


# -- chance ------------------------------------------------------------------------------------------------------------


def fall(state: State, outcome: tuple[int, ...]) -> State:
    """The lot or the cards. Raises `ValueError` for an outcome that was not asked for."""
    match state.phase:
        case Phase.LOT:
            if len(outcome) != 1 or not 1 <= outcome[0] <= SEATS:
                raise ValueError(f"{outcome} is no die of {SEATS} faces")
            seat = Seat(outcome[0] - 1)
            found = (DeclarerFound(seat),)
            return State(state.terms, Phase.DEALING, seat, happened=found)
        case Phase.DEALING:
            if sorted(outcome) != list(range(DECK_SIZE)):
                raise ValueError("that is no shuffled deck")
            return _dealt(state, outcome)
        case _:
            raise ValueError(f"nothing is dealt while the phase is {state.phase}")


def _dealt(state: State, outcome: tuple[int, ...]) -> State:
    """Thirteen cards each, seat 0's first; they are kept in order."""
    deck = shuffled(outcome)
    hands = tuple(in_order(deck[seat * HAND_SIZE : (seat + 1) * HAND_SIZE]) for seat in range(SEATS))
    happened: tuple[Happening, ...] = ()
    declarer = state.declarer
    if declarer is None:  # 5.2, holder2Diamonds
        declarer = Seat(next(seat for seat, hand in enumerate(hands) if _TWO_OF_DIAMONDS in hand))
        happened = (DeclarerFound(declarer),)
    return State(
        state.terms,
        Phase.CHOOSING,
        declarer,
        state.chart,
        hands,
        redealt=state.redealt,
        happened=(*happened, HandDealt(len(state.chart) + 1, declarer)),
    )


# -- acts --------------------------------------------------------------------------------------------------------------


def act(state: State, seat: int, action: Action) -> State:
    """The match after a seat's decision; raises `Illegal` (rules 5.13)."""
    due = due_seat(state)
    if due is None:
        raise Illegal("WRONG_PHASE")
    if seat != due:
        raise Illegal("NOT_YOUR_TURN")
    if isinstance(action, PlayCard):
        if state.phase is not Phase.PLAYING:
            raise Illegal("WRONG_PHASE")
        check_card(state, seat, action.card)
        return _played(state, action.card, by_rules=False)
    if state.phase is not Phase.CHOOSING:
        raise Illegal("WRONG_PHASE")
    check_naming(state, action)
    return _named(state, action, by_rules=False)


def _named(state: State, action: Action, *, by_rules: bool) -> State:
    seat = state.declarer
    assert seat is not None
    if isinstance(action, AskRedeal):  # 5.9
        return _to_deal(state, seat, (RedealAsked(seat),), redealt=True)
    trump = action.suit if isinstance(action, NameTrump) else None
    contract = action.contract if isinstance(action, NamePenalty) else Contract.KOZ
    return State(
        state.terms,
        Phase.PLAYING,
        seat,
        state.chart,
        state.hands,
        contract,
        trump,
        Trick(seat),
        redealt=state.redealt,
        happened=(ContractNamed(seat, contract, trump, by_rules),),
    )


def _to_deal(state: State, declarer: Seat, happened: tuple[Happening, ...], *, redealt: bool) -> State:
    return State(state.terms, Phase.DEALING, declarer, state.chart, redealt=redealt, happened=happened)


# -- play --------------------------------------------------------------------------------------------------------------


def _played(state: State, card: Card, *, by_rules: bool) -> State:
    """The match after a legal card of the seat that is due."""
    trick, at = state.trick, round_of(state)
    seat = trick.turn
    hand = state.hands[seat]
    rest = tuple([held for held in hand if held is not card])
    after = State(
        state.terms,
        Phase.PLAYING,
        state.declarer,
        state.chart,
        (*state.hands[:seat], rest, *state.hands[seat + 1 :]),
        state.contract,
        state.trump,
        trick.add(card),
        state.tricks,
        duties.breaks(card, at),
        # Cards that are owed are owed by the leader alone; the others' cards leave them as they are.
        duties.still_owed(card, hand, trick, at) if not trick.cards else state.owed,
        state.redealt,
        None,
        (CardPlayed(seat, card, by_rules),),
    )
    return _trick_over(after) if after.trick.is_full else after


def _trick_over(state: State) -> State:
    trick = state.trick
    taker = trick.winner(state.trump)
    after = State(
        state.terms,
        Phase.PLAYING,
        state.declarer,
        state.chart,
        state.hands,
        state.contract,
        state.trump,
        Trick(taker),
        (*state.tricks, trick),
        state.broken,
        state.owed,
        state.redealt,
        None,
        (*state.happened, TrickTaken(taker, trick.leader, trick.cards)),
    )
    return _hand_over(after) if not state.hands[taker] or _nothing_left(after) else after


def _nothing_left(state: State) -> bool:
    """True if the hand ends early: the last penalty card was taken (rules 5.8, `earlyEnd`)."""
    if not state.terms.early_end or state.contract is None:
        return False
    costly = PENALTY_CARDS[state.contract]
    return bool(costly) and not any(card in costly for hand in state.hands for card in hand)


def _hand_over(state: State) -> State:
    """The hand is scored; the next is dealt, or the match ends (rules 5.8-5.10)."""
    assert state.contract is not None
    assert state.declarer is not None
    takers = [trick.winner(state.trump) for trick in state.tricks]
    cards = [trick.cards for trick in state.tricks]
    points = hand_points(state.contract, takers, cards)
    line = HandLine(state.declarer, state.contract, state.trump, points)
    void = _is_void(state.terms, line)
    happened = (*state.happened, HandEnded(line, state.hands, void))
    if void:
        return _to_deal(state, state.declarer, happened, redealt=True)
    chart = (*state.chart, line)
    ending = ending_after(state.terms, chart)
    if ending is not None:
        return _over(state, chart, ending, happened)
    return State(state.terms, Phase.DEALING, seat_after(state.declarer), chart, happened=happened)


def _is_void(terms: Terms, line: HandLine) -> bool:
    """One queen each (rules 5.9, `kizIptal`)."""
    each = EACH[Contract.KIZ]
    return terms.kiz_iptal and line.contract is Contract.KIZ and all(points == each for points in line.points)


def _over(state: State, chart: tuple[HandLine, ...], ending: Ending, happened: tuple[Happening, ...]) -> State:
    return State(state.terms, Phase.OVER, state.declarer, chart, NO_HANDS, ending=ending, happened=happened)


# -- time ------------------------------------------------------------------------------------------------------------


def lapse(state: State, seat: int, cause: LapseCause) -> State:
    """What the rules do for a seat that lets its time run out (rules 5.14); raises `Illegal` where nothing lapses."""
    if cause is not LapseCause.TIMEOUT:
        raise ValueError(f"a seat of King is played on, whoever sits there: {cause}")
    if state.phase is Phase.OVER:
        raise Illegal("WRONG_PHASE")
    if due_seat(state) != seat:
        raise Illegal("NOT_YOUR_TURN")
    return _by_rules(state)


def _by_rules(state: State) -> State:
    """The due seat's default: the cheapest contract or the lowest legal card (rules 5.14)."""
    seat = due_seat(state)
    assert seat is not None
    if state.phase is Phase.CHOOSING:
        return _named(state, default_naming(state.terms, state.chart, seat, state.hands[seat]), by_rules=True)
    card = lowest(duties.legal_cards(state.hands[seat], state.trick, round_of(state)))
    return _played(state, card, by_rules=True)
