"""Usta's cards: each candidate is played out in worlds that fit with what was seen; the best on average is played."""

from typing import Final

from services.kernel.draws import Draws
from services.king.bots.judge import pick
from services.king.bots.seat import worlds
from services.king.bots.table import RANKS, RIFKI, SUIT_MASKS, SUITS, Table, bits
from services.king.contracts import Contract
from services.king.view import View

# This part of the cards in a playout is played by chance: players who always judge alike hide each other's errors.
NOISE: Final = 0.15
# From so many seeds a playout's chance is drawn.
SEEDS: Final = 1 << 62
# The work of one decision, in cards played; it bounds the time without looking at a clock.
WORK: Final = 15_000
MOST_WORLDS: Final = 100
FEWEST_WORLDS: Final = 12


def think(view: View, table: Table, legal: int, draws: Draws) -> int:
    """The card that costs least, or earns most, on average."""
    assert view.viewer is not None
    cards = candidates(table, certain(table, legal))
    if len(cards) == 1:
        return cards[0]
    left = sum(view.counts)
    count = max(FEWEST_WORLDS, min(MOST_WORLDS, WORK // (len(cards) * left)))
    sums = [0] * len(cards)
    every = worlds(view, table, draws)
    for _ in range(count):
        world = next(every)
        chance = draws.randrange(SEEDS)
        for place, card in enumerate(cards):
            trial = world.copy()
            trial.play(card)
            sums[place] += play_out(trial, Draws(chance))[view.viewer]
    best = max(sums)
    equal = [card for card, total in zip(cards, sums, strict=True) if total == best]
    if len(equal) == 1:
        return equal[0]
    return pick(table, sum(1 << card for card in equal))


def certain(table: Table, legal: int) -> int:
    """The cards that are left to think about: a trick that is sure to earn is taken, Rıfkı is never, if it can be left.

    A few worlds may say otherwise by chance; at the table it would be called careless.
    """
    rifki_lies = table.contract is Contract.RIFKI and RIFKI.bit_length() - 1 in table.trick
    if len(table.trick) != SUITS - 1 or not (table.trump >= 0 or rifki_lies):
        return legal
    best = table.winning()
    above = legal & SUIT_MASKS[best // RANKS] & ~((2 << best) - 1)
    if table.trump < 0:
        return legal & ~above or legal
    if best // RANKS != table.trump:
        above |= legal & SUIT_MASKS[table.trump]
    return above or legal


def candidates(table: Table, legal: int) -> list[int]:
    """The legal cards; of neighbours that mean the same the lowest where tricks are gained, else the highest."""
    kept: list[int] = []
    held = table.hands[table.turn] | table.gone
    neighbour = -1
    for card in bits(legal):
        if kept and _same(table, neighbour, card, held):
            kept[-1] = kept[-1] if table.trump >= 0 else card
        else:
            kept.append(card)
        neighbour = card
    return kept


def _same(table: Table, low: int, high: int, held: int) -> bool:
    """True if no card that somebody else may hold stands between two cards of a suit, and both cost alike."""
    if low // RANKS != high // RANKS or (table.costly >> low & 1) != (table.costly >> high & 1):
        return False
    if table.costly >> low & 1 and table.costly.bit_count() < RANKS and high - low > 1:
        return False
    between = ((1 << high) - 1) & ~((1 << low + 1) - 1)
    on_table = 0
    for card in table.trick:
        on_table |= 1 << card
    return between & ~held == 0 and between & on_table == 0


def play_out(table: Table, draws: Draws) -> list[int]:
    """The points of the seats once the hand is played to its end."""
    hands = table.hands
    while not table.settled():
        legal = table.legal(hands[table.turn])
        if legal & (legal - 1) and draws.random() < NOISE:
            choice = bits(legal)
            card = choice[draws.randrange(len(choice))]
        else:
            card = pick(table, legal)
        table.play(card)
    return table.points
