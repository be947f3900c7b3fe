"""Positions as a bot sees them."""

import random
from collections.abc import Iterator

from services.kernel.game import Act, Chance, Config, Decide, Fate, Over, Roll, Seat
from services.okey import game
from services.okey.actions import Action, Discard
from services.okey.bot import bot
from services.okey.state import State
from services.okey.tiles import Tile

LEVELS = ("kolay", "orta", "usta")
HOUSE = {
    "okeyGame": ("101", "34", "51"),
    "okeyTeams": ("single", "partners"),
    "cezali": ("on", "off"),
    "sideAfterOpen": ("mustUse", "forbidden", "free"),
    "finishBonus": ("literal", "scaled"),
}
FEW_TURNS = 1_500
"""No hand lasts longer: a turn has fewer acts than tiles."""


def table(**options: object) -> Config:
    """A table with these options, the others at their defaults."""
    return Config(options=game.meta.resolve({name: str(value) for name, value in options.items()}))


def any_table(rng: random.Random) -> Config:
    """A house table by chance."""
    return table(okeyHands=1, **{name: rng.choice(values) for name, values in HOUSE.items()})


def position(text: str, **options: object) -> State:
    """A position from its notation."""
    return game.notation.read_position(text, table(**options))


def decide(state: State, level: str, seed: int = 1) -> Action:
    """What a bot of this level does in the place of the seat on turn."""
    assert state.due is not None
    return bot.decide(game.view(state, state.due), level, seed)


def said(state: State, level: str, seed: int = 1) -> str:
    """The same in words."""
    return game.notation.write_action(decide(state, level, seed))


def thrown(state: State, level: str, seed: int = 1) -> Tile:
    """The tile with which the bot ends this turn, whatever it does before."""
    for _ in range(FEW_TURNS):
        action = decide(state, level, seed)
        if isinstance(action, Discard):
            return action.tile
        assert state.due is not None
        state = game.apply(state, Act[Action](state.due, action))
    raise AssertionError("a turn without an end")


def answer(state: State, rng: random.Random) -> State:
    """The match after an answer of chance."""
    wait = game.pending(state)
    assert isinstance(wait, Chance)
    if isinstance(wait.request, Roll):
        return game.apply(state, Fate((rng.randint(1, wait.request.sides),)))
    return game.apply(state, Fate(tuple(rng.sample(range(wait.request.size), wait.request.size))))


def played(config: Config, levels: tuple[str, str, str, str], seed: int) -> Iterator[tuple[State, Action | None]]:
    """A match of four bots: each state, with what the seat on turn does there (None while chance acts)."""
    rng = random.Random(seed)
    state = game.setup(config)
    while not isinstance(wait := game.pending(state), Over):
        if not isinstance(wait, Decide):
            yield state, None
            state = answer(state, rng)
            continue
        (seat,) = wait.seats
        action = decide(state, levels[seat], rng.getrandbits(63))
        yield state, action
        state = game.apply(state, Act[Action](Seat(seat), action))
    yield state, None
