"""Tables for the tests: positions read from text, random deals, and random matches through the Game interface."""

import random
from collections.abc import Iterator

from services.batak import game
from services.batak.actions import Action
from services.batak.state import Phase, State
from services.batak.terms import Terms
from services.kernel.cards import DECK, Card, in_order
from services.kernel.game import Act, Chance, Config, Decide, Fate, Lapse, LapseCause, Roll, Seat

ALL_TERMS = tuple(
    Terms(when_ruffed=when_ruffed, must_raise=must_raise, must_ruff=must_ruff)
    for when_ruffed in (True, False)
    for must_raise in (True, False)
    for must_ruff in (True, False)
)
"""Every way of playing cards that the options give (rules 7.3)."""

OPTIONS = {
    "kozMode": ("always", "whenRuffed"),
    "raise": ("mandatory", "free"),
    "mustRuff": ("off", "on"),
    "overLimit": ("1", "2", "3"),
}


def config(**options: object) -> Config:
    """A table with these options, the others at their defaults."""
    return Config(options=game.meta.resolve({name.rstrip("_"): str(value) for name, value in options.items()}))


def random_config(rng: random.Random, **options: object) -> Config:
    """A table with options by chance, but for those given."""
    chosen: dict[str, object] = {name: rng.choice(values) for name, values in OPTIONS.items()}
    return Config(options=game.meta.resolve({k: str(v) for k, v in (chosen | options).items()}))


def position(text: str, **options: object) -> State:
    """A position from its notation."""
    return game.notation.read_position(text, config(**options))


def act(state: State, seat: int, text: str) -> State:
    """The match after an act given in notation."""
    return game.apply(state, Act(Seat(seat), game.notation.read_action(text)))


def lapse(state: State, seat: int, cause: str) -> State:
    """The match after a seat's time ran out, or it left."""
    return game.apply(state, Lapse(Seat(seat), LapseCause(cause)))


def hands(rng: random.Random, size: int = 13) -> tuple[tuple[Card, ...], ...]:
    """Four hands of `size` cards by chance."""
    cards = rng.sample(DECK, 4 * size)
    return tuple(in_order(cards[seat * size : (seat + 1) * size]) for seat in range(4))


def step(state: State, rng: random.Random, lapses: float = 0.0) -> State:
    """The match after one event by chance; a decision is left to the rules with the given probability."""
    match game.pending(state):
        case Chance(request=Roll(sides=sides)):
            return game.apply(state, Fate((rng.randint(1, sides),)))
        case Chance():
            return game.apply(state, Fate(tuple(rng.sample(range(52), 52))))
        case Decide(seats=seats):
            (seat,) = seats
            if rng.random() < lapses:
                return lapse(state, seat, "timeout")
            return game.apply(state, Act[Action](seat, rng.choice(game.legal(state, seat))))
        case _:
            raise AssertionError("the match is over")


def walk(rng: random.Random, table: Config, lapses: float = 0.0) -> Iterator[State]:
    """Every state of a random match, its last one included."""
    state = game.setup(table)
    yield state
    while state.phase is not Phase.OVER:
        state = step(state, rng, lapses)
        yield state
