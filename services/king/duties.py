"""Which cards may be played, and why another may not (rules 5.4-5.7, 5.13)."""

from typing import Final

from services.kernel.cards import ACE, JACK, KING, QUEEN, Card, Suit, card_of, highest
from services.kernel.tricks import Trick
from services.king.contracts import RIFKI_CARD, Contract
from services.king.terms import Raise, Terms

Cards = tuple[Card, ...]

AKQ: Final = {suit: tuple(card_of(suit, rank) for rank in (QUEEN, KING, ACE)) for suit in Suit}
"""Queen, king and ace of each suit, which may be led before trump has fallen (rules 5.6)."""

_HEARTS_MUST_FALL: Final = (Contract.KUPA, Contract.RIFKI)
_NO_SUIT_DUTY: Final = (Contract.EL, Contract.SON_IKI, Contract.KUPA)


class Round:
    """A hand of cards in play: what decides which cards may be played, beside the cards themselves."""

    __slots__ = ("broken", "contract", "owed", "terms", "trump")

    def __init__(self, terms: Terms, contract: Contract, trump: Suit | None, broken: bool, owed: Cards) -> None:
        self.terms = terms
        self.contract = contract
        self.trump = trump
        self.broken = broken
        self.owed = owed


def legal_cards(hand: Cards, trick: Trick, at: Round) -> Cards:
    """The cards that may be played, in the order of the hand."""
    cards = trick.cards
    if not cards:
        return _to_lead(hand, at)
    led = cards[0].suit
    own = tuple([card for card in hand if card.suit is led])
    if own:
        return own if at.contract in _NO_SUIT_DUTY else _of_led_suit(own, cards, led, at)
    return _void(hand, cards, at)


def _to_lead(hand: Cards, at: Round) -> Cards:
    """Rules 5.6."""
    if at.owed:
        return at.owed
    if at.broken:
        return hand
    if at.contract in _HEARTS_MUST_FALL:
        others = tuple([card for card in hand if card.suit is not Suit.HEARTS])
        return others or ((highest(hand),) if at.terms.highest_heart else hand)
    if at.contract is Contract.KOZ:
        assert at.trump is not None
        plain = tuple([card for card in hand if card.suit is not at.trump])
        if not plain:
            return hand
        best = AKQ[at.trump]
        if all(card in hand for card in best):
            return tuple([card for card in hand if card.suit is not at.trump or card in best])
        return plain
    return hand


def _of_led_suit(own: Cards, cards: Cards, led: Suit, at: Round) -> Cards:
    """Rules 5.5, holder of the led suit."""
    must: Cards = ()
    match at.contract:
        case Contract.KIZ:
            if top_rank(cards, led) > QUEEN:
                must = tuple([card for card in own if card.rank == QUEEN])
        case Contract.ERKEK:
            top = top_rank(cards, led)
            must = tuple([card for card in own if card.rank in (KING, JACK) and card.rank < top])
        case Contract.RIFKI:
            if at.terms.rifki_forced and led is Suit.HEARTS and top_rank(cards, led) == ACE:
                must = tuple([card for card in own if card is RIFKI_CARD])
        case Contract.KOZ:
            if led is at.trump and at.terms.trump_raise is not Raise.NONE:
                top = top_rank(cards, led)
                must = tuple([card for card in own if card.rank > top])
    return must or own


def _void(hand: Cards, cards: Cards, at: Round) -> Cards:
    """Rules 5.5, void in the led suit."""
    match at.contract:
        case Contract.KUPA:
            return tuple([card for card in hand if card.suit is Suit.HEARTS]) or hand
        case Contract.KIZ:
            return tuple([card for card in hand if card.rank == QUEEN]) or hand
        case Contract.ERKEK:
            return tuple([card for card in hand if card.rank in (KING, JACK)]) or hand
        case Contract.RIFKI:
            return (RIFKI_CARD,) if RIFKI_CARD in hand else hand
        case Contract.KOZ:
            trumps = tuple([card for card in hand if card.suit is at.trump])
            if not trumps:
                return hand
            if at.terms.trump_raise is not Raise.BOTH:
                return trumps
            assert at.trump is not None
            top = top_rank(cards, at.trump)
            return tuple([card for card in trumps if card.rank > top]) or trumps
        case _:
            return hand


def top_rank(cards: Cards, suit: Suit) -> int:
    """The rank of the highest card of `suit` in a trick; 0 if there is none."""
    top = 0
    for card in cards:
        if card.suit is suit and card.rank > top:
            top = card.rank
    return top


def still_owed(card: Card, hand: Cards, trick: Trick, at: Round) -> Cards:
    """What the leader of A-K-Q must still lead after `card`, which is in `hand` (rules 5.7, `after`)."""
    if card in at.owed:
        return tuple(owed for owed in at.owed if owed is not card)
    if trick.cards or at.contract is not Contract.KOZ or at.broken or card.suit is not at.trump:
        return ()
    best = AKQ[card.suit]
    exception = card in best and all(held in hand for held in best) and any(held.suit is not at.trump for held in hand)
    return tuple(held for held in best if held is not card) if exception else ()


def breaks(card: Card, at: Round) -> bool:
    """True if after `card` the suit that could not be led may be (rules 5.6, 5.7)."""
    if at.broken:
        return True
    if at.contract in _HEARTS_MUST_FALL:
        return card.suit is Suit.HEARTS
    return at.contract is Contract.KOZ and card.suit is at.trump


_VOID_REASONS: Final = {
    Contract.KUPA: "MUST_PLAY_HEART",
    Contract.KIZ: "MUST_PLAY_QUEEN",
    Contract.ERKEK: "MUST_PLAY_KING_OR_JACK",
    Contract.RIFKI: "MUST_PLAY_RIFKI",
}


def refusal_of(card: Card, hand: Cards, trick: Trick, at: Round) -> str:
    """Why a card of the hand that is not legal is refused: the first reason that applies (rules 5.13)."""
    led = trick.led
    if led is None:
        return _lead_refusal(hand, at)
    if any(held.suit is led for held in hand) and card.suit is not led:
        return "MUST_FOLLOW_SUIT"
    if at.contract is Contract.KOZ:
        return "MUST_RAISE_TRUMP" if card.suit is at.trump else "MUST_TRUMP"
    return _VOID_REASONS[at.contract]


def _lead_refusal(hand: Cards, at: Round) -> str:
    if at.owed:
        return "MUST_CONTINUE_AKQ"
    if at.contract is Contract.KOZ:
        return "TRUMP_NOT_BROKEN"
    only_hearts = all(held.suit is Suit.HEARTS for held in hand)
    return "MUST_LEAD_HIGHEST_HEART" if only_hearts else "HEARTS_NOT_BROKEN"
