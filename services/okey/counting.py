"""What a hand brings everybody (rules 8.11, 8.13, 10.4)."""

from collections.abc import Iterable, Iterator
from typing import Final

from services.kernel.score import LedgerLine
from services.kernel.tricks import SEATS
from services.okey.results import Finish, HandResult, Opened
from services.okey.state import Hand, partner_of
from services.okey.terms import Terms
from services.okey.worth import left_worth

LARGEST: Final = 8
"""The largest factor of the tournament (rules 10.4)."""

_FACTORS: Final = {Finish.OKEY: 2, Finish.PAIRS: 2, Finish.ELDEN: 2, Finish.DEVAM: 4}


def factor(kinds: Iterable[Finish], terms: Terms) -> int:
    """By how much the others' points are multiplied: the product of what each kind of finish brings."""
    product = 1
    for kind in kinds:
        product *= _FACTORS[kind]
    return min(product, LARGEST) if terms.tournament else product


def bonus(kinds: tuple[Finish, ...], terms: Terms) -> int:
    """What the finisher writes, a negative number (`finishBonus`; rules 10.4 in the tournament)."""
    if terms.bonus_scaled:
        return -terms.bonus * factor(kinds, terms)
    return -terms.bonus * (2 if Finish.OKEY in kinds else 1)


def count(hand: Hand, terms: Terms, finisher: int | None, kinds: tuple[Finish, ...]) -> Iterator[LedgerLine]:
    """The lines of a hand's end, one for each seat."""
    clause = "10.4" if terms.tournament else "8.11"
    for seat in range(SEATS):
        if seat == finisher:
            yield LedgerLine(seat, bonus(kinds, terms), _finish_reason(kinds), clause)
        elif terms.partners and finisher is not None and seat == partner_of(finisher):
            yield LedgerLine(seat, 0, "PARTNER_FINISHED", clause if terms.tournament else "8.13")
        elif hand.opened[seat] is Opened.NONE:
            yield LedgerLine(seat, terms.closed * factor(kinds, terms), "NOT_OPENED", clause)
        else:
            pairs = hand.opened[seat] is Opened.PAIRS
            left = left_worth(hand.racks[seat], hand.okey, terms) * factor(kinds, terms)
            reason = "PAIR_OPENER_LEFT" if pairs else "SERIES_OPENER_LEFT"
            yield LedgerLine(seat, 2 * left if pairs else left, reason, clause)


def _finish_reason(kinds: tuple[Finish, ...]) -> str:
    """`FINISH`, `FINISH_OKEY`, `FINISH_PAIRS_ELDEN`, …"""
    return "_".join(["FINISH", *(kind.upper() for kind in kinds)])


def totals(lines: Iterable[LedgerLine]) -> tuple[int, ...]:
    """The points of every seat."""
    points = [0] * SEATS
    for line in lines:
        points[line.seat] += line.points
    return tuple(points)


def team_totals(results: Iterable[HandResult]) -> tuple[int, int]:
    """The points of both teams, where there are partners."""
    points = totals(line for result in results for line in result.lines)
    return points[0] + points[2], points[1] + points[3]
