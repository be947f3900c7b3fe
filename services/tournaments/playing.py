"""How the encounters of a round go on: tables, people who do not come, results. Pure."""

import msgspec

from services.tournaments import tournament as courses
from services.tournaments.encounter import Cause
from services.tournaments.state import (
    Result,
    Sitting,
    Tournament,
    gone_on,
    open_encounter,
    played_of,
)


def sat(t: Tournament, sitting: Sitting) -> Tournament:
    """An encounter of the current round has a table for its next match; one that has one already keeps it.

    A table that came too late, when the encounter had been decided, is closed.
    """
    if open_encounter(t, sitting.round, sitting.encounter) is None:
        late = sitting.table not in t.closing
        return msgspec.structs.replace(t, closing=(*t.closing, sitting.table)) if late else t
    if t.sitting_of(sitting.encounter) is not None:
        return t
    return msgspec.structs.replace(t, sittings=(*t.sittings, sitting))


def seated(t: Tournament, table: str) -> Tournament:
    """Everybody sits: the match of that table has begun."""
    sittings = tuple(msgspec.structs.replace(one, seated=True) if one.table == table else one for one in t.sittings)
    return t if sittings == t.sittings else msgspec.structs.replace(t, sittings=sittings)


def not_come(t: Tournament, table: str, missing: frozenset[str]) -> Tournament:
    """The time to sit down at `table` is over, and these players have not."""
    sitting = next((one for one in t.sittings if one.table == table), None)
    if sitting is None or open_encounter(t, sitting.round, sitting.encounter) is None:
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
    return gone_on(t, courses.forfeited(t.course, sitting.encounter, loser, Cause.NO_SHOW))


def ended(t: Tournament, result: Result) -> Tournament:
    """A match of the current round has ended; news of any other, or for a second time, changes nothing.

    Whoever walked out of it has lost the encounter, and what was decided before stays (10.8).
    """
    sitting = next((one for one in t.sittings if one.match == result.match), None)
    if sitting is None or open_encounter(t, sitting.round, sitting.encounter) is None:
        return t
    number = sitting.encounter
    encounter = t.course.rounds[-1].encounters[number]
    sittings = tuple(one for one in t.sittings if one is not sitting)
    t = msgspec.structs.replace(t, sittings=sittings, results=(*t.results, result))
    if result.left is not None:
        loser = encounter.entrants[result.left]
        return gone_on(t, courses.forfeited(t.course, number, loser, Cause.LEFT, result.match))
    return gone_on(t, courses.with_match(t.course, number, played_of(t, encounter, result)))


def closed(t: Tournament, table: str) -> Tournament:
    """A table that nobody needed is closed."""
    return msgspec.structs.replace(t, closing=tuple(one for one in t.closing if one != table))
