"""Batak: the phases of a match and how one follows from another.

Source      RULES.md of this folder, clause 7, which follows the rule text named in `meta.META.sources`.
Phases      LOT (who begins) -> DEAL -> BID x 4 -> PLAY 13 tricks -> DEAL, the dealer one seat to the right … -> OVER.
Options     batakHands 11, kozMode whenRuffed, raise mandatory, mustRuff off, overLimit 3, turnSeconds 60.
House rules where the source is silent: the dealer's right bids and leads first, in hand 1 by chance (7.2); once a
            trick is ruffed nobody must raise in the led suit (7.3); any spade that was played breaks spades (7.3);
            equal totals rank equal (7.5).
Not here    ihaleli, gömmeli and eşli batak (7.5).
"""

from typing import Final

from msgspec.structs import replace

from services.batak.actions import BIDS, MOST, PLAYS, Action, PlayCard, SayBid
from services.batak.happenings import (
    BidSaid,
    CardPlayed,
    HandDealt,
    HandEnded,
    Happening,
    LotFell,
    TrickTaken,
)
from services.batak.play import TRUMP, legal_cards, refusal
from services.batak.results import HandResult
from services.batak.score import lines
from services.batak.state import Phase, State
from services.kernel.cards import DECK, Card, in_order, lowest, shuffled, signs
from services.kernel.game import Chance, Decide, LapseCause, Over, Pending, Roll, Seat, Shuffle
from services.kernel.refusal import Illegal
from services.kernel.tricks import SEATS, Trick, seat_after

DEFAULT_BID = 1

_LOT: Final = Chance(Roll(count=1, sides=SEATS))
_DEAL: Final = Chance(Shuffle(size=len(DECK)))
_DUE: Final = tuple(Decide(frozenset({Seat(seat)})) for seat in range(SEATS))


# -- what is waited for ------------------------------------------------------------------------------------------------


def pending(state: State) -> Pending:
    """What the match waits for; one seat is due at a time."""
    match state.phase:
        case Phase.LOT:
            return _LOT
        case Phase.DEAL:
            return _DEAL
        case Phase.OVER:
            return Over("played_out")
    due = state.due
    assert due is not None
    return _DUE[due]


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """What `seat` may do: any bid, or the cards that may be played, in the order held."""
    if seat != state.due:
        return ()
    return BIDS if state.phase is Phase.BID else tuple(PLAYS[card] for card in playable(state, seat))


def playable(state: State, seat: Seat) -> tuple[Card, ...]:
    """The cards that the due seat may play (rules 7.3)."""
    assert state.trick is not None
    return legal_cards(state.hands[seat], state.trick.cards, state.terms, broken=state.broken)


# -- chance ------------------------------------------------------------------------------------------------------------


def fall(state: State, outcome: tuple[int, ...]) -> State:
    """The lot or the cards fell. Raises `ValueError` for an outcome that was not asked for."""
    if state.phase is Phase.LOT:
        if len(outcome) != 1 or not 1 <= outcome[0] <= SEATS:
            raise ValueError(f"{outcome} is no lot of 1 to {SEATS}")
        first = Seat(outcome[0] - 1)
        # 7.2: the dealer is the seat at the left of the first bidder.
        return replace(state, phase=Phase.DEAL, dealer=seat_after(first, -1), happened=(LotFell(first),))
    if state.phase is not Phase.DEAL:
        raise ValueError(f"nothing is asked of chance while the phase is {state.phase}")
    if sorted(outcome) != list(range(len(DECK))):
        raise ValueError("the deal is not a permutation of 52 cards")
    return _dealt(state, shuffled(outcome))


def _dealt(state: State, deck: tuple[Card, ...]) -> State:
    return replace(
        state,
        phase=Phase.BID,
        hands=tuple(in_order(deck[seat * MOST : (seat + 1) * MOST]) for seat in range(SEATS)),
        happened=(HandDealt(state.number, state.dealer),),
    )


# -- decisions ---------------------------------------------------------------------------------------------------------


def act(state: State, seat: Seat, action: Action) -> State:
    """The match after a seat's decision; raises `Illegal`, the first reason of 7.8 that applies."""
    due = state.due
    if due is None:
        raise Illegal("WRONG_PHASE")
    if seat != due:
        raise Illegal("NOT_YOUR_TURN")
    fresh = replace(state, happened=())
    match action:
        case SayBid(tricks=tricks):
            if state.phase is not Phase.BID:
                raise Illegal("WRONG_PHASE")
            if not 0 <= tricks <= MOST:
                raise Illegal("BID_OUT_OF_RANGE", bid=tricks)
            return _said(fresh, seat, tricks, by_rules=False)
        case PlayCard(card=card):
            if state.phase is not Phase.PLAY:
                raise Illegal("WRONG_PHASE")
            _check(state, seat, card)
            return _played(fresh, seat, card, by_rules=False)


def _check(state: State, seat: Seat, card: Card) -> None:
    assert state.trick is not None
    hand, may = state.hands[seat], playable(state, seat)
    if card not in hand:
        raise Illegal("NOT_YOUR_CARD", card=card.sign, legal=signs(may))
    if card not in may:
        raise refusal(card, may, hand, state.trick.cards)


def lapse(state: State, seat: Seat, cause: LapseCause) -> State:
    """The match after a seat let its time run out (rules 7.9). Who plays a seat is nothing that they know."""
    if cause is not LapseCause.TIMEOUT:
        raise ValueError(f"a seat of batak is played on, whoever sits there: {cause}")
    if state.phase is Phase.OVER:
        raise Illegal("WRONG_PHASE")
    if seat != state.due:
        raise Illegal("NOT_YOUR_TURN")
    return _default(replace(state, happened=()), seat)


def _default(state: State, seat: Seat) -> State:
    """What the rules do in the place of the due seat (rules 7.9)."""
    if state.phase is Phase.BID:
        return _said(state, seat, DEFAULT_BID, by_rules=True)
    return _played(state, seat, lowest(playable(state, seat)), by_rules=True)


# -- what follows ------------------------------------------------------------------------------------------------------


def _said(state: State, seat: Seat, tricks: int, *, by_rules: bool) -> State:
    bids = (*state.bids[:seat], tricks, *state.bids[seat + 1 :])
    happened = (*state.happened, BidSaid(seat, tricks, by_rules))
    if None in bids:
        return replace(state, bids=bids, happened=happened)
    return replace(state, phase=Phase.PLAY, bids=bids, trick=Trick(seat_after(state.dealer)), happened=happened)


def _played(state: State, seat: Seat, card: Card, *, by_rules: bool) -> State:
    assert state.trick is not None
    held = state.hands[seat]
    place = held.index(card)
    hands = (*state.hands[:seat], held[:place] + held[place + 1 :], *state.hands[seat + 1 :])
    after = replace(
        state,
        hands=hands,
        trick=state.trick.add(card),
        broken=state.broken or card.suit is TRUMP,
        by_rules=(*state.by_rules, card) if by_rules else state.by_rules,
        happened=(*state.happened, CardPlayed(seat, card, by_rules)),
    )
    assert after.trick is not None
    return _taken(after, after.trick) if after.trick.is_full else after


def _taken(state: State, trick: Trick) -> State:
    winner = trick.winner(TRUMP)
    won = (*state.won[:winner], state.won[winner] + 1, *state.won[winner + 1 :])
    happened: tuple[Happening, ...] = (*state.happened, TrickTaken(winner, trick))
    after = replace(state, won=won, tricks=(*state.tricks, trick), trick=Trick(winner), last=trick, happened=happened)
    return after if state.hands[winner] else _hand_over(after)


def _hand_over(state: State) -> State:
    """All cards are played: the hand is written down, and the deal moves to the right (rules 7.4, 7.2)."""
    result = HandResult(tuple(bid or 0 for bid in state.bids), state.won)
    ended = HandEnded(state.number, result, lines(result, state.terms.over_limit))
    results = (*state.results, result)
    over = len(results) == state.terms.hands
    return _cleared(
        replace(state, results=results, dealer=state.dealer if over else seat_after(state.dealer)),
        phase=Phase.OVER if over else Phase.DEAL,
        happened=(*state.happened, ended),
    )


def _cleared(state: State, *, phase: Phase, happened: tuple[Happening, ...]) -> State:
    """The table without cards: what remains of a hand is its result."""
    return State(
        state.terms,
        phase,
        state.dealer,
        state.results,
        last=state.last,
        happened=happened,
    )
