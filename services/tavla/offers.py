"""Misli: who may offer the cube when, and why not (rules 2.4)."""

from services.tavla.state import Crawford, Cube, Match, State

HIGHEST = 64


def offer_refusal(match: Match, cube: Cube, begun: tuple[bool, bool], seat: int) -> str:
    """Why `seat`, at the start of a turn of its own, may not offer; "" if it may. Lasting reasons come first."""
    if not match.terms.cube_in_game:
        return "CUBE_NOT_IN_GAME"
    if match.crawford is Crawford.NOW:
        return "CUBE_CRAWFORD"
    if cube.value >= HIGHEST:
        return "CUBE_MAX"
    if cube.owner not in (None, seat):
        return "CUBE_NOT_YOURS"
    if cube.value >= match.series.away(seat):
        return "CUBE_DEAD"  # a seat that needs one point is the case of cube 1
    if not begun[seat]:
        return "CUBE_FIRST_TURN"
    return ""


def state_offer_refusal(state: State) -> str:
    """The same for the seat on turn of a state."""
    return offer_refusal(state.match, state.cube, state.begun, state.turn)


def next_crawford(match: Match, points: tuple[int, ...]) -> Crawford:
    """Where the match stands with its Crawford game after a game that made the points `points`.

    A drawn Crawford game has been played, too.
    """
    if match.crawford is not Crawford.AHEAD:
        return Crawford.PLAYED
    close = match.terms.cube_in_game and any(match.series.target - had == 1 for had in points)
    return Crawford.NOW if close else Crawford.AHEAD
