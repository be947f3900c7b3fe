"""Reading PGN: the games of a text with their tags, moves and result. Variations and annotations are left out."""

import re
from collections.abc import Iterator

import msgspec

from services.kernel.refusal import Illegal
from services.satranc.actions import SAN_MOVE
from services.satranc.board import START, Position, read_fen
from services.satranc.judging import judged

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_TOKEN = re.compile(r"\{[^}]*\}|;[^\n]*|\(|\)|\$\d+|\d+\.+|[^\s{}();]+")


class PgnGame(msgspec.Struct, frozen=True):
    """One game: its tags, where it began, its moves as UCI text, and its result."""

    tags: dict[str, str]
    start: str
    moves: tuple[str, ...]
    result: str


def read(text: str) -> list[PgnGame]:
    """The games of a PGN text; raises `ValueError` that names the game and what cannot be read or played in it."""
    return [_game(tags, moves, number) for number, (tags, moves) in enumerate(_split(text), start=1)]


def _split(text: str) -> Iterator[tuple[dict[str, str], str]]:
    """The tags and the movetext of each game."""
    tags: dict[str, str] = {}
    lines: list[str] = []
    for line in text.splitlines():
        if tag := _TAG.fullmatch(line.strip()):
            if any(line.strip() for line in lines):
                yield tags, "\n".join(lines)
                tags, lines = {}, []
            tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        elif not line.startswith("%"):
            lines.append(line)
    if tags or any(line.strip() for line in lines):
        yield tags, "\n".join(lines)


def _game(tags: dict[str, str], movetext: str, number: int) -> PgnGame:
    try:
        at = first = read_fen(tags.get("FEN", START))
        moves, result = [], ""
        for word in _words(movetext):
            if word in RESULTS:
                result = word
                break
            at, uci = _step(at, word)
            moves.append(uci)
    except ValueError as error:
        raise ValueError(f"game {number}: {error}") from error
    return PgnGame(tags=tags, start=first.fen, moves=tuple(moves), result=result or tags.get("Result", "*"))


def _words(movetext: str) -> Iterator[str]:
    """Moves and the result, without comments, variations, annotations and numbers."""
    depth = 0
    for word in _TOKEN.findall(movetext):
        if word in ("(", ")"):
            depth += 1 if word == "(" else -1
        elif not depth and word[0] not in "{;$" and not re.fullmatch(r"\d+\.+", word):
            yield word


def _step(at: Position, word: str) -> tuple[Position, str]:
    san = word.rstrip("!?")
    if SAN_MOVE.fullmatch(san) is None:
        raise ValueError(f"{word!r} is not a move")
    try:
        move = judged(at, san, san=True)
    except Illegal as refusal:
        raise ValueError(f"{word!r} cannot be played in {at.fen!r}") from refusal
    return at.after(move), move.uci()
