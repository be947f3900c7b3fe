"""Lots that can be checked: the order in which a tournament's entrants are drawn. Pure.

The tournament publishes the hash of its secret before anybody enters, as a match does (services/kernel/chance.py), and
the secret itself when registration is closed.
"""

from services.kernel import chance
from services.kernel.game import Shuffle


def lots(secret: bytes, tournament: str, entrants: int) -> dict[int, int]:
    """Each entrant's place in the drawing, from 0; entrants are numbered from 0 in the order in which they entered."""
    drawn = chance.outcome(secret, tournament, 0, (), Shuffle(size=entrants))
    return {entrant: place for place, entrant in enumerate(drawn)}
