"""Who takes part: entering, alone or with a partner, and withdrawing. Pure."""

import msgspec

from services.runtime.errors import Invalid, Refused
from services.tournaments import tournament as courses
from services.tournaments.state import (
    Tournament,
    Waiting,
    gone_on,
    refusal,
)
from services.tournaments.tournament import Entrant, Person, Status


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
        raise refusal(Refused, "ALREADY_ENTERED", player=person.player, name=person.name)
    if (t.team_size > 1) != bool(partner) or partner == person.player:
        raise refusal(Invalid, "PARTNER_NEEDED" if t.team_size > 1 else "PARTNER_UNWANTED")
    others = tuple(one for one in t.waiting if one.person.player != person.player)
    if t.team_size == 1:
        return _entered(t, (person,), others)
    if (number := t.course.entrant_of(partner)) is not None:
        name = next(one.name for one in t.course.entrants[number].people if one.player == partner)
        raise refusal(Refused, "ALREADY_ENTERED", player=partner, name=name)
    asked = next((one for one in others if one.person.player == partner), None)
    if asked is None:
        return _waiting(t, (*others, Waiting(person=person, partner=partner)))
    if asked.partner != person.player:
        raise refusal(Refused, "PARTNER_OF_ANOTHER", player=partner, name=asked.person.name)
    return _entered(t, (asked.person, person), tuple(one for one in others if one is not asked))


def _entered(t: Tournament, people: tuple[Person, ...], waiting: tuple[Waiting, ...]) -> Tournament:
    if len(t.course.entrants) >= t.most_entrants:
        raise refusal(Refused, "TOURNAMENT_FULL", limit=t.most_entrants)
    course = msgspec.structs.replace(t.course, entrants=(*t.course.entrants, Entrant(people)))
    return msgspec.structs.replace(t, course=course, waiting=waiting)


def _waiting(t: Tournament, waiting: tuple[Waiting, ...]) -> Tournament:
    """Those who wait for their partners: no more than could enter, for a tournament is shown whole."""
    if len(waiting) > (most := t.team_size * t.most_entrants):
        raise refusal(Refused, "TOO_MANY_WAIT", limit=most)
    return msgspec.structs.replace(t, waiting=waiting)


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
    return gone_on(t, courses.withdrawn(t.course, number))
