"""Random games: our rules in Python beside the nearest game that open_spiel has in C++, in one run on one core."""

import random
import time
from collections.abc import Callable
from typing import Any

import msgspec
import pyspiel

from bench.strength import outcome
from services.kernel.game import Act, Chance, Config, Fate, Game, Over
from services.kernel.registry import families


class Compared(msgspec.Struct, frozen=True):
    """What is compared: `rival` is a game of open_spiel ("" where it has none like it), a `unit` of ours is one of its
    games, and a match with `options` has so many `units`. `counts` says which acts open_spiel's game has, too."""

    unit: str
    rival: str = ""
    options: dict[str, str] = {}
    units: int = 1
    counts: Callable[[Any], bool] | None = None


def _is_play(action: Any) -> bool:
    """True for an act on the board: to give up or to bargain is nothing that a random game has."""
    return type(action).__name__ in ("PlayTurn", "PlayMove")


COMPARED: dict[str, Compared] = {
    "tavla": Compared(unit="games", rival="backgammon", options={"matchLength": "1"}, counts=_is_play),
    "satranc": Compared(unit="games", rival="chess", counts=_is_play),
    "king": Compared(unit="hands", rival="hearts", options={"kingLength": "12"}, units=12),
    "batak": Compared(unit="hands", rival="spades", options={"batakHands": "7"}, units=7),
    "okey": Compared(unit="hands", rival="gin_rummy", options={"okeyHands": "1"}),
    "ellibir": Compared(unit="rounds", rival="gin_rummy", options={"elliBirRounds": "1", "repeatLimit": "1"}),
}


def measure(slug: str, seconds: float) -> dict[str, Any]:
    """Units a second of a family, and of its rival; both in turns of a second, so that a busy machine slows both."""
    compared = COMPARED.get(slug, Compared(unit="matches"))
    game, rng = families()[slug].game, random.Random(1)
    rival = pyspiel.load_game(compared.rival) if compared.rival else None
    ours = theirs = 0.0
    our_games = their_games = 0
    while ours + theirs < seconds:
        spent, games = _for_a_second(lambda: _our_match(game, compared, rng))
        ours, our_games = ours + spent, our_games + games * compared.units
        if rival is not None:
            spent, games = _for_a_second(lambda: _their_game(rival, rng))
            theirs, their_games = theirs + spent, their_games + games
    found: dict[str, Any] = {"unit": compared.unit, "ours_per_second": round(our_games / ours, 1)}
    if rival is not None:
        there = their_games / theirs
        found |= {
            "open_spiel": compared.rival,
            "open_spiel_per_second": round(there, 1),
            "ratio": round(our_games / ours / there, 2),
        }
    return found


def _for_a_second(play: Callable[[], None]) -> tuple[float, int]:
    began, games = time.process_time(), 0
    while time.process_time() - began < 1:
        play()
        games += 1
    return time.process_time() - began, games


def _our_match(game: Game[Any, Any, Any, Any], compared: Compared, rng: random.Random) -> None:
    """One match through the Game interface, as the house plays it: every legal act listed, one picked, applied."""
    state = game.setup(Config(options=game.meta.resolve(compared.options)))
    while not isinstance(wait := game.pending(state), Over):
        if isinstance(wait, Chance):
            state = game.apply(state, Fate(outcome=outcome(wait.request, rng)))
            continue
        (seat,) = wait.seats
        acts = list(game.legal(state, seat))
        if compared.counts is not None:
            acts = [act for act in acts if compared.counts(act)] or acts
        state = game.apply(state, Act(seat=seat, action=rng.choice(acts)))


def _their_game(rival: Any, rng: random.Random) -> None:
    state = rival.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, shares)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
