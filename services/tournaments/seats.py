"""Who sits where in a match of an encounter (tournament.md 10.2, TRN-20). Pure."""

from collections.abc import Sequence

from services.kernel import chance
from services.kernel.game import Roll
from services.tournaments.encounter import Side

Teams = tuple[tuple[int, ...], ...]
"""The seats of a table by sides, as `Meta.teams_for` gives them."""


def seats_of(
    teams: Teams, people: tuple[Sequence[str], Sequence[str]], match_number: int, secret: bytes, encounter: str
) -> tuple[str, ...]:
    """The player of every seat.

    Single players change sides with every match of the encounter (`match_number` from 0); home begins on the first.
    Partners throw dice once and keep their seats to the encounter's end; `encounter` is its name.
    """
    home_side: Side = 0 if match_number % 2 == 0 else 1
    order = (list(people[0]), list(people[1]))
    if len(people[0]) > 1:
        home_side, order = _by_dice(people, secret, encounter)
    players = [""] * sum(len(team) for team in teams)
    for side, team in enumerate(teams):
        for place, seat in enumerate(team):
            players[seat] = order[0 if side == home_side else 1][place]
    return tuple(players)


def _by_dice(
    people: tuple[Sequence[str], Sequence[str]], secret: bytes, encounter: str
) -> tuple[Side, tuple[list[str], list[str]]]:
    """Which side gets seat 0, and each side's people, the better thrower first.

    Everybody throws one die; equals throw again among themselves. The highest has seat 0 and his partner the seat
    opposite; the better of the other two sits at his right (TRN-20).
    """
    ranked = throw([*people[0], *people[1]], secret, encounter)
    best: Side = 0 if ranked[0] in people[0] else 1
    sides = ([who for who in ranked if who in people[0]], [who for who in ranked if who in people[1]])
    return best, sides


def throw(players: Sequence[str], secret: bytes, encounter: str) -> list[str]:
    """The players by falling dice; the k-th throw of all that are thrown is the secret's k-th outcome."""
    throws = 0

    def rank(equals: list[str]) -> list[str]:
        nonlocal throws
        if len(equals) == 1:
            return equals
        dice = chance.outcome(secret, encounter, throws, (), Roll(count=len(equals), sides=6))
        throws += 1
        ranked: list[str] = []
        for face in range(6, 0, -1):
            same = [player for player, die in zip(equals, dice, strict=True) if die == face]
            if len(same) == len(equals):
                return rank(same)
            ranked.extend(rank(same) if same else [])
        return ranked

    return rank(list(players))
