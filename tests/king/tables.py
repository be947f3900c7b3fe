"""Tables for the tests: positions read from text, and random matches through the Game interface."""

import random
from collections.abc import Callable, Iterator, Sequence

from services.kernel.game import Act, Chance, Config, Decide, Fate, Over, Roll, Seat
from services.king import game
from services.king.actions import Action
from services.king.happenings import HandLine
from services.king.state import State

TWO_WAYS = {
    "kingLength": ("20", "12"),
    "kingFirst": ("randomSeat", "holder2Diamonds", "seat0"),
    "rifkiUnderAce": ("free", "forced"),
    "trumpRaise": ("both", "ledOnly", "none"),
    "lastHearts": ("any", "highest"),
    "earlyEnd": ("off", "on"),
    "kizIptal": ("off", "on"),
}


def config(**options: object) -> Config:
    """A table with these options, the others at their defaults."""
    return Config(options=game.meta.resolve({name: str(value) for name, value in options.items()}))


def random_config(rng: random.Random, **options: str) -> Config:
    """A table with every option that concerns the play at random."""
    return config(**{name: rng.choice(values) for name, values in TWO_WAYS.items()}, **options)


def position(text: str, **options: object) -> State:
    """A position from its notation."""
    return game.notation.read_position(text, config(**options))


def act(state: State, seat: int, text: str) -> State:
    """The match after an act given in notation."""
    return game.apply(state, Act(Seat(seat), game.notation.read_action(text)))


def fate(state: State, rng: random.Random) -> State:
    """The match after the chance it waits for."""
    wait = game.pending(state)
    assert isinstance(wait, Chance)
    if isinstance(wait.request, Roll):
        return game.apply(state, Fate((rng.randint(1, wait.request.sides),)))
    return game.apply(state, Fate(tuple(rng.sample(range(wait.request.size), wait.request.size))))


Chooser = Callable[[random.Random, Sequence[Action]], Action]


def any_of(rng: random.Random, legal: Sequence[Action]) -> Action:
    """One by chance."""
    return rng.choice(legal)


def random_states(rng: random.Random, table: Config, choose: Chooser = any_of) -> Iterator[State]:
    """Every state of a random match, its last one included."""
    state = game.setup(table)
    yield state
    while not isinstance(wait := game.pending(state), Over):
        if isinstance(wait, Decide):
            (seat,) = wait.seats
            state = game.apply(state, Act[Action](seat, choose(rng, game.legal(state, seat))))
        else:
            state = fate(state, rng)
        yield state


def chart(lines: int, points: tuple[int, int, int, int]) -> str:
    """A chart of so many hands, as notation; the first has all the points."""
    first = ",".join(map(str, points))
    return ";".join([f"0:el:{first}"] + ["0:el:0,0,0,0"] * (lines - 1))


def rights_used(lines: tuple[HandLine, ...], seat: int) -> tuple[int, int]:
    """How many penalties and trump hands the seat has declared."""
    own = [line for line in lines if line.declarer == seat]
    return sum(line.trump is None for line in own), sum(line.trump is not None for line in own)
