"""Who knows which cards, and other worlds that look the same (rules 6.9)."""

from msgspec.structs import replace

from services.kernel.cards import DECK, Card, in_order
from services.kernel.game import Rng
from services.kernel.worlds import HiddenCards
from services.pisti.state import ROUND, Bluff, Phase, Side, State, place

_BELOW = {floor: frozenset(card for card in DECK if place(card) < floor) for floor in range(53)}
_FREE: frozenset[Card] = frozenset()


def gone(state: State) -> tuple[Card, ...]:
    """Every card that has lain face up in this game and is out of stock and hands: everybody saw it."""
    return in_order((*state.pile, *state.sides[0].won, *state.sides[1].won))


def resample(state: State, seat: int, rng: Rng) -> State:
    """Another world that looks the same to `seat`.

    Dealt anew is all that the seat has not seen: the other hand, the stock, the three start cards unless it took them,
    the other seat's accepted bluff cards and its sealed card. What everybody knows stays true: a jack that was put back
    is none of the start cards (6.1), and a hand that lapsed had no card that the rules play sooner (6.8).
    """
    if state.phase in (Phase.DRAWING, Phase.SHUFFLING) or (state.phase is Phase.OVER and not state.start):
        return state  # no card has a place yet, or every card has been shown
    other = 1 - seat
    side = state.sides[other]
    own_start = state.start_seat == seat
    sealed = state.sealed if state.turn == other else None
    # A jack that has just been turned still lies on top of the stock, for all to see.
    top = state.stock[: len(state.stock) % ROUND]
    places: list[tuple[tuple[Card, ...], frozenset[Card]]] = [
        (side.hand, _BELOW[side.floor]),
        (state.stock[len(top) :], _FREE),
        (() if own_start else state.start, frozenset(state.returned)),
        (() if sealed is None else (sealed,), _BELOW[side.floor]),
        *(((bluff.card,), _BELOW[bluff.floor]) for bluff in side.bluffs),
    ]
    # In one order, so that the same world is drawn whatever the true one is.
    unseen = in_order(card for cards, _ in places for card in cards)
    hand, stock, start, laid, *bluffs = HiddenCards(
        unseen, [len(cards) for cards, _ in places], [barred for _, barred in places]
    ).deal(rng)
    order = list(range(len(stock)))
    rng.shuffle(order)
    dealt = Side(
        hand=in_order(hand),
        won=side.won,
        bluffs=tuple(Bluff(one[0], was.floor) for one, was in zip(bluffs, side.bluffs, strict=True)),
        floor=side.floor,
    )
    return replace(
        state,
        sides=(state.sides[0], dealt) if other == 1 else (dealt, state.sides[1]),
        stock=(*top, *(stock[index] for index in order)),
        start=state.start if own_start else start,
        sealed=state.sealed if sealed is None else laid[0],
    )
