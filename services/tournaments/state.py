"""A tournament as it is kept. Pure.

How entrants meet is in `tournament.Course`; here are the people, the tables of encounters under way, and what the
referee wrote. Its steps are in `entering`, `referee` and `playing`: each makes a new one or raises a `HouseError`.
"""

from collections.abc import Mapping

import msgspec

from services.runtime.errors import HouseError, Refused
from services.tournaments.encounter import Encounter, Played, Side
from services.tournaments.refusals import REFUSALS
from services.tournaments.tournament import Course, Person, Status


class Waiting(msgspec.Struct, frozen=True):
    """Who has entered and waits for `partner` ("players/{player}") to do so too."""

    person: Person
    partner: str


class Sitting(msgspec.Struct, frozen=True, kw_only=True):
    """The table of an encounter's next match. `seats` has the player of each seat; `seated` once they all sat down.

    Those who have not sat down by `sit_by_ms` (Unix time) have not come.
    """

    round: int
    encounter: int
    table: str
    match: str
    seats: tuple[str, ...]
    sit_by_ms: int
    seated: bool = False


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a match came out by itself, before rulings: `winner` None for drawn, `penalties` both sides' points where the
    fewest win; `left` is the side that walked out; `void`: it was broken up, and counts for nobody.
    """

    match: str
    winner: Side | None
    penalties: tuple[int, int] = (0, 0)
    left: Side | None = None
    void: bool = False


class Ruling(msgspec.Struct, frozen=True):
    """A referee's line of penalty points for an entrant in a match."""

    request_id: str
    match: str
    entrant: int
    points: int
    reason: str
    at_ms: int


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament. `results` are those of the current round; times are Unix milliseconds.

    `penalties`: the fewest points win in its game. `closing` are tables that nobody needs any more.
    """

    tournament: str
    request_id: str
    title: str
    family: str
    options: Mapping[str, str]
    team_size: int
    penalties: bool
    most_entrants: int
    no_show_seconds: int
    organiser: str
    commitment: str
    created_ms: int
    course: Course
    waiting: tuple[Waiting, ...] = ()
    sittings: tuple[Sitting, ...] = ()
    results: tuple[Result, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    closing: tuple[str, ...] = ()
    version: int = 0

    @property
    def round(self) -> int:
        """The number of the current round, from 0."""
        return len(self.course.rounds) - 1

    def sitting_of(self, encounter: int) -> Sitting | None:
        """The table of an encounter of the current round, if it has one."""
        return next((s for s in self.sittings if (s.round, s.encounter) == (self.round, encounter)), None)


def refusal(kind: type[HouseError], reason: str, **detail: object) -> HouseError:
    """The error with the tournaments' sentences."""
    return kind(reason, detail, labels=REFUSALS[reason])


def played_of(t: Tournament, encounter: Encounter, result: Result) -> Played:
    """The match with all rulings; where penalties are counted the lower total wins (10.1)."""
    if result.void:
        return Played(match=result.match, winner=None, void=True)
    totals = list(result.penalties)
    rulings = [ruling for ruling in t.rulings if ruling.match == result.match]
    for ruling in rulings:
        totals[encounter.side_of(ruling.entrant)] += ruling.points
    winner = result.winner
    if rulings:
        winner = None if totals[0] == totals[1] else 0 if totals[0] < totals[1] else 1
    return Played(match=result.match, winner=winner, penalties=(totals[0], totals[1]))


def gone_on(t: Tournament, course: Course) -> Tournament:
    """The tournament with what has become of its encounters: tables of those that are over are given up."""
    rounds = len(course.rounds)
    sittings = tuple(
        one for one in t.sittings if one.round == rounds - 1 and not course.rounds[-1].encounters[one.encounter].over
    )
    results = t.results if rounds == len(t.course.rounds) else ()
    closing = given_up(t, sittings)
    return msgspec.structs.replace(t, course=course, sittings=sittings, results=results, closing=closing)


def given_up(t: Tournament, kept: tuple[Sitting, ...]) -> tuple[str, ...]:
    """The tables to close, with those of sittings that are not kept and whose match has not begun."""
    return (*t.closing, *(one.table for one in t.sittings if one not in kept and not one.seated))


def open_encounter(t: Tournament, round_number: int, number: int) -> Encounter | None:
    if t.course.status is not Status.PLAYING or round_number != t.round:
        return None
    encounter = t.course.rounds[-1].encounters[number]
    return None if encounter.over else encounter


def require_playing(t: Tournament) -> None:
    if t.course.status is not Status.PLAYING:
        raise refusal(Refused, "TOURNAMENT_NOT_PLAYING")
