"""What a seat may ask about its own hand: which melds it holds, and what an act would be (rules 9.15).

The answers stand on what the asking seat sees, cost nothing and change nothing.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from kiraathane.ellibir.v1 import ellibir_service_pb2 as pb
from services.ellibir import opening, rules, search
from services.ellibir.actions import Action, Group, Lay, Open, TakeAndLay, TakeAndOpen
from services.ellibir.cards import Piece
from services.ellibir.groups import meld_of, worth
from services.ellibir.happenings import WrongOpening
from services.ellibir.seen import as_match
from services.ellibir.state import Opened, Phase, State, Turn
from services.ellibir.view import View
from services.ellibir.wire.pieces import group_to_proto, groups_from_proto, meld_to_proto, piece_from_proto
from services.kernel.game import Seat
from services.kernel.melds import Kind
from services.kernel.refusal import Illegal


def suggest(view: View, _: pb.SuggestMeldsRequest) -> pb.SuggestMeldsResponse:
    """The dearest melds and the most pairs of the hand (`bestOpening`)."""
    state, seat = _own(view, Phase.PLAY)
    player = state.players[seat]
    melds = () if player.opened is Opened.PAIRS else search.best_melds(view.hand)
    pairs = search.pair_opening(view.hand, lenient=view.terms.lenient) if not player.is_open else ()
    if player.opened is not Opened.MELDS:
        pairs = pairs or search.pairs(view.hand)
    return pb.SuggestMeldsResponse(
        melds=map(group_to_proto, melds),
        value=search.value(melds),
        need=view.need,
        melds_open=bool(melds) and _judged(state, seat, Open(melds)) == (True, False, ""),
        pairs=map(group_to_proto, pairs),
        pairs_open=bool(pairs) and _judged(state, seat, Open(pairs)) == (True, False, ""),
    )


def check(view: View, request: pb.CheckGroupsRequest) -> pb.CheckGroupsResponse:
    """What an act with these groups would be (`checkGroups`): accepted, a wrong opening, or refused."""
    state, seat = _own(view, Phase.DRAW if request.take else Phase.PLAY)
    groups = groups_from_proto(request.groups)
    finish = piece_from_proto(request.finish) if request.HasField("finish") else None
    action = _action(state.players[seat].is_open, groups, finish, take=request.take)
    accepted, wrong, refusal = _judged(state, seat, action)
    return pb.CheckGroupsResponse(
        groups=map(_checked, groups),
        value=opening.value_of(groups),
        need=view.need,
        accepted=accepted,
        wrong_opening=wrong,
        refusal=refusal,
    )


def _own(view: View, phase: Phase) -> tuple[State, Seat]:
    """The match as the asking seat knows it, as if it were to act: a hand may be weighed at any time of a round."""
    assert view.seat is not None
    state, seat = as_match(view), Seat(view.seat)
    if not state.in_round:
        return state, seat
    turn = state.turn if state.turn.seat == seat else Turn(seat, state.turn.number)
    return replace(state, phase=phase, turn=turn), seat


def _action(is_open: bool, groups: tuple[Group, ...], finish: Piece | None, *, take: bool) -> Action:
    if is_open:
        return TakeAndLay(groups) if take else Lay(groups)
    return TakeAndOpen(groups, finish) if take else Open(groups, finish)


def _judged(state: State, seat: Seat, action: Action) -> tuple[bool, bool, str]:
    """Whether the act would be accepted, whether it would be a wrong opening, and why it would be refused."""
    try:
        after = rules.act(state, seat, action, state.now_ms)
    except Illegal as refused:
        return False, False, refused.reason
    wrong = any(isinstance(one, WrongOpening) for one in after.happened)
    return not wrong, wrong, ""


def _checked(group: Group) -> pb.GroupCheck:
    meld = meld_of(group)
    if meld is None:
        return pb.GroupCheck()
    return pb.GroupCheck(meld=meld_to_proto(meld), value=0 if group.kind is Kind.PAIR else worth(meld))


QUERIES: Final[dict[str, Callable[[View, Any], Any]]] = {"SuggestMelds": suggest, "CheckGroups": check}
