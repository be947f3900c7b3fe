"""Who is there: the same suite for both stores."""

from itertools import count

import pytest

from services.runtime.journal.interface import Journal, SeatingRow, Status
from services.runtime.journal.presence import Changes, Place, PresenceStore
from tests.contract.test_journal import creation, move, starting

A: Place = ("toy-1", 0)
B: Place = ("toy-1", 1)
C: Place = ("toy-2", 0)


@pytest.fixture
async def present(journal: Journal) -> PresenceStore:
    for replica in ("r1", "r2"):
        await journal.presence.alive(replica, 1_000)
    return journal.presence


_LATER = count(100_000, 100_000)


async def waiting(present: PresenceStore, before_ms: int) -> list[Place]:
    """Asked so much later each time that no lease is in the way."""
    return sorted(await present.waiting(before_ms, next(_LATER), 10))


async def test_who_never_came_is_found_after_the_grace(journal: Journal, present: PresenceStore) -> None:
    await journal.create(creation())
    assert await journal.append([starting(awaited=(0,), awaited_ms=1_900)]) == [True]
    assert await waiting(present, 1_899) == []
    assert await waiting(present, 1_900) == [A]
    assert await present.since(A) == 1_900


async def test_who_has_a_stream_is_not_found_and_is_when_it_has_ended(present: PresenceStore) -> None:
    await present.keep("r1", Changes(came=[A, B]), 2_000)
    assert await waiting(present, 9_000) == []
    assert await present.since(A) is None
    await present.keep("r1", Changes(went=[A]), 5_000)
    assert await waiting(present, 4_999) == []
    assert await waiting(present, 5_000) == [A]
    assert await present.since(A) == 5_000


async def test_whoever_is_not_there_when_a_match_goes_on_is_waited_for_anew(
    journal: Journal, present: PresenceStore
) -> None:
    await journal.create(creation())
    assert await journal.append([starting(awaited=(0, 1, 2), awaited_ms=1_900)]) == [True]
    await present.keep("r1", Changes(came=[A]), 2_000)
    await present.settle(B)
    assert await journal.append([move(2, awaited=(0, 1, 2), awaited_ms=5_000)]) == [True]
    assert await waiting(present, 4_999) == []
    assert await waiting(present, 5_000) == [B, ("toy-1", 2)]
    await present.keep("r1", Changes(went=[A]), 3_000)
    assert await journal.append([move(3, awaited=(0,), awaited_ms=2_500)]) == [True]
    assert await present.since(A) == 3_000


async def test_a_stream_at_any_replica_is_enough(present: PresenceStore) -> None:
    await present.keep("r1", Changes(came=[A]), 2_000)
    await present.keep("r2", Changes(came=[A]), 3_000)
    await present.keep("r1", Changes(went=[A]), 4_000)
    assert await waiting(present, 9_000) == []
    assert await present.since(A) is None
    await present.keep("r2", Changes(went=[A]), 5_000)
    assert await present.since(A) == 5_000


async def test_whoever_goes_after_he_came_elsewhere_is_there(present: PresenceStore) -> None:
    """The word of the replica that lost him comes last, and means nothing."""
    await present.keep("r1", Changes(came=[A]), 2_000)
    await present.keep("r2", Changes(came=[A]), 3_000)
    await present.keep("r1", Changes(went=[A]), 3_500)
    assert await waiting(present, 9_000) == []


async def test_a_call_begins_the_grace_anew(present: PresenceStore) -> None:
    await present.keep("r1", Changes(came=[A]), 2_000)
    await present.keep("r1", Changes(went=[A]), 3_000)
    await present.keep("r2", Changes(called=[A, B]), 4_000)
    assert await waiting(present, 3_999) == []
    assert await waiting(present, 4_000) == [A]
    assert await present.since(B) is None


async def test_a_call_of_who_has_a_stream_changes_nothing(present: PresenceStore) -> None:
    await present.keep("r1", Changes(came=[A]), 2_000)
    await present.keep("r2", Changes(called=[A]), 3_000)
    assert await waiting(present, 9_000) == []


async def test_what_was_told_is_found_again_only_when_something_was_heard(present: PresenceStore) -> None:
    await present.keep("r1", Changes(went=[A]), 2_000)
    assert await waiting(present, 2_000) == [A]
    await present.settle(A)
    assert await waiting(present, 9_000) == []
    await present.keep("r1", Changes(called=[A]), 9_500)
    assert await waiting(present, 9_500) == [A]


async def test_each_is_given_out_once_for_a_while(present: PresenceStore) -> None:
    await present.keep("r1", Changes(went=[A, C]), 2_000)
    assert len(await present.waiting(2_000, 50_000, 1)) == 1
    assert len(await present.waiting(2_000, 50_001, 10)) == 1
    assert await present.waiting(2_000, 50_002, 10) == []
    assert len(await present.waiting(2_000, 56_000, 10)) == 2
    await present.keep("r1", Changes(called=[A]), 56_001)  # what is heard since is another absence
    assert await present.waiting(56_001, 56_002, 10) == [A]


async def test_a_match_is_empty_when_all_its_people_are_gone(present: PresenceStore) -> None:
    await present.keep("r1", Changes(came=[A, B, C]), 2_000)
    await present.keep("r1", Changes(went=[A, C]), 3_000)
    assert await present.empty(9_000, 10) == ["toy-2"]
    await present.keep("r1", Changes(went=[B]), 5_000)
    assert sorted(await present.empty(4_999, 10)) == ["toy-2"]
    assert sorted(await present.empty(5_000, 10)) == ["toy-1", "toy-2"]
    await present.settle(A)
    await present.settle(B)
    assert sorted(await present.empty(5_000, 10)) == ["toy-1", "toy-2"]
    await present.keep("r2", Changes(called=[A]), 6_000)
    assert await present.empty(5_999, 10) == ["toy-2"]


async def test_nothing_is_known_of_a_match_that_is_over(present: PresenceStore) -> None:
    await present.keep("r1", Changes(came=[A], went=[B]), 2_000)
    await present.keep("r1", Changes(over=["toy-1"]), 3_000)
    assert await waiting(present, 9_000) == []
    assert await present.empty(9_000, 10) == []
    assert await present.since(B) is None


async def test_the_streams_of_a_dead_replica_end_when_it_was_last_alive(present: PresenceStore) -> None:
    await present.keep("r1", Changes(came=[A, B]), 2_000)
    await present.keep("r2", Changes(came=[B, C]), 2_000)
    await present.alive("r1", 7_000)
    await present.alive("r2", 30_000)
    assert await present.bury(20_000, 30_000, but="r2") == 2
    assert await waiting(present, 29_999) == [A]
    assert await present.since(A) == 7_000
    assert await present.since(B) is None
    assert not await present.alive("r1", 31_000)
    assert await present.alive("r2", 31_000)


async def test_streams_of_a_replica_that_nobody_knows_end_now(present: PresenceStore) -> None:
    await present.keep("r9", Changes(came=[A]), 2_000)
    await present.keep("r1", Changes(came=[B]), 2_000)
    assert await present.bury(0, 8_000, but="r2") == 1
    assert await present.since(A) == 8_000
    assert await present.since(B) is None


async def test_nobody_buries_himself(present: PresenceStore) -> None:
    await present.keep("r1", Changes(came=[A]), 2_000)
    assert await present.bury(90_000, 90_000, but="r1") == 0
    assert await present.since(A) is None


async def test_seats_that_others_play_are_counted_while_their_match_is_open(
    journal: Journal, present: PresenceStore
) -> None:
    for name in ("toy-1", "toy-2"):
        await journal.create(creation(name))
        assert await journal.append([starting(name)]) == [True]
    assert await present.stood_in() == 0
    first = [move(2, name, seating=SeatingRow("{}", 2)) for name in ("toy-1", "toy-2")]
    assert await journal.append(first) == [True, True]
    assert await present.stood_in() == 4
    assert await journal.append([move(3, "toy-1", seating=SeatingRow("{}", 1))]) == [True]
    assert await present.stood_in() == 3
    assert await journal.append([move(3, "toy-2", status=Status.FINISHED)]) == [True]
    assert await present.stood_in() == 1
