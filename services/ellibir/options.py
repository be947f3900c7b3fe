"""What a seat may do now, listed, counted and tested (the kernel's `Options`). Worked out when it is asked for.

The list is a part of what is accepted: of openings and melds the best that the solver finds, of wrong openings none.
Whatever `apply` accepts is `in` it.
"""

from collections.abc import Iterator
from functools import cached_property

from services.ellibir import discarding, search, taking
from services.ellibir.actions import (
    Action,
    AnnounceSingle,
    ClaimBottom,
    DeclarePairs,
    Discard,
    Draw,
    Group,
    Lay,
    LayOff,
    Open,
    ShowTwins,
    SwapJoker,
    TakeAndLay,
    TakeAndOpen,
    TakeBottom,
    TakeForPairs,
)
from services.ellibir.cards import JOKER, Piece, holds, without
from services.ellibir.groups import cards_of
from services.ellibir.happenings import WrongOpening
from services.ellibir.rules import act, may_announce
from services.ellibir.state import Opened, Phase, Player, State
from services.ellibir.table import ends, lays_off, swaps
from services.kernel.game import Seat
from services.kernel.melds import Kind
from services.kernel.refusal import Illegal


class SeatOptions:
    """The legal actions of a seat, in an order that depends only on what it sees."""

    def __init__(self, state: State, seat: Seat) -> None:
        self._state = state
        self._seat = seat

    @cached_property
    def _actions(self) -> tuple[Action, ...]:
        state, seat = self._state, self._seat
        if not state.in_round or not 0 <= seat < state.terms.players:
            return ()
        tried = (action for action in _candidates(state, seat) if _stands(state, seat, action))
        player = state.players[seat]
        declaring = () if player.is_open or player.declared else (DeclarePairs(),)
        return (*(_plain(state, seat) if seat == state.due else ()), *tried, *declaring)

    def __len__(self) -> int:
        return len(self._actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    def __contains__(self, action: object, /) -> bool:
        if not isinstance(action, Action):
            return False
        try:
            act(self._state, self._seat, action, self._state.now_ms)
        except Illegal:
            return False
        return True


def _stands(state: State, seat: Seat, action: Action) -> bool:
    """True if the rules take the action and fine nobody for it."""
    try:
        after = act(state, seat, action, state.now_ms)
    except Illegal:
        return False
    return not any(isinstance(one, WrongOpening) for one in after.happened)


def _plain(state: State, seat: Seat) -> Iterator[Action]:
    """What needs no search: drawing, or a discard."""
    player = state.players[seat]
    if state.phase is Phase.DRAW:
        yield Draw()
        return
    for piece in dict.fromkeys(player.hand):
        if not player.binds(piece):
            yield Discard(piece)


def _candidates(state: State, seat: Seat) -> Iterator[Action]:
    """What may be tried besides; some of it the rules refuse."""
    if seat != state.due:
        return
    player = state.players[seat]
    if state.phase is Phase.DRAW:
        if taking.may_take_bottom(state, seat):
            yield TakeBottom()
        yield from _takes(state, seat, player)
    elif player.is_open:
        yield from lays(player)
        yield from lay_offs(state, seat, player)
        yield from swaps_of(state, seat, player)
    else:
        yield from _openings(state, player)
        yield from _twins(state, player)
    if state.phase is Phase.PLAY and may_announce(state, seat):
        yield AnnounceSingle()
    if state.bottom and state.claim is None and state.stock[-1] in player.hand:
        yield ClaimBottom(state.stock[-1])


# -- the discard -------------------------------------------------------------------------------------------------------


def _takes(state: State, seat: Seat, player: Player) -> Iterator[Action]:
    if state.discard is None:
        return
    card = state.discard.card
    if player.is_open:
        yield from _takes_to_lay(player, card)
        return
    yield TakeForPairs()
    try:
        taking.require_takeable(state, seat, goes=True)
    except Illegal:
        return
    hand = (*player.hand, card)
    if not player.goer:
        found = search.stroke(hand)
        if found is not None and any(card in group.cards for group in found[0]):
            yield TakeAndOpen(*found)
        groups = search.best_melds(hand, using=card)
        if groups:
            yield TakeAndOpen(groups)
    if card is not JOKER:
        yield from (TakeAndOpen(groups, finish) for groups, finish in _pairs(state, hand, card))


def _takes_to_lay(player: Player, card: Piece) -> Iterator[Action]:
    if player.opened is Opened.PAIRS:
        if card in player.hand:
            yield TakeAndLay((Group(Kind.PAIR, (card, card)),))
        return
    groups = search.best_melds((*player.hand, card), using=card)
    if groups:
        yield TakeAndLay(tuple(group for group in groups if card in group.cards)[:1])


# -- the hand ----------------------------------------------------------------------------------------------------------


def _openings(state: State, player: Player) -> Iterator[Action]:
    if not player.goer:
        found = search.stroke(player.hand)
        if found is not None:
            yield Open(*found)
        groups = search.best_melds(player.hand)
        if groups and search.value(groups) >= state.need:
            yield Open(groups)
    yield from (Open(groups, finish) for groups, finish in _pairs(state, player.hand, None))


def _pairs(state: State, hand: tuple[Piece, ...], using: Piece | None) -> Iterator[tuple[search.Groups, Piece | None]]:
    """The opening with pairs, at one stroke where that goes out."""
    groups = search.pair_opening(hand, lenient=state.terms.lenient, using=using)
    if not groups:
        return
    rest = without(hand, cards_of(groups))
    yield groups, rest[0] if len(rest) == 1 else None


def lays(player: Player) -> Iterator[Action]:
    """Melds that one who has opened could lay, all of the best layout first; or pairs."""
    if player.opened is Opened.MELDS:
        groups = search.best_melds(player.hand)
        if len(groups) > 1:
            yield Lay(groups)
        yield from (Lay((group,)) for group in groups)
    else:
        yield from (Lay((group,)) for group in search.pairs(player.hand))


def lay_offs(state: State, seat: Seat, player: Player) -> Iterator[Action]:
    """Cards, and pairs, that fit on the table."""
    pieces = tuple(dict.fromkeys(player.hand))
    beside: set[int] = set()
    for number, laid in enumerate(state.melds):
        if laid.meld.kind is Kind.PAIR:
            # Pairs of one owner lie together: whichever of them is named, the new pair goes beside it.
            if laid.owner != seat and laid.owner not in beside:
                beside.add(laid.owner)
                yield from (LayOff(group.cards, number) for group in search.pairs(player.hand))
            continue
        for piece in pieces:
            if piece is JOKER and len(free := ends(laid.meld)) > 1:
                yield from (LayOff((piece,), number, spot) for spot in free)
            elif lays_off((laid,), piece):
                yield LayOff((piece,), number)


def swaps_of(state: State, seat: Seat, player: Player) -> Iterator[Action]:
    """Cards that take jokers."""
    for number, laid in enumerate(state.melds):
        if laid.meld.wilds and (laid.owner != seat or state.terms.own_joker):
            for cards in swaps(laid.meld, state.terms):
                if holds(player.hand, cards):
                    yield SwapJoker(number, cards)


def _twins(state: State, player: Player) -> Iterator[Action]:
    laying = [piece for piece in player.hand if piece is not JOKER and lays_off(state.melds, piece)]
    seen: set[tuple[Piece, Piece]] = set()
    for at, card in enumerate(laying):
        for other in (*laying[:at], *laying[at + 1 :]):
            if (card, other) not in seen and discarding.are_twins(state, card, other):
                seen.add((card, other))
                yield ShowTwins(card, other)
