"""Tables for the tests: positions read from text, and random matches through the Game interface."""

import random
from collections.abc import Iterator

from services.kernel.game import Act, Chance, Config, Decide, Fate, Seat
from services.tavla import game
from services.tavla.actions import Action, CheckerMove, PlayTurn
from services.tavla.state import Phase, State

VARIANTS = ("standard", "nack", "hiper", "yaris", "hapis", "multezim", "anti")


def config(**options: object) -> Config:
    """A table with these options, the others at their defaults."""
    return Config(options=game.meta.resolve({name: str(value) for name, value in options.items()}))


def position(text: str, **options: object) -> State:
    """A position from its notation."""
    return game.notation.read_position(text, config(**options))


def act(state: State, seat: int, text: str) -> State:
    """The match after an act given in notation."""
    return game.apply(state, Act(Seat(seat), game.notation.read_action(text)))


def dice(state: State, first: int, second: int) -> State:
    """The match after the dice fell."""
    return game.apply(state, Fate((first, second)))


def plays(state: State) -> list[tuple[CheckerMove, ...]]:
    """The plays of the seat on turn, one per resulting position."""
    return [action.moves for action in game.legal(state, Seat(state.turn)) if isinstance(action, PlayTurn)]


def random_states(rng: random.Random, table: Config, resignations: float = 0.0) -> Iterator[State]:
    """Every state of a random match, its last one included. A due seat gives up with the given probability."""
    state = game.setup(table)
    yield state
    while True:
        match game.pending(state):
            case Chance():
                state = dice(state, rng.randint(1, 6), rng.randint(1, 6))
            case Decide(seats=seats):
                (seat,) = seats
                options = game.legal(state, seat)
                give_up = rng.random() < resignations
                index = options.decisions if give_up else rng.randrange(options.decisions)
                state = game.apply(state, Act[Action](seat, options[index]))
            case _:
                return
        yield state


def turns(rng: random.Random, count: int, **options: object) -> Iterator[State]:
    """`count` states in which a roll is to be played, from random matches."""
    while count > 0:
        for state in random_states(rng, config(**options)):
            if state.phase is Phase.PLAYING:
                yield state
                count -= 1
                if count == 0:
                    return
