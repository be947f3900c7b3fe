"""A side's checkers as text: `bar:1 24:2 13:5 off:4`, by its own numbering; `24:1!` lies pinned."""

import re

from services.tavla.board import BAR, FARTHEST, OFF, START_BAR, Meeting, VariantName, side
from services.tavla.terms import Terms

_PLACES = {"off": OFF, "start": START_BAR, "bar": BAR}
_NAMES = {place: name for name, place in _PLACES.items()}
_ORDER = (BAR, START_BAR, *range(FARTHEST, 0, -1), OFF)
_ENTRY = re.compile(r"(?P<place>[a-z]+|\d{1,2}):(?P<count>\d{1,2})(?P<pinned>!?)", re.ASCII)


def write_side(own: bytes, pinned: int) -> str:
    """The places a side holds, from the bar to off."""
    return " ".join(
        f"{_NAMES.get(place, place)}:{own[place]}{'!' if pinned >> place & 1 else ''}" for place in _ORDER if own[place]
    )


def read_sides(text: str, terms: Terms) -> tuple[tuple[bytes, bytes], tuple[int, int]]:
    """Both sides and their pinned points; raises `ValueError` for a board that cannot be."""
    halves = text.split("/")
    if len(halves) != 2:
        raise ValueError("a position begins like this: W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5")
    white, white_pinned = _read_side(halves[0], "W", terms)
    black, black_pinned = _read_side(halves[1], "B", terms)
    mirror = terms.board.mirror
    for point in range(1, FARTHEST + 1):
        _check_shared(point, white, black, (white_pinned >> point & 1) + (black_pinned >> mirror[point] & 1), terms)
    return (white, black), (white_pinned, black_pinned)


def _read_side(text: str, name: str, terms: Terms) -> tuple[bytes, int]:
    words = text.split()
    if not words or words[0] != name:
        raise ValueError(f"{text.strip()!r}: the side's name {name} comes first")
    counts: dict[int, int] = {}
    pinned = 0
    for word in words[1:]:
        entry = _ENTRY.fullmatch(word)
        place = _place(entry["place"]) if entry else None
        if entry is None or place is None:
            raise ValueError(f"{word!r} is not like 13:5, bar:1, start:3, off:4 or 24:1!")
        if place in counts:
            raise ValueError(f"{name}: {entry['place']} stands twice")
        counts[place] = int(entry["count"])
        if entry["pinned"]:
            pinned |= 1 << place
    return side(_complete(counts, name, terms)), pinned


def _place(text: str) -> int | None:
    if text in _PLACES:
        return _PLACES[text]
    return int(text) if text.isdecimal() and 1 <= int(text) <= FARTHEST else None


def _complete(counts: dict[int, int], name: str, terms: Terms) -> dict[int, int]:
    """The counts with those borne off filled in."""
    checkers = terms.board.checkers
    placed = sum(count for place, count in counts.items() if place != OFF)
    off = counts.get(OFF, checkers - placed)
    if placed + off != checkers or off < 0:
        raise ValueError(f"{name} has {placed + max(off, 0)} checkers; there are {checkers}")
    if counts.get(BAR) and terms.board.meeting is not Meeting.HIT:
        raise ValueError(f"{name}: there is no bar in {terms.variant.value}")
    if counts.get(START_BAR) and terms.variant is not VariantName.YARIS:
        raise ValueError(f"{name}: there is no start bar in {terms.variant.value}")
    return {**counts, OFF: off}


def _check_shared(point: int, white: bytes, black: bytes, pins: int, terms: Terms) -> None:
    """A point is shared only in Hapis, and then exactly one side lies pinned there, with one checker."""
    other = terms.board.mirror[point]
    shared = white[point] > 0 and black[other] > 0
    if shared and terms.board.meeting is not Meeting.PIN:
        raise ValueError(f"W's {point} and B's {other} are the same point: both sides cannot stand there")
    if pins != int(shared):
        raise ValueError(f"W's {point} is B's {other}: where both stand one side lies pinned (24:1!), elsewhere nobody")
