"""How strong tavla's bots are and how long they think: `python -m bench.bots`.

Games for points: no cube, a mars counts 2 and a misli mars 3, each game by itself, seats alternating, dice from a seed.
The opponents are pubeval (Tesauro's public benchmark player, from PyPI `gnubg-nn`) or another level. What is played is
`services.tavla.bot`, through views, as the workers do; the views tell of a match so long that its score is no concern.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from typing import Any, Final

import gnubg_nn
import msgspec
import numpy as np

from services.kernel.game import Act, Chance, Config, Fate, Over, Seat
from services.tavla import game
from services.tavla.actions import Action, PlayTurn
from services.tavla.bot import bot
from services.tavla.plays import Position, legal_plays, position
from services.tavla.quick import Moves
from services.tavla.state import State

LONG_MATCH: Final = 25
BAR: Final = 26

Player = Callable[[State, int, int], Action]


class Thinker:
    """A level as a player, and how long each of its turns took, in seconds."""

    def __init__(self, level: str) -> None:
        self.level = level
        self.seconds: list[float] = []

    def __call__(self, state: State, seat: int, seed: int) -> Action:
        view = msgspec.structs.replace(game.view(state, Seat(seat)), target=LONG_MATCH)
        began = time.perf_counter()
        action = bot.decide(view, self.level, seed)
        self.seconds.append(time.perf_counter() - began)
        return action


def pubeval(state: State, seat: int, seed: int) -> Action:  # noqa: ARG001
    """The play that pubeval makes."""
    at = position(state)
    plays = legal_plays(at)
    boards = [_gnubg(at.other), _gnubg(at.own)]
    steps = gnubg_nn.pub_best_move(boards, *at.dice)
    wanted = _moved(at, list(zip(steps[::2], steps[1::2], strict=True)))
    return PlayTurn(next(play for play in plays if _result(at, play) == wanted))


def _gnubg(own: bytes) -> list[int]:
    """A side as gnubg counts it: 24 points, then the bar."""
    return [*own[1:25], own[BAR]]


def _moved(at: Position, steps: list[tuple[int, int]]) -> tuple[bytes, bytes]:
    """Both sides after gnubg's steps (from, to), points from 0, 24 the bar, below 0 off."""
    own, other = bytearray(at.own), bytearray(at.other)
    for source, target in steps:
        own[BAR if source == 24 else source + 1] -= 1
        own[max(target + 1, 0)] += 1
        if target >= 0 and other[24 - target]:
            other[24 - target] -= 1
            other[BAR] += 1
    return bytes(own), bytes(other)


def _result(at: Position, play: Moves) -> tuple[bytes, bytes]:
    board = at.board()
    for point, die in play:
        board.make(point, die)
    return bytes(board.own), bytes(board.other)


def one_game(players: tuple[Player, Player], options: dict[str, str], rng: np.random.Generator) -> int:
    """Plays one game; returns the points of seat 0, negative if it lost."""
    state = game.setup(Config(options=game.meta.resolve(options)))
    while not state.match.series.games:
        wait = game.pending(state)
        match wait:
            case Chance():
                state = game.apply(state, Fate(tuple(int(d) for d in rng.integers(1, 7, 2))))
            case Over():
                break
            case _:
                seat = next(iter(wait.seats))
                state = game.apply(state, Act(seat, players[seat](state, seat, int(rng.integers(1 << 62)))))
    points = state.match.series.games[0].points
    return points[0] - points[1]


def measure(level: str, against: str, games: int, seed: int, variant: str) -> dict[str, Any]:
    """Plays `games` games; points per game of `level` with the half width of their 95 % interval, and its thinking."""
    thinker = Thinker(level)
    rival: Player = pubeval if against == "pubeval" else Thinker(against)
    options = {"tavlaVariant": variant, "tavlaScore": "brainking", "turnSeconds": "none"}
    points = []
    for number in range(games):
        rng = np.random.default_rng((seed, number // 2))  # the same dice from both seats
        if number % 2 == 0:
            points.append(one_game((thinker, rival), options, rng))
        else:
            points.append(-one_game((rival, thinker), options, rng))
    milliseconds = np.array(thinker.seconds) * 1000
    return {
        "variant": variant,
        "level": level,
        "against": against,
        "games": games,
        "points_per_game": round(float(np.mean(points)), 3),
        "plus_minus": round(1.96 * float(np.std(points)) / games**0.5, 3),
        "won": round(float(np.mean(np.array(points) > 0)), 3),
        "think_ms_p50": round(float(np.percentile(milliseconds, 50)), 1),
        "think_ms_p95": round(float(np.percentile(milliseconds, 95)), 1),
    }


def main() -> None:
    """One line of JSON per measurement."""
    parser = argparse.ArgumentParser(prog="python -m bench.bots", description=__doc__)
    parser.add_argument("--level", default="usta", choices=game.meta.bot_levels)
    parser.add_argument("--against", default="pubeval", choices=("pubeval", *game.meta.bot_levels))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variant", default="standard")
    told = parser.parse_args()
    if told.against == "pubeval" and told.variant not in ("standard", "nack"):
        parser.error("pubeval knows the standard board only")
    sys.stdout.write(json.dumps(measure(told.level, told.against, told.games, told.seed, told.variant)) + "\n")


if __name__ == "__main__":
    main()
