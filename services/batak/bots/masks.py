"""Cards as bits of a whole number, and the rules of 7.3 on them: what search needs a hundred thousand times.

Bit `n` is the card with number n: clubs 0-12, diamonds, hearts, spades 39-51, each from the two to the ace.
`tests/batak_bots/test_masks.py` holds these rules to those of `services.batak.play`.
"""

from collections.abc import Iterable
from typing import Final

from services.batak.view import View
from services.kernel.cards import DECK, Card

RANKS: Final = 0x1FFF
SPADES: Final = RANKS << 39
PLAIN: Final = RANKS | RANKS << 13 | RANKS << 26
SUITS: Final = (RANKS, RANKS << 13, RANKS << 26, SPADES)
SUIT_OF: Final = tuple(SUITS[(length - 1) // 13] if length else 0 for length in range(53))
"""By the `bit_length` of a card: the mask of its suit."""


def mask(cards: Iterable[Card]) -> int:
    """The cards as a mask."""
    bits = 0
    for card in cards:
        bits |= 1 << card.number
    return bits


def card_of(bit: int) -> Card:
    """The card of a single bit."""
    return DECK[bit.bit_length() - 1]


def bits_of(cards: int) -> list[int]:
    """Every card of a mask as a bit of its own, from the lowest."""
    found = []
    while cards:
        bit = cards & -cards
        found.append(bit)
        cards ^= bit
    return found


def lowest(cards: int) -> int:
    """A card of the lowest rank in a mask that is not empty; of equal ranks clubs, diamonds, hearts, then spades."""
    ranks = (cards | cards >> 13 | cards >> 26 | cards >> 39) & RANKS
    bit = ranks & -ranks
    while not bit & cards:
        bit <<= 13
    return bit


def top(cards: int) -> int:
    """A card of the highest rank in a mask that is not empty; of equal ranks the spade first."""
    ranks = (cards | cards >> 13 | cards >> 26 | cards >> 39) & RANKS
    bit = 1 << (ranks.bit_length() - 1) << 39
    while not bit & cards:
        bit >>= 13
    return bit


class Rules:
    """The table's terms as the play needs them."""

    __slots__ = ("must_raise", "must_ruff", "over_limit", "when_ruffed")

    def __init__(self, *, when_ruffed: bool, must_raise: bool, must_ruff: bool, over_limit: int) -> None:
        self.when_ruffed = when_ruffed
        self.must_raise = must_raise
        self.must_ruff = must_ruff
        self.over_limit = over_limit


def rules_of(view: View) -> Rules:
    """The terms that a view tells."""
    return Rules(
        when_ruffed=view.when_ruffed,
        must_raise=view.must_raise,
        must_ruff=view.must_ruff,
        over_limit=view.over_limit,
    )


def leads(hand: int, rules: Rules, *, broken: bool) -> int:
    """The cards that may be led (rules 7.3)."""
    if rules.when_ruffed and not broken:
        return hand & PLAIN or hand
    return hand


def answers(hand: int, led: int, best: int, rules: Rules) -> tuple[int, int]:
    """The cards that may be played on a trick of the suit `led` (a mask) that `best` takes so far (rules 7.3).

    Those that would take it, and those that would not. One of the two may be empty, not both.
    """
    followers = hand & led
    if followers:
        if not best & led:
            return 0, followers
        winning = followers & -(best << 1)
        return (winning, 0) if winning and rules.must_raise else (winning, followers ^ winning)
    spades = hand & SPADES
    winning = spades & -(best << 1) if best & SPADES else spades
    if winning and rules.must_raise:
        return winning, 0
    if spades and rules.must_ruff:
        return winning, spades ^ winning
    return winning, hand ^ winning


def beats(card: int, best: int) -> bool:
    """True if `card`, played later, takes the trick from `best`."""
    if card & SUIT_OF[best.bit_length()]:
        return card > best
    return card & SPADES != 0
