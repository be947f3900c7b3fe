"""One suite for both journals: what `Journal` promises, SQLite and PostgreSQL keep in the same way."""

import asyncio
import contextlib
import os
import threading

import msgspec
import pytest

from services.kernel.seating import Kind, Occupy, Seating, Sitter
from services.runtime.journal.interface import (
    HOUSE,
    Append,
    Census,
    Creation,
    Journal,
    Row,
    SeatingRow,
    Start,
    Status,
    StoreUnavailable,
    Task,
    TaskKind,
)
from services.runtime.journal.postgres import PostgresJournal
from services.runtime.journal.sqlite import SqliteJournal
from tests.contract.stores import opened

SEATS = '[{"player":"players/a"}]'


def creation(match_id: str = "toy-1", **changes: object) -> Creation:
    made = Creation(
        match_id=match_id,
        request_id=os.urandom(16),
        rules_version=3,
        options='{"hands":"2"}',
        commitment="c0ffee",
        secret=b"s" * 32,
        created_ms=1_000,
    )
    return msgspec.structs.replace(made, **changes)


def starting(match_id: str = "toy-1", **changes: object) -> Append:
    start = Start(seats=SEATS, started_ms=2_000, started_house_ms=1_900)
    made = Append(
        match_id=match_id,
        seq=1,
        at_ms=2_000,
        events=b"fates",
        status=Status.PLAYING,
        clock_ms=0,
        outcomes=2,
        start=start,
    )
    return msgspec.structs.replace(made, **changes)


def move(seq: int, match_id: str = "toy-1", **changes: object) -> Append:
    made = Append(
        match_id=match_id,
        seq=seq,
        at_ms=2_000 + seq,
        events=f"move {seq}".encode(),
        status=Status.PLAYING,
        clock_ms=100 * seq,
        outcomes=2 + seq,
        seat=seq % 2,
        request_id=os.urandom(16),
        deadline_ms=50_000 + seq,
    )
    return msgspec.structs.replace(made, **changes)


def task(version: int, match_id: str = "toy-1", **changes: object) -> Task:
    made = Task(
        match_id=match_id,
        kind=TaskKind.BOT,
        seat=1,
        version=version,
        level="usta",
        created_ms=5_000,
        next_ms=6_000,
        attempts=1,
    )
    return msgspec.structs.replace(made, **changes)


async def started(journal: Journal, match_id: str = "toy-1", moves: int = 0) -> None:
    await journal.create(creation(match_id))
    assert await journal.append([starting(match_id)]) == [True]
    for seq in range(2, 2 + moves):
        assert await journal.append([move(seq, match_id)]) == [True]


# -- creating ---------------------------------------------------------------------------------------------------------


async def test_what_is_created_is_read_back(journal: Journal) -> None:
    made = creation()
    assert await journal.create(made) == "toy-1"
    opening = await journal.read("toy-1")
    assert opening is not None
    assert opening.stored.creation == made
    assert opening.stored.start is None
    assert (opening.stored.head.seq, opening.stored.head.status) == (0, Status.PREPARED)
    assert (opening.snapshot, opening.rows) == (None, ())


async def test_a_request_creates_one_match(journal: Journal) -> None:
    first = creation()
    await journal.create(first)
    again = creation("toy-2", request_id=first.request_id)
    assert await journal.create(again) == "toy-1"
    assert await journal.read("toy-2") is None


async def test_the_same_creation_at_the_same_time_makes_one_match(journal: Journal) -> None:
    request_id = os.urandom(16)
    made = await asyncio.gather(*(journal.create(creation(f"toy-{n}", request_id=request_id)) for n in range(8)))
    assert len(set(made)) == 1


async def test_an_unknown_match_is_none(journal: Journal) -> None:
    assert await journal.read("toy-9") is None
    assert await journal.head("toy-9") is None
    assert await journal.versions(["toy-9"]) == {}
    assert not await journal.drop_scoring("toy-9")


# -- appending --------------------------------------------------------------------------------------------------------


async def test_a_commit_moves_the_head_and_keeps_its_row(journal: Journal) -> None:
    await started(journal)
    second = move(2)
    assert await journal.append([second]) == [True]
    opening = await journal.read("toy-1")
    assert opening is not None
    head = opening.stored.head
    assert (head.seq, head.status, head.clock_ms, head.deadline_ms, head.outcomes) == (2, 2, 200, 50_002, 4)
    assert opening.stored.start == Start(seats=SEATS, started_ms=2_000, started_house_ms=1_900)
    assert opening.rows == (
        Row(seq=1, at_ms=2_000, seat=None, request_id=None, events=b"fates"),
        Row(seq=2, at_ms=2_002, seat=0, request_id=second.request_id, events=b"move 2"),
    )


@pytest.mark.parametrize("seq", [1, 2, 4, 100])
async def test_only_the_next_version_is_taken(journal: Journal, seq: int) -> None:
    await started(journal, moves=1)
    assert await journal.append([move(seq)]) == [False]
    assert (await journal.versions(["toy-1"])) == {"toy-1": (2, Status.PLAYING)}
    assert len(await journal.rows("toy-1", 0, 100)) == 2


async def test_a_match_is_started_once(journal: Journal) -> None:
    await started(journal)
    assert await journal.append([starting(start=Start(seats="[]", started_ms=1, started_house_ms=1))]) == [False]
    opening = await journal.read("toy-1")
    assert opening is not None
    assert opening.stored.start is not None
    assert opening.stored.start.seats == SEATS


async def test_a_match_that_was_not_started_takes_no_move(journal: Journal) -> None:
    await journal.create(creation())
    assert await journal.append([move(1)]) == [False]


async def test_a_batch_is_taken_each_on_its_own_terms(journal: Journal) -> None:
    for number in range(6):
        await started(journal, f"toy-{number}")
    batch = [move(3 if number % 3 == 0 else 2, f"toy-{number}") for number in range(6)]
    assert await journal.append(batch) == [False, True, True, False, True, True]
    assert await journal.versions([f"toy-{number}" for number in range(6)]) == {
        f"toy-{number}": (1 if number % 3 == 0 else 2, Status.PLAYING) for number in range(6)
    }


async def test_the_version_that_a_request_made_is_found(journal: Journal) -> None:
    await started(journal)
    request_id, other = os.urandom(16), os.urandom(16)
    assert await journal.append([move(2, seat=0, request_id=request_id)]) == [True]
    assert await journal.append([move(3, seat=1, request_id=request_id, snapshot=b"state")]) == [True]
    assert await journal.append([move(4, seat=1, request_id=other)]) == [True]
    assert await journal.find_request("toy-1", 0, request_id) == 2
    assert await journal.find_request("toy-1", 1, request_id) == 3
    assert await journal.find_request("toy-1", 0, other) is None
    opening = await journal.read("toy-1")
    assert opening is not None
    assert opening.requests == (request_id, request_id)
    assert [row.request_id for row in opening.rows] == [other]


async def test_of_racing_commits_one_is_made(journal: Journal) -> None:
    await started(journal)
    results = await asyncio.gather(*(journal.append([move(2, at_ms=n)]) for n in range(16)))
    assert [made for (made,) in results].count(True) == 1
    assert len(await journal.rows("toy-1", 0, 100)) == 2


async def test_racing_batches_in_any_order_end(journal: Journal) -> None:
    names = [f"toy-{number}" for number in range(12)]
    for name in names:
        await started(journal, name)
    for seq in range(2, 8):
        forward = [move(seq, name) for name in names]
        backward = [move(seq, name) for name in reversed(names)]
        first, second = await asyncio.gather(journal.append(forward), journal.append(backward))
        assert [a + b for a, b in zip(first, reversed(second), strict=True)] == [1] * len(names)


async def test_a_finished_match_takes_nothing_more(journal: Journal) -> None:
    await started(journal)
    over = move(2, status=Status.FINISHED, deadline_ms=None, cause="PLAYED_OUT", score=b"score", snapshot=b"state")
    assert await journal.append([over]) == [True]
    assert await journal.append([move(3)]) == [False]
    head = await journal.head("toy-1")
    assert head is not None
    assert (head.status, head.cause, head.score, head.deadline_ms) == (Status.FINISHED, "PLAYED_OUT", b"score", None)


async def test_a_snapshot_shortens_the_opening(journal: Journal) -> None:
    await started(journal, moves=2)
    assert await journal.append([move(4, snapshot=b"state 4")]) == [True]
    assert await journal.append([move(5)]) == [True]
    opening = await journal.read("toy-1")
    assert opening is not None
    assert opening.snapshot is not None
    assert (opening.snapshot.seq, opening.snapshot.state, opening.snapshot.outcomes) == (4, b"state 4", 6)
    assert [row.seq for row in opening.rows] == [5]
    assert await journal.snapshot("toy-1", 3) is None
    assert [row.seq for row in await journal.rows("toy-1", 1, 3)] == [2, 3]


async def test_the_seating_is_kept_with_its_commit_and_found_as_it_was(journal: Journal) -> None:
    await started(journal)
    assert await journal.append([move(2, seating=SeatingRow('{"first":1}', 1))]) == [True]
    assert await journal.append([move(3, snapshot=b"state")]) == [True]
    assert await journal.append([move(4, seating=SeatingRow('{"second":2}', 0))]) == [True]
    found = [await journal.seating("toy-1", upto) for upto in (1, 2, 3, 4, 9)]
    assert found == [None, '{"first":1}', '{"first":1}', '{"second":2}', '{"second":2}']
    opening = await journal.read("toy-1")
    assert opening is not None
    assert opening.seating == '{"first":1}'  # at the snapshot; the rows after it tell the rest
    assert await journal.seating("toy-2", 9) is None


async def test_a_lost_commit_seats_nobody(journal: Journal) -> None:
    await started(journal)
    assert await journal.append([move(3, seating=SeatingRow("{}", 1))]) == [False]
    assert await journal.seating("toy-1", 9) is None


async def test_a_large_batch_with_everything_in_it_is_taken(journal: Journal) -> None:
    names = [f"toy-{number:03}" for number in range(200)]
    for name in names:
        await journal.create(creation(name))
    assert all(await journal.append([starting(name, tasks=(task(1, name),), awaited=(0, 1)) for name in names]))
    seating = SeatingRow("{}", 1)
    more = {"snapshot": b"s", "clears_tasks": True, "seating": seating}
    batch = [move(2, name, tasks=(task(2, name),), **more) for name in names]
    assert all(await journal.append(batch))
    assert {(t.match_id, t.version) for t in await journal.due_tasks(10_000, 1, 1_000)} == {(name, 2) for name in names}


# -- freezing ---------------------------------------------------------------------------------------------------------


async def test_a_frozen_match_takes_nothing_until_it_is_thawed(journal: Journal) -> None:
    await started(journal, moves=1)
    assert not await journal.freeze("toy-1", 1)
    assert await journal.freeze("toy-1", 2)
    assert not await journal.freeze("toy-1", 2)
    assert await journal.append([move(3)]) == [False]
    assert (await journal.versions(["toy-1"]))["toy-1"] == (2, Status.FROZEN)
    assert await journal.overdue(10**15, 10) == []
    assert await journal.thaw("toy-1")
    assert not await journal.thaw("toy-1")
    assert await journal.append([move(3)]) == [True]


async def test_freezing_takes_the_bots_tasks_away(journal: Journal) -> None:
    await started(journal)
    assert await journal.append([move(2, tasks=(task(2),))]) == [True]
    await journal.freeze("toy-1", 2)
    assert await journal.due_tasks(10**15, 1, 10) == []


# -- deadlines --------------------------------------------------------------------------------------------------------


async def test_overdue_matches_are_given_out_once_oldest_first(journal: Journal) -> None:
    for name, deadline_ms in (("toy-1", 80_300), ("toy-2", 80_200), ("toy-3", 99_000), ("toy-4", None)):
        await started(journal, name)
        assert await journal.append([move(2, name, deadline_ms=deadline_ms)]) == [True]
    assert set(await journal.overdue(81_000, 10)) == {"toy-1", "toy-2"}
    assert await journal.overdue(81_000, 10) == []
    assert await journal.overdue(87_000, 1) == ["toy-2"]


async def test_looking_for_overdue_matches_holds_nobody_up(journal: Journal) -> None:
    if not isinstance(journal, SqliteJournal):
        pytest.skip("PostgreSQL's readers and writers have connections of their own")
    await started(journal)
    begun, free = threading.Event(), threading.Event()

    def occupied(_: object) -> None:
        begun.set()
        free.wait(10)

    writing = asyncio.create_task(journal._writer.do(occupied))
    try:
        assert await asyncio.to_thread(begun.wait, 10)
        assert await asyncio.wait_for(journal.overdue(1, 10), 5) == []
    finally:
        free.set()
        await writing


async def test_who_goes_away_while_reading_leaves_no_transaction_open(journal: Journal) -> None:
    await started(journal, moves=3)
    for patience in range(40):
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(journal.read("toy-1"), patience / 10_000)
    opening = await journal.read("toy-1")
    assert opening is not None
    assert opening.stored.head.seq == 4
    if isinstance(journal, PostgresJournal):
        still_open = "application_name = 'toy' AND state LIKE 'idle in transaction%'"
        assert await journal._value(f"SELECT count(*) FROM pg_stat_activity WHERE {still_open}") == 0
    assert await journal.append([move(5)]) == [True]


async def test_two_sweepers_never_get_the_same_match(journal: Journal) -> None:
    for number in range(20):
        await started(journal, f"toy-{number}")
        assert await journal.append([move(2, f"toy-{number}", deadline_ms=1)]) == [True]
    found = await asyncio.gather(*(journal.overdue(81_000, 7) for _ in range(4)))
    names = [name for part in found for name in part]
    assert len(names) == len(set(names)) == 20


# -- outbox -----------------------------------------------------------------------------------------------------------


async def test_a_bots_task_goes_with_the_next_commit(journal: Journal) -> None:
    await started(journal)
    assert await journal.append([move(2, tasks=(task(2), task(2, seat=0)))]) == [True]
    assert len(await journal.due_tasks(10_000, 1, 10)) == 2
    assert await journal.append([move(3, clears_tasks=True, tasks=(task(3),))]) == [True]
    assert [t.version for t in await journal.due_tasks(10_000, 1, 10)] == [3]


async def test_a_lost_commit_leaves_the_tasks_alone(journal: Journal) -> None:
    await started(journal)
    assert await journal.append([move(2, tasks=(task(2),))]) == [True]
    assert await journal.append([move(2, clears_tasks=True, tasks=(task(9),))]) == [False]
    assert [t.version for t in await journal.due_tasks(10_000, 1, 10)] == [2]


async def test_due_tasks_are_leased(journal: Journal) -> None:
    await started(journal)
    assert await journal.append([move(2, tasks=(task(2, next_ms=6_000),))]) == [True]
    assert await journal.due_tasks(5_999, 1_000, 10) == []
    (found,) = await journal.due_tasks(6_000, 1_000, 10)
    assert found == task(2, next_ms=7_000)
    assert await journal.due_tasks(6_500, 1_000, 10) == []
    assert len(await journal.due_tasks(7_000, 1_000, 10)) == 1


async def test_what_was_sent_waits_for_its_next_time(journal: Journal) -> None:
    await started(journal)
    assert await journal.append([move(2, tasks=(task(2),))]) == [True]
    await journal.tasks_sent([task(2, attempts=2, next_ms=20_000), task(7, attempts=5, next_ms=1)])
    assert await journal.due_tasks(19_999, 1, 10) == []
    (found,) = await journal.due_tasks(20_000, 1, 10)
    assert (found.version, found.attempts) == (2, 2)


async def test_tasks_can_be_recalled(journal: Journal) -> None:
    await started(journal)
    assert await journal.append([move(2, tasks=(task(2, next_ms=90_000),))]) == [True]
    await journal.recall_tasks(100)
    (found,) = await journal.due_tasks(100, 1, 10)
    assert found.attempts == 0


async def test_a_result_waits_until_it_is_scored(journal: Journal) -> None:
    await started(journal)
    scoring = task(2, kind=TaskKind.SCORING, seat=0, level="")
    assert await journal.append([move(2, status=Status.FINISHED, tasks=(scoring,))]) == [True]
    assert [(b.kind, b.depth, b.oldest_ms) for b in await journal.backlog()] == [(TaskKind.SCORING, 1, 5_000)]
    assert await journal.drop_scoring("toy-1")
    assert await journal.drop_scoring("toy-1")
    assert await journal.backlog() == []


async def test_a_leave_waits_until_it_is_told_whatever_becomes_of_the_match(journal: Journal) -> None:
    await started(journal)
    leave = task(2, kind=TaskKind.LEAVE, seat=1, level="players/ali")
    assert await journal.append([move(2, tasks=(leave,))]) == [True]
    assert await journal.append([move(3, clears_tasks=True)]) == [True]
    assert await journal.drop_scoring("toy-1")
    (waiting,) = await journal.due_tasks(10_000_000, 1, 10)
    assert (waiting.kind, waiting.seat, waiting.version, waiting.level) == (TaskKind.LEAVE, 1, 2, "players/ali")
    assert await journal.drop_leave("toy-1", 3)
    assert len(await journal.backlog()) == 1
    assert await journal.drop_leave("toy-1", 2)
    assert await journal.backlog() == []
    assert not await journal.drop_leave("toy-9", 2)


async def test_open_and_frozen_matches_are_counted(journal: Journal) -> None:
    await journal.create(creation("toy-0"))
    assert await journal.census() == Census(open=0, frozen=0, deadline_ms=None)
    await started(journal, "toy-1")
    await started(journal, "toy-2")
    assert await journal.append([move(2, "toy-2", status=Status.FINISHED)]) == [True]
    assert await journal.census() == Census(open=1, frozen=0, deadline_ms=None)
    for name, deadline_ms in (("toy-1", 7_000), ("toy-3", 6_000), ("toy-4", 5_000)):
        if name != "toy-1":
            await started(journal, name)
        assert await journal.append([move(2, name, deadline_ms=deadline_ms)]) == [True]
    assert await journal.freeze("toy-4", 2)
    assert await journal.census() == Census(open=2, frozen=1, deadline_ms=6_000)
    assert await journal.thaw("toy-4")
    assert await journal.census() == Census(open=3, frozen=0, deadline_ms=5_000)


async def test_matches_that_a_moderator_holds_are_counted_since_the_first_of_them(journal: Journal) -> None:
    for name in ("toy-1", "toy-2", "toy-3"):
        await started(journal, name)
    holding = [
        move(2, "toy-1", held=True, deadline_ms=None),
        move(2, "toy-2", held=True, at_ms=2_500),
        move(2, "toy-3"),
    ]
    assert await journal.append(holding) == [True, True, True]
    census = await journal.census()
    assert (census.open, census.held, census.held_since_ms) == (3, 2, 2_002)
    assert await journal.append([move(9, "toy-3", held=True)]) == [False]
    assert await journal.append([move(3, "toy-1", held=True, at_ms=9_000)]) == [True]  # rewound: frozen since before
    assert (await journal.census()).held_since_ms == 2_002
    going = [move(4, "toy-1", held=False), move(3, "toy-2", held=False, status=Status.FINISHED), move(3, "toy-3")]
    assert await journal.append(going) == [True, True, True]
    census = await journal.census()
    assert (census.held, census.held_since_ms) == (0, None)


async def test_what_the_house_asked_for_is_found_like_what_a_seat_did(journal: Journal) -> None:
    await started(journal)
    request_id = os.urandom(16)
    assert await journal.append([move(2, seat=HOUSE, request_id=request_id)]) == [True]
    assert await journal.find_request("toy-1", HOUSE, request_id) == 2
    assert await journal.find_request("toy-1", 0, request_id) is None


async def test_what_a_fault_froze_takes_the_commit_that_ends_it(journal: Journal) -> None:
    await started(journal)
    assert await journal.append([move(2, frozen=True, status=Status.FINISHED)]) == [False]
    assert await journal.freeze("toy-1", 1)
    assert await journal.append([move(2)]) == [False]
    assert await journal.append([move(2, frozen=True, status=Status.FINISHED)]) == [True]
    assert (await journal.census()).frozen == 0


# -- downtime ---------------------------------------------------------------------------------------------------------


async def test_a_silence_is_downtime_once(journal: Journal) -> None:
    first = await journal.beat(1_000_000, 1_000)
    assert (first.down_ms, first.added_ms) == (0, 0)
    usual = await journal.beat(1_002_500, 1_000)
    assert (usual.down_ms, usual.added_ms) == (0, 0)
    silent = await journal.beat(1_062_500, 1_000)
    assert (silent.down_ms, silent.added_ms) == (59_000, 59_000)
    after = await journal.beat(1_062_600, 1_000)
    assert (after.down_ms, after.added_ms) == (59_000, 0)


async def test_replicas_that_wake_together_add_a_silence_once(journal: Journal) -> None:
    await journal.beat(1_000_000, 1_000)
    beats = await asyncio.gather(*(journal.beat(1_100_000 + n, 1_000) for n in range(6)))
    assert sum(beat.added_ms > 0 for beat in beats) == 1
    assert {beat.down_ms for beat in await asyncio.gather(journal.beat(1_100_010, 1_000))} == {
        max(beat.down_ms for beat in beats)
    }


async def test_a_clock_that_goes_back_takes_nothing_away(journal: Journal) -> None:
    await journal.beat(1_000_000, 1_000)
    await journal.beat(900_000, 1_000)
    again = await journal.beat(1_000_500, 1_000)
    assert (again.down_ms, again.added_ms) == (0, 0)


# -- durability -------------------------------------------------------------------------------------------------------


async def test_everything_is_there_after_closing_and_opening(tables: str) -> None:
    journal = opened(tables)
    await journal.open()
    await started(journal, moves=3)
    await journal.close()
    again = opened(tables)
    await again.open()
    assert [row.seq for row in await again.rows("toy-1", 0, 100)] == [1, 2, 3, 4]
    await again.close()


async def test_results_can_be_sent_once_more_the_oldest_first(journal: Journal) -> None:
    for number, ended_ms in ((1, 300), (2, 100), (3, 200)):
        name = f"toy-{number}"
        await journal.create(creation(name))
        await journal.append([starting(name)])
        over = move(2, name, at_ms=ended_ms, status=Status.FINISHED)
        scoring = task(2, name, kind=TaskKind.SCORING, seat=0, level="", next_ms=50_000)
        await journal.append([msgspec.structs.replace(over, tasks=(scoring,))])
    for number in (2, 3):
        assert await journal.drop_scoring(f"toy-{number}")
    await journal.create(creation("toy-4"))
    await journal.append([starting("toy-4")])
    assert await journal.rescore(7_000) == 2  # the third one still waits, the fourth is being played
    assert await journal.rescore(8_000) == 0
    due = await journal.due_tasks(7_000, 1_000, 1)
    assert [(t.match_id, t.kind, t.seat, t.version, t.attempts, t.created_ms) for t in due] == [
        ("toy-2", TaskKind.SCORING, 0, 2, 0, 7_000)
    ]
    assert [t.match_id for t in await journal.due_tasks(7_000, 1_000, 9)] == ["toy-3"]


async def test_leaves_can_be_told_once_more_as_they_were(journal: Journal) -> None:
    """Two persons of one seat leave, one after the other; then one whose leaving ends the match: its result says so."""
    await journal.create(creation())
    await journal.append([starting()])
    a, b, c = (Sitter(f"players/{name}", name, "") for name in "abc")
    there = Seating((a, c))
    steps = (
        Occupy(Kind.AWAY, 0, stand_in="orta"),
        Occupy(Kind.LEFT, 0, stand_in="orta"),
        Occupy(Kind.SUBSTITUTE, 0, b.player, b.name),
        Occupy(Kind.LEFT, 0, stand_in="orta"),
        Occupy(Kind.AWAY, 1, stand_in="orta"),
        Occupy(Kind.LEFT, 1, stand_in="orta"),
    )
    for seq, step in enumerate(steps, 2):
        there = there.after(step, seq)
        status = Status.FINISHED if seq == 7 else Status.PLAYING
        row = SeatingRow(msgspec.json.encode(there).decode(), 1)
        assert await journal.append([move(seq, at_ms=seq * 100, seating=row, status=status)]) == [True]
    assert await journal.rescore(9_000) == 3
    assert await journal.rescore(9_000) == 0
    due = [task for task in await journal.due_tasks(9_000, 1_000, 9) if task.kind == TaskKind.LEAVE]
    assert {(t.seat, t.version, t.level, t.created_ms, t.attempts) for t in due} == {
        (0, 3, "players/a", 300, 0),
        (0, 5, "players/b", 500, 0),
    }


async def test_a_closed_journal_says_so(tables: str) -> None:
    journal = opened(tables)
    await journal.open()
    await journal.close()
    with pytest.raises(StoreUnavailable):
        await journal.append([move(1)])
