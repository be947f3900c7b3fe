"""Random games of tavla: our rules in Python beside open_spiel's backgammon in C++, in one run on one core."""

import random
import time
from collections.abc import Callable

import msgspec
import pyspiel

from services.kernel.game import Act, Chance, Config, Fate, Over
from services.kernel.registry import families

BACKGAMMON = pyspiel.load_game("backgammon")


class RulesFigures(msgspec.Struct, frozen=True):
    """Random games a second, and ours as a share of open_spiel's."""

    ours_per_second: float
    open_spiel_per_second: float
    ratio: float


def measure(seconds: float) -> RulesFigures:
    """Plays both in turns of a second, so that a busy machine slows both alike."""
    ours = theirs = 0.0
    our_games = their_games = 0
    rng = random.Random(1)
    while ours + theirs < seconds:
        spent, games = _for_a_second(rng, _our_game)
        ours, our_games = ours + spent, our_games + games
        spent, games = _for_a_second(rng, _their_game)
        theirs, their_games = theirs + spent, their_games + games
    mine, other = our_games / ours, their_games / theirs
    return RulesFigures(
        ours_per_second=round(mine, 1), open_spiel_per_second=round(other, 1), ratio=round(mine / other, 2)
    )


def _for_a_second(rng: random.Random, play: Callable[[random.Random], None]) -> tuple[float, int]:
    began, games = time.process_time(), 0
    while time.process_time() - began < 1:
        play(rng)
        games += 1
    return time.process_time() - began, games


def _our_game(rng: random.Random) -> None:
    """One game through the Game interface, as the house plays it: every legal play listed, one picked, applied."""
    game = families()["tavla"].game
    state = game.setup(Config(options=game.meta.resolve({"matchLength": "1"})))
    while not isinstance(wait := game.pending(state), Over):
        if isinstance(wait, Chance):
            state = game.apply(state, Fate(outcome=(rng.randint(1, 6), rng.randint(1, 6))))
            continue
        (seat,) = wait.seats
        # The last of the list is to give up the game, which open_spiel does not have.
        plays = list(game.legal(state, seat))[:-1]
        state = game.apply(state, Act(seat=seat, action=rng.choice(plays)))


def _their_game(rng: random.Random) -> None:
    state = BACKGAMMON.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, shares)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
