"""The board as the client needs it to show a turn that is not finished.

Whether a whole turn is legal is the house's to say. Here stands only what forbids a single move at its place in the
turn, so that a turn can be made checker by checker: closed points, the bar first, bearing off (rules 1.4-1.6, 3.4-3.6).
"""

from typing import NamedTuple

from kiraathane.tavla.v1 import tavla_pb2 as pb

BAR = 26
START = 25
OFF = 0
POINTS = range(1, 25)
HOME = 6
CHECKERS = 15
PASSED = 11  # from here on the first checker of Mültezim has passed the other side's start
FAR = 25  # a checker on either bar is as far as this


class Move(NamedTuple):
    """One die with one checker; `start` is an own point, `BAR` or `START`."""

    start: int
    die: int

    @property
    def target(self) -> int:
        """The own point it lands on, `OFF` when it leaves the board."""
        return max(OFF, min(self.start, FAR) - self.die)


class Side(NamedTuple):
    """One side's checkers. `points[p]` is point p of whoever looks (0 and 25 are unused)."""

    points: tuple[int, ...]
    bar: int
    start: int
    off: int
    pinned: frozenset[int]


class Position(NamedTuple):
    """Both sides, by the numbering of the one who looks."""

    mine: Side
    theirs: Side
    variant: str

    def moved(self, move: Move) -> "Position | None":
        """The position after a move, None if it cannot be made on this board."""
        mine = self._lifted(move.start)
        if mine is None or self._others_first(move):
            return None
        theirs, target = self.theirs, move.target
        # A checker that left was perhaps the last one that pinned another.
        if move.start in theirs.pinned and mine.points[move.start] == 0:
            theirs = theirs._replace(pinned=theirs.pinned - {move.start})
        if target == OFF:
            if not self._bears_off(move):
                return None
            return Position(mine._replace(off=mine.off + 1), theirs, self.variant)
        if self.closed(target):
            return None
        if theirs.points[target] == 1 and target not in theirs.pinned:
            theirs = _pinned(theirs, target) if self.variant == "hapis" else _hit(theirs, target)
        return Position(mine._replace(points=_changed(mine.points, target, 1)), theirs, self.variant)

    def closed(self, point: int) -> bool:
        """True if no checker of mine may land there."""
        enemies = self.theirs.points[point] - (point in self.theirs.pinned)
        if self.variant == "multezim":
            return enemies > 0
        return enemies > 1 or (enemies == 1 and point in self.mine.pinned)

    def hits(self, move: Move) -> bool:
        """True if the move sends an enemy checker to the bar."""
        target = move.target
        return self.variant not in {"hapis", "multezim"} and target != OFF and self.theirs.points[target] == 1

    def pips(self) -> tuple[int, int]:
        """What each side has still to go: mine, theirs."""
        return _pips(self.mine, {p: p for p in POINTS}), _pips(
            self.theirs, {p: mirrored(p, self.variant) for p in POINTS}
        )

    def _others_first(self, move: Move) -> bool:
        """True if another checker must move before: one on the bar, or the first checker of Mültezim (rules 3.6)."""
        mine = self.mine
        if mine.bar and move.start != BAR:
            return True
        if self.variant != "multezim" or mine.points[24] != CHECKERS - 1:
            return False
        first = next((p for p in POINTS if p != 24 and mine.points[p]), OFF)
        return first > PASSED and move.start != first

    def _bears_off(self, move: Move) -> bool:
        """True if the checker may leave the board with this die (rules 1.6; 3.5 for pinned ones)."""
        mine = self.mine
        if mine.bar or mine.start or mine.pinned or any(mine.points[p] for p in range(HOME + 1, 25)):
            return False
        return move.start == move.die or not any(mine.points[p] for p in range(move.start + 1, HOME + 1))

    def _lifted(self, start: int) -> Side | None:
        mine = self.mine
        if start == BAR:
            return mine._replace(bar=mine.bar - 1) if mine.bar else None
        if start == START:
            return mine._replace(start=mine.start - 1) if mine.start else None
        if mine.points[start] == 0 or start in mine.pinned:
            return None
        return mine._replace(points=_changed(mine.points, start, -1))


def mirrored(point: int, variant: str) -> int:
    """The other side's number of a point (rules 3.1)."""
    if variant == "multezim":
        return point + 12 if point <= 12 else point - 12
    return 25 - point


def seen_by(view: pb.TavlaView, seat: int) -> Position:
    """The board as `seat` numbers it."""
    mine, theirs = view.sides[seat], view.sides[1 - seat]
    numbers = {p: mirrored(p, view.variant) for p in POINTS}
    return Position(_side(mine, {p: p for p in POINTS}), _side(theirs, numbers), view.variant)


def _side(side: pb.TavlaSide, number: dict[int, int]) -> Side:
    points = [0] * 26
    for own, count in enumerate(side.points, start=1):
        points[number[own]] = count
    pinned = frozenset(number[own] for own, flag in enumerate(side.pinned, start=1) if flag)
    return Side(tuple(points), side.bar, side.start, side.off, pinned)


def _pips(side: Side, own: dict[int, int]) -> int:
    return sum(side.points[p] * own[p] for p in POINTS) + FAR * (side.bar + side.start)


def _changed(points: tuple[int, ...], point: int, by: int) -> tuple[int, ...]:
    return (*points[:point], points[point] + by, *points[point + 1 :])


def _hit(side: Side, point: int) -> Side:
    return side._replace(points=_changed(side.points, point, -1), bar=side.bar + 1)


def _pinned(side: Side, point: int) -> Side:
    return side._replace(pinned=side.pinned | {point})
