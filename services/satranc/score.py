"""What the match is worth: a point for the winner, none for a draw (rules 4.4, 4.7)."""

from services.kernel.score import GameResult, LedgerLine, Score
from services.satranc.state import Ending, State

CHECKMATE = "checkmate"
RESIGNED = "resigned"
AGREED = "agreed"
STALEMATE = "stalemate"
FIFTY = "fifty_moves"
THREEFOLD = "threefold"
DEAD = "dead_position"
FIVEFOLD = "fivefold"
SEVENTY_FIVE = "seventy_five_moves"
FLAG = "flag"
FLAG_DRAWN = "flag_drawn"
LEFT = "left"

_CLAUSES = {FLAG: "4.7", LEFT: "4.7"}


def result(ending: Ending) -> GameResult:
    """The match's only game (rules 4.1)."""
    winners = () if ending.winner is None else (ending.winner,)
    return GameResult(number=1, winners=winners, points=_points(ending), cause=ending.cause)


def ledger(ending: Ending) -> tuple[LedgerLine, ...]:
    """Why the winner has a point; nothing for a draw."""
    if ending.winner is None:
        return ()
    clause = _CLAUSES.get(ending.cause, "4.4")
    return (LedgerLine(seat=ending.winner, points=1, reason=ending.cause.upper(), clause=clause),)


def score(state: State) -> Score:
    """Where the match stands."""
    ending = state.ending
    if ending is None:
        return Score(points=(0, 0))
    places = (1, 1) if ending.winner is None else (1, 2) if ending.winner == 0 else (2, 1)
    game = result(ending)
    return Score(points=game.points, ledger=ledger(ending), games=(game,), winners=tuple(game.winners), places=places)


def _points(ending: Ending) -> tuple[int, int]:
    return (0, 0) if ending.winner is None else (1, 0) if ending.winner == 0 else (0, 1)
