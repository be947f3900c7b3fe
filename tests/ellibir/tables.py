"""Tables for the tests: positions read from text, and matches by chance through the Game interface."""

import random
from collections.abc import Iterator

from services.ellibir import game
from services.ellibir.actions import Action, Group
from services.ellibir.bot import bot
from services.ellibir.reading import read_group
from services.ellibir.state import Phase, State
from services.kernel.game import Act, Chance, Config, Decide, Fate, Lapse, LapseCause, Roll, Seat
from services.kernel.refusal import Illegal

Event = Act[Action] | Fate | Lapse

SELDOM = ("declare-pairs", "take-for-pairs")
"""What would make everybody go for pairs, if it were done as often as other acts."""


def config(**options: object) -> Config:
    """A table with these options, the others at their defaults."""
    return Config(options=game.meta.resolve({name: str(value) for name, value in options.items()}))


def random_config(rng: random.Random, **options: object) -> Config:
    """A table with options by chance, but for those given; rounds are not repeated without end."""
    chosen: dict[str, str] = {}
    given = {"repeatLimit": rng.randint(1, 3), **options}
    for option in game.meta.options:
        case = option.case(chosen)
        choices = (case.choices if case else ()) or option.choices
        value = str(given[option.name]) if option.name in given else rng.choice(choices)
        chosen[option.name] = option.resolve(value, chosen)
    return Config(options=chosen)


def position(text: str, **options: object) -> State:
    """A position from its notation."""
    return game.notation.read_position(text, config(**options))


def act(state: State, seat: int, text: str, at_ms: int = 0) -> State:
    """The match after an act given in notation."""
    return game.apply(state, Act(Seat(seat), game.notation.read_action(text), at_ms))


def lapse(state: State, seat: int, cause: str, at_ms: int = 0) -> State:
    """The match after a seat's time ran out, or it left."""
    return game.apply(state, Lapse(Seat(seat), LapseCause(cause), at_ms))


def outcome_of(state: State, seat: int, action: Action) -> State | Illegal:
    """The match after an act, or why it was refused."""
    try:
        return game.apply(state, Act(Seat(seat), action))
    except Illegal as refused:
        return refused


def groups(text: str) -> tuple[Group, ...]:
    """Groups as an act names them."""
    return tuple(map(read_group, text.split()))


def answer(request: Roll | object, rng: random.Random) -> tuple[int, ...]:
    """An answer of chance."""
    return (rng.randint(1, request.sides),) if isinstance(request, Roll) else tuple(rng.sample(range(106), 106))


def event(state: State, rng: random.Random, lapses: float, skill: float) -> Event:
    """The next event by chance: a decision is left to the rules, or to the bot, with the given probabilities."""
    match game.pending(state):
        case Chance(request=request):
            return Fate(answer(request, rng))
        case Decide(seats=seats):
            (seat,) = seats
            if rng.random() < lapses:
                return Lapse(seat, LapseCause.TIMEOUT)
            if rng.random() < skill:
                return Act[Action](seat, bot.decide(game.view(state, seat), "orta", 0))
            return Act[Action](seat, rng.choice(usual(state, seat, rng)))
        case _:
            raise AssertionError("the match is over")


def usual(state: State, seat: Seat, rng: random.Random) -> list[Action]:
    """What is legal, mostly without that which makes a pair goer."""
    listed = list(game.legal(state, seat))
    if rng.random() < 0.1:
        return listed
    return [action for action in listed if game.notation.write_action(action) not in SELDOM]


def walk(rng: random.Random, table: Config, lapses: float = 0.0, skill: float = 0.5) -> Iterator[State]:
    """Every state of a match by chance, its last one included."""
    state = game.setup(table)
    yield state
    while state.phase is not Phase.OVER:
        state = game.apply(state, event(state, rng, lapses, skill))
        yield state
