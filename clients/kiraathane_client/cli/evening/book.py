"""What has happened in an evening: counts, matches, and whatever should not have been."""

from collections import Counter

import msgspec

from kiraathane_client.errors import InvalidRequest, KiraathaneError, ServerFault, Unauthenticated, Unavailable

MOST_FAULTS = 200
"""So many are kept in full; all are counted."""

# No rule says these: the house or this program is at fault.
_FAULTS: dict[type[KiraathaneError], str] = {
    ServerFault: "internal",
    InvalidRequest: "invalid_request",
    Unauthenticated: "signed_out",
    Unavailable: "unavailable",
}


class Fault(msgspec.Struct, frozen=True):
    """Something that should not have been: what kind of thing, where ("matches/…", "players/…"), and what was seen."""

    kind: str
    where: str
    detail: str


class Entry(msgspec.Struct):
    """A match that was begun. `seated` has the seat of each of the evening's people, `left` who gave it up."""

    match: str
    family: str
    table: str
    public: bool
    seated: dict[str, int] = {}
    left: set[str] = set()
    over: bool = False


class Book:
    """Everybody writes into it, on one event loop."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.matches: dict[str, Entry] = {}
        self.faults: list[Fault] = []
        self._known: set[tuple[str, str]] = set()

    def count(self, what: str, by: int = 1) -> None:
        """It happened once more."""
        self.counts[what] += by

    def fault(self, kind: str, where: str, detail: str) -> None:
        """Something is wrong; of each kind one is told of each place."""
        if (kind, where) in self._known:
            return
        self._known.add((kind, where))
        self.count("faults")
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(kind, where, detail))

    def trouble(self, error: KiraathaneError, where: str) -> None:
        """The house said no: a refusal is part of any evening, a fault is not."""
        kind = next((kind for type_, kind in _FAULTS.items() if isinstance(error, type_)), None)
        if kind is None:
            self.refusals[error.reason or type(error).__name__] += 1
        else:
            self.fault(kind, where, f"{error} {error.raw}".strip())

    def sat(self, match: str, family: str, table: str, *, public: bool, player: str, seat: int) -> Entry:
        """A person plays this seat of a match."""
        entry = self.matches.setdefault(match, Entry(match, family, table, public))
        entry.seated[player] = seat
        return entry

    def running(self, *, public: bool = False) -> list[Entry]:
        """Matches that nobody has seen the end of; with `public` those alone that everybody may know of."""
        return [entry for entry in self.matches.values() if not entry.over and (entry.public or not public)]

    def was_at(self, player: str, match: str) -> bool:
        """True if the player has, or had, a seat in the match."""
        return match in self.matches and player in self.matches[match].seated

    def keeps(self, player: str) -> list[Entry]:
        """Matches that a player had a seat in and did not leave."""
        return [e for e in self.matches.values() if player in e.seated and player not in e.left]

    def summary(self) -> dict[str, object]:
        """Counts and faults for the JSON line. `matches_by_family` is of all matches that were begun."""
        families = Counter(entry.family for entry in self.matches.values())
        return {
            "counts": dict(sorted(self.counts.items())),
            "matches_by_family": dict(sorted(families.items())),
            "refusals": dict(sorted(self.refusals.items())),
            "faults": [msgspec.structs.asdict(fault) for fault in self.faults],
        }
