"""Clauses 6.2 to 6.5 once more, slowly, from the text of the clauses alone; nothing of the family's code is used.

Cards are texts as in notation, `H9`. It is told what was done and says who gets what.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Done(NamedTuple):
    """What a seat did: a card laid open or face down, and what the other seat answered to the latter."""

    seat: int
    card: str
    face_down: bool = False
    accepted: bool = False


def totals(
    start: Sequence[str], done: Sequence[Done], *, jack_pisti: int = 10, last_card_counts: bool = True
) -> tuple[tuple[int, int], tuple[list[str], list[str]]]:
    """The totals of a game and the captured cards of each seat; `start` are the four cards of the start, top last."""
    table = list(start)
    captured: tuple[list[str], list[str]] = ([], [])
    points = [0, 0]
    last_who_captured = None
    for number, turn in enumerate(done, start=1):
        other = 1 - turn.seat
        fifty_second = number == len(done)
        same = bool(table) and table[-1][1] == turn.card[1]
        if turn.face_down:
            assert len(table) == 1, "6.4: exactly one card on the table"
            if turn.accepted or same:
                points[turn.seat] += 10 if turn.accepted else 20
                captured[turn.seat].extend([*table, turn.card])
                table, last_who_captured = [], turn.seat
            else:
                points[other] += 10
                table.append(turn.card)
            continue
        if not table:
            table = [turn.card]
            continue
        if same and len(table) == 1 and not (fifty_second and not last_card_counts):
            points[turn.seat] += jack_pisti if turn.card[1] == "J" else 10
        if same or turn.card[1] == "J":
            captured[turn.seat].extend([*table, turn.card])
            table, last_who_captured = [], turn.seat
        else:
            table.append(turn.card)
    if last_who_captured is not None:
        captured[last_who_captured].extend(table)
    first, second = (points[seat] + counted(captured[seat], captured[1 - seat]) for seat in (0, 1))
    return (first, second), captured


def counted(own: Sequence[str], others: Sequence[str]) -> int:
    """6.5: aces, jacks, two of clubs, ten of diamonds, more cards than the other."""
    points = sum({"A": 1, "J": 1}.get(card[1], 0) + {"C2": 2, "DT": 3}.get(card, 0) for card in own)
    return points + (3 if len(own) > len(others) else 0)
