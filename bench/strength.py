"""How strong a family's bots are: `python -m bench.strength --family tavla --level usta --against orta`.

One bot of a level sits with bots of another at every table, at each seat in turn with the same chance, so that luck of
the deal counts for everybody alike. What is played is the family's `bot`, from its views, as the workers play it.
Intervals are 95 %, from the means of the tables that shared their chance. A turn is all that a seat decides one
after the other, as long as no other seat and no chance comes between.
"""

import argparse
import json
import random
import statistics
import sys
import time
from typing import Any, Final

import msgspec

from services.kernel.game import Act, Chance, ChanceRequest, Config, Fate, Game, Over, Roll
from services.kernel.meta import BadOption
from services.kernel.registry import Family, families

SURE: Final = 1.96
"""Standard errors of a 95 % interval."""


class Result(msgspec.Struct, frozen=True):
    """One match from the measured bot's side. A joint first place counts its share; a draw of two counts a half."""

    won: float
    place: float
    points: float


class Figure(msgspec.Struct, frozen=True):
    """A mean and the half width of its interval."""

    mean: float
    plus_minus: float


class Table:
    """Plays matches of a family between two levels, and notes how long the measured one thinks.

    `thought` has the processor seconds of its decisions, `turns` those of its turns.
    """

    def __init__(self, family: Family, options: dict[str, str], level: str, against: str) -> None:
        self.game: Game[Any, Any, Any, Any] = family.game
        self.bot = family.module("bot").bot
        self.config = Config(options=self.game.meta.resolve(options))
        self.teams = self.game.meta.teams_for(self.config.options)
        self.level, self.against = level, against
        self.thought: list[float] = []
        self.turns: list[float] = []

    def play(self, hero: int, seed: str) -> Result:
        """One match with the measured bot on `hero`'s seat and his partner's; the same `seed` gives the same chance."""
        chance = random.Random(seed)
        state = self.game.setup(self.config)
        decisions, before = 0, None
        while not isinstance(wait := self.game.pending(state), Over):
            if isinstance(wait, Chance):
                state, before = self.game.apply(state, Fate(outcome=outcome(wait.request, chance))), None
                continue
            seat = min(wait.seats)
            decisions += 1
            thought = len(self.thought)
            action = self._decide(state, seat, hero, decisions, seed)
            for seconds in self.thought[thought:]:
                if seat == before:
                    self.turns[-1] += seconds
                else:
                    self.turns.append(seconds)
            before = seat
            state = self.game.apply(state, Act(seat=seat, action=action))
        return self._result(state, hero)

    def _decide(self, state: Any, seat: Any, hero: int, decisions: int, seed: str) -> Any:
        view = self.game.view(state, seat)
        number = random.Random(f"{seed}/{seat}/{decisions}").getrandbits(62)
        if seat not in self._team(hero):
            return self.bot.decide(view, self.against, number)
        began = time.process_time()
        action = self.bot.decide(view, self.level, number)
        self.thought.append(time.process_time() - began)
        return action

    def _result(self, state: Any, hero: int) -> Result:
        score, team = self.game.score(state), self._team(hero)
        others = [points for seat, points in enumerate(score.points) if seat not in team]
        first = {self._team(seat) for seat, place in enumerate(score.places) if place == 1}
        return Result(
            won=1 / len(first) if team in first else 0.0,
            place=score.places[hero] + (score.places.count(score.places[hero]) - 1) / 2,
            points=statistics.fmean(score.points[seat] for seat in team) - statistics.fmean(others),
        )

    def _team(self, seat: int) -> tuple[int, ...]:
        return next(team for team in self.teams if seat in team)


def outcome(request: ChanceRequest, rng: random.Random) -> tuple[int, ...]:
    """An answer of chance."""
    if isinstance(request, Roll):
        return tuple(rng.randint(1, request.sides) for _ in range(request.count))
    return tuple(rng.sample(range(request.size), request.size))


def figure(groups: list[list[float]]) -> Figure:
    """The mean over groups of results that shared their chance, and its interval."""
    means = [statistics.fmean(group) for group in groups]
    wide = SURE * statistics.stdev(means) / len(means) ** 0.5 if len(means) > 1 else float("inf")
    return Figure(mean=round(statistics.fmean(means), 3), plus_minus=round(wide, 3))


def measure(table: Table, matches: int, seed: int) -> dict[str, Any]:
    """Plays `matches`, rounded up to whole turns of the seats: share of wins, place, lead in points, time."""
    seats = table.game.meta.seats_for(table.config.options)
    groups = [[table.play(hero, f"{seed}/{group}") for hero in range(seats)] for group in range(-(-matches // seats))]
    thought = sorted(1000 * seconds for seconds in table.thought)
    turns = sorted(1000 * seconds for seconds in table.turns)
    return {
        "family": table.game.meta.slug,
        "level": table.level,
        "against": table.against,
        "matches": len(groups) * seats,
        "par": 1 / len(table.teams),
        "won": msgspec.to_builtins(figure([[result.won for result in group] for group in groups])),
        "place": msgspec.to_builtins(figure([[result.place for result in group] for group in groups])),
        "points_ahead": msgspec.to_builtins(figure([[result.points for result in group] for group in groups])),
        "think_cpu_ms_p50": round(thought[len(thought) // 2], 1),
        "think_cpu_ms_p95": round(thought[len(thought) * 95 // 100], 1),
        "turn_cpu_ms_p95": round(turns[len(turns) * 95 // 100], 1),
    }


def main() -> None:
    """One line of JSON."""
    known = families()
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("--family", required=True, choices=known)
    parser.add_argument("--level", default="usta")
    parser.add_argument("--against", default="orta")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a table option")
    told = parser.parse_args()
    levels = known[told.family].game.meta.bot_levels
    for level in (told.level, told.against):
        if level not in levels:
            parser.error(f"no bot level {level!r}; there are {', '.join(levels)}")
    try:
        options = {name: value for name, _, value in (option.partition("=") for option in told.option)}
        table = Table(known[told.family], options, told.level, told.against)
    except BadOption as error:
        parser.error(str(error))
    sys.stdout.write(json.dumps(measure(table, told.matches, told.seed)) + "\n")


if __name__ == "__main__":
    main()
