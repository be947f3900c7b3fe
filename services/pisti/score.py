"""What pişti is worth: piştis as they are made, the count of a game, where the match stands (rules 6.3-6.5)."""

from services.kernel.score import GameResult, LedgerLine, Score
from services.pisti.count import GameCount, SideCount, count_side, counted_lines
from services.pisti.meta import COUNTED
from services.pisti.state import Ending, Match, State, won_by

PISTI = "PISTI"
JACK_PISTI = "JACK_PISTI"
BLUFF_ACCEPTED = "BLUFF_ACCEPTED"
BLUFF_PROVED = "BLUFF_PROVED"
BLUFF_CAUGHT = "BLUFF_CAUGHT"

REASONS = {PISTI: "6.3", JACK_PISTI: "6.3", BLUFF_ACCEPTED: "6.4", BLUFF_PROVED: "6.4", BLUFF_CAUGHT: "6.4"}
"""The reasons of points that are written while a game is played, with their clauses."""


def pisti_line(match: Match, seat: int, reason: str) -> LedgerLine:
    """What a pişti or a bluff brings to `seat`."""
    # An accepted bluff is worth 10 whatever lies hidden, also a jack: another amount would show it (6.4).
    points = {JACK_PISTI: match.terms.jack_pisti, BLUFF_PROVED: 20}.get(reason, 10)
    return LedgerLine(seat=seat, points=points, reason=reason, clause=REASONS[reason])


def pisti_points(state: State, seat: int) -> int:
    """The seat's points from piştis and bluffs in the game that is being played."""
    return sum(line.points for line in state.lines if line.seat == seat)


def counted(state: State) -> tuple[Match, GameCount, tuple[LedgerLine, ...]]:
    """The match after its game was counted, the count, and the ledger lines that it wrote.

    Everything that is left on the table has gone to the last capturer before.
    """
    sides = _side(state, 0), _side(state, 1)
    count = GameCount(sides=sides, start=state.start, start_seat=state.start_seat)
    lines = counted_lines(0, sides[0]) + counted_lines(1, sides[1])
    points = (sides[0].total, sides[1].total)
    before = state.match
    best = max(points)
    winners = () if points[0] == points[1] else (points.index(best),)
    match = Match(
        terms=before.terms,
        number=before.number,
        points=(before.points[0] + points[0], before.points[1] + points[1]),
        games=(*before.games, GameResult(number=before.number, winners=winners, points=points, cause=COUNTED)),
        ledger=(*before.ledger, *state.lines, *lines),
        count=count,
    )
    return match, count, lines


def _side(state: State, seat: int) -> SideCount:
    bluffs = [bluff.card for bluff in state.sides[seat].bluffs]
    return count_side(won_by(state, seat), bluffs, pisti_points(state, seat))


def ending(match: Match) -> Ending | None:
    """How the match ends with its last game, or None if another one is played (rules 6.5)."""
    first, second = match.points
    leader = None if first == second else int(second > first)
    target = match.terms.target
    if target is not None and (leader is None or match.points[leader] < target):
        return None
    return Ending(COUNTED, leader)


def score(state: State) -> Score:
    """Where the match stands; the piştis of the game that is being played are in it."""
    match, end = state.match, state.ending
    points = tuple(had + pisti_points(state, seat) for seat, had in enumerate(match.points))
    ledger = match.ledger + state.lines
    if end is None:
        return Score(points=points, ledger=ledger, games=match.games)
    winners = () if end.winner is None else (end.winner,)
    places = tuple(1 if end.winner in (None, seat) else 2 for seat in range(2))
    return Score(points=points, ledger=ledger, games=match.games, winners=winners, places=places)
