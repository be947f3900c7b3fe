"""Turns as people write them: "24/18 13/11", "8/5*(2)", "bar/20", "6/off"."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from kiraathane_client.tavla.position import BAR, OFF, START, Move, Position
from kiraathane_client.terminal import folded

_BARS = {"bar", "kirik", "k", "b"}
_STARTS = {"start", "bas", "basla"}
_OFFS = {"off", "dis", "disari", "topla", "t", "o", "0"}
_TOKEN = re.compile(r"^(?P<path>[a-z0-9]+\*?(?:[/-][a-z0-9]+\*?)+)(?:\((?P<count>[1-4])\))?$")


class UnreadableError(ValueError):
    """`token` is not a way of a checker."""

    def __init__(self, token: str) -> None:
        super().__init__(token)
        self.token = token


class Way(msgspec.Struct, frozen=True):
    """The way of a checker, e.g. 24, 18, 16; `count` checkers go it."""

    stops: tuple[int, ...]
    count: int = 1


def read_ways(text: str) -> tuple[Way, ...]:
    """What was typed; raises `UnreadableError` for the first part that is not a way."""
    spaced = folded(text).replace(",", " ").replace("→", "/").replace(">", "/").replace(" (", "(")
    return tuple(_way(token) for token in spaced.split())


def _way(token: str) -> Way:
    found = _TOKEN.match(token)
    if found is None:
        raise UnreadableError(token)
    names = re.split(r"[/-]", found["path"].replace("*", ""))
    stops = (_start(names[0], token), *(_stop(name, token) for name in names[1:]))
    numbers = [min(stop, START) for stop in stops]
    if any(far <= near for far, near in pairwise(numbers)):
        raise UnreadableError(token)
    return Way(stops, int(found["count"] or 1))


def _start(name: str, token: str) -> int:
    if name in _BARS:
        return BAR
    if name in _STARTS:
        return START
    if name == "25":
        return BAR
    return _point(name, token)


def _stop(name: str, token: str) -> int:
    return OFF if name in _OFFS else _point(name, token)


def _point(name: str, token: str) -> int:
    if name.isascii() and name.isdecimal() and 1 <= int(name) <= 24:
        return int(name)
    raise UnreadableError(token)


def write_moves(moves: Sequence[Move], hits: Iterable[int]) -> str:
    """A turn in one line: the steps of one checker are joined, equal ways counted, hits starred."""
    hit = set(hits)
    chains: list[list[int]] = []
    for move in moves:
        chain = next((c for c in chains if c[-1] == move.start and move.start not in {BAR, START}), None)
        if chain is None:
            chains.append([move.start, move.target])
        else:
            chain.append(move.target)
    counted = Counter(_write_way(chain, hit) for chain in chains)
    order = {_write_way(chain, hit): -min(chain[0], START) for chain in chains}
    return " ".join(way if n == 1 else f"{way}({n})" for way, n in sorted(counted.items(), key=lambda e: order[e[0]]))


def write_turn(position: Position, moves: Sequence[Move]) -> str:
    """A turn that would be played from `position`."""
    hits = []
    for move in moves:
        if position.hits(move):
            hits.append(move.target)
        position = position.moved(move) or position
    return write_moves(moves, hits)


def write_point(point: int) -> str:
    """A point's name in the notation."""
    return {BAR: "bar", START: "start", OFF: "off"}.get(point, str(point))


def _write_way(chain: list[int], hit: set[int]) -> str:
    """Stops in the middle are written only where something was hit."""
    last = len(chain) - 1
    kept = [stop for place, stop in enumerate(chain) if place in {0, last} or stop in hit]
    return "/".join([write_point(kept[0]), *(write_point(s) + ("*" if s in hit else "") for s in kept[1:])])
