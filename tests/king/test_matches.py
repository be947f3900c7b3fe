"""Many whole matches: sums, rights, uses (rules 5.1, 5.2, 5.3, 5.10)."""

import random
from collections import Counter

import msgspec
import pytest

from services.kernel.game import Over
from services.king import game
from services.king.contracts import PENALTIES, TOTAL
from services.king.state import State
from tests.king.tables import config, random_config, random_states, rights_used


def last(seed: int, **options: object) -> State:
    *_, end = random_states(random.Random(seed), config(**options))
    return end


def check_rights(state: State, penalties: int, trumps: int) -> None:
    """Everybody declared what he had to, each in his turn; every hand gave what its contract gives (rules 5.1-5.3)."""
    assert all(rights_used(state.chart, seat) == (penalties, trumps) for seat in range(4))
    first = state.chart[0].declarer
    assert [line.declarer for line in state.chart] == [(first + n) % 4 for n in range(len(state.chart))]
    assert all(sum(line.points) == TOTAL[line.contract] for line in state.chart)


def test_the_totals_of_twenty_hands_add_up_to_nothing_in_five_hundred_matches() -> None:
    """K5; rules 5.3."""
    for seed in range(500):
        end = last(seed)
        assert sum(game.score(end).points) == 0
        check_rights(end, 3, 2)
        used = Counter(line.contract for line in end.chart)
        assert [used[contract] for contract in PENALTIES] == [2] * 6


def test_the_totals_of_twelve_hands_are_always_below_nothing() -> None:
    """Rules 5.3, 5.10: the highest total wins; four uses of penalties are left over."""
    for seed in range(300):
        end = last(seed, kingLength=12)
        score = game.score(end)
        assert -1240 <= sum(score.points) <= -340
        assert {score.points[seat] for seat in score.winners} == {max(score.points)}
        check_rights(end, 2, 1)
        used = Counter(line.contract for line in end.chart)
        left = sorted(2 - used[contract] for contract in PENALTIES)
        assert left in ([0, 0, 0, 0, 2, 2], [0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 1, 1])


@pytest.mark.parametrize("seed", range(40))
def test_every_table_comes_to_its_end(seed: int) -> None:
    """Rules 5.16: whatever the options; nothing that was gathered is lost or made."""
    rng = random.Random(seed)
    table = random_config(rng, kingTenTricks=rng.choice(["off", "on"]), kingZero=rng.choice(["cikmis", "batmis"]))
    *_, end = random_states(rng, table)
    assert isinstance(game.pending(end), Over)
    assert all(sum(line.points) == TOTAL[line.contract] for line in end.chart)


def test_the_finished_hands_take_little_room() -> None:
    """A state is stored with every commit: what was played stands in the journal, not in it."""
    largest = max(len(msgspec.msgpack.encode(state)) for state in random_states(random.Random(1), config()))
    assert largest < 2_000
