"""Asking a UCI engine for a move (the Universal Chess Interface, Kahlen and Meyer-Kahlen 2000)."""

import re
from collections.abc import Sequence
from typing import Final

from services.kernel.bot import Program, ProgramGone
from services.satranc.bots.levels import Level
from services.satranc.bots.search import MATE
from services.satranc.view import View

_HANDSHAKE: Final = (
    "uci",
    "setoption name Threads value 1",
    "setoption name Hash value 16",
)
# Twice of both, and a move of one's own, is still less than a worker's task may take.
_READY_SECONDS: Final = 8.0
_MOVE_SECONDS: Final = 5.0
_MOST_MS: Final = 900  # a safety beside the limit in positions, for slow machines
_SCORE: Final = re.compile(r"\bscore (cp|mate) (-?\d+)")


def asked(program: Program, view: View, moves: Sequence[str], level: Level) -> tuple[str, int]:
    """The engine's choice among `moves`, and what it thinks of the position, in hundredths of a pawn.

    Raises `ProgramGone` if it died, was silent, or answered what is no legal move.
    """
    limit = f"setoption name UCI_LimitStrength value {'false' if level.elo is None else 'true'}"
    strength = [] if level.elo is None else [f"setoption name UCI_Elo value {level.elo}"]
    program.ask((*_HANDSHAKE, limit, *strength, "ucinewgame", "isready"), "readyok", _READY_SECONDS)
    way = f" moves {' '.join(view.since)}" if view.since else ""
    wanted = f"go nodes {level.nodes} movetime {_MOST_MS} searchmoves {' '.join(moves)}"
    said = program.ask((f"position fen {view.base_fen}{way}", wanted), "bestmove", _MOVE_SECONDS)
    word = said[-1].split()
    if len(word) < 2 or word[1] not in moves:
        raise ProgramGone(f"it answered {said[-1]!r}")
    return word[1], _worth(said)


def _worth(said: Sequence[str]) -> int:
    """The last score that was said; 0 if none was."""
    scores = [found for line in said if (found := _SCORE.search(line))]
    if not scores:
        return 0
    kind, number = scores[-1][1], int(scores[-1][2])
    return number if kind == "cp" else (MATE - number if number > 0 else -MATE - number)
