"""What the declarer may name: rights, uses and el iptal (rules 5.1, 5.2, 5.9, 5.14)."""

from collections import Counter
from collections.abc import Sequence

from services.kernel.cards import JACK, Card, Suit, of_suit
from services.king.actions import Action, AskRedeal, NamePenalty, NameTrump
from services.king.contracts import CHEAPEST_FIRST, PENALTIES, Contract
from services.king.happenings import HandLine
from services.king.terms import USES, Terms

# Of equally long suits the first is named (5.14).
_LONGEST = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)


def penalty_rights(terms: Terms, chart: Sequence[HandLine], seat: int) -> int:
    """How many penalties the seat still has to declare."""
    return max(0, terms.penalties_each - sum(line.declarer == seat and line.trump is None for line in chart))


def trump_rights(terms: Terms, chart: Sequence[HandLine], seat: int) -> int:
    """How many trump hands the seat still has to declare."""
    return max(0, terms.trumps_each - sum(line.declarer == seat and line.trump is not None for line in chart))


def uses_left(chart: Sequence[HandLine]) -> tuple[int, ...]:
    """How often each penalty may still be played, in the order of `PENALTIES`."""
    used = Counter(line.contract for line in chart)
    return tuple(max(0, USES - used[contract]) for contract in PENALTIES)


def penalties(terms: Terms, chart: Sequence[HandLine], seat: int) -> tuple[Contract, ...]:
    """The penalties that the seat may name."""
    if penalty_rights(terms, chart, seat) <= 0:
        return ()
    return tuple(contract for contract, left in zip(PENALTIES, uses_left(chart), strict=True) if left)


def may_ask_redeal(terms: Terms, chart: Sequence[HandLine], seat: int, hand: Sequence[Card]) -> bool:
    """True if trump is forced and no card is higher than a ten (rules 5.9)."""
    return penalty_rights(terms, chart, seat) <= 0 and all(card.rank < JACK for card in hand)


def namings(terms: Terms, chart: Sequence[HandLine], seat: int, hand: Sequence[Card]) -> tuple[Action, ...]:
    """All that the declarer may do before the first card."""
    found: list[Action] = [NamePenalty(contract) for contract in penalties(terms, chart, seat)]
    if trump_rights(terms, chart, seat) > 0:
        found += [NameTrump(suit) for suit in Suit]
    if may_ask_redeal(terms, chart, seat, hand):
        found.append(AskRedeal())
    return tuple(found)


def default_naming(terms: Terms, chart: Sequence[HandLine], seat: int, hand: Sequence[Card]) -> Action:
    """What the rules name in the declarer's place: the cheapest penalty, else the longest suit (rules 5.14)."""
    allowed = penalties(terms, chart, seat)
    for contract in CHEAPEST_FIRST:
        if contract in allowed:
            return NamePenalty(contract)
    return NameTrump(max(_LONGEST, key=lambda suit: len(of_suit(hand, suit))))


def told(actions: Sequence[Action]) -> str:
    """What may be named, as players read it: `Kız Almaz, Rıfkı, Koz ♠`."""
    words = []
    for action in actions:
        match action:
            case NamePenalty(contract=contract):
                words.append(contract.called)
            case NameTrump(suit=suit):
                words.append(f"{Contract.KOZ.called} {suit.sign}")
            case AskRedeal():
                words.append("el iptal")
    return ", ".join(words)
