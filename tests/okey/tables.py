"""Tables for the tests: positions read from text, and random matches through the Game interface."""

import random
from collections.abc import Iterator

from services.kernel.game import Act, Chance, Config, Decide, Fate, Lapse, LapseCause, Over, Roll, Seat
from services.okey import game
from services.okey.actions import Action
from services.okey.state import State

HOUSE = {
    "okeyGame": ("101", "34", "51"),
    "okeyTeams": ("single", "partners"),
    "cezali": ("on", "off"),
    "sideAfterOpen": ("mustUse", "forbidden", "free"),
    "finishBonus": ("literal", "scaled"),
}


def config(**options: object) -> Config:
    """A table with these options, the others at their defaults."""
    return Config(options=game.meta.resolve({name: str(value) for name, value in options.items()}))


TOURNAMENT = config(okeyTable="tournament")


def random_config(rng: random.Random, **options: object) -> Config:
    """A house table with options by chance, but for those given."""
    chosen: dict[str, object] = {name: rng.choice(values) for name, values in HOUSE.items()}
    if chosen["okeyGame"] == "51":
        chosen["fiftyOneHigh"] = rng.choice(("face", "ten"))
    if chosen["cezali"] == "on":
        chosen["okeySpotIsIsler"] = rng.choice(("off", "on"))
    return config(**(chosen | {"okeyHands": 1} | options))


def position(text: str, **options: object) -> State:
    """A position from its notation."""
    return game.notation.read_position(text, config(**options))


def act(state: State, seat: int, text: str, at_ms: int = 0) -> State:
    """The match after an act given in notation."""
    return game.apply(state, Act(Seat(seat), game.notation.read_action(text), at_ms))


def acts(state: State, seat: int, *texts: str) -> State:
    """The match after several acts of a seat."""
    for text in texts:
        state = act(state, seat, text)
    return state


def lapse(state: State, seat: int, cause: str = "timeout", at_ms: int = 0) -> State:
    """The match after a seat's time ran out, or it left."""
    return game.apply(state, Lapse(Seat(seat), LapseCause(cause), at_ms))


def answer(state: State, rng: random.Random) -> State:
    """The match after an answer of chance."""
    wait = game.pending(state)
    assert isinstance(wait, Chance)
    asked = wait.request
    if isinstance(asked, Roll):
        return game.apply(state, Fate((rng.randint(1, asked.sides),)))
    return game.apply(state, Fate(tuple(rng.sample(range(asked.size), asked.size))))


def step(state: State, rng: random.Random, lapses: float = 0.0) -> State:
    """The match after one event by chance; a turn is left to the rules with the given probability."""
    wait = game.pending(state)
    if not isinstance(wait, Decide):
        return answer(state, rng)
    (seat,) = wait.seats
    if rng.random() < lapses:
        return lapse(state, seat)
    return game.apply(state, Act[Action](seat, rng.choice(list(game.legal(state, seat)))))


def walk(rng: random.Random, table: Config, lapses: float = 0.0) -> Iterator[State]:
    """Every state of a random match, its last one included."""
    state = game.setup(table)
    yield state
    while not isinstance(game.pending(state), Over):
        state = step(state, rng, lapses)
        yield state


def hand_of(rng: random.Random, table: Config) -> State:
    """A hand that has just been dealt."""
    return answer(answer(game.setup(table), rng), rng)
