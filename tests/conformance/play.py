"""Random matches of any family, with the state before and after every event."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from services.kernel.game import Act, Chance, Config, Decide, Fate, Game, Lapse, LapseCause, Over, Roll, Seat, Shuffle

AnyGame = Game[Any, Any, Any, Any]
Event = Act[Any] | Fate | Lapse
MAX_EVENTS = 20_000


class Step(msgspec.Struct, frozen=True):
    """One event of a match."""

    before: Any
    event: Event
    after: Any


def random_options(game: AnyGame, rng: random.Random) -> dict[str, str]:
    """A random value for every option that has choices, so that variants meet each other."""
    chosen: dict[str, str] = {}
    for option in game.meta.options:
        case = option.case(chosen)
        choices = (case.choices if case else ()) or option.choices
        given = rng.choice(choices) if choices and option.low is None and rng.random() < 0.7 else None
        if option.forms and rng.random() < 0.7:
            form = rng.choice(option.forms)
            given = form.template.format(*(rng.randint(low, high) for low, high in form.bounds))
        chosen[option.name] = option.resolve(given, chosen)
    return chosen


def shorter(game: AnyGame, options: dict[str, str]) -> dict[str, str]:
    """The same table with a short match, where the family has an option for it: `matchLength`, …Hands, …Rounds; and
    where rounds may have to be repeated (`repeatLimit`), with a limit."""
    given = dict(options)
    for option in game.meta.options:
        case = option.case(given)
        choices = (case.choices if case else ()) or option.choices
        if option.name.endswith(("Length", "Hands", "Rounds")) and all(map(str.isdecimal, choices)):
            given[option.name] = min(choices, key=int)
        if option.name == "repeatLimit" and given[option.name] == "none":
            given[option.name] = "1"
    return game.meta.resolve(given)


def answer(request: Roll | Shuffle, rng: random.Random) -> tuple[int, ...]:
    """An outcome for a chance request."""
    if isinstance(request, Roll):
        return tuple(rng.randint(1, request.sides) for _ in range(request.count))
    return tuple(rng.sample(range(request.size), request.size))


def steps(game: AnyGame, options: dict[str, str], rng: random.Random, *, lapses: float = 0.0) -> Iterator[Step]:
    """A random match from its setup to its end; `lapses` is the share of decisions that time out."""
    state = game.setup(Config(options=options))
    for _ in range(MAX_EVENTS):
        wait = game.pending(state)
        event: Event
        if isinstance(wait, Over):
            return
        if isinstance(wait, Chance):
            event = Fate(outcome=answer(wait.request, rng))
        else:
            event = decision(game, state, wait, rng, lapses, game.meta.seats_for(options))
        after = game.apply(state, event)
        yield Step(before=state, event=event, after=after)
        state = after
    raise AssertionError(f"a match of {game.meta.slug} did not end within {MAX_EVENTS} events")


def decision(game: AnyGame, state: Any, wait: Decide, rng: random.Random, lapses: float, seats: int) -> Event:
    """What one of the due seats does, at random; now and then, what one of the other `seats` may do beside it."""
    seat = rng.choice(sorted(wait.seats))
    if rng.random() < lapses:
        lapse = Lapse(seat=seat, cause=LapseCause.TIMEOUT)
        # Where a time-out is the end of all, only now and then, so that such matches are more than a few moves long.
        if lapses == 1.0 or rng.random() < 0.1 or not isinstance(game.pending(game.apply(state, lapse)), Over):
            return lapse
    others = [Seat(other) for other in range(seats) if other not in wait.seats]
    if others and rng.random() < 0.02:  # what a seat may do out of its turn
        other = rng.choice(others)
        if beside := likely(game, list(game.legal(state, other)), rng):
            return Act(seat=other, action=rng.choice(beside))
    actions = list(game.legal(state, seat))
    return Act(seat=seat, action=rng.choice(likely(game, actions, rng) or actions))


def likely(game: AnyGame, actions: list[Any], rng: random.Random) -> list[Any]:
    """The actions among which to choose: giving up, or agreeing to end it, only now and then, so that most games are
    played to their end; and where acts beside the game outnumber its moves (a touch of each piece), not most often."""
    if rng.random() < 0.02:
        return actions
    seldom = {*_ENDING, *_BESIDE} if rng.random() < 0.9 else _ENDING
    return [action for action in actions if game.notation.write_action(action).split(" ")[0] not in seldom]


_ENDING = {"resign", "accept-draw"}
_BESIDE = {"touch", "touch-both", "adjust", "declare-pairs", "take-for-pairs"}
