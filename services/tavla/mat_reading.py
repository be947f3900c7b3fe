"""Reads `.mat` files as Jellyfish, GNU Backgammon and several servers write them.

They differ: a checker's way is written die by die or in one (`24/14`), a bar is 25 or `bar`, off is 0 or `off`, hits
are marked or not, "Wins 1 point" stands on a line of its own or in a cell, and a match of "0 points" is one for money.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations

import msgspec

from services.kernel.refusal import Illegal
from services.tavla.actions import CheckerMove
from services.tavla.board import BAR, OFF, START_BAR
from services.tavla.plays import Position, played
from services.tavla.quick import Moves

_LENGTH = re.compile(r"^\s*(\d+) point match", re.MULTILINE)
_GAME = re.compile(r"^\s*Game (\d+)\s*$", re.MULTILINE)
_SCORE = re.compile(r"^\s*(?P<one>.+?)\s*:\s*(?P<had>\d+)\s{2,}(?P<two>.+?)\s*:\s*(?P<has>\d+)\s*$")
_ROW = re.compile(r"^\s*\d+\)(?P<cells>.*)$")
_WAY = r"(?:bar|off|\d+)\*?(?:/(?:bar|off|\d+)\*?)+(?:\([2-4]\))?"
_CELL = re.compile(rf"(?P<dice>[1-6]{{2}}):(?P<moves>(?: +{_WAY})*)|Doubles => \d+|Takes|Drops|Resigns")
_WINS = re.compile(r"Wins (?P<points>\d+) points?(?P<match> and the match)?")
_SEGMENT = re.compile(r"(?P<way>(?:bar|off|\d+)\*?(?:/(?:bar|off|\d+)\*?)+)(?:\((?P<times>[2-4])\))?")
_HALF = 25  # a cell that begins further right is seat 1's

Way = tuple[int, int]  # from a place to one lower, over any number of dice


class Entry(msgspec.Struct, frozen=True):
    """A cell: `kind` is "play" (with `dice` and the moves as written), "double", "take", "drop" or "resign"."""

    seat: int
    kind: str
    dice: tuple[int, ...] = ()
    text: str = ""


class MatGame(msgspec.Struct, frozen=True):
    """A game: the score before it, its cells, its winner (None if it has no end) and his points."""

    number: int
    score: tuple[int, int]
    entries: tuple[Entry, ...]
    winner: int | None
    points: int


class MatFile(msgspec.Struct, frozen=True):
    """A file: the match length (0 for money), the players by seat, the games."""

    length: int
    players: tuple[str, str]
    games: tuple[MatGame, ...]


def read(text: str) -> MatFile:
    """Reads a file; raises `ValueError` for what is not one."""
    length = _LENGTH.search(text)
    heads = list(_GAME.finditer(text))
    if length is None or not heads:
        raise ValueError("a .mat file says how many points the match has, and has games")
    ends = [*(head.start() for head in heads[1:]), len(text)]
    games = []
    players = ("", "")
    for head, end in zip(heads, ends, strict=True):
        lines = text[head.end() : end].strip("\r\n").splitlines()
        score = _SCORE.match(lines[0]) if lines else None
        if score is None:
            raise ValueError(f"game {head[1]}: the players and their points stand under it")
        players = (score["one"], score["two"])
        games.append(_game(int(head[1]), (int(score["had"]), int(score["has"])), lines[1:]))
    return MatFile(length=int(length[1]), players=players, games=tuple(games))


def _game(number: int, score: tuple[int, int], lines: Sequence[str]) -> MatGame:
    entries: list[Entry] = []
    winner, points = None, 0
    for line in lines:
        row = _ROW.match(line)
        if row is not None:
            entries += _cells(row["cells"], line.index(")") + 1)
        wins = _WINS.search(line)
        if wins is not None:
            winner, points = int(wins.start() >= _HALF), int(wins["points"])
    return MatGame(number=number, score=score, entries=tuple(entries), winner=winner, points=points)


def _cells(text: str, start: int) -> Iterator[Entry]:
    for cell in _CELL.finditer(text):
        seat = int(start + cell.start() >= _HALF)
        if cell["dice"]:
            yield Entry(seat, "play", (int(cell["dice"][0]), int(cell["dice"][1])), cell["moves"].strip())
        else:
            yield Entry(seat, {"D": "double", "T": "take", "R": "resign"}[cell[0][0]] if cell[0] != "Drops" else "drop")


# -- moves -------------------------------------------------------------------------------------------------------------


def moves_of(at: Position, text: str) -> Moves:
    """The play that a cell means in a position, its ways taken apart into dice.

    Of the readings that fit the dice, the first that the rules accept and that hits where the text says; if it says
    nothing of hits, the first accepted; else any reading, for the rules to refuse. What is written beyond the dice is
    read as dice that did not fall.
    """
    marked = "*" in text
    ways = _ways(at, text)
    readings = list(_readings(at.dice, ways)) or [_beyond(at.dice, ways)]
    accepted = [(moves, hits) for moves, hits in ((moves, _hits(at, moves)) for moves in readings) if hits is not None]
    said = _marks(text)
    for moves, hits in accepted:
        if not marked or set(hits) >= said:
            return moves
    return accepted[0][0] if accepted else readings[0]


def _hits(at: Position, moves: Moves) -> tuple[int, ...] | None:
    """Where a play hits, or None if the rules refuse it."""
    try:
        return played(at, moves).board.hits
    except Illegal:
        return None


def _marks(text: str) -> set[int]:
    return {int(point) for point in re.findall(r"(\d+)\*", text)}


def _ways(at: Position, text: str) -> list[Way]:
    """The ways as written. 25 means the start bar of Yarış once nobody is left on the bar (rules 3.4)."""
    ways: list[Way] = []
    waiting = at.own[BAR]
    for source, target in (way for segment in text.split() for way in _segment(segment)):
        from_start = source == BAR and not waiting and at.own[START_BAR] > 0
        waiting -= source == BAR and waiting > 0
        ways.append((START_BAR if from_start else source, target))
    return ways


def _readings(dice: Sequence[int], ways: Sequence[Way]) -> Iterator[Moves]:
    """Every way to take the written ways apart into the dice, each die used once at most."""
    orders = {tuple(dice) * 2} if dice[0] == dice[1] else set(permutations(dice))
    for order in sorted(orders, reverse=True):
        for arranged in dict.fromkeys(permutations(ways)):
            moves = _fit(order, arranged)
            if moves is not None:
                yield moves


def _beyond(dice: Sequence[int], ways: Sequence[Way]) -> Moves:
    """A reading with the dice as far as they go, and then with whatever the ways need."""
    left = list(dice) * (2 if dice[0] == dice[1] else 1)
    moves: list[CheckerMove] = []
    for source, target in ways:
        point = source
        while point != target:
            distance = (START_BAR if point == BAR else point) - target
            die = next((die for die in left if die <= distance), min(max(distance, 1), 6))
            if die in left:
                left.remove(die)
            moves.append(CheckerMove(point, die))
            point = max((START_BAR if point == BAR else point) - die, target)
    return tuple(moves)


def _segment(text: str) -> list[Way]:
    form = _SEGMENT.fullmatch(text)
    if form is None:
        raise ValueError(f"{text!r} is not a move")
    stops = [_place(stop.rstrip("*"), last=index > 0) for index, stop in enumerate(form["way"].split("/"))]
    return list(pairwise(stops)) * int(form["times"] or 1)


def _place(text: str, *, last: bool) -> int:
    if text == "bar" or (text == "25" and not last):
        return BAR
    return OFF if text == "off" else int(text)


def _fit(order: Sequence[int], ways: Sequence[Way]) -> Moves | None:
    """The ways played with the dice in this order, or None if they do not fit."""
    left = list(order)
    moves: list[CheckerMove] = []
    for source, target in ways:
        point = source
        while point != target:
            if not left:
                return None
            die = left.pop(0)
            moves.append(CheckerMove(point, die))
            point = max((START_BAR if point == BAR else point) - die, OFF)
            if point < target:
                return None
    return tuple(moves)
