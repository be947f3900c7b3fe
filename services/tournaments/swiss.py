"""Swiss rounds: who meets whom, by the FIDE Dutch system (Handbook C.04.3) of the library `caissify-pairings`. Pure.

The first of a pair sits on seat 0: in chess he has white.
"""

from collections.abc import Mapping, Sequence
from math import ceil, log2
from typing import Any

from caissify_pairings import generate_pairings

from services.tournaments.encounter import Encounter
from services.tournaments.knockout import Pair
from services.tournaments.ranking import halves_of


def usual_rounds(entrants: int) -> int:
    """As many rounds as leave one without a loss in a field of that size."""
    return max(1, ceil(log2(entrants))) if entrants > 1 else 1


def pair_round(
    lots: Mapping[int, int], rounds: Sequence[Sequence[Encounter]], out: frozenset[int], total: int
) -> list[Pair]:
    """The pairs of the round after `rounds`, all of which are over; `out` are those who have withdrawn.

    An entrant without an opponent comes last and has a bye, at most once. `total` is how many rounds there are.
    """
    staying = [entrant for entrant in sorted(lots, key=lambda entrant: lots[entrant]) if entrant not in out]
    if len(staying) < 2:
        return [(entrant, None) for entrant in staying]
    players = [_player(entrant, lots[entrant] + 1, rounds) for entrant in staying]
    met = {
        (encounter.home + 1, encounter.away + 1)
        for encounters in rounds
        for encounter in encounters
        if encounter.away is not None
    }
    found = generate_pairings("dutch", players, met, len(rounds) + 1, total)
    pairs = [(pair["white_id"] - 1, None if pair["black_id"] is None else pair["black_id"] - 1) for pair in found]
    return sorted(pairs, key=lambda pair: pair[1] is None)


def _player(entrant: int, number: int, rounds: Sequence[Sequence[Encounter]]) -> dict[str, Any]:
    """What the library asks to know of an entrant: his score, colours, floats and byes, round by round."""
    colours, floats, byes = [], [], 0
    for before, encounters in enumerate(rounds):
        own = next((encounter for encounter in encounters if entrant in encounter.entrants), None)
        if own is None or own.away is None:
            byes += own is not None
            colours.append("none")
            floats.append("down" if own is not None else "none")
            continue
        opponent = own.away if own.home == entrant else own.home
        mine, theirs = _halves(entrant, rounds[:before]), _halves(opponent, rounds[:before])
        played = own.forfeit is None
        colours.append(("white" if own.home == entrant else "black") if played else "none")
        floats.append("down" if mine > theirs else "up" if mine < theirs else "none")
    return {
        "id": entrant + 1,
        "name": str(entrant),
        "score": _halves(entrant, rounds) / 2,
        "rating": 0,
        "starting_number": number,
        "color_hist": colours,
        "float_history": floats,
        "bye_count": byes,
    }


def _halves(entrant: int, rounds: Sequence[Sequence[Encounter]]) -> int:
    return sum(halves_of(entrant, one) for encounters in rounds for one in encounters if entrant in one.entrants)
