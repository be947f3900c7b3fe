"""The seven contracts: what costs and earns in each (rules 5.3)."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final

from services.kernel.cards import DECK, JACK, KING, QUEEN, Card, Suit, card_of
from services.kernel.tricks import SEATS


class Contract(StrEnum):
    """What a hand is played for."""

    EL = "el"
    KUPA = "kupa"
    KIZ = "kiz"
    ERKEK = "erkek"
    SON_IKI = "soniki"
    RIFKI = "rifki"
    KOZ = "koz"

    @property
    def called(self) -> str:
        """As the table calls it: `Kız Almaz`."""
        return _TITLES[self]


_TITLES: Final = {
    Contract.EL: "El Almaz",
    Contract.KUPA: "Kupa Almaz",
    Contract.KIZ: "Kız Almaz",
    Contract.ERKEK: "Erkek Almaz",
    Contract.SON_IKI: "Son İki",
    Contract.RIFKI: "Rıfkı",
    Contract.KOZ: "Koz",
}

PENALTIES: Final = (Contract.EL, Contract.KUPA, Contract.KIZ, Contract.ERKEK, Contract.SON_IKI, Contract.RIFKI)

CHEAPEST_FIRST: Final = (
    Contract.RIFKI,
    Contract.SON_IKI,
    Contract.KUPA,
    Contract.KIZ,
    Contract.ERKEK,
    Contract.EL,
)
"""The penalties by their total per hand, for the time-out default (rules 5.14)."""

EACH: Final = {
    Contract.EL: -50,
    Contract.KUPA: -30,
    Contract.KIZ: -100,
    Contract.ERKEK: -60,
    Contract.SON_IKI: -180,
    Contract.RIFKI: -320,
    Contract.KOZ: 50,
}
"""The points for every trick or card that counts (rules 5.3)."""

TOTAL: Final = {
    Contract.EL: -650,
    Contract.KUPA: -390,
    Contract.KIZ: -400,
    Contract.ERKEK: -480,
    Contract.SON_IKI: -360,
    Contract.RIFKI: -320,
    Contract.KOZ: 650,
}
"""The points of a whole hand (rules 5.3)."""

REASONS: Final = {
    Contract.EL: "EL_ALMAZ",
    Contract.KUPA: "KUPA_ALMAZ",
    Contract.KIZ: "KIZ_ALMAZ",
    Contract.ERKEK: "ERKEK_ALMAZ",
    Contract.SON_IKI: "SON_IKI",
    Contract.RIFKI: "RIFKI",
    Contract.KOZ: "KOZ",
}
"""What a ledger line calls it."""

LAST_TRICKS: Final = 2
"""So many tricks at the end cost in Son İki."""

RIFKI_CARD: Final = card_of(Suit.HEARTS, KING)

_NONE: Final[frozenset[Card]] = frozenset()

PENALTY_CARDS: Final = {
    Contract.EL: _NONE,
    Contract.KUPA: frozenset(card for card in DECK if card.suit is Suit.HEARTS),
    Contract.KIZ: frozenset(card for card in DECK if card.rank == QUEEN),
    Contract.ERKEK: frozenset(card for card in DECK if card.rank in (KING, JACK)),
    Contract.SON_IKI: _NONE,
    Contract.RIFKI: frozenset({RIFKI_CARD}),
    Contract.KOZ: _NONE,
}
"""The cards that cost whoever takes them; none where tricks are counted."""


def penalty_cards(contract: Contract, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Those of the cards that cost, in the order given."""
    costly = PENALTY_CARDS[contract]
    return tuple(card for card in cards if card in costly)


def hand_points(contract: Contract, takers: Sequence[int], tricks: Sequence[Sequence[Card]]) -> tuple[int, ...]:
    """What a hand gave every seat; `takers` and `tricks` are its tricks in order (rules 5.3)."""
    counted = [0] * SEATS
    costly = PENALTY_CARDS[contract]
    if costly:
        for taker, cards in zip(takers, tricks, strict=True):
            counted[taker] += sum(card in costly for card in cards)
    else:
        for taker in takers[-LAST_TRICKS:] if contract is Contract.SON_IKI else takers:
            counted[taker] += 1
    each = EACH[contract]
    return tuple(count * each for count in counted)
