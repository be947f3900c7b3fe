"""Between the structs of the interface and the values of a statement, the same for both stores."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from services.kernel.seating import Presence, Seating
from services.runtime.journal.interface import Append, Creation, Head, Start, Status, Stored, Task, TaskKind

SILENT_BEATS: Final = 3
"""The house was down when nobody said to be alive for this many beats."""

_seating: Final = msgspec.json.Decoder(Seating)


def creation_values(c: Creation) -> tuple[object, ...]:
    columns = (c.match_id, c.request_id, c.rules_version, c.options, c.commitment, c.created_ms)
    return (*columns, int(c.spectators))


def row_values(a: Append) -> tuple[object, ...]:
    return (a.match_id, a.seq, a.at_ms, a.seat, a.request_id, a.events)


def head_values(a: Append) -> tuple[object, ...]:
    return (a.match_id, a.seq, a.status, a.at_ms, a.clock_ms, a.deadline_ms, a.outcomes, a.cause, a.score)


def status_before(a: Append) -> int:
    """The status that the head must have for this commit."""
    if a.frozen:
        return int(Status.FROZEN)
    return int(Status.PLAYING if a.start is None else Status.PREPARED)


def start_values(s: Start) -> tuple[str, int, int]:
    return (s.seats, s.started_ms, s.started_house_ms)


def seating_values(a: Append) -> list[tuple[str, int, str, int]]:
    """The row of the commit's seating, if it has one."""
    return [] if a.seating is None else [(a.match_id, a.seq, a.seating.seating, a.seating.stood_in)]


def awaited_values(a: Append) -> list[tuple[str, int, int]]:
    """A row of absence for everybody who is awaited."""
    return [(a.match_id, seat, a.awaited_ms) for seat in a.awaited]


def task_values(t: Task) -> tuple[object, ...]:
    return (t.match_id, t.kind, t.seat, t.version, t.level, t.created_ms, t.next_ms, t.attempts)


def leaves(found: Iterable[tuple[str, int, int, str]]) -> list[Task]:
    """Who has left, with which version and when: of every seating in which anybody has left (match, version, time,
    JSON), by match and version.
    """
    tasks: list[Task] = []
    last, before = "", set[tuple[int, str]]()
    for match_id, seq, at_ms, seating in found:
        if match_id != last:
            last, before = match_id, set()
        seats = enumerate(_seating.decode(seating).seats)
        gone = {(seat, sitter.player) for seat, sitter in seats if sitter.presence is Presence.LEFT}
        tasks += [
            Task(match_id, TaskKind.LEAVE, seat, seq, player, created_ms=at_ms, next_ms=at_ms, attempts=0)
            for seat, player in sorted(gone - before)
        ]
        before = gone
    return tasks


def stored(found: Sequence[Any]) -> Stored:
    """A row of match, secret, head and start, in the order of the columns of `Creation`, `Head` and `Start`."""
    creation, head, start = (*found[:7], bool(found[7])), found[8:16], found[16:19]
    return Stored(
        creation=Creation(*creation),
        head=Head(*head),
        start=Start(*start) if start[0] is not None else None,
    )


def silence(alive_ms: int, now_ms: int, every_ms: int) -> int:
    """How much of the time since the last beat counts as downtime: all but one beat, once it is long enough."""
    gap = now_ms - alive_ms
    return gap - every_ms if gap > SILENT_BEATS * every_ms else 0
