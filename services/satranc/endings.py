"""How a game ends (rules 4.4)."""

from msgspec.structs import replace

from services.satranc.board import Position
from services.satranc.clocks import flag_at, noted
from services.satranc.happenings import GameEnded, Happening
from services.satranc.material import is_dead
from services.satranc.score import CHECKMATE, DEAD, FIVEFOLD, SEVENTY_FIVE, STALEMATE, ledger, result
from services.satranc.state import Clocks, Ending, State
from services.satranc.terms import Terms

FIFTY_PLIES = 100
SEVENTY_FIVE_PLIES = 150


def over(state: State, ending: Ending, happened: tuple[Happening, ...], at_ms: int) -> State:
    """The match with its end. The board stays as it is; the clock that ran stops where it is, at the latest at zero."""
    clocks = noted(state.clocks, at_ms)
    if state.is_played:
        seat, left = state.turn, max(0, flag_at(state) - clocks.now)
        clocks = Clocks((left, clocks.left[1]) if seat == 0 else (clocks.left[0], left), clocks.now, clocks.now)
    end = GameEnded(result(ending), ledger(ending))
    return replace(state, clocks=clocks, offer=None, touches=(), adjusted=(), ending=ending, happened=(*happened, end))


def ending_of(at: Position, keys: tuple[str, ...], terms: Terms, mover: int) -> Ending | None:
    """How the game ends with the move that `mover` has just made; None while it goes on. Mate comes before all else."""
    if not at.has_move:
        return Ending(CHECKMATE, mover) if at.in_check else Ending(STALEMATE, None)
    if is_dead(at.board):
        return Ending(DEAD, None)
    if terms.auto_draws and at.quiet_plies >= 8 and keys.count(keys[-1]) >= 5:
        return Ending(FIVEFOLD, None)
    if terms.auto_draws and at.quiet_plies >= SEVENTY_FIVE_PLIES:
        return Ending(SEVENTY_FIVE, None)
    return None
