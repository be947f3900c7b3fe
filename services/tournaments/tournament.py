"""A tournament as a value, and its steps: each makes a new one. Pure; the service keeps it and plays its encounters."""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum, StrEnum

import msgspec

from services.tournaments import groups, knockout, ranking, swiss
from services.tournaments.encounter import Cause, Encounter, Played


class Format(StrEnum):
    """How entrants meet: groups of all against all and a knock-out of the first two, a knock-out, or Swiss rounds."""

    GROUPS = "groups"
    KNOCKOUT = "knockout"
    SWISS = "swiss"


class Status(IntEnum):
    """Where a tournament stands. OPEN: people may enter."""

    OPEN = 1
    PLAYING = 2
    FINISHED = 3
    CANCELLED = 4


class Stage(StrEnum):
    """What a round belongs to."""

    GROUP = "group"
    KNOCKOUT = "knockout"
    SWISS = "swiss"


class Person(msgspec.Struct, frozen=True):
    """A player, "players/{player}", and the name to show."""

    player: str
    name: str


class Entrant(msgspec.Struct, frozen=True):
    """Who plays together: one person, or two partners. `withdrawn`: loses every encounter from now on."""

    people: tuple[Person, ...]
    withdrawn: bool = False


class Round(msgspec.Struct, frozen=True):
    """Encounters that are played at the same time; in the group stage `groups` has the group of each."""

    stage: Stage
    encounters: tuple[Encounter, ...]
    groups: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        return all(encounter.over for encounter in self.encounters)


class Plan(msgspec.Struct, frozen=True):
    """What the organiser chose. `needed` wins decide an encounter; `rounds` are those of a Swiss tournament (0: by the
    number of entrants); `group_size` is 3 to 6 (rules 10.1).
    """

    format: Format
    needed: int = 1
    group_size: int = 4
    rounds: int = 0


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """How the tournament goes: who entered, in what order they were drawn, and what has been played."""

    plan: Plan
    status: Status = Status.OPEN
    entrants: tuple[Entrant, ...] = ()
    lots: tuple[int, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    rounds: tuple[Round, ...] = ()

    @property
    def drawn(self) -> dict[int, int]:
        """Each entrant's place in the drawing."""
        return dict(enumerate(self.lots))

    @property
    def current(self) -> Round | None:
        """The round that is being played, or the last one."""
        return self.rounds[-1] if self.rounds else None

    def entrant_of(self, player: str) -> int | None:
        """The entrant that a player belongs to."""
        owns = (number for number, one in enumerate(self.entrants) if any(p.player == player for p in one.people))
        return next(owns, None)


def begin(course: Course, lots: Mapping[int, int]) -> Course:
    """Registration ends: the lots are drawn and the first round is made. At least two must have entered."""
    course = msgspec.structs.replace(
        course, status=Status.PLAYING, lots=tuple(lots[number] for number in range(len(course.entrants)))
    )
    if course.plan.format is Format.GROUPS:
        drawn = groups.draw_groups(lots, course.plan.group_size)
        course = msgspec.structs.replace(course, groups=tuple(tuple(group) for group in drawn))
    return advance(course)


def advance(course: Course) -> Course:
    """The next rounds, as long as nothing is left to play in the last one; at the end the tournament is FINISHED."""
    while course.status is Status.PLAYING and (course.current is None or course.current.over):
        made = _next_round(course)
        if made is None:
            return msgspec.structs.replace(course, status=Status.FINISHED)
        encounters = tuple(_absent(course, encounter) for encounter in made.encounters)
        made = msgspec.structs.replace(made, encounters=encounters)
        course = msgspec.structs.replace(course, rounds=(*course.rounds, made))
    return course


def with_match(course: Course, encounter: int, played: Played) -> Course:
    """A match of an encounter of the current round has ended."""
    return _changed(course, encounter, lambda before: before.with_match(played))


def corrected(course: Course, encounter: int, played: Played) -> Course:
    """A match of an encounter of the current round is as the referee has it now."""
    return _changed(course, encounter, lambda before: before.corrected(played))


def forfeited(course: Course, encounter: int, loser: int | None, cause: Cause, lost_match: str = "") -> Course:
    """An encounter of the current round is decided against an entrant, or against both (None)."""

    def decide(before: Encounter) -> Encounter:
        return before.forfeited(None if loser is None else before.side_of(loser), cause, lost_match)

    return _changed(course, encounter, decide)


def withdrawn(course: Course, entrant: int) -> Course:
    """An entrant plays no more: what he has not played yet is lost, what he has played stays."""
    entrants = list(course.entrants)
    entrants[entrant] = msgspec.structs.replace(entrants[entrant], withdrawn=True)
    course = msgspec.structs.replace(course, entrants=tuple(entrants))
    if course.current is None:
        return course
    encounters = tuple(_absent(course, encounter) for encounter in course.current.encounters)
    return advance(_with_current(course, encounters))


def standings(course: Course) -> list[list[int]]:
    """The entrants from the first to the last; who cannot be told apart shares a place.

    After a knock-out: the winner, then those who lost in the same round together, and behind them by their groups'
    places those who never came so far.
    """
    if course.plan.format is Format.SWISS:
        return [[line.entrant] for line in swiss_table(course)]
    rest = set(range(len(course.entrants)))
    places: list[list[int]] = []
    knock = [played for played in course.rounds if played.stage is Stage.KNOCKOUT]
    if knock and knock[-1].over and len(knock[-1].encounters) == 1 and knock[-1].encounters[0].winner is not None:
        places.append([knock[-1].encounters[0].winner])
        rest -= set(places[0])
    for played in reversed(knock):
        out = sorted({entrant for one in played.encounters for entrant in one.entrants} & rest)
        if out:
            places.append(out)
            rest -= set(out)
    tables = [[line.entrant for line in table] for table in group_tables(course)]
    for place in range(max((len(table) for table in tables), default=0)):
        equal = sorted({table[place] for table in tables if place < len(table)} & rest)
        if equal:
            places.append(equal)
            rest -= set(equal)
    return [*places, sorted(rest)] if rest else places


def group_tables(course: Course) -> list[list[ranking.Line]]:
    """The table of every group."""
    return [
        ranking.group_table(
            group,
            [
                one
                for played in course.rounds
                if played.stage is Stage.GROUP
                for one in played.encounters
                if one.home in group
            ],
            course.drawn,
        )
        for group in course.groups
    ]


def swiss_table(course: Course) -> list[ranking.SwissLine]:
    """The table of a Swiss tournament."""
    encounters = [one for played in course.rounds for one in played.encounters]
    return ranking.swiss_table(range(len(course.entrants)), encounters, course.drawn)


def swiss_rounds(course: Course) -> int:
    """How many rounds a Swiss tournament has."""
    return course.plan.rounds or swiss.usual_rounds(len(course.entrants))


# -- inside -----------------------------------------------------------------------------------------------------------


def _next_round(course: Course) -> Round | None:
    """The round after those there are; None when there is none."""
    match course.plan.format:
        case Format.SWISS:
            return _swiss_round(course)
        case Format.GROUPS:
            return _group_round(course) or _knockout_round(course)
        case Format.KNOCKOUT:
            return _knockout_round(course)


def _swiss_round(course: Course) -> Round | None:
    total = swiss_rounds(course)
    if len(course.rounds) >= total:
        return None
    out = frozenset(number for number, entrant in enumerate(course.entrants) if entrant.withdrawn)
    pairs = swiss.pair_round(course.drawn, [played.encounters for played in course.rounds], out, total)
    return _round(course, Stage.SWISS, pairs) if len(pairs) > 1 or any(away is not None for _, away in pairs) else None


def _group_round(course: Course) -> Round | None:
    number = len(course.rounds)
    found: list[tuple[int, knockout.Pair]] = []
    for group, entrants in enumerate(course.groups):
        rounds = groups.round_robin(entrants) if len(entrants) > 1 else []
        if number < len(rounds):
            found.extend((group, pair) for pair in rounds[number])
    if not found:
        return None
    made = _round(course, Stage.GROUP, [pair for _, pair in found])
    return msgspec.structs.replace(made, groups=tuple(group for group, _ in found))


def _knockout_round(course: Course) -> Round | None:
    before = course.current
    if before is None or before.stage is Stage.GROUP:
        if course.plan.format is Format.GROUPS:
            ranked = [[line.entrant for line in table] for table in group_tables(course)]
            return _round(course, Stage.KNOCKOUT, knockout.after_groups(ranked))
        return _round(course, Stage.KNOCKOUT, knockout.seeded_bracket(course.drawn))
    if len(before.encounters) == 1:
        return None
    pairs = knockout.next_round([encounter.winner for encounter in before.encounters])
    return _round(course, Stage.KNOCKOUT, pairs) if pairs else None


def _round(course: Course, stage: Stage, pairs: Sequence[knockout.Pair]) -> Round:
    needed = 1 if stage is Stage.SWISS else course.plan.needed
    encounters = (Encounter(home=home, away=away, needed=needed, may_draw=stage is Stage.SWISS) for home, away in pairs)
    return Round(stage=stage, encounters=tuple(encounters))


def _absent(course: Course, encounter: Encounter) -> Encounter:
    """The encounter, lost by whoever has withdrawn."""
    gone = [entrant for entrant in encounter.entrants if course.entrants[entrant].withdrawn]
    if not gone or encounter.away is None:
        return encounter
    return encounter.forfeited(encounter.side_of(gone[0]) if len(gone) == 1 else None, Cause.LEFT)


def _changed(course: Course, number: int, step: Callable[[Encounter], Encounter]) -> Course:
    if course.status is not Status.PLAYING or course.current is None:
        return course
    encounters = list(course.current.encounters)
    encounters[number] = step(encounters[number])
    return advance(_with_current(course, tuple(encounters)))


def _with_current(course: Course, encounters: tuple[Encounter, ...]) -> Course:
    now = msgspec.structs.replace(course.rounds[-1], encounters=encounters)
    return msgspec.structs.replace(course, rounds=(*course.rounds[:-1], now))
