"""Who stands where: in a group by 10.1, in a Swiss tournament by the usual tie-breaks. Pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby

import msgspec

from services.tournaments.encounter import Encounter


class Line(msgspec.Struct, frozen=True):
    """An entrant's line of a group's table."""

    entrant: int
    played: int
    encounters_won: int
    matches_won: int
    penalties: int

    @property
    def key(self) -> tuple[int, int, int]:
        """What comes before the direct encounter; the smaller the better."""
        return -self.encounters_won, -self.matches_won, self.penalties


def group_table(entrants: Collection[int], encounters: Sequence[Encounter], lots: Mapping[int, int]) -> list[Line]:
    """The table of a group, best first.

    By encounters won, matches won, the lower total of penalties, the encounters among those who are equal so far, and
    at last by lot (`lots`: the smaller is drawn first).
    """
    lines = sorted((_line(entrant, encounters) for entrant in entrants), key=lambda line: line.key)
    table: list[Line] = []
    for _, equal in groupby(lines, key=lambda line: line.key):
        tied = list(equal)
        among = {line.entrant for line in tied}
        direct = [one for one in encounters if set(one.entrants) <= among]
        table.extend(sorted(tied, key=lambda line: (-_won(line.entrant, direct), lots[line.entrant])))
    return table


def _line(entrant: int, encounters: Iterable[Encounter]) -> Line:
    own = [encounter for encounter in encounters if entrant in encounter.entrants and encounter.away is not None]
    sides = [(encounter, encounter.side_of(entrant)) for encounter in own]
    return Line(
        entrant=entrant,
        played=sum(encounter.over for encounter in own),
        encounters_won=_won(entrant, own),
        matches_won=sum(encounter.wins[side] for encounter, side in sides),
        penalties=sum(played.penalties[side] for encounter, side in sides for played in encounter.matches),
    )


def _won(entrant: int, encounters: Iterable[Encounter]) -> int:
    return sum(encounter.winner == entrant for encounter in encounters)


class SwissLine(msgspec.Struct, frozen=True):
    """An entrant's line of a Swiss table. Points are halves: a win is 2, a draw 1.

    `buchholz` is the sum of all opponents' points without the lowest (Buchholz cut 1), `sonneborn` the sum of the
    points of those beaten and half of those drawn with (FIDE Handbook C.07).
    """

    entrant: int
    halves: int
    buchholz: int
    sonneborn: float
    wins: int


def halves_of(entrant: int, encounter: Encounter) -> int:
    """What an encounter that is over brought one of its entrants, in half points; a bye counts as a win."""
    if encounter.winner == entrant:
        return 2
    drawn = encounter.over and encounter.winner is None and encounter.forfeit is None
    return 1 if drawn else 0


def swiss_table(entrants: Collection[int], encounters: Sequence[Encounter], lots: Mapping[int, int]) -> list[SwissLine]:
    """The table of a Swiss tournament, best first: points, Buchholz cut 1, Sonneborn-Berger, wins, lot."""
    own = {entrant: [one for one in encounters if one.over and entrant in one.entrants] for entrant in entrants}
    halves = {entrant: sum(halves_of(entrant, one) for one in own[entrant]) for entrant in entrants}
    lines = []
    for entrant in entrants:
        met = [
            (one, next(who for who in one.entrants if who != entrant)) for one in own[entrant] if one.away is not None
        ]
        against = sorted(halves[opponent] for _, opponent in met)
        lines.append(
            SwissLine(
                entrant=entrant,
                halves=halves[entrant],
                buchholz=sum(against[1:]),
                sonneborn=sum(halves[opponent] * halves_of(entrant, one) / 2 for one, opponent in met),
                wins=sum(one.winner == entrant for one, _ in met),
            )
        )
    return sorted(lines, key=lambda x: (-x.halves, -x.buchholz, -x.sonneborn, -x.wins, lots[x.entrant]))
