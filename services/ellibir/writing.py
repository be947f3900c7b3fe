"""Positions as text; what the words mean stands in `notation`."""

from collections.abc import Iterator, Sequence

from services.ellibir.actions import Group
from services.ellibir.cards import shown_at, write_pieces
from services.ellibir.results import Ending, RoundResult
from services.ellibir.state import Laid, Phase, State, Thrown
from services.kernel.melds import Meld


def words(state: State) -> Iterator[str]:
    """The words of a position."""
    yield state.phase.value
    if state.in_round:
        yield from _of_turn(state)
    if state.phase is not Phase.LOT:
        yield f"dealer {state.dealer}"
    if state.phase is Phase.CUT or state.in_round:
        yield from _of_cards(state)
    if state.in_round:
        yield from _of_players(state)
    yield from _of_match(state)


def write_group(group: Group) -> str:
    """`run:H5,H6,JO`."""
    return f"{group.kind}:{write_pieces(group.cards)}"


def _of_turn(state: State) -> Iterator[str]:
    turn = state.turn
    yield f"turn {turn.seat}"
    if turn.drawn is not None:
        yield f"drawn {turn.drawn}"
    if turn.opened:
        yield "opened-now"
    if turn.laid_off:
        yield f"laid-off {turn.laid_off}"
    if turn.single:
        yield "single"


def _of_cards(state: State) -> Iterator[str]:
    if state.in_round:
        yield "hands " + "/".join(write_pieces(player.hand) for player in state.players)
    yield f"stock {write_pieces(state.stock)}"
    if state.bottom:
        yield f"bottom {state.stock[-1]}"
    if state.discards:
        yield "discards " + ",".join(map(_thrown, state.discards))
    if state.melds:
        yield "melds " + ";".join(map(_laid, state.melds))


def _of_players(state: State) -> Iterator[str]:
    players = list(enumerate(state.players))
    if opened := [f"{seat}:{player.opened}" for seat, player in players if player.is_open]:
        yield "opened " + ",".join(opened)
    if declared := [str(seat) for seat, player in players if player.declared]:
        yield "declared " + ",".join(declared)
    if shown := [f"{seat}:{write_pieces(player.shown)}" for seat, player in players if player.shown]:
        yield "shown " + ";".join(shown)
    if bound := [f"{seat}:{write_pieces(player.bound)}" for seat, player in players if player.bound]:
        yield "bound " + ";".join(bound)
    if state.need != state.terms.threshold:
        yield f"need {state.need}"
    if state.claim is not None:
        yield f"claim {state.claim.seat}:{state.claim.turn}"
    if state.cut_jokers:
        yield f"cut {state.cut_jokers}"


def _of_match(state: State) -> Iterator[str]:
    if state.turn.number:
        yield f"turns {state.turn.number}"
    if state.ledger:
        yield "sheet " + ",".join(f"{line.seat}:{line.points}:{line.reason}" for line in state.ledger)
    if state.results:
        yield "rounds " + ";".join(map(_result, state.results))
    if state.repeats:
        yield f"repeats {state.repeats}"
    if any(state.stars):
        yield f"stars {_numbers(state.stars)}"
    if state.now_ms:
        yield f"clock {state.asked_ms},{state.now_ms}"


def _numbers(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))


def _thrown(thrown: Thrown) -> str:
    taken = "" if thrown.taken is None else f">{thrown.taken}"
    return f"{thrown.seat}:{thrown.card}{'!' if thrown.spent else ''}{taken}"


def _laid(laid: Laid) -> str:
    return f"{laid.owner}:{write_meld(laid.meld)}"


def write_meld(meld: Meld) -> str:
    """`run:H5,H6,JO`."""
    return f"{meld.kind}:{write_pieces(map(shown_at, meld.places))}"


def _result(result: RoundResult) -> str:
    kinds = (("joker", result.joker), ("pairs", result.pairs), ("elden", result.elden))
    who = str(result.finisher) if result.ending is Ending.FINISHED else result.ending.value
    return "-".join([who, *(kind for kind, so in kinds if so)]) + f":{_numbers(result.points)}"
