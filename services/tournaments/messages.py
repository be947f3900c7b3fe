"""Tournaments as messages."""

from collections.abc import Sequence

from kiraathane.tournaments.v1 import tournaments_service_pb2 as pb
from services.runtime.info import timestamp
from services.tournaments import tournament as courses
from services.tournaments.encounter import Encounter
from services.tournaments.ranking import Line, SwissLine
from services.tournaments.state import Ruling, Tournament
from services.tournaments.tournament import Course, Format, Round, Stage, Status

FORMATS = {
    pb.TOURNAMENT_FORMAT_GROUPS: Format.GROUPS,
    pb.TOURNAMENT_FORMAT_KNOCKOUT: Format.KNOCKOUT,
    pb.TOURNAMENT_FORMAT_SWISS: Format.SWISS,
}
_FORMATS = {value: number for number, value in FORMATS.items()}
_STAGES = {
    Stage.GROUP: pb.TOURNAMENT_STAGE_GROUP,
    Stage.KNOCKOUT: pb.TOURNAMENT_STAGE_KNOCKOUT,
    Stage.SWISS: pb.TOURNAMENT_STAGE_SWISS,
}
_STATUSES = {
    Status.OPEN: pb.TOURNAMENT_STATUS_OPEN,
    Status.PLAYING: pb.TOURNAMENT_STATUS_PLAYING,
    Status.FINISHED: pb.TOURNAMENT_STATUS_FINISHED,
    Status.CANCELLED: pb.TOURNAMENT_STATUS_CANCELLED,
}


def tournament(t: Tournament, secret: bytes | None) -> pb.Tournament:
    """A tournament as everybody may see it; the `secret` of its lots is given when it is over."""
    course = t.course
    swiss = course.plan.format is Format.SWISS
    return pb.Tournament(
        tournament=t.tournament,
        title=t.title,
        family=t.family,
        options=t.options,
        format=_FORMATS[course.plan.format],
        needed_wins=course.plan.needed,
        group_size=course.plan.group_size if course.plan.format is Format.GROUPS else 0,
        swiss_rounds=0 if not swiss or course.status is Status.OPEN else courses.swiss_rounds(course),
        team_size=t.team_size,
        most_entrants=t.most_entrants,
        no_show_seconds=t.no_show_seconds,
        organiser=t.organiser,
        status=_STATUSES[course.status],
        commitment=t.commitment,
        secret=secret.hex() if secret else "",
        entrants=[_entrant(course, number) for number in range(len(course.entrants))],
        waiting=[
            pb.WaitingEntrant(
                person=pb.Person(player=one.person.player, display_name=one.person.name), partner=one.partner
            )
            for one in t.waiting
        ],
        rounds=[_round(t, number, played) for number, played in enumerate(course.rounds)],
        groups=[pb.GroupTable(lines=[_group_line(line) for line in table]) for table in courses.group_tables(course)],
        swiss=[_swiss_line(line) for line in courses.swiss_table(course)] if swiss and course.rounds else [],
        places=[pb.Place(entrants=place) for place in courses.standings(course)] if course.rounds else [],
        create_time=timestamp(t.created_ms),
    )


def _entrant(course: Course, number: int) -> pb.Entrant:
    one = course.entrants[number]
    return pb.Entrant(
        people=[pb.Person(player=person.player, display_name=person.name) for person in one.people],
        withdrawn=one.withdrawn,
        lot=course.lots[number] if course.lots else None,
    )


def _round(t: Tournament, number: int, played: Round) -> pb.Round:
    groups: Sequence[int | None] = played.groups or [None] * len(played.encounters)
    return pb.Round(
        stage=_STAGES[played.stage],
        encounters=[
            _encounter(t, number, at, encounter, group)
            for at, (encounter, group) in enumerate(zip(played.encounters, groups, strict=True))
        ],
    )


def _encounter(t: Tournament, round_number: int, number: int, e: Encounter, group: int | None) -> pb.Encounter:
    sitting = t.sitting_of(number) if round_number == t.round else None
    matches = {played.match for played in e.matches} | ({sitting.match} if sitting else set())
    return pb.Encounter(
        number=number,
        group=group,
        home=e.home,
        away=e.away,
        wins=e.wins if e.away is not None else (),
        matches=[
            pb.EncounterMatch(
                match=played.match,
                winner=None if played.winner is None else e.entrants[played.winner],
                penalties=played.penalties if t.penalties else (),
            )
            for played in e.matches
        ],
        over=e.over,
        winner=e.winner,
        cause="bye" if e.away is None else e.forfeit.cause.value if e.forfeit else "",
        table=sitting.table if sitting else "",
        sit_down_by=timestamp(sitting.sit_by_ms) if sitting and not sitting.seated else None,
        rulings=[_ruling(ruling) for ruling in t.rulings if ruling.match in matches],
    )


def _ruling(ruling: Ruling) -> pb.Ruling:
    return pb.Ruling(
        match=ruling.match,
        entrant=ruling.entrant,
        points=ruling.points,
        reason=ruling.reason,
        time=timestamp(ruling.at_ms),
    )


def _group_line(line: Line) -> pb.GroupLine:
    return pb.GroupLine(
        entrant=line.entrant,
        played=line.played,
        encounters_won=line.encounters_won,
        matches_won=line.matches_won,
        penalties=line.penalties,
    )


def _swiss_line(line: SwissLine) -> pb.SwissLine:
    return pb.SwissLine(
        entrant=line.entrant,
        points=line.halves / 2,
        buchholz=line.buchholz / 2,
        sonneborn_berger=line.sonneborn / 2,
        wins=line.wins,
    )
