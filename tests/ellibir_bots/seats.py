"""Positions as a bot sees them."""

import random
from collections.abc import Iterator

from services.ellibir import game
from services.ellibir.actions import Action
from services.ellibir.bot import bot
from services.ellibir.state import Phase, State
from services.kernel.game import Act, Config
from tests.ellibir.tables import event, position

LEVELS = game.meta.bot_levels
THINKERS = ("orta", "usta")


def decide(state: State, level: str = "usta", seed: int = 1) -> Action:
    """What a bot of this level does in the place of the due seat."""
    assert state.due is not None
    return bot.decide(game.view(state, state.due), level, seed)


def does(text: str, level: str, seed: int = 1, **options: object) -> str:
    """The same in a position, in notation."""
    return game.notation.write_action(decide(position(text, **options), level, seed))


def turn(text: str, level: str, seed: int = 1, **options: object) -> list[str]:
    """All that it does until the turn is another seat's or the round is over."""
    state = position(text, **options)
    seat, acts = state.due, list[str]()
    while state.due == seat and len(acts) < 30:
        assert seat is not None
        action = decide(state, level, seed + len(acts))
        acts.append(game.notation.write_action(action))
        state = game.apply(state, Act[Action](seat, action))
        if acts[-1].startswith("discard"):
            break
    return acts


def played(table: Config, level: str, others: str, seed: int) -> Iterator[tuple[State, Action | None]]:
    """A match of seat 0 with others: each state, with what the due seat does there (None while chance acts)."""
    rng = random.Random(seed)
    state = game.setup(table)
    while state.phase is not Phase.OVER:
        if state.due is None:
            yield state, None
            state = game.apply(state, event(state, rng, 0.0, 0.0))
            continue
        action = decide(state, level if state.due == 0 else others, rng.getrandbits(62))
        yield state, action
        state = game.apply(state, Act[Action](state.due, action))
    yield state, None
