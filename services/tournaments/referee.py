"""What a tournament's organiser does: starting, cancelling, deciding, ruling (tournament.md 10.3). Pure."""

from collections.abc import Collection, Mapping

import msgspec

from services.runtime.errors import Denied, Invalid, Refused
from services.tournaments import tournament as courses
from services.tournaments.encounter import Cause, Encounter
from services.tournaments.state import (
    Ruling,
    Tournament,
    given_up,
    gone_on,
    played_of,
    refusal,
    require_playing,
)
from services.tournaments.tournament import Status


def require_office(offices: Collection[str]) -> None:
    """Raises `Denied` for who is no organiser, or is none any more."""
    if "organiser" not in offices:
        raise refusal(Denied, "ORGANISERS_ONLY")


def require_organiser(t: Tournament, player: str, offices: Collection[str]) -> None:
    """Raises `Denied` for anybody but the tournament's organiser, and for him without his office."""
    if player != t.organiser:
        raise refusal(Denied, "ORGANISER_ONLY")
    require_office(offices)


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
    return msgspec.structs.replace(t, course=course, waiting=(), sittings=(), closing=given_up(t, ()))


def decide(t: Tournament, round_number: int, encounter: int, loser: int | None) -> Tournament:
    """The referee decides an encounter of the current round; one that is over stays as it is."""
    found = _encounter(t, round_number, encounter)
    if loser is not None and loser not in found.entrants:
        raise refusal(Invalid, "ENCOUNTER_UNKNOWN")
    return gone_on(t, courses.forfeited(t.course, encounter, loser, Cause.RULING, _match_of(t, encounter)))


def rule(t: Tournament, ruling: Ruling) -> Tournament:
    """The referee writes a line of penalty points, once for the same request, while the encounter is not over."""
    if any(before.request_id == ruling.request_id for before in t.rulings):
        return t
    if not t.penalties:
        raise refusal(Refused, "PENALTIES_UNKNOWN", family=t.family)
    require_playing(t)
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
    played = played_of(t, encounter, result)
    return gone_on(t, courses.corrected(t.course, number, played))


def _encounter(t: Tournament, round_number: int, number: int) -> Encounter:
    require_playing(t)
    if round_number != t.round or number >= len(t.course.rounds[-1].encounters):
        raise refusal(Invalid, "ENCOUNTER_UNKNOWN")
    return t.course.rounds[-1].encounters[number]


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
