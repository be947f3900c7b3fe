"""How chance fell: what each kind of outcome came to, and Pearson's test of whether all outcomes are equally likely.

A die's sides and the item that a shuffle puts first are each uniform whatever was asked before, and when a match ends
does not bend them: by Wald's identity each side's expected count is its share of all throws.
"""

import math
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any, Final

import msgspec

from services.kernel.game import Chance, ChanceRequest, Fate, Game, Roll
from services.kernel.record import Record, replayed

FEWEST_EXPECTED: Final = 5
"""With fewer of each outcome expected the distribution of chi-square is not the one that `p_value` knows (Cochran)."""


class ChanceKind(StrEnum):
    """What chance was asked."""

    ROLL = "roll"
    SHUFFLE = "shuffle"


class Question(msgspec.Struct, frozen=True, order=True):
    """One kind of outcome: `place` is the die among those that are thrown together, 0 for a shuffle."""

    kind: ChanceKind
    size: int
    place: int


def counts(record: Record, game: Game[Any, Any, Any, Any]) -> dict[Question, list[int]]:
    """How often each outcome came in a match; entry i is side i + 1, or item i as the first after the shuffle.

    What has only one outcome is left out. Raises `ValueError` or `Illegal` for a record that these rules cannot play.
    """
    found: dict[Question, list[int]] = {}
    for request, outcome in _asked(record, game):
        for question, index in _outcomes(request, outcome):
            if question.size > 1:
                found.setdefault(question, [0] * question.size)[index] += 1
    return dict(sorted(found.items()))


def _asked(record: Record, game: Game[Any, Any, Any, Any]) -> Iterator[tuple[ChanceRequest, tuple[int, ...]]]:
    if record.rules_version != game.meta.rules_version:
        raise ValueError(f"it was played by rules version {record.rules_version}")
    for state, event in replayed(record, game):
        if isinstance(event, Fate) and isinstance(wait := game.pending(state), Chance):
            yield wait.request, event.outcome


def _outcomes(request: ChanceRequest, outcome: tuple[int, ...]) -> Iterator[tuple[Question, int]]:
    if isinstance(request, Roll):
        for place, side in enumerate(outcome):
            yield Question(ChanceKind.ROLL, request.sides, place), side - 1
    else:
        yield Question(ChanceKind.SHUFFLE, request.size, 0), outcome[0]


def expected(seen: Sequence[int]) -> float:
    """How often each outcome would come if all came equally often."""
    return sum(seen) / len(seen)


def chi_square(seen: Sequence[int]) -> float:
    """Pearson's chi-square against equally likely outcomes; 0 where nothing was seen."""
    mean = expected(seen)
    return math.fsum((count - mean) ** 2 for count in seen) / mean if mean else 0.0


def p_value(seen: Sequence[int]) -> float | None:
    """How likely equally likely outcomes are to differ so much or more; None where too few were seen."""
    return survival(chi_square(seen), len(seen) - 1) if expected(seen) >= FEWEST_EXPECTED else None


def survival(value: float, degrees: int) -> float:
    """The probability that chi-square with `degrees` (at least 1) degrees of freedom exceeds `value`.

    For whole degrees it is a finite sum (Abramowitz and Stegun, 26.4.4 and 26.4.5), each term made by its logarithm.
    """
    half = value / 2
    if half <= 0:
        return 1.0
    first = 0.5 if degrees % 2 else 0.0
    steps = ((first + n) * math.log(half) - half - math.lgamma(first + n + 1) for n in range(degrees // 2))
    tail = math.erfc(math.sqrt(half)) if degrees % 2 else 0.0
    return min(1.0, tail + math.fsum(map(math.exp, steps)))
