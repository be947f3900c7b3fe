"""What people feel like, drawn from a seeded generator: the same seed brings the same wishes."""

import random
from collections.abc import Iterator, Sequence

import msgspec

from services.kernel.meta import BadOption, Meta

# Whoever drops is not waited for all evening, and where a clock of one's own runs it is a short one.
QUICK = {"repeatLimit": "1", "turnSeconds": "15", "clock": "2+0"}
PATIENCE_SECONDS = 30.0  # how long somebody waits for his opponent in a tournament
VARIETY = 0.3  # how often a table has one option that is not usual
# What somebody does when he has nothing to do, and how often.
ACTIVITIES = {
    "quick": 40,
    "public": 15,
    "private": 10,
    "join": 20,
    "substitute": 25,
    "watch": 8,
    "look": 7,
    "cup": 25,
}
NAMES = (
    "Ayşe",
    "Barış",
    "Cem",
    "Deniz",
    "Elif",
    "Ferhat",
    "Gül",
    "Hakan",
    "Irmak",
    "İlker",
    "Jale",
    "Kemal",
    "Leyla",
    "Murat",
    "Nihal",
    "Orhan",
    "Özge",
    "Pelin",
    "Rıza",
    "Selin",
)
SAYINGS = ("Kolay gelsin.", "Hayırlı akşamlar.", "Eyvallah!", "Zar tutmadı.", "Bir çay daha?", "Helal olsun.")


class Mood(msgspec.Struct, frozen=True):
    """How somebody plays a match. Numbers of decisions are his own.

    `drops` has pairs of decisions after which his connection is lost, and seconds until he is back. `leaves` is after
    how many he leaves for good, `odd` how often he does just anything that is legal.
    """

    drops: tuple[tuple[int, float], ...] = ()
    leaves: int | None = None
    second_device: bool = False
    odd: float = 0.1
    talks: float = 0.02


def mood(rng: random.Random, longest_away: float) -> Mood:
    """A mood; nobody in it is away for longer than `longest_away` seconds."""
    drops = []
    if rng.random() < 0.3:
        after = 0
        for _ in range(rng.randint(1, 2)):
            after += rng.randint(1, 12)
            drops.append((after, rng.uniform(0.5, longest_away)))
    return Mood(
        drops=tuple(drops),
        leaves=rng.randint(1, 25) if rng.random() < 0.07 else None,
        second_device=rng.random() < 0.25,
        odd=rng.choice((0.0, 0.05, 0.2)),
    )


def activity(rng: random.Random, without: Sequence[str] = ()) -> str:
    """What to do next."""
    names = [name for name in ACTIVITIES if name not in without]
    return rng.choices(names, [ACTIVITIES[name] for name in names])[0]


def bag(families: Sequence[str], rng: random.Random) -> Iterator[str]:
    """Games for ever, each once before any comes again."""
    while True:
        yield from rng.sample(families, len(families))


def short_options(meta: Meta, rng: random.Random | None = None) -> dict[str, str]:
    """Options of a short match with a clock; with `rng` now and then one of the others is not as usual."""
    given: dict[str, str] = {}
    for option in meta.options:
        if option.name.endswith(("Length", "Hands", "Rounds")) and all(map(str.isdecimal, option.choices)):
            given[option.name] = min(option.choices, key=int)
    known = {option.name for option in meta.options}
    given |= {name: value for name, value in QUICK.items() if name in known}
    rest = [option for option in meta.options if option.choices and option.name not in given]
    if rng is None or not rest or rng.random() >= VARIETY:
        return _kept(meta, given)
    option = rng.choice(rest)
    try:
        return _kept(meta, {**given, option.name: rng.choice(option.choices)})
    except BadOption:  # the value does not go with the others
        return _kept(meta, given)


def _kept(meta: Meta, given: dict[str, str]) -> dict[str, str]:
    """The options that were given, if they go together; raises `BadOption`."""
    meta.resolve(given)
    return given
