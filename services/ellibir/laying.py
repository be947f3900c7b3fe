"""What who has opened puts on the table: further melds or pairs, single cards, cards for jokers (rules 9.5, 9.7)."""

from collections.abc import Sequence

from msgspec.structs import replace

from services.ellibir.actions import Group, LayOff, SwapJoker
from services.ellibir.cards import JOKER, signs
from services.ellibir.groups import bad_group, cards_of, meld_of, require_groups, require_held
from services.ellibir.happenings import JokerTaken, LaidOff, MeldsLaid
from services.ellibir.state import Laid, Opened, State
from services.ellibir.table import ends, joined, meld_signs, needed, paired, swapped
from services.kernel.game import Seat
from services.kernel.melds import Kind, Meld
from services.kernel.refusal import Illegal


def laid(state: State, seat: Seat, groups: Sequence[Group]) -> State:
    """The match after `Lay`; raises `Illegal`."""
    player = state.players[seat]
    if not player.is_open:
        raise Illegal("NOT_OPENED")
    require_groups(groups)
    require_held(player.hand, cards_of(groups))
    melds = tuple(_meld(group, player.opened) for group in groups)
    rest = player.loses(cards_of(groups))
    if not rest.hand:
        raise Illegal("KEEP_ONE_CARD")
    return replace(state.with_player(seat, rest), melds=(*state.melds, *(Laid(seat, meld) for meld in melds))).and_then(
        MeldsLaid(seat, melds)
    )


def _meld(group: Group, opened: Opened) -> Meld:
    told = signs(group.cards)
    if opened is Opened.MELDS and group.kind is Kind.PAIR:
        raise Illegal("MELDS_ONLY", group=told)
    if opened is Opened.PAIRS and group.kind is not Kind.PAIR:
        raise Illegal("PAIRS_ONLY", group=told)
    meld = meld_of(group)
    if meld is None:
        raise Illegal("INVALID_MELD", group=told)
    return meld


# -- laying off --------------------------------------------------------------------------------------------------------


def lay_off(state: State, seat: Seat, action: LayOff) -> State:
    """The match after `LayOff`; raises `Illegal`."""
    cards, player = action.cards, state.players[seat]
    if not player.is_open:
        raise Illegal("NOT_OPENED")
    if not cards:
        raise bad_group("hiç kart yok", "there is no card")
    require_held(player.hand, cards)
    at = _laid(state, action.meld)
    on_pairs = at.meld.kind is Kind.PAIR
    more = None if action.spot is not None and on_pairs else _more(at.meld, action)
    ambiguous = cards == (JOKER,) and action.spot is None and len(ends(at.meld)) > 1
    if more is None:
        raise Illegal("DOES_NOT_FIT", cards=signs(cards), meld=meld_signs(at.meld))
    _require_right(state, seat, at, on_pairs=on_pairs)
    if ambiguous:
        raise Illegal("NAME_THE_SPOT", cards=signs(cards))
    rest = player.loses(cards)
    if not rest.hand:
        raise Illegal("KEEP_ONE_CARD")
    melds = list(state.melds)
    if on_pairs:
        melds.append(Laid(at.owner, more))
    else:
        melds[action.meld] = Laid(at.owner, more)
    counts = player.opened is Opened.PAIRS and not on_pairs
    return replace(
        state.with_player(seat, rest),
        melds=tuple(melds),
        turn=replace(state.turn, laid_off=state.turn.laid_off + counts),
    ).and_then(LaidOff(seat, cards, action.meld, at.owner))


def _more(meld: Meld, action: LayOff) -> Meld | None:
    """The meld with the card, or the pair that goes beside it; None where it does not fit."""
    return paired(action.cards) if meld.kind is Kind.PAIR else joined(meld, action.cards, action.spot)


def _laid(state: State, number: int) -> Laid:
    if not 0 <= number < len(state.melds):
        raise Illegal("NO_SUCH_MELD", meld=number)
    return state.melds[number]


def _require_right(state: State, seat: Seat, at: Laid, *, on_pairs: bool) -> None:
    if at.owner == seat and state.turn.opened:
        raise Illegal("OWN_MELD_THIS_TURN")
    if not on_pairs and is_spent(state, seat):
        raise Illegal("NO_LAYOFF_RIGHT", limit=state.turn.laid_off)


def is_spent(state: State, seat: Seat) -> bool:
    """True for a pair opener on turn who has laid off as many cards as the table allows (rules 9.7)."""
    limit = state.terms.layoffs
    return state.players[seat].opened is Opened.PAIRS and limit is not None and state.turn.laid_off >= limit


# -- jokers ------------------------------------------------------------------------------------------------------------


def swap_joker(state: State, seat: Seat, action: SwapJoker) -> State:
    """The match after `SwapJoker`; raises `Illegal`. A joker comes to hand, so a card to discard is always left."""
    cards, player = action.cards, state.players[seat]
    if not player.is_open:
        raise Illegal("NOT_OPENED")
    if not cards:
        raise bad_group("hiç kart yok", "there is no card")
    require_held(player.hand, cards)
    at = _laid(state, action.meld)
    if at.owner == seat and not state.terms.own_joker:
        raise Illegal("OWN_JOKER")
    found = swapped(at.meld, cards, state.terms)
    if found is None:
        need_tr, need_en = needed(at.meld, state.terms)
        raise Illegal("WRONG_CARDS", cards=signs(cards), need_tr=need_tr, need_en=need_en)
    meld, jokers = found
    melds = (*state.melds[: action.meld], Laid(at.owner, meld), *state.melds[action.meld + 1 :])
    after = player.loses(cards).gains(*(JOKER,) * jokers, seen=True)
    return replace(state.with_player(seat, after), melds=melds).and_then(JokerTaken(seat, cards, action.meld, jokers))
