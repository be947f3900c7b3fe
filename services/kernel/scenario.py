"""Scenarios: a position, acts, and what must come of each, written as data by somebody who knows the rules.

A YAML file holds a list of scenarios; `docs/scenarios.md` teaches the format. Running one needs nothing but the family.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from services.kernel.game import Act, Chance, Config, Decide, Fate, Game, Lapse, LapseCause, Over, Roll, Seat
from services.kernel.meta import BadOption
from services.kernel.refusal import Illegal


class ChanceStep(msgspec.Struct, forbid_unknown_fields=True):
    """Chance answers: dice in order, or a permutation."""

    chance: tuple[int, ...]
    position: str | None = None


class ActStep(msgspec.Struct, forbid_unknown_fields=True):
    """A seat acts, `at` milliseconds by the match's clock. Accepted unless `refused` names the reason; `detail` is a
    subset of the refusal's details."""

    act: int
    do: str
    at: int = 0
    position: str | None = None
    refused: str | None = None
    detail: dict[str, Any] = {}
    ledger: list[dict[str, Any]] | None = None


class LapseStep(msgspec.Struct, forbid_unknown_fields=True):
    """A seat lets its time run out or leaves."""

    lapse: int
    cause: LapseCause
    at: int = 0
    position: str | None = None
    ledger: list[dict[str, Any]] | None = None


class LegalStep(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat may do: exactly `is`, or so many, or among others `has`, or none of `lacks`."""

    legal: int
    is_: list[str] | None = msgspec.field(name="is", default=None)
    count: int | None = None
    has: list[str] = []
    lacks: list[str] = []


class PendingStep(msgspec.Struct, forbid_unknown_fields=True):
    """What the match waits for: `{decide: [seats]}`, `{roll: [count, sides]}`, `{shuffle: size}` or `{over: cause}`."""

    pending: dict[str, Any]


class ViewStep(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat or a spectator sees; `has` is a part of the view as plain data."""

    view: int | Literal["spectator"]
    has: dict[str, Any]


class PointsStep(msgspec.Struct, forbid_unknown_fields=True):
    """The points of every seat."""

    points: list[int]


Step = ChanceStep | ActStep | LapseStep | LegalStep | PendingStep | ViewStep | PointsStep
_KINDS: dict[str, Any] = {kind.__struct_fields__[0]: kind for kind in Step.__args__}


class Scenario(msgspec.Struct, forbid_unknown_fields=True):
    """One scenario. Without `position` it begins with a new match."""

    scenario: str
    clause: list[str]
    family: str
    steps: list[dict[str, Any]]
    options: dict[str, str | int] = {}
    position: str | None = None


class Outcome(msgspec.Struct, frozen=True):
    """How a scenario went; `problem` is empty when everything came as written."""

    file: str
    scenario: str
    clauses: tuple[str, ...]
    problem: str


class _Unmet(Exception):  # noqa: N818
    """Something did not come as the scenario says."""


def read_file(path: Path) -> list[Scenario]:
    """The scenarios of a file; raises `ValueError` with the place of what is not one."""
    return msgspec.yaml.decode(path.read_bytes(), type=list[Scenario])


def run_file(path: Path, games: Mapping[str, Game[Any, Any, Any, Any]]) -> list[Outcome]:
    """Runs every scenario of a file. `games` holds the families by slug."""
    try:
        scenarios = read_file(path)
    except ValueError as error:
        return [Outcome(file=str(path), scenario="", clauses=(), problem=f"the file cannot be read: {error}")]
    return [
        Outcome(file=str(path), scenario=one.scenario, clauses=tuple(one.clause), problem=run(one, games))
        for one in scenarios
    ]


def run(scenario: Scenario, games: Mapping[str, Game[Any, Any, Any, Any]]) -> str:
    """Runs a scenario and says what did not come as written, or "" if everything did."""
    game = games.get(scenario.family)
    if game is None:
        return f"there is no family {scenario.family!r}; there are {', '.join(games)}"
    try:
        config = Config(options=game.meta.resolve({name: str(value) for name, value in scenario.options.items()}))
        text = scenario.position
        state = game.setup(config) if text is None else game.notation.read_position(text, config)
    except (BadOption, ValueError) as error:
        return f"it cannot begin: {error}"
    for number, raw in enumerate(scenario.steps, start=1):
        try:
            state = _Run(game, config).step(state, _step(raw))
        except (_Unmet, ValueError) as error:
            return f"step {number}: {error}"
    return ""


def _step(raw: dict[str, Any]) -> Step:
    kinds = [kind for key, kind in _KINDS.items() if key in raw]
    if len(kinds) != 1:
        raise _Unmet(f"a step has one of {', '.join(_KINDS)}; this one has {', '.join(raw)}")
    return msgspec.convert(raw, kinds[0])  # type: ignore[no-any-return]


class _Run:
    """Runs single steps of one family."""

    def __init__(self, game: Game[Any, Any, Any, Any], config: Config) -> None:
        self.game = game
        self.config = config

    def step(self, state: Any, step: Step) -> Any:
        self._known(_seat_of(step))
        match step:
            case ChanceStep():
                after = self._accepted(state, Fate(outcome=step.chance))
                self._position(after, step.position)
                return after
            case ActStep():
                return self._act(state, step)
            case LapseStep():
                after = self._accepted(state, Lapse(seat=Seat(step.lapse), cause=step.cause, at_ms=step.at))
                self._position(after, step.position)
                self._ledger(state, after, step.ledger)
                return after
            case LegalStep():
                self._legal(state, step)
            case PendingStep():
                _same(self._pending(state), step.pending, "the match waits for")
            case ViewStep():
                viewer = None if step.view == "spectator" else Seat(step.view)
                _part(_plain(self.game.view(state, viewer)), step.has, "view")
            case PointsStep():
                _same(list(self.game.score(state).points), step.points, "the points are")
        return state

    def _known(self, seat: int | None) -> None:
        """Raises for a seat that the table has not. Any claim would hold of it: it may do nothing and sees nothing."""
        seats = self.game.meta.seats_for(self.config.options)
        if seat is not None and not 0 <= seat < seats:
            raise _Unmet(f"there is no seat {seat}; there are 0 to {seats - 1}")

    def _act(self, state: Any, step: ActStep) -> Any:
        act = Act(seat=Seat(step.act), action=self.game.notation.read_action(step.do), at_ms=step.at)
        if step.refused is None:
            after = self._accepted(state, act)
            self._position(after, step.position)
            self._ledger(state, after, step.ledger)
            return after
        try:
            self.game.apply(state, act)
        except Illegal as refusal:
            _same(refusal.reason, step.refused, f"{step.do} is refused for")
            _part(_plain(refusal.detail), step.detail, "detail")
            self.game.meta.refusal(refusal.reason).sentences(refusal.detail)
            return state
        raise _Unmet(f"{step.do} was accepted, not refused for {step.refused}")

    def _accepted(self, state: Any, event: Act[Any] | Fate | Lapse) -> Any:
        try:
            return self.game.apply(state, event)
        except Illegal as refusal:
            what = self.game.notation.write_action(event.action) if isinstance(event, Act) else str(event)
            raise _Unmet(f"{what} was refused for {refusal.reason} {refusal.detail or ''}") from refusal

    def _position(self, state: Any, expected: str | None) -> None:
        if expected is not None:
            wanted = self.game.notation.read_position(expected, self.config)
            # Written again, so that two ways of writing one position are the same.
            write = self.game.notation.write_position
            _same(write(state), write(wanted), "the position is")

    def _ledger(self, before: Any, after: Any, expected: list[dict[str, Any]] | None) -> None:
        if expected is not None:
            old = len(self.game.score(before).ledger)
            _same(_plain(self.game.score(after).ledger[old:]), expected, "the ledger lines are")

    def _legal(self, state: Any, step: LegalStep) -> None:
        options = self.game.legal(state, Seat(step.legal))
        listed = [self.game.notation.write_action(action) for action in options]
        if step.is_ is not None:
            wanted = [self.game.notation.write_action(self.game.notation.read_action(text)) for text in step.is_]
            _same(sorted(listed), sorted(wanted), "legal are")
        if step.count is not None:
            _same(len(listed), step.count, "the number of legal acts is")
        for text, wanted_in in [*((text, True) for text in step.has), *((text, False) for text in step.lacks)]:
            if (self.game.notation.read_action(text) in options) is not wanted_in:
                raise _Unmet(f"{text} is {'not ' if wanted_in else ''}legal; legal are {', '.join(listed)}")

    def _pending(self, state: Any) -> dict[str, Any]:
        wait = self.game.pending(state)
        match wait:
            case Decide():
                return {"decide": sorted(wait.seats)}
            case Over():
                return {"over": wait.cause}
            case Chance():
                asked = wait.request
                return {"roll": [asked.count, asked.sides]} if isinstance(asked, Roll) else {"shuffle": asked.size}


def _seat_of(step: Step) -> int | None:
    """The seat that a step is about; None for a step about nobody's."""
    match step:
        case ActStep():
            return step.act
        case LapseStep():
            return step.lapse
        case LegalStep():
            return step.legal
        case ViewStep():
            return None if step.view == "spectator" else step.view
        case _:
            return None


def _same(found: object, expected: object, what: str) -> None:
    if found != expected:
        raise _Unmet(f"{what} {found}, expected {expected}")


def _part(found: Any, expected: Any, place: str) -> None:
    """Every key that `expected` names must be in `found` with that value; lists must be equal."""
    for where, got, want in _differences(found, expected, place):
        raise _Unmet(f"{where} is {got!r}, expected {want!r}")


def _differences(found: Any, expected: Any, place: str) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            if key not in found:
                yield f"{place}.{key}", "missing", value
            else:
                yield from _differences(found[key], value, f"{place}.{key}")
    elif found != expected:
        yield place, found, expected


def _plain(value: Any) -> Any:
    """The value as a scenario file would hold it: lists, not tuples; words, not members of an enumeration."""
    return msgspec.json.decode(msgspec.json.encode(value))
