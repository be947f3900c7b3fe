"""The rows of a match's journal, as a moderator reads them."""

from collections.abc import Mapping, Sequence
from datetime import UTC
from typing import Any, Final

from kiraathane.match.v1 import match_pb2
from kiraathane_client.cli.desk import Desk
from kiraathane_client.names import seat_name

_KINDS: Final = {
    match_pb2.ENTRY_KIND_BEGINNING: ("başlangıç", "begins"),
    match_pb2.ENTRY_KIND_ACT: ("hamle", "act"),
    match_pb2.ENTRY_KIND_LAPSE: ("süre ya da kalkış", "lapse"),
    match_pb2.ENTRY_KIND_SEATING: ("yer", "seat"),
    match_pb2.ENTRY_KIND_ORDER: ("yönetici", "moderator"),
}
_WORDS: Final = {
    match_pb2.ENTRY_KIND_LAPSE: {"timeout": ("süresi doldu", "out of time"), "left": ("kalktı", "left")},
    match_pb2.ENTRY_KIND_SEATING: {
        "away": ("uzaklaştı", "is away"),
        "back": ("geri geldi", "is back"),
        "left": ("kalktı", "left"),
        "substitute": ("yerine oturdu:", "taken over by"),
        "void": ("masada kimse kalmadı", "nobody was at the table"),
    },
    match_pb2.ENTRY_KIND_ORDER: {
        "freeze": ("durdurdu", "froze"),
        "thaw": ("sürdürdü", "let go on"),
        "rewind": ("geri aldı", "took back"),
        "void": ("bozdu", "broke up"),
        "end": ("bitirdi", "ended"),
    },
}
"""By kind of row, what its text begins with, in words."""


def players(entries: Sequence[match_pb2.JournalEntry]) -> list[str]:
    """Whom the rows name by resource name: substitutes."""
    return [entry.text.split()[-1] for entry in entries if entry.kind == match_pb2.ENTRY_KIND_SEATING and entry.text]


def row(desk: Desk, info: match_pb2.MatchInfo, entry: match_pb2.JournalEntry, names: Mapping[str, str]) -> str:
    """One row: version, time, what it holds, by whom, in what words, and whether a rewind took it back."""
    who = f" · {seat_name(info, entry.seat)}" if entry.HasField("seat") else ""
    what = desk.say(*_KINDS.get(entry.kind, ("okunamıyor", "cannot be read")))
    said = _said(desk, entry, names)
    text = f" · {said}" if said else ""
    chance = desk.say(f" · şans: {entry.outcomes}", f" · chance: {entry.outcomes}") if entry.outcomes else ""
    undone = desk.say(" · geri alındı", " · undone") if entry.undone else ""
    return f"{entry.version:>5}  {at(entry.time)}  {what}{who}{text}{chance}{undone}"


def _said(desk: Desk, entry: match_pb2.JournalEntry, names: Mapping[str, str]) -> str:
    words = _WORDS.get(entry.kind)
    if words is None:
        return entry.text
    kind, colon, rest = entry.text.partition(":" if entry.kind == match_pb2.ENTRY_KIND_ORDER else " ")
    known = desk.say(*words.get(kind, (kind, kind)))
    if entry.kind == match_pb2.ENTRY_KIND_ORDER:
        return f"{known}{colon}{rest}"
    return f"{known} {names.get(rest, rest)}".rstrip()


def at(moment: Any) -> str:
    """The time of day, UTC."""
    return f"{moment.ToDatetime(UTC):%H:%M:%S}"
