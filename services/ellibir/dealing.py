"""Shuffle, cut and deal (rules 9.2)."""

from typing import Final

from msgspec.structs import replace

from services.ellibir.cards import JOKER, PACK, Piece, in_order
from services.ellibir.happenings import CardsCut, HandsDealt, LotFell
from services.ellibir.state import Phase, Player, State, Turn
from services.kernel.game import Roll, Seat, Shuffle

SHUFFLE: Final = Shuffle(size=len(PACK))
CUT: Final = Roll(count=1, sides=len(PACK) - 3)
"""The cut leaves two cards at least on either side."""

_PACKETS: Final = 7


def draw_lot(state: State, outcome: tuple[int, ...]) -> State:
    """Who begins the first round; the dealer is the seat at his left."""
    if len(outcome) != 1 or not 1 <= outcome[0] <= state.terms.players:
        raise ValueError(f"{outcome} is no lot of 1 to {state.terms.players}")
    starter = Seat(outcome[0] - 1)
    return replace(state, phase=Phase.SHUFFLE, dealer=state.seat_after(starter, -1), happened=(LotFell(starter),))


def shuffle(state: State, outcome: tuple[int, ...]) -> State:
    """The pack lies shuffled and is to be cut."""
    if sorted(outcome) != list(range(len(PACK))):
        raise ValueError(f"the shuffle is not a permutation of {len(PACK)} cards")
    return replace(state, phase=Phase.CUT, stock=tuple(PACK[number] for number in outcome), happened=())


def cut(state: State, outcome: tuple[int, ...]) -> State:
    """The cut, 1 for two cards lifted, 2 for three and so on, and the deal."""
    if len(outcome) != 1 or not 1 <= outcome[0] <= CUT.sides:
        raise ValueError(f"{outcome} is no cut of 1 to {CUT.sides}")
    upper, lower = state.stock[: outcome[0] + 1], state.stock[outcome[0] + 1 :]
    jokers = 0 if lower[0] is not JOKER else 1 if lower[1] is not JOKER else 2
    pack = (*lower[jokers:], *upper) if jokers else (*lower[1:], *upper, lower[0])
    return _dealt(state, pack, jokers)


def _dealt(state: State, pack: tuple[Piece, ...], jokers: int) -> State:
    starter, cutter = state.seat_after(state.dealer), state.seat_after(state.dealer, -1)
    hands: list[list[Piece]] = [[] for _ in state.players]
    hands[cutter] += [JOKER] * jokers
    lying = list(reversed(pack))
    for packet in range(_PACKETS):
        for place in range(len(hands)):
            seat = state.seat_after(starter, place)
            size = 2 - jokers if packet == 0 and seat == cutter else 2
            hands[seat] += [lying.pop() for _ in range(size)]
    hands[starter].append(lying.pop())
    shown = {cutter: (JOKER,) * jokers}
    stock = tuple(reversed(lying))
    return replace(
        state,
        phase=Phase.PLAY,
        players=tuple(Player(hand=in_order(hand), shown=shown.get(Seat(at), ())) for at, hand in enumerate(hands)),
        stock=stock,
        bottom=not jokers,
        cut_jokers=jokers,
        need=state.terms.threshold,
        turn=Turn(starter, state.turn.number + 1),
        happened=(
            CardsCut(cutter, jokers, None if jokers else stock[-1]),
            HandsDealt(state.number, state.dealer, starter),
        ),
    )
