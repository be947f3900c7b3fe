"""A hand played to its end with all cards open to the one who deals the worlds: everybody by the policy."""

from collections.abc import Sequence
from typing import Final

from services.batak.bots.masks import SPADES, SUIT_OF, Rules, answers, beats, leads
from services.batak.bots.policy import follow, lead, mood
from services.batak.results import worth
from services.kernel.tricks import SEATS

OTHERS: Final = 0.2
"""What a point of another seat is worth against an own one."""


def play_out(
    hands: list[int],
    bids: Sequence[int],
    won: list[int],
    leader: int,
    laid: Sequence[int],
    rules: Rules,
    broken: bool,
) -> None:
    """Plays on from a trick that `leader` led and in which the cards `laid` lie; leaves in `won` what each took.

    `hands` are used up.
    """
    unseen = hands[0] | hands[1] | hands[2] | hands[3]
    left = max(hand.bit_count() for hand in hands) + (len(laid) == SEATS)
    led, best, winner = _lying(laid, leader)
    place, limit = len(laid), rules.over_limit
    while True:
        while place < SEATS:
            seat = (leader + place) & 3
            hand = hands[seat]
            if hand & (hand - 1):
                taking = mood(bids[seat], won[seat], left, limit)
                if place:
                    winning, losing = answers(hand, led, best, rules)
                    card = follow(winning, losing, unseen ^ hand, taking, place == 3, place == 2)
                else:
                    card = lead(leads(hand, rules, broken=broken), unseen ^ hand, taking)
            else:
                card = hand
            hands[seat] = hand ^ card
            unseen ^= card
            if not place:
                led, best, winner = SUIT_OF[card.bit_length()], card, seat
            elif beats(card, best):
                best, winner = card, seat
            place += 1
            broken = broken or card & SPADES != 0
        won[winner] += 1
        if not unseen:
            return
        left -= 1
        leader, place = winner, 0


def _lying(laid: Sequence[int], leader: int) -> tuple[int, int, int]:
    """Of the cards that lie there: the suit led, the card that takes the trick so far, and whose it is."""
    if not laid:
        return 0, 0, leader
    best, winner = laid[0], leader
    for place, card in enumerate(laid):
        if beats(card, best):
            best, winner = card, (leader + place) & 3
    return SUIT_OF[laid[0].bit_length()], best, winner


def value(seat: int, bids: Sequence[int], won: Sequence[int], over_limit: int) -> float:
    """What the hand is worth to `seat`: its points, less a share of what the others get."""
    points = [worth(bid, tricks, over_limit) for bid, tricks in zip(bids, won, strict=True)]
    return points[seat] - OTHERS * (sum(points) - points[seat])
