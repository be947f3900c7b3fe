"""What a card is worth at the moment: what the trick may cost, and how glad one is to be rid of the card.

A card's worth is in points: minus its chance to take the trick times what the trick then costs, plus the danger that
leaves the hand with it. In a trump hand the signs are turned round: tricks are gained, and good cards are kept.
"""

from typing import Final

from services.king.bots.table import (
    ACE,
    HEARTS,
    JACK,
    KING,
    QUEEN,
    RANKS,
    RIFKI,
    SUIT_BITS,
    SUIT_MASKS,
    Table,
)
from services.king.contracts import Contract

# The chance that one player of three holds none of k unseen cards.
NONE_OF: Final = tuple((2 / 3) ** k for k in range(60))
# How much of each own lower card in a suit is protection against having to take a trick with a higher one.
_GUARD: Final = (1.0, 0.62, 0.36, 0.2, 0.12, 0.07, 0.04, 0.03, 0.02, 0.01, 0.01, 0.01, 0.01)
# The danger of a card that every unseen one would lose to.
DANGER: Final = {
    Contract.EL: 42.0,
    Contract.KUPA: 34.0,
    Contract.KIZ: 30.0,
    Contract.ERKEK: 34.0,
    Contract.SON_IKI: 30.0,
    Contract.RIFKI: 26.0,
}
_LAST_TWO: Final = RANKS - 2


def pick(table: Table, legal: int) -> int:
    """The card of the seat on turn that is judged best. `legal` is not empty."""
    if legal & (legal - 1) == 0:
        return legal.bit_length() - 1
    hand = table.hands[table.turn]
    unseen = ~(hand | table.gone)
    worth = _koz if table.trump >= 0 else _penalty
    best, chosen = -1e9, -1
    while legal:
        bit = legal & -legal
        legal ^= bit
        card = bit.bit_length() - 1
        value = worth(table, card, hand, unseen)
        if value > best:
            best, chosen = value, card
    return chosen


# -- penalties ---------------------------------------------------------------------------------------------------------


def _penalty(table: Table, card: int, hand: int, unseen: int) -> float:
    suit = card // RANKS
    trick = table.trick
    shed = danger(table.contract, card, hand, unseen, table.number)
    if trick:
        led = trick[0] // RANKS
        if suit != led:
            return shed
        top = table.top(led)
        if card < top:
            return shed
    later = 3 - len(trick)
    free = (unseen >> RANKS * suit) & SUIT_BITS
    rank = card - RANKS * suit
    higher = (free >> rank + 1).bit_count()
    lower = (free & (1 << rank) - 1).bit_count()
    chance = 1.0
    if later and higher:
        ducked = NONE_OF[lower]  # a player with a lower card plays that
        if table.contract is Contract.SON_IKI and table.number < _LAST_TWO - 2:
            ducked = 0.6
        elif table.contract is not Contract.EL and table.number < 3:
            ducked = max(ducked, 0.35)  # early tricks are taken without fear
        beaten = (1 - NONE_OF[higher]) * ducked
        chance = (1 - beaten) ** later
    return shed - chance * (_cost(table, card, suit, rank, unseen, later, higher + lower) + _to_lead_next(table))


def _to_lead_next(table: Table) -> float:
    return 0.0 if table.contract is Contract.SON_IKI else 3.0


def _cost(table: Table, card: int, suit: int, rank: int, unseen: int, later: int, left: int) -> float:
    """What the trick is expected to cost if `card` takes it. `left` are the unseen cards of the suit."""
    contract = table.contract
    if contract is Contract.EL:
        return 50.0
    if contract is Contract.SON_IKI:
        return 180.0 if table.number >= _LAST_TWO else 0.0
    each = -table.each
    costly = 1 << card
    for other in table.trick:
        costly |= 1 << other
    lying = (costly & table.costly).bit_count()
    hidden = table.costly & unseen
    void = NONE_OF[left] if left < 12 else 0.0
    if contract is Contract.KUPA:
        more = 1.0 if suit == HEARTS and left >= later else void * 0.8
        return each * (lying + later * more * bool(hidden))
    expected = void * 0.34 * hidden.bit_count()  # somebody who cannot follow throws one
    own = hidden >> RANKS * suit & SUIT_BITS
    if own:
        expected += _forced_out(contract, own, rank, left)
    return each * (lying + later * min(1.0, expected))


def _forced_out(contract: Contract, own: int, rank: int, left: int) -> float:
    """How many costly cards of the led suit a later player is expected to put under `rank`."""
    under = (own & (1 << rank) - 1).bit_count()
    if contract is Contract.RIFKI:
        return under * 0.33 / max(1.0, left / 3)
    return under * 0.33 + (own.bit_count() - under) * 0.1


def danger(contract: Contract, card: int, hand: int, unseen: int, number: int) -> float:
    """How many points the card is expected to cost if it is kept."""
    suit = card // RANKS
    rank = card - RANKS * suit
    free = (unseen >> RANKS * suit) & SUIT_BITS
    own = (hand >> RANKS * suit) & SUIT_BITS
    left = free.bit_count()
    lower = (free & (1 << rank) - 1).bit_count()
    guards = (own & (1 << rank) - 1).bit_count()
    share = lower / left if left else 0.25
    value = DANGER[contract] * share * (_GUARD[guards] if contract is not Contract.SON_IKI else 1.0) + rank * 0.4
    match contract:
        case Contract.KUPA:
            return value * (1.5 if suit == HEARTS else 0.9)
        case Contract.KIZ:
            return value + _kiz(rank, free, guards)
        case Contract.ERKEK:
            return value + _erkek(rank, free, guards)
        case Contract.RIFKI:
            return value * 0.7 + _rifki(1 << card, suit, rank, unseen, guards)
        case Contract.SON_IKI:
            # A low card alone in its suit is what one wants to be left with.
            return value * (0.4 + number / 20)
        case _:
            return value


def _kiz(rank: int, free: int, guards: int) -> float:
    if rank == QUEEN:
        return 55.0 * _GUARD[guards] + 20
    return 40.0 * _GUARD[min(guards, 3)] if rank > QUEEN and free >> QUEEN & 1 else 0.0


def _erkek(rank: int, free: int, guards: int) -> float:
    if rank in (KING, JACK):
        return 35.0 * _GUARD[guards] + 15
    threatened = (free >> KING & 1 if rank == ACE else 0) + (free >> JACK & 1 if rank > JACK else 0)
    return 22.0 * threatened * _GUARD[min(guards, 3)]


def _rifki(bit: int, suit: int, rank: int, unseen: int, guards: int) -> float:
    if bit == RIFKI:
        return 250.0
    if suit == HEARTS and rank == ACE and unseen & RIFKI:
        return 120.0 * _GUARD[min(guards, 3)]
    return 0.0


# -- trump hands -------------------------------------------------------------------------------------------------------


def _koz(table: Table, card: int, hand: int, unseen: int) -> float:
    """The chance to take the trick now, less that of taking one with the card later; in points."""
    kept = keep(card, hand, unseen, table.trump)
    trick = table.trick
    suit = card // RANKS
    if trick:
        best = table.winning()
        takes = card > best if suit == best // RANKS else suit == table.trump
        if not takes:
            return -kept
    later = 3 - len(trick)
    return 50.0 * _holds(table, card, suit, unseen, later) - kept


def _holds(table: Table, card: int, suit: int, unseen: int, later: int) -> float:
    """The chance that no later player beats the card."""
    if not later:
        return 1.0
    free = (unseen >> RANKS * suit) & SUIT_BITS
    higher = (free >> card - RANKS * suit + 1).bit_count()
    led = table.trick[0] // RANKS if table.trick else suit
    beaten = 1 - NONE_OF[higher]
    if suit == table.trump and led != suit:
        beaten *= NONE_OF[((unseen >> RANKS * led) & SUIT_BITS).bit_count()]
    elif suit != table.trump:
        trumps = (unseen & SUIT_MASKS[table.trump]).bit_count()
        beaten += (1 - beaten) * NONE_OF[free.bit_count()] * (1 - NONE_OF[trumps])
    return float((1 - beaten) ** later)


def keep(card: int, hand: int, unseen: int, trump: int) -> float:
    """What a card is expected to earn in a trump hand if it is kept, in points."""
    suit = card // RANKS
    rank = card - RANKS * suit
    free = (unseen >> RANKS * suit) & SUIT_BITS
    own = (hand >> RANKS * suit) & SUIT_BITS
    higher = (free >> rank + 1).bit_count()
    left = free.bit_count()
    if suit == trump:
        length = own.bit_count()
        return 50.0 * max(NONE_OF[higher], min(0.9, 0.12 * length)) * 0.95 + rank * 0.1
    lower_own = (own & (1 << rank) - 1).bit_count()
    covered = min(1.0, (lower_own + 1) / (higher + 1))
    unruffed = 1 - NONE_OF[left] if unseen & SUIT_MASKS[trump] else 1.0
    return 50.0 * float(NONE_OF[higher] ** 1.5) * covered * unruffed * 0.8 + rank * 0.1
