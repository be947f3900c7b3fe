"""The queues and the names of the tasks: the contract between those who send work and the workers.

| task | queue | arguments |
|---|---|---|
| `bots.play_turn` | `bots.<family>` | `family`, `match`, `version`, `seat`, `level`, `attempt` |
| `scoring.record_result` | `scoring` | `family`, `match`, `attempt` |
| `scoring.record_leave` | `scoring` | `family`, `match`, `version`, `seat`, `player`, `at_ms`, `attempt` |
| `scoring.run_periodic` | `scoring` | |

`match` is "matches/…"; `version` is the commit after which the seat is to move, or with which `player` ("players/…")
left it at `at_ms` (Unix time); `attempt` counts from 1.
"""

from typing import Final

PLAY_TURN: Final = "bots.play_turn"
RECORD_RESULT: Final = "scoring.record_result"
RECORD_LEAVE: Final = "scoring.record_leave"
RUN_PERIODIC: Final = "scoring.run_periodic"
SCORING_QUEUE: Final = "scoring"


def bot_queue(family: str) -> str:
    """The queue of a family's bot turns."""
    return f"bots.{family}"


def all_queues(families: tuple[str, ...]) -> tuple[str, ...]:
    """Every queue of a house with these families."""
    return (*(bot_queue(family) for family in families), SCORING_QUEUE)
