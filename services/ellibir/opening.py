"""Opening with melds or with pairs, and what makes an opening a wrong one (rules 9.5, 9.15)."""

from collections.abc import Sequence

from msgspec.structs import replace

from services.ellibir.actions import Group
from services.ellibir.cards import Piece, holds, without
from services.ellibir.discarding import thrown
from services.ellibir.groups import cards_of, meld_of, require_groups, require_held, worth
from services.ellibir.happenings import HandOpened, StarWon, WrongOpening
from services.ellibir.score import FINE, STAR_FROM, WRONG_OPENING, line
from services.ellibir.state import Fault, Laid, Opened, State
from services.kernel.game import Seat
from services.kernel.melds import Kind
from services.kernel.refusal import Illegal

_PAIRS_ALONE, _PAIRS_AND_MELD, _ENOUGH_IF_LENIENT = (6, 7), (4, 5), 5


def require_opening(state: State, seat: Seat, groups: Sequence[Group], finish: Piece | None) -> None:
    """Raises `Illegal` for what is refused before anybody looks whether it is an opening.

    The hand of the seat holds the discard already where that is to be taken.
    """
    player = state.players[seat]
    require_groups(groups)
    named = [*cards_of(groups), *(() if finish is None else (finish,))]
    require_held(player.hand, named)
    if player.goer and not any(group.kind is Kind.PAIR for group in groups):
        raise Illegal("GOES_FOR_PAIRS")
    left = len(player.hand) - len(named)
    if finish is not None and left:
        raise Illegal("NOT_FINISHING", left=left)
    if finish is None and not left:
        raise Illegal("KEEP_ONE_CARD")


def fault_of(state: State, groups: Sequence[Group], *, finishing: bool) -> Fault | None:
    """What is wrong with the opening, or None. At one stroke no threshold is needed, but the number of pairs is."""
    melds = [meld_of(group) for group in groups]
    if None in melds:
        return Fault.GROUP
    pairs = sum(group.kind is Kind.PAIR for group in groups)
    if pairs:
        return None if pairs_open(pairs, len(groups) - pairs, lenient=state.terms.lenient) else Fault.PAIRS
    return None if finishing or value_of(groups) >= state.need else Fault.SUM


def pairs_open(pairs: int, melds: int, *, lenient: bool) -> bool:
    """True if so many pairs with so many melds open (rules 9.5)."""
    if melds == 1:
        return pairs in _PAIRS_AND_MELD
    return melds == 0 and (pairs in _PAIRS_ALONE or (lenient and pairs == _ENOUGH_IF_LENIENT))


def value_of(groups: Sequence[Group]) -> int:
    """What those of the groups that are melds are worth together."""
    return sum(worth(meld) for group in groups if (meld := meld_of(group)) is not None)


def opened(state: State, seat: Seat, groups: Sequence[Group], finish: Piece | None) -> State:
    """The match after a right opening; with `finish` after the round."""
    melds = tuple(meld for group in groups if (meld := meld_of(group)) is not None)
    pairs = any(meld.kind is Kind.PAIR for meld in melds)
    value = value_of(groups)
    player = state.players[seat].loses(cards_of(groups))
    after = replace(
        state.with_player(seat, replace(player, opened=Opened.PAIRS if pairs else Opened.MELDS, bound=())),
        melds=(*state.melds, *(Laid(seat, meld) for meld in melds)),
        turn=replace(state.turn, opened=True),
    ).and_then(HandOpened(seat, melds, pairs, value, finish is not None))
    if state.terms.kdv and not pairs:
        after = _raised(after, seat, value)
    return after if finish is None else thrown(after, seat, finish, by_rules=False)


def _raised(state: State, seat: Seat, value: int) -> State:
    """At a table with KDV the next must open with more, and 100 win a star (rules 9.12, 9.11)."""
    state = replace(state, need=value + 1)
    if value < STAR_FROM:
        return state
    stars = (*state.stars[:seat], state.stars[seat] + 1, *state.stars[seat + 1 :])
    return replace(state, stars=stars).and_then(StarWon(seat, value))


def wrong(state: State, seat: Seat, fault: Fault, value: int) -> State:
    """The match after a wrong opening: it is written down, and nothing moves (rules 9.11, 9.15)."""
    fine = line(seat, FINE, WRONG_OPENING)
    return replace(
        state,
        ledger=(*state.ledger, fine),
        turn=replace(state.turn, fault=fault, fault_value=value),
    ).and_then(WrongOpening(seat, fine))


def open_now(state: State, seat: Seat, groups: Sequence[Group], finish: Piece | None) -> State:
    """The match after `Open`; raises `Illegal`."""
    if state.players[seat].is_open:
        raise Illegal("ALREADY_OPEN")
    if not state.discards and not state.terms.starter_may_open:
        raise Illegal("STARTER_MAY_NOT_OPEN")
    require_opening(state, seat, groups, finish)
    fault = fault_of(state, groups, finishing=finish is not None)
    return opened(state, seat, groups, finish) if fault is None else wrong(state, seat, fault, value_of(groups))


# -- the discard in an opening with melds ------------------------------------------------------------------------------


def needs(hand: Sequence[Piece], groups: Sequence[Group], card: Piece, need: int) -> bool:
    """True if `card` is needed for the threshold, or gives a further meld (rules 9.6). `hand` is without it.

    It is not where the hand alone lays the groups, or what is left of them without the card, and reaches the threshold.
    """
    if holds(hand, cards_of(groups)):
        return value_of(groups) < need
    return not any(
        value_of(rest) >= need
        for at, group in enumerate(groups)
        if card in group.cards
        for rest in _without(groups, at, card)
    )


def _without(groups: Sequence[Group], at: int, card: Piece) -> list[list[Group]]:
    """The groups without the card of group number `at`, where what is left of that one is still laid whole."""
    group, others = groups[at], [*groups[:at], *groups[at + 1 :]]
    if group.kind is Kind.SET:
        parts = [Group(Kind.SET, without(group.cards, (card,)))]
    else:
        place = group.cards.index(card)
        halves = (group.cards[:place], group.cards[place + 1 :])
        parts = [Group(Kind.RUN, half) for half in halves if half]
    return [[*others, *parts]] if all(meld_of(part) for part in parts) else []
