"""What melds are, once more and differently: jokers are tried as every card."""

from collections.abc import Iterator, Sequence
from itertools import product

from services.ellibir.cards import JOKER, Piece
from services.kernel.cards import DECK, Card
from services.kernel.melds import Kind

_COUNTS = {14: 11, 13: 10, 12: 10, 11: 10}


def readings(kind: Kind, cards: Sequence[Piece]) -> Iterator[tuple[Card, ...]]:
    """Every way to read a group as cards so that it is what it is said to be."""
    naturals = [piece for piece in cards if piece is not JOKER]
    if not naturals:
        return
    near = [card for card in DECK if any(_near(card, piece) for piece in naturals)]
    for read in product(*([Card(piece)] if piece is not JOKER else near for piece in cards)):
        if _is(kind, read):
            yield read


def _near(card: Card, piece: Piece) -> bool:
    return card.rank == piece.rank or card.suit == piece[0]


def _is(kind: Kind, cards: Sequence[Card]) -> bool:
    ranks, suits = [card.rank for card in cards], [card.suit for card in cards]
    match kind:
        case Kind.RUN:
            return len(cards) > 2 and len(set(suits)) == 1 and ranks == list(range(ranks[0], ranks[0] + len(cards)))
        case Kind.SET:
            return len(cards) in (3, 4) and len(set(ranks)) == 1 and len(set(suits)) == len(cards)
        case Kind.PAIR:
            return len(cards) == 2 and cards[0] == cards[1]


def count(cards: Sequence[Card]) -> int:
    """What cards count in a meld."""
    return sum(_COUNTS.get(card.rank, card.rank) for card in cards)


def goes_on(kind: Kind, cards: Sequence[Piece], piece: Piece) -> bool:
    """True if a run or set takes the card, at either end of a run; what its jokers stood for, they stand for still."""
    before = {tuple(sorted(read)) if kind is Kind.SET else read for read in readings(kind, cards)}
    if kind is Kind.PAIR:
        return False
    for longer in ((piece, *cards), (*cards, piece)):
        at = 0 if longer[0] is piece and longer[1:] == tuple(cards) else len(longer) - 1
        for read in readings(kind, longer):
            rest = (*read[:at], *read[at + 1 :])
            if (tuple(sorted(rest)) if kind is Kind.SET else rest) in before:
                return True
    return False
