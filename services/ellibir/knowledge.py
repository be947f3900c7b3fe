"""Other worlds that look the same to a seat (rules 9.17)."""

from msgspec.structs import replace

from services.ellibir.cards import Piece, in_order, without
from services.ellibir.state import Phase, State
from services.kernel.game import Rng, Seat


def resample(state: State, seat: Seat, rng: Rng) -> State:
    """The match with what `seat` does not see dealt again: the others' hands, but for cards that everybody knows to be
    in them, and the stock, but for its open bottom card. All such worlds come with the same chance.
    """
    if state.phase is Phase.CUT:
        return replace(state, stock=_shuffled(state.stock, rng))
    if not state.in_round:
        return state
    open_card = state.stock[-1:] if state.bottom else ()
    closed = state.stock[:-1] if state.bottom else state.stock
    others = [other for other in map(Seat, range(state.terms.players)) if other != seat]
    hidden = {other: without(state.players[other].hand, state.players[other].shown) for other in others}
    pool = list(_shuffled((*(piece for cards in hidden.values() for piece in cards), *closed), rng))
    after = state
    for other, cards in hidden.items():
        player = state.players[other]
        dealt = tuple(pool.pop() for _ in cards)
        after = after.with_player(other, replace(player, hand=in_order((*player.shown, *dealt))))
        if other == state.turn.seat and state.turn.drawn in cards:
            # He drew it unseen: in the other world it was one of the cards that lie unseen in his hand there.
            after = replace(after, turn=replace(after.turn, drawn=dealt[0]))
    return replace(after, stock=(*pool, *open_card))


def _shuffled(cards: tuple[Piece, ...], rng: Rng) -> tuple[Piece, ...]:
    order = list(range(len(cards)))
    rng.shuffle(order)
    return tuple(cards[at] for at in order)
