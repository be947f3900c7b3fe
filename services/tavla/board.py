"""The board of tavla as data: a side, the variants' starts, and where the sides meet.

A side is 27 bytes, one count per place, by the side's own numbering (rules 1.1): byte 0 holds the checkers borne off,
1..24 the points (24 is farthest, 1..6 are home), 25 the start bar of Yarış, 26 the bar. Bytes are immutable, hash
fast, and are what the store keeps.
"""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

OFF = 0
HOME = 6  # own points 1..6
FARTHEST = 24
START_BAR = 25
BAR = 26
PLACES = 27


class Meeting(StrEnum):
    """What comes of landing on a lone enemy checker."""

    HIT = "hit"
    PIN = "pin"
    CLOSED = "closed"


class VariantName(StrEnum):
    """The values of `tavlaVariant` (rules 1.1)."""

    STANDARD = "standard"
    NACK = "nack"
    HIPER = "hiper"
    YARIS = "yaris"
    HAPIS = "hapis"
    MULTEZIM = "multezim"
    ANTI = "anti"


class Variant(msgspec.Struct, frozen=True):
    """What the rules of a variant need to know of its board. `mirror[p]` is the opponent's name for own point p."""

    start: bytes
    checkers: int
    meeting: Meeting
    mirror: tuple[int, ...]


def side(counts: Mapping[int, int]) -> bytes:
    """A side from the number of checkers on each place."""
    return bytes(counts.get(place, 0) for place in range(PLACES))


_OPPOSITE = tuple(25 - point if 1 <= point <= 24 else 0 for point in range(PLACES))
_SAME_WAY = tuple((point + 11) % 24 + 1 if 1 <= point <= 24 else 0 for point in range(PLACES))  # rules 3.1


def _variant(start: Mapping[int, int], meeting: Meeting = Meeting.HIT, mirror: tuple[int, ...] = _OPPOSITE) -> Variant:
    return Variant(start=side(start), checkers=sum(start.values()), meeting=meeting, mirror=mirror)


_STANDARD = {24: 2, 13: 5, 8: 3, 6: 5}  # rules 1.2

VARIANTS: Mapping[VariantName, Variant] = {
    VariantName.STANDARD: _variant(_STANDARD),
    VariantName.NACK: _variant({24: 2, 23: 2, 13: 4, 8: 3, 6: 4}),  # rules 3.2
    VariantName.HIPER: _variant({24: 1, 23: 1, 22: 1}),  # rules 3.3
    VariantName.YARIS: _variant({START_BAR: 15}),  # rules 3.4
    VariantName.HAPIS: _variant({24: 15}, Meeting.PIN),  # rules 3.5
    VariantName.MULTEZIM: _variant({24: 15}, Meeting.CLOSED, _SAME_WAY),  # rules 3.6
    VariantName.ANTI: _variant(_STANDARD),  # rules 3.7
}


def highest(own: bytes | list[int]) -> int:
    """The highest occupied place of a side, bars included; 0 when everything is borne off."""
    return next((place for place in range(BAR, OFF, -1) if own[place]), OFF)
