"""Positions with all that decides how the match goes on, as text; the form is told in `notation`."""

from collections.abc import Callable, Iterable, Mapping
from itertools import takewhile
from typing import Final, TypeVar

import chess
from msgspec.structs import replace

from services.satranc.actions import UCI_MOVE, read_square
from services.satranc.board import read_fen
from services.satranc.endings import ending_of
from services.satranc.meta import META
from services.satranc.rules import new_match
from services.satranc.state import Clocks, Ending, State
from services.satranc.terms import Terms

T = TypeVar("T")

_WORDS: Final = ("moves", "white", "lot", "left", "began", "now", "offer", "wait", "touched", "adjusted", "over")


def write_position(state: State) -> str:
    """The position with its clocks, offer and touches."""
    clocks = state.clocks
    full = new_match(state.terms).clocks
    said = {
        "moves": " ".join(state.since),
        "white": str(state.white) if state.white else "",
        "left": _pair(clocks.left) if clocks.left != full.left else "",
        "began": str(clocks.began or ""),
        "now": str(clocks.now) if clocks.now != clocks.began else "",
        "offer": "" if state.offer is None else str(state.offer),
        "wait": _pair(state.wait) if any(state.wait) else "",
        "touched": ",".join("+".join(touched) for touched in state.touches),
        "adjusted": ",".join(state.adjusted),
    }
    words = [state.base, *(f"{word} {value}" for word, value in said.items() if value)]
    if state.white is None:
        words.append("lot")
    if state.ending is not None:
        winner = "draw" if state.ending.winner is None else state.ending.winner
        words.append(f"over {state.ending.cause} {winner}")
    return " ".join(words)


def read_position(text: str, terms: Terms) -> State:
    """The state of a text; raises `ValueError` that says what is wrong."""
    words = text.split()
    if len(words) < 6:
        raise ValueError(f"a position begins with a FEN of six parts, not {text!r}")
    said = _said(words[6:])
    state = _played(new_match(terms), " ".join(words[:6]), said.get("moves", []))
    white = None if "lot" in said else _one(said, "white", _seat, 0)
    state = replace(state, white=white, clocks=_clocks(state.clocks, said))
    offer = _one(said, "offer", _seat, None)
    state = replace(
        state,
        offer=offer,
        wait=_one(said, "wait", _two, (0, 0)),
        touches=_touches(said["touched"][0]) if "touched" in said else (),
        adjusted=_squares(said["adjusted"][0]) if "adjusted" in said else (),
        ending=_ending(said)
        or ending_of(state.position, state.keys, terms, 1 - state.turn if white is not None else 0),
    )
    return state if state.ending is None else replace(state, offer=None, touches=(), adjusted=())


def _said(words: Iterable[str]) -> dict[str, list[str]]:
    """The keywords, each with the words that follow it."""
    rest, said = list(words), dict[str, list[str]]()
    while rest:
        word = rest.pop(0)
        if word not in _WORDS:
            raise ValueError(f"{word!r} is not one of {', '.join(_WORDS)}")
        if word in said:
            raise ValueError(f"{word!r} stands twice")
        values = list(takewhile(lambda one: one not in _WORDS, rest))
        takes = {"lot": 0, "over": 2, "moves": len(values)}.get(word, 1)
        if len(values) != takes:
            raise ValueError(f"{word!r} takes {takes} word(s), not {values}")
        said[word] = values
        rest = rest[len(values) :]
    return said


def _played(state: State, fen: str, moves: Iterable[str]) -> State:
    """The state after moves from a FEN, as if they had been played without a clock."""
    at = read_fen(fen)
    base, since, keys, sans = at, list[str](), [at.key], list[str]()
    for text in moves:
        if UCI_MOVE.fullmatch(text) is None or not at.is_legal(move := chess.Move.from_uci(text)):
            raise ValueError(f"{text!r} is not a legal move in {at.fen!r}")
        sans.append(at.san(move))
        at = at.after(move)
        since, keys = [*since, text], [*keys, at.key]
        if not at.quiet_plies:
            base, since, keys = at, [], [at.key]
    last = since[-1] if since else ""
    start = read_fen(fen).fen
    return replace(
        state,
        start=start,
        base=base.fen,
        since=tuple(since),
        keys=tuple(keys),
        fen=at.fen,
        last=last,
        moves=tuple(sans),
    )


def _clocks(full: Clocks, said: Mapping[str, list[str]]) -> Clocks:
    began = _one(said, "began", _number, 0)
    return Clocks(left=_one(said, "left", _two, full.left), began=began, now=_one(said, "now", _number, began))


def _ending(said: Mapping[str, list[str]]) -> Ending | None:
    if "over" not in said:
        return None
    cause, winner = said["over"]
    causes = [end.cause for end in META.end_causes]
    if cause not in causes:
        raise ValueError(f"{cause!r} is not one of {', '.join(causes)}")
    return Ending(cause, None if winner == "draw" else _seat(winner))


def _one(said: Mapping[str, list[str]], word: str, read: Callable[[str], T], otherwise: T) -> T:
    return read(said[word][0]) if word in said else otherwise


def _seat(text: str) -> int:
    if text not in ("0", "1"):
        raise ValueError(f"{text!r} is not a seat, 0 or 1")
    return int(text)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise ValueError(f"{text!r} is not a whole number")
    return int(text)


def _two(text: str) -> tuple[int, int]:
    first, _, second = text.partition(",")
    return _number(first), _number(second)


def _squares(text: str) -> tuple[str, ...]:
    return tuple(map(read_square, text.split(",")))


def _touches(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(map(read_square, touched.split("+"))) for touched in text.split(","))


def _pair(pair: tuple[int, int]) -> str:
    return f"{pair[0]},{pair[1]}"
