"""What must hold of a match after all that was done to the house: its record against those who remember it."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from services.kernel import record
from services.kernel.codec import Codec
from services.kernel.game import Act, Config, Lapse, Seat
from services.kernel.orders import Order
from services.kernel.registry import families
from services.kernel.seating import Occupy
from tests.chaos.witness import Seen


class Audited(msgspec.Struct, frozen=True):
    """What an audit found: how many games the match was of, its acts, how many of those had been acknowledged to
    somebody who remembers, how many views were compared."""

    family: str
    games: int
    acts: int
    acknowledged: int
    views: int
    problems: tuple[str, ...]


def audit(document: bytes, witnesses: Iterable[Seen]) -> Audited:
    """Plays the record again and holds it against every witness of the match."""
    read = record.read(document)
    problems = list(record.verify(read, families()[read.family].game).problems)
    states, acts, lapses = _replayed(read)
    problems += [f"{read.match}: {lapse} was played by the rules" for lapse in lapses]
    acknowledged = compared = 0
    for seen in witnesses:
        problems += seen.problems
        compared += len(seen.views)
        views = _views(read.family, states, seen)
        for version, view in seen.views.items():
            if views.get(version) != view:
                problems.append(f"{read.match}: version {version} was shown and is not in the record")
        if seen.seat is not None:
            acknowledged += len(seen.acts)
            problems += _acts_problems(read.match, seen, acts)
    total = sum(len(of_version) for of_version in acts.values())
    return Audited(
        family=read.family,
        games=len(read.score.games) or int(read.cause not in ("left", "forfeited")),  # as the league counts them
        acts=total,
        acknowledged=acknowledged,
        views=compared,
        problems=tuple(problems),
    )


def _views(family: str, states: Mapping[int, Any], seen: Seen) -> dict[int, bytes]:
    """What the witness had to see of each version."""
    game, wire = families()[family].game, families()[family].module("wire")
    viewer = None if seen.seat is None else Seat(seen.seat)
    return {
        version: wire.view_to_proto(game.view(state, viewer)).SerializeToString(deterministic=True)
        for version, state in states.items()
    }


def _replayed(read: record.Record) -> tuple[dict[int, Any], dict[int, list[Act[Any]]], list[str]]:
    """The state after each commit, the acts of each, and where the rules had to play for a seat."""
    game = families()[read.family].game
    decoder = msgspec.json.Decoder(Codec.events_type(game))
    state = game.setup(Config(options=read.options))
    states: dict[int, Any] = {}
    acts: dict[int, list[Act[Any]]] = {}
    lapses = []
    for commit in read.commits:
        for event in decoder.decode(commit.events):
            if isinstance(event, Occupy | Order):
                continue
            state = game.apply(state, event)
            if isinstance(event, Act):
                acts.setdefault(commit.version, []).append(event)
            if isinstance(event, Lapse):
                lapses.append(f"version {commit.version} ({event.cause})")
        states[commit.version] = state
    return states, acts, lapses


def _acts_problems(match: str, seen: Seen, acts: dict[int, list[Act[Any]]]) -> list[str]:
    """A player's acts: each acknowledged one is in the record where it was said to be, and there are no others."""
    problems = []
    wire = families()[seen.family].module("wire")
    for version, action in seen.acts.items():
        played = [(act.seat, act.action) for act in acts.get(version, [])]
        if played != [(seen.seat, wire.action_from_proto(action))]:
            problems.append(f"{match}: the act acknowledged with version {version} is not the one in the record")
    own = sum(act.seat == seen.seat for of_version in acts.values() for act in of_version)
    if own != len(seen.acts):
        problems.append(f"{match}: {own} acts in the record, {len(seen.acts)} acknowledged")
    return problems


def summary(numbers: dict[str, Any]) -> str:
    """One line for the log of the test run."""
    return json.dumps(numbers)
