"""What a card does: capture, pişti, the bluff and its answer, new hands, the end of a game (rules 6.1-6.5)."""

from msgspec.structs import replace

from services.kernel.cards import JACK, Card, in_order
from services.kernel.score import LedgerLine
from services.pisti.happenings import (
    BluffAnswered,
    Bluffed,
    CardPlayed,
    GameCounted,
    HandsDealt,
    Happening,
    PileTaken,
    PistiScored,
)
from services.pisti.score import (
    BLUFF_ACCEPTED,
    BLUFF_CAUGHT,
    BLUFF_PROVED,
    JACK_PISTI,
    PISTI,
    counted,
    ending,
    pisti_line,
)
from services.pisti.state import DEALS, HAND, ROUND, Bluff, Match, Phase, Side, State, place

Happened = tuple[Happening, ...]


# -- cards -------------------------------------------------------------------------------------------------------------


def play(state: State, card: Card, *, by_rules: bool) -> State:
    """The seat on turn plays a card of its hand, face up (rules 6.2, 6.3)."""
    seat = state.turn
    # A card that the rules play (6.8) tells that none is held that they would have played before it.
    laid = _without(state, card, place(card) if by_rules else state.sides[seat].floor)
    happened: Happened = (CardPlayed(seat, card, by_rules),)
    if not state.pile or card.rank not in (state.pile[-1].rank, JACK):
        return _next(replace(laid, pile=(*state.pile, card)), happened)
    after, taken = _take(laid, seat, (*state.pile, card), None)
    reason = _open_pisti(state, card)
    if reason is None:
        return _next(after, (*happened, taken))
    line = pisti_line(state.match, seat, reason)
    return _next(_written(after, line), (*happened, taken, PistiScored(line)))


def _open_pisti(state: State, card: Card) -> str | None:
    """The reason of points if `card` makes a pişti now."""
    alone = state.single
    if alone is None or alone.rank != card.rank:
        return None
    if state.last_card and not state.match.terms.last_card_counts:
        return None
    return JACK_PISTI if card.rank == JACK else PISTI


def seal(state: State, card: Card) -> State:
    """The seat on turn lays a card face down and claims a pişti (rules 6.4)."""
    laid = _without(state, card, state.sides[state.turn].floor)
    return replace(laid, phase=Phase.ANSWERING, sealed=card, happened=(Bluffed(state.turn),))


def answer(state: State, *, accept: bool, by_rules: bool) -> State:
    """The other seat answers the claim (rules 6.4)."""
    claimant, card, alone = state.turn, state.sealed, state.single
    assert card is not None
    assert alone is not None
    other = 1 - claimant
    open_ = replace(state, phase=Phase.PLAYING, sealed=None)
    if accept:
        after, taken = _take(open_, claimant, (alone,), card)
        line = pisti_line(state.match, claimant, BLUFF_ACCEPTED)
        told: Happened = (BluffAnswered(other, accepted=True, by_rules=by_rules), taken, PistiScored(line))
        return _next(_written(after, line), told)
    matched = card.rank == alone.rank
    shown = BluffAnswered(other, accepted=False, by_rules=by_rules, card=card, matched=matched)
    if matched:
        after, taken = _take(open_, claimant, (alone, card), None)
        line = pisti_line(state.match, claimant, BLUFF_PROVED)
        return _next(_written(after, line), (shown, taken, PistiScored(line)))
    line = pisti_line(state.match, other, BLUFF_CAUGHT)
    return _next(_written(replace(open_, pile=(alone, card)), line), (shown, PistiScored(line)))


def _without(state: State, card: Card, floor: int) -> State:
    """The card has left the hand of the seat on turn."""
    side = state.sides[state.turn]
    hand = tuple(held for held in side.hand if held is not card)
    return _with_side(state, state.turn, replace(side, hand=hand, floor=floor))


def _take(state: State, seat: int, cards: tuple[Card, ...], hidden: Card | None) -> tuple[State, PileTaken]:
    """The seat takes the pile: `cards` lie open, `hidden` is an accepted bluff card."""
    side = state.sides[seat]
    bluffs = side.bluffs if hidden is None else (*side.bluffs, Bluff(hidden, side.floor))
    first = state.start_on_table
    after = replace(
        _with_side(state, seat, replace(side, won=side.won + cards, bluffs=bluffs)),
        pile=(),
        start_seat=seat if first else state.start_seat,
        last_capturer=seat,
    )
    count = len(cards) + (hidden is not None) + (len(state.start) if first else 0)
    return after, PileTaken(seat, cards, count)


def _with_side(state: State, seat: int, side: Side) -> State:
    return replace(state, sides=(side, state.sides[1]) if seat == 0 else (state.sides[0], side))


def _written(state: State, line: LedgerLine) -> State:
    return replace(state, lines=(*state.lines, line))


# -- what follows ------------------------------------------------------------------------------------------------------


def _next(state: State, happened: Happened) -> State:
    """The other seat is on turn; with both hands empty new ones are dealt, or the game is counted (rules 6.2)."""
    turned = replace(state, turn=1 - state.turn, happened=happened)
    if state.sides[0].hand or state.sides[1].hand:
        return turned
    return deal(turned) if state.stock else _count(turned)


def deal(state: State) -> State:
    """Four cards to each seat, first to the one who does not deal (rules 6.1)."""
    stock = state.stock
    hands = in_order(stock[:HAND]), in_order(stock[HAND:ROUND])
    first = 1 - state.dealer
    sides = tuple(
        replace(side, hand=hands[0 if seat == first else 1], floor=0) for seat, side in enumerate(state.sides)
    )
    number = DEALS - len(stock) // ROUND + 1
    happened = (*state.happened, HandsDealt(number))
    return replace(state, sides=sides, stock=stock[ROUND:], happened=happened)


def _count(state: State) -> State:
    """The game is over: what lies on the table goes to the last capturer, and all is counted (rules 6.2, 6.5)."""
    happened = state.happened
    if state.pile and state.last_capturer is not None:
        state, taken = _take(state, state.last_capturer, state.pile, None)
        happened = (*happened, replace(taken, left_over=True))
    match, count, ledger = counted(state)
    happened = (*happened, GameCounted(match.games[-1], count, ledger))
    end = ending(match)
    if end is None:
        following = replace(match, number=match.number + 1)
        return State(following, Phase.SHUFFLING, dealer=1 - state.dealer, turn=state.dealer, happened=happened)
    return State(match, Phase.OVER, dealer=state.dealer, turn=state.turn, ending=end, happened=happened)


def new_match(match: Match) -> State:
    """The match before anything has happened."""
    return State(match, Phase.DRAWING)
