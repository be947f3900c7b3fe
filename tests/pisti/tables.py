"""Tables for the tests: positions read from text, and random matches through the Game interface."""

import random
from collections.abc import Iterator

from services.kernel.game import Act, Chance, Config, Decide, Fate, Lapse, LapseCause, Roll, Seat
from services.pisti import game
from services.pisti.actions import Action, AnswerBluff, BluffCard
from services.pisti.state import State

Event = Act[Action] | Fate | Lapse


def config(**options: object) -> Config:
    """A table with these options, the others at their defaults."""
    return Config(options=game.meta.resolve({name: str(value) for name, value in options.items()}))


def position(text: str, **options: object) -> State:
    """A position from its notation."""
    return game.notation.read_position(text, config(**options))


def act(state: State, seat: int, text: str) -> State:
    """The match after an act given in notation."""
    return game.apply(state, Act(Seat(seat), game.notation.read_action(text)))


def outcome(state: State, rng: random.Random) -> Fate:
    """An answer to what the match asks of chance."""
    wait = game.pending(state)
    assert isinstance(wait, Chance)
    asked = wait.request
    if isinstance(asked, Roll):
        return Fate(tuple(rng.randint(1, asked.sides) for _ in range(asked.count)))
    return Fate(tuple(rng.sample(range(asked.size), asked.size)))


def decided(state: State, seat: Seat, rng: random.Random, *, lapses: float, bluffs: float) -> Event:
    """A decision by chance. Where a bluff is legal, one is tried with the given probability."""
    if rng.random() < lapses:
        return Lapse(seat, LapseCause.TIMEOUT)
    options = game.legal(state, seat)
    bluffing = [action for action in options if isinstance(action, BluffCard)]
    if bluffing and rng.random() < bluffs:
        return Act[Action](seat, rng.choice(bluffing))
    open_ = [action for action in options if not isinstance(action, BluffCard)]
    return Act[Action](seat, rng.choice(open_))


def walk(
    rng: random.Random, table: Config, *, lapses: float = 0.0, bluffs: float = 0.7
) -> Iterator[tuple[State, Event | None]]:
    """Every state of a random match with the event that led to it (None for the first)."""
    state = game.setup(table)
    yield state, None
    while True:
        match game.pending(state):
            case Chance():
                event: Event = outcome(state, rng)
            case Decide(seats=seats):
                (seat,) = seats
                event = decided(state, seat, rng, lapses=lapses, bluffs=bluffs)
            case _:
                return
        state = game.apply(state, event)
        yield state, event


ANSWERS = (AnswerBluff(accept=True), AnswerBluff(accept=False))
