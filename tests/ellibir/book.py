"""The turn of 9.15 straight from the words of the clauses, slowly: why an act is refused first, and what it costs."""

from collections import Counter
from collections.abc import Sequence

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
from services.ellibir.cards import JOKER, Piece, shown_at
from services.ellibir.state import Laid, Phase, Player, State
from services.kernel.game import Seat
from services.kernel.melds import Kind
from tests.ellibir.second_opinion import count, readings
from tests.ellibir.test_scores_again import RANKS, SUITS
from tests.ellibir.test_scores_again import lays_off as lies

DRAWING = (Draw, TakeForPairs, TakeAndOpen, TakeAndLay, TakeBottom)


def valid(group: Group) -> bool:
    return next(readings(group.kind, group.cards), None) is not None


def value(groups: Sequence[Group]) -> int:
    """What the melds among the groups are worth; a joker counts as the card it replaces (rules 9.3)."""
    first = (next(readings(group.kind, group.cards), ()) for group in groups if group.kind is not Kind.PAIR)
    return sum(map(count, first))


class Book:
    """Why an act is refused, "" if it is not, and what it costs."""

    def __init__(self, state: State, seat: Seat, action: Action) -> None:
        self.state, self.seat = state, seat
        self.player: Player = state.players[seat]
        self.hand: list[Piece] = [*self.player.hand]
        self.open_ = self.player.opened.value
        self.fine = self.star = 0
        self.foul = False
        self.reason = self.judge(action)

    def judge(self, action: Action) -> str:
        if isinstance(action, DeclarePairs):
            if self.open_ != "none":
                return "ALREADY_OPEN"
            return "ALREADY_DECLARED" if self.player.declared else ""
        if self.seat != self.state.turn.seat:
            return "NOT_YOUR_TURN"
        if not isinstance(action, ClaimBottom) and isinstance(action, DRAWING) != (self.state.phase is Phase.DRAW):
            return "WRONG_PHASE"
        match action:
            case TakeForPairs() | TakeAndOpen() | TakeAndLay():
                return self.take(action)
            case Open():
                return self.open(action)
            case Lay():
                return self.lay(action)
            case LayOff():
                return self.lay_off(action)
            case SwapJoker():
                return self.swap(action)
            case _:
                return self.small(action)

    def take(self, action: TakeForPairs | TakeAndOpen | TakeAndLay) -> str:
        match action:
            case TakeForPairs():
                return "ALREADY_OPEN" if self.open_ != "none" else self.may_take(goes=True)
            case TakeAndOpen():
                return self.take_and_open(action)
            case TakeAndLay():
                return self.take_and_lay(action)

    def small(self, action: Action) -> str:
        match action:
            case Discard(card=card):
                return self.held([card]) or self.shown(card) or self.thrown(card)
            case ShowTwins():
                return self.twins(action)
            case AnnounceSingle():
                return "" if len(self.hand) == 2 and not self.state.turn.single else "NOT_SINGLE"
            case TakeBottom():
                claim = self.state.claim
                mine = claim is not None and claim.seat == self.seat and claim.turn < self.state.turn.number
                return "" if mine else "NO_CLAIM"
            case ClaimBottom(card=card):
                return self.claim(card)
            case _:
                return ""

    # -- what many acts ask --------------------------------------------------------------------------------------------

    def held(self, cards: Sequence[Piece]) -> str:
        """`NOT_YOUR_CARD`, and a card named twice; of several the first that is named."""
        for card in dict.fromkeys(cards):
            if card not in self.hand:
                return "NOT_YOUR_CARD"
            if cards.count(card) > self.hand.count(card):
                return "BAD_GROUP"
        return ""

    def named(self, groups: Sequence[Group]) -> list[Piece]:
        return [card for group in groups for card in group.cards]

    def may_take(self, *, goes: bool) -> str:
        """Rules 9.6: the rows from the top; the first that names the taker decides."""
        if not self.state.discards or self.state.discards[-1].taken is not None:
            return "NO_DISCARD"
        thrown = self.state.discards[-1]
        thrower = self.state.players[thrown.seat]
        if lies(thrown.card, [*self.state.melds]):
            if not thrown.spent or not goes:
                return "DISCARD_LAYS_OFF"
            return "" if thrown.card in self.hand and thrown.card != "JO" else "NEEDS_TWIN"
        if (thrower.declared or thrower.opened.value == "pairs") and not goes:
            return "AFTER_PAIR_GOER"
        return ""

    def used(self, groups: Sequence[Group]) -> str:
        card = self.state.discards[-1].card
        if card not in self.named(groups):
            return "DISCARD_UNUSED"
        if lies(card, [*self.state.melds]) and not any(
            group.cards == (card, card) and group.kind is Kind.PAIR for group in groups
        ):
            return "DISCARD_LAYS_OFF"
        return ""

    # -- opening and laying --------------------------------------------------------------------------------------------

    @property
    def goer(self) -> bool:
        return self.player.declared or self.open_ == "pairs"

    def composed(self, groups: Sequence[Group], *, finish: bool) -> bool:
        """False for a wrong opening (rules 9.5, 9.15)."""
        if not all(map(valid, groups)):
            return False
        pairs = sum(group.kind is Kind.PAIR for group in groups)
        if not pairs:
            return finish or value(groups) >= self.state.need
        ways = {(4, 1), (5, 1), (6, 0), (7, 0)} | ({(5, 0)} if self.state.terms.lenient else set())
        return (pairs, len(groups) - pairs) in ways

    def begins(self, groups: Sequence[Group], finish: Piece | None) -> str:
        """What is refused before anybody looks at the groups."""
        named = [*self.named(groups), *([] if finish is None else [finish])]
        if reason := self.held(named):
            return reason
        if self.goer and not any(group.kind is Kind.PAIR for group in groups):
            return "GOES_FOR_PAIRS"
        left = len(self.hand) - len(named)
        if finish is not None:
            return "NOT_FINISHING" if left else ""
        return "" if left else "KEEP_ONE_CARD"

    def opens(self, groups: Sequence[Group], *, finish: bool) -> None:
        pairs = any(group.kind is Kind.PAIR for group in groups)
        self.foul = not self.composed(groups, finish=finish)
        self.fine = 50 if self.foul else 0
        self.star = int(not self.foul and self.state.terms.kdv and not pairs and value(groups) >= 100)

    def open(self, action: Open) -> str:
        if self.open_ != "none":
            return "ALREADY_OPEN"
        if not self.state.discards and not self.state.terms.starter_may_open:
            return "STARTER_MAY_NOT_OPEN"
        if not action.groups or not all(group.cards for group in action.groups):
            return "BAD_GROUP"
        reason = self.begins(action.groups, action.finish)
        if not reason:
            self.opens(action.groups, finish=action.finish is not None)
        return reason

    def take_and_open(self, action: TakeAndOpen) -> str:
        groups = action.groups
        if self.open_ != "none":
            return "ALREADY_OPEN"
        if not groups or not all(group.cards for group in groups):
            return "BAD_GROUP"
        goes = self.goer or any(group.kind is Kind.PAIR for group in groups)
        if reason := self.may_take(goes=goes):
            return reason
        card = self.state.discards[-1].card
        self.hand.append(card)
        named = [*self.named(groups), *([] if action.finish is None else [action.finish])]
        if reason := self.held(named) or self.used(groups) or self.begins(groups, action.finish):
            return reason
        self.opens(groups, finish=action.finish is not None)
        if self.foul or goes or action.finish is not None or self.needed(groups, card):
            return ""
        self.fine = self.star = 0
        return "DISCARD_UNUSED"

    def needed(self, groups: Sequence[Group], card: Piece) -> bool:
        """Rules 9.6: for the threshold, or for a further meld when the hand reaches it already."""
        if not Counter(self.named(groups)) - Counter(self.player.hand):
            return False  # his own twin would do
        for at, group in enumerate(groups):
            for place in [index for index, one in enumerate(group.cards) if one == card]:
                low, high = group.cards[:place], group.cards[place + 1 :]
                parts = [low + high] if group.kind is Kind.SET else [part for part in (low, high) if part]
                rest = [*groups[:at], *groups[at + 1 :], *(Group(group.kind, part) for part in parts)]
                if all(map(valid, rest)) and value(rest) >= self.state.need:
                    return False
        return True

    def take_and_lay(self, action: TakeAndLay) -> str:
        if self.open_ == "none":
            return "NOT_OPENED"
        if not action.groups or not all(group.cards for group in action.groups):
            return "BAD_GROUP"
        if reason := self.may_take(goes=self.goer):
            return reason
        self.hand.append(self.state.discards[-1].card)
        return self.held(self.named(action.groups)) or self.used(action.groups) or self.lies_down(action.groups)

    def lay(self, action: Lay) -> str:
        if self.open_ == "none":
            return "NOT_OPENED"
        if not action.groups or not all(group.cards for group in action.groups):
            return "BAD_GROUP"
        return self.held(self.named(action.groups)) or self.lies_down(action.groups)

    def lies_down(self, groups: Sequence[Group]) -> str:
        for group in groups:
            if (group.kind is Kind.PAIR) != (self.open_ == "pairs"):
                return "MELDS_ONLY" if self.open_ == "melds" else "PAIRS_ONLY"
            if not valid(group):
                return "INVALID_MELD"
        return "" if len(self.hand) > len(self.named(groups)) else "KEEP_ONE_CARD"

    # -- single cards --------------------------------------------------------------------------------------------------

    def at(self, number: int) -> Laid | None:
        return self.state.melds[number] if 0 <= number < len(self.state.melds) else None

    @property
    def spent(self) -> bool:
        limit = self.state.terms.layoffs
        return self.open_ == "pairs" and limit is not None and self.state.turn.laid_off >= limit

    def lay_off(self, action: LayOff) -> str:
        if self.open_ == "none":
            return "NOT_OPENED"
        if not action.cards:
            return "BAD_GROUP"
        if reason := self.held(action.cards):
            return reason
        laid = self.at(action.meld)
        if laid is None:
            return "NO_SUCH_MELD"
        fits, ambiguous = self.fits(laid, action)
        if not fits:
            return "DOES_NOT_FIT"
        if laid.owner == self.seat and self.state.turn.opened:
            return "OWN_MELD_THIS_TURN"
        if laid.meld.kind is not Kind.PAIR and self.spent:
            return "NO_LAYOFF_RIGHT"
        if ambiguous:
            return "NAME_THE_SPOT"
        return "" if len(self.hand) > len(action.cards) else "KEEP_ONE_CARD"

    def fits(self, laid: Laid, action: LayOff) -> tuple[bool, bool]:
        """Whether the cards fit, and whether at both ends."""
        cards, kind = action.cards, laid.meld.kind
        if kind is Kind.PAIR:
            return action.spot is None and valid(Group(Kind.PAIR, cards)), False
        if len(cards) != 1 or not lies(cards[0], [laid]):
            return False, False
        if kind is Kind.SET:
            return action.spot is None, False
        ranks = [place.face.rank for place in laid.meld.places if place.face is not None]
        free = {spot: rank for spot, rank in (("low", ranks[0] - 1), ("high", ranks[-1] + 1)) if 2 <= rank <= 14}
        if cards[0] is not JOKER:
            free = {spot: rank for spot, rank in free.items() if RANKS[rank - 2] == cards[0][1]}
        return action.spot is None or action.spot.value in free, action.spot is None and len(free) > 1

    def swap(self, action: SwapJoker) -> str:
        if self.open_ == "none":
            return "NOT_OPENED"
        if not action.cards:
            return "BAD_GROUP"
        if reason := self.held(action.cards):
            return reason
        laid = self.at(action.meld)
        if laid is None:
            return "NO_SUCH_MELD"
        if laid.owner == self.seat and not self.state.terms.own_joker:
            return "OWN_JOKER"
        return (
            "" if self.frees(laid, set(action.cards)) and len(set(action.cards)) == len(action.cards) else "WRONG_CARDS"
        )

    def frees(self, laid: Laid, cards: set[Piece]) -> bool:
        """Rules 9.7: the table of what must be put in."""
        places = laid.meld.places
        if not any(place.wild for place in places):
            return False
        if laid.meld.kind is not Kind.SET:
            stands = [
                SUITS[place.face.suit] + RANKS[place.face.rank - 2] for place in places if place.wild and place.face
            ]
            return len(cards) == 1 and cards <= set(map(Piece, stands))
        natural = {shown_at(place) for place in places if not place.wild}
        rank = next(iter(natural))[1]
        missing = {Piece(suit + rank) for suit in SUITS} - natural
        one = self.state.terms.any_missing or (rank == "A" and len(natural) == 2 and len(places) == 3)
        return cards == missing or (one and len(cards) == 1 and cards <= missing)

    # -- the end of the turn -------------------------------------------------------------------------------------------

    def shown(self, card: Piece) -> str:
        return "SHOWN_CARD" if card in self.player.bound and self.hand.count(card) == 1 else ""

    def thrown(self, card: Piece) -> str:
        """Rules 9.11."""
        others = any(player.is_open for seat, player in enumerate(self.state.players) if seat != self.seat)
        costs = self.open_ != "none" and others and not self.spent and lies(card, [*self.state.melds])
        self.fine = 50 if costs and len(self.hand) > 1 else 0
        return ""

    def twins(self, action: ShowTwins) -> str:
        if self.open_ != "none":
            return "ALREADY_OPEN"
        if reason := self.held([action.card, action.other]):
            return reason
        melds = [*self.state.melds]
        equal = JOKER not in (action.card, action.other) and action.card[1] == action.other[1]
        if not equal or not lies(action.card, melds) or not lies(action.other, melds):
            return "NOT_TWINS"
        return self.shown(action.card)

    def claim(self, card: Piece) -> str:
        bottom = self.state.stock[-1] if self.state.bottom else None
        if card is not bottom and card not in self.hand:
            return "NOT_YOUR_CARD"
        if card is not bottom or card not in self.hand:
            return "NEEDS_TWIN"
        if self.state.claim is not None:
            return "CLAIMED"
        if self.open_ == "melds":
            return "MELD_OPENER"
        return "NO_CLAIM" if len(self.state.stock) == 1 else ""
