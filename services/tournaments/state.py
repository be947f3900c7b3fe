"""A tournament as it is kept, and what may be done with it. Pure: every step makes a new one or raises a `HouseError`.

How entrants meet is in `tournament.Course`; here are the people, the tables of encounters under way, and the referee.
"""

from collections.abc import Mapping

import msgspec

from services.runtime.errors import Denied, HouseError, Invalid, Refused
from services.tournaments import tournament as courses
from services.tournaments.encounter import Cause, Encounter, Played, Side
from services.tournaments.refusals import REFUSALS
from services.tournaments.tournament import Course, Entrant, Person, Status


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
    fewest win; `left` is the side that walked out.
    """

    match: str
    winner: Side | None
    penalties: tuple[int, int] = (0, 0)
    left: Side | None = None


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


# -- entering ---------------------------------------------------------------------------------------------------------


def enter(t: Tournament, person: Person, partner: str) -> Tournament:
    """`person` enters; with a partner when both have named each other. Entering again changes nothing."""
    waiting = next((one for one in t.waiting if one.person.player == person.player), None)
    number = t.course.entrant_of(person.player)
    if number is not None and (not partner or t.course.entrant_of(partner) == number):
        return t
    if waiting is not None and waiting.partner == partner:
        return t
    if t.course.status is not Status.OPEN:
        raise refusal(Refused, "TOURNAMENT_CLOSED")
    if number is not None:
        raise refusal(Refused, "ALREADY_ENTERED", player=person.player)
    if (t.team_size > 1) != bool(partner) or partner == person.player:
        raise refusal(Invalid, "PARTNER_NEEDED" if t.team_size > 1 else "PARTNER_UNWANTED")
    others = tuple(one for one in t.waiting if one.person.player != person.player)
    if t.team_size == 1:
        return _entered(t, (person,), others)
    if t.course.entrant_of(partner) is not None:
        raise refusal(Refused, "ALREADY_ENTERED", player=partner)
    asked = next((one for one in others if one.person.player == partner), None)
    if asked is None:
        return msgspec.structs.replace(t, waiting=(*others, Waiting(person=person, partner=partner)))
    if asked.partner != person.player:
        raise refusal(Refused, "PARTNER_OF_ANOTHER", player=partner)
    return _entered(t, (asked.person, person), tuple(one for one in others if one is not asked))


def _entered(t: Tournament, people: tuple[Person, ...], waiting: tuple[Waiting, ...]) -> Tournament:
    if len(t.course.entrants) >= t.most_entrants:
        raise refusal(Refused, "TOURNAMENT_FULL", limit=t.most_entrants)
    course = msgspec.structs.replace(t.course, entrants=(*t.course.entrants, Entrant(people)))
    return msgspec.structs.replace(t, course=course, waiting=waiting)


def withdraw(t: Tournament, player: str) -> Tournament:
    """`player` withdraws, and his partner with him; withdrawing again changes nothing."""
    waiting = tuple(one for one in t.waiting if one.person.player != player)
    number = t.course.entrant_of(player)
    if number is None:
        if waiting == t.waiting:
            raise refusal(Refused, "NOT_ENTERED")
        return msgspec.structs.replace(t, waiting=waiting)
    if t.course.status is Status.OPEN:
        entrants = tuple(one for at, one in enumerate(t.course.entrants) if at != number)
        return msgspec.structs.replace(t, course=msgspec.structs.replace(t.course, entrants=entrants))
    if t.course.status is not Status.PLAYING or t.course.entrants[number].withdrawn:
        return t
    return _gone_on(t, courses.withdrawn(t.course, number))


# -- the organiser ----------------------------------------------------------------------------------------------------


def require_organiser(t: Tournament, player: str) -> None:
    """Raises `Denied` for anybody but the tournament's organiser."""
    if player != t.organiser:
        raise refusal(Denied, "ORGANISER_ONLY")


def start(t: Tournament, lots: Mapping[int, int]) -> Tournament:
    """Registration ends and the first round begins; starting again changes nothing. Who still waits is left out."""
    if t.course.status in (Status.PLAYING, Status.FINISHED):
        return t
    if t.course.status is not Status.OPEN:
        raise refusal(Refused, "TOURNAMENT_CLOSED")
    if len(t.course.entrants) < 2:
        raise refusal(Refused, "NOT_ENOUGH_ENTRANTS", entrants=len(t.course.entrants))
    return msgspec.structs.replace(t, course=courses.begin(t.course, lots), waiting=())


def cancel(t: Tournament) -> Tournament:
    """It will not be played on; one that is over stays as it is."""
    if t.course.status not in (Status.OPEN, Status.PLAYING):
        return t
    course = msgspec.structs.replace(t.course, status=Status.CANCELLED)
    return msgspec.structs.replace(t, course=course, waiting=(), sittings=(), closing=_given_up(t, ()))


def decide(t: Tournament, round_number: int, encounter: int, loser: int | None) -> Tournament:
    """The referee decides an encounter of the current round; one that is over stays as it is."""
    found = _encounter(t, round_number, encounter)
    if loser is not None and loser not in found.entrants:
        raise refusal(Invalid, "ENCOUNTER_UNKNOWN")
    return _gone_on(t, courses.forfeited(t.course, encounter, loser, Cause.RULING, _match_of(t, encounter)))


def rule(t: Tournament, ruling: Ruling) -> Tournament:
    """The referee writes a line of penalty points, once for the same request, while the encounter is not over."""
    if any(before.request_id == ruling.request_id for before in t.rulings):
        return t
    if not t.penalties:
        raise refusal(Refused, "PENALTIES_UNKNOWN", family=t.family)
    _require_playing(t)
    number = _encounter_of_match(t, ruling.match)
    encounter = t.course.rounds[-1].encounters[number]
    if ruling.entrant not in encounter.entrants:
        raise refusal(Invalid, "ENCOUNTER_UNKNOWN")
    if encounter.over:
        raise refusal(Refused, "ENCOUNTER_OVER")
    t = msgspec.structs.replace(t, rulings=(*t.rulings, ruling))
    result = next((one for one in t.results if one.match == ruling.match), None)
    if result is None:
        return t
    played = _played(t, encounter, result)
    return _gone_on(t, courses.corrected(t.course, number, played))


# -- playing ----------------------------------------------------------------------------------------------------------


def sat(t: Tournament, sitting: Sitting) -> Tournament:
    """An encounter of the current round has a table for its next match; one that has one already keeps it."""
    found = _open_encounter(t, sitting.round, sitting.encounter)
    if found is None or t.sitting_of(sitting.encounter) is not None:
        return t
    return msgspec.structs.replace(t, sittings=(*t.sittings, sitting))


def seated(t: Tournament, table: str) -> Tournament:
    """Everybody sits: the match of that table has begun."""
    sittings = tuple(msgspec.structs.replace(one, seated=True) if one.table == table else one for one in t.sittings)
    return t if sittings == t.sittings else msgspec.structs.replace(t, sittings=sittings)


def not_come(t: Tournament, table: str, missing: frozenset[str]) -> Tournament:
    """The time to sit down at `table` is over, and these players have not."""
    sitting = next((one for one in t.sittings if one.table == table), None)
    if sitting is None or _open_encounter(t, sitting.round, sitting.encounter) is None:
        return t
    encounter = t.course.rounds[-1].encounters[sitting.encounter]
    absent = [
        entrant
        for entrant in encounter.entrants
        if any(person.player in missing for person in t.course.entrants[entrant].people)
    ]
    if not absent:
        return t
    loser = absent[0] if len(absent) == 1 else None
    return _gone_on(t, courses.forfeited(t.course, sitting.encounter, loser, Cause.NO_SHOW))


def ended(t: Tournament, result: Result) -> Tournament:
    """A match of the current round has ended; news of any other, or for a second time, changes nothing.

    Whoever walked out of it has lost the encounter, and what was decided before stays (10.8).
    """
    sitting = next((one for one in t.sittings if one.match == result.match), None)
    if sitting is None or _open_encounter(t, sitting.round, sitting.encounter) is None:
        return t
    number = sitting.encounter
    encounter = t.course.rounds[-1].encounters[number]
    sittings = tuple(one for one in t.sittings if one is not sitting)
    t = msgspec.structs.replace(t, sittings=sittings, results=(*t.results, result))
    if result.left is not None:
        loser = encounter.entrants[result.left]
        return _gone_on(t, courses.forfeited(t.course, number, loser, Cause.LEFT, result.match))
    return _gone_on(t, courses.with_match(t.course, number, _played(t, encounter, result)))


def closed(t: Tournament, table: str) -> Tournament:
    """A table that nobody needed is closed."""
    return msgspec.structs.replace(t, closing=tuple(one for one in t.closing if one != table))


# -- inside -----------------------------------------------------------------------------------------------------------


def refusal(kind: type[HouseError], reason: str, **detail: object) -> HouseError:
    """The error with the tournaments' sentences."""
    return kind(reason, detail, labels=REFUSALS[reason])


def _played(t: Tournament, encounter: Encounter, result: Result) -> Played:
    """The match with all rulings; where penalties are counted the lower total wins (10.1)."""
    totals = list(result.penalties)
    rulings = [ruling for ruling in t.rulings if ruling.match == result.match]
    for ruling in rulings:
        totals[encounter.side_of(ruling.entrant)] += ruling.points
    winner = result.winner
    if rulings:
        winner = None if totals[0] == totals[1] else 0 if totals[0] < totals[1] else 1
    return Played(match=result.match, winner=winner, penalties=(totals[0], totals[1]))


def _gone_on(t: Tournament, course: Course) -> Tournament:
    """The tournament with what has become of its encounters: tables of those that are over are given up."""
    rounds = len(course.rounds)
    sittings = tuple(
        one for one in t.sittings if one.round == rounds - 1 and not course.rounds[-1].encounters[one.encounter].over
    )
    results = t.results if rounds == len(t.course.rounds) else ()
    closing = _given_up(t, sittings)
    return msgspec.structs.replace(t, course=course, sittings=sittings, results=results, closing=closing)


def _given_up(t: Tournament, kept: tuple[Sitting, ...]) -> tuple[str, ...]:
    """The tables to close, with those of sittings that are not kept and whose match has not begun."""
    return (*t.closing, *(one.table for one in t.sittings if one not in kept and not one.seated))


def _require_playing(t: Tournament) -> None:
    if t.course.status is not Status.PLAYING:
        raise refusal(Refused, "TOURNAMENT_NOT_PLAYING")


def _encounter(t: Tournament, round_number: int, number: int) -> Encounter:
    _require_playing(t)
    if round_number != t.round or number >= len(t.course.rounds[-1].encounters):
        raise refusal(Invalid, "ENCOUNTER_UNKNOWN")
    return t.course.rounds[-1].encounters[number]


def _open_encounter(t: Tournament, round_number: int, number: int) -> Encounter | None:
    if t.course.status is not Status.PLAYING or round_number != t.round:
        return None
    encounter = t.course.rounds[-1].encounters[number]
    return None if encounter.over else encounter


def _match_of(t: Tournament, encounter: int) -> str:
    """The match of an encounter that is being played just now, if there is one."""
    sitting = t.sitting_of(encounter)
    return sitting.match if sitting is not None and sitting.seated else ""


def _encounter_of_match(t: Tournament, match: str) -> int:
    for sitting in t.sittings:
        if sitting.match == match:
            return sitting.encounter
    for number, encounter in enumerate(t.course.rounds[-1].encounters):
        if any(played.match == match for played in encounter.matches):
            return number
    raise refusal(Invalid, "MATCH_UNKNOWN", match=match)
