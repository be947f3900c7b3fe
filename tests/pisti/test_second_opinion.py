"""Random games are counted by a second implementation that was written from the clauses alone.

`PISTI_GAMES=20000 pytest tests/pisti/test_second_opinion.py` compares as many.
"""

import os
import random
from collections import Counter

import pytest

from services.kernel.game import Act, Lapse
from services.pisti.actions import AnswerBluff
from services.pisti.happenings import CardPlayed, GameCounted, StartTurned
from services.pisti.state import State
from tests.pisti.second_opinion import Done, totals
from tests.pisti.tables import config, walk

GAMES = int(os.environ.get("PISTI_GAMES", "800"))


def played(seed: int, options: dict[str, object]) -> tuple[list[str], list[Done], GameCounted]:
    """A random game: its start, what was done, and how the house counted it."""
    start: list[str] = []
    done: list[Done] = []
    before: State | None = None
    for state, event in walk(random.Random(seed), config(**options), lapses=0.03):
        for happening in state.happened:
            if isinstance(happening, StartTurned):
                start = [card.value for card in (*state.start, happening.card)]
            elif isinstance(happening, CardPlayed):
                done.append(Done(happening.seat, happening.card.value))
            elif isinstance(happening, GameCounted):
                assert before is not None
                done += answered(before, event)
                return start, done, happening
        done += answered(before, event)
        before = state
    raise AssertionError("the match ended without a count")


def answered(before: State | None, event: object) -> list[Done]:
    """The bluff that an event answered, with its card."""
    if before is None or before.sealed is None:
        return []
    accepted = isinstance(event, Lapse)
    if isinstance(event, Act) and isinstance(event.action, AnswerBluff):
        accepted = event.action.accept
    return [Done(before.turn, before.sealed.value, face_down=True, accepted=accepted)]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"bluff": "on"},
        {"bluff": "on", "jackPisti": 20, "lastCardPisti": "doesNotCount"},
        {"jackPisti": 20, "lastCardPisti": "doesNotCount"},
    ],
    ids=lambda options: "-".join(map(str, options.values())) or "default",
)
def test_random_games_are_counted_alike(options: dict[str, object]) -> None:
    """Rules 6.2, 6.3, 6.4, 6.5."""
    met = Counter[str]()
    for seed in range(GAMES // 4):
        start, done, counted = played(seed, options)
        assert len(done) == 48
        points, captured = totals(
            start,
            done,
            jack_pisti=int(str(options.get("jackPisti", 10))),
            last_card_counts=options.get("lastCardPisti") != "doesNotCount",
        )
        assert counted.result.points == points, (seed, start, done)
        for seat in (0, 1):
            side = counted.count.sides[seat]
            assert sorted(side.cards) == sorted(captured[seat])
            assert side.total == points[seat]
        met.update(line.reason for line in counted.ledger)
        met.update("bluff" for turn in done if turn.face_down)
    assert met["TEN_OF_DIAMONDS"] >= GAMES // 4 - 2
    assert bool(met["bluff"]) is ("bluff" in options)


def test_the_second_opinion_is_not_the_first() -> None:
    """It must be able to disagree: a wrong option gives another total in some game."""
    differing = 0
    for seed in range(150):
        start, done, counted = played(seed, {"bluff": "on", "jackPisti": 20})
        points, _ = totals(start, done, jack_pisti=10)
        differing += points != counted.result.points
    assert differing
