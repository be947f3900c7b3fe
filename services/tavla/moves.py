"""One die played with one checker: whether it may be, and what then stands on the board.

The plain statement of rules 1.4-1.6 and 3.4-3.6, on a working copy of the board as the mover sees it. `plays` asks it
for every checker and die; `quick` does the same by other means where it can, and the tests hold the two together.
"""

from services.tavla.board import BAR, FARTHEST, HOME, OFF, START_BAR, Meeting, Variant, highest

NO_CHECKER_THERE = "NO_CHECKER_THERE"
POINT_CLOSED = "POINT_CLOSED"
MUST_ENTER_FIRST = "MUST_ENTER_FIRST"
NOT_ALL_HOME = "NOT_ALL_HOME"
HIGHER_CHECKER_FIRST = "HIGHER_CHECKER_FIRST"
CHECKER_PINNED = "CHECKER_PINNED"
FIRST_CHECKER_ONLY = "FIRST_CHECKER_ONLY"

BORNE_OFF = "borne_off"
MOTHER_PINNED = "mother_pinned"
MOTHERS_PINNED = "mothers_pinned"

_PAST_ENEMY_START = 11  # rules 3.6


class Board:
    """A working copy of both sides. `hits` collects the own points on which enemy checkers were hit."""

    __slots__ = ("hits", "other", "other_pinned", "own", "own_pinned", "variant")

    def __init__(self, variant: Variant, own: bytes, other: bytes, own_pinned: int = 0, other_pinned: int = 0) -> None:
        self.variant = variant
        self.own = list(own)
        self.other = list(other)
        self.own_pinned = own_pinned
        self.other_pinned = other_pinned
        self.hits: tuple[int, ...] = ()

    def copy(self) -> "Board":
        twin = Board.__new__(Board)
        twin.variant = self.variant
        twin.own = self.own.copy()
        twin.other = self.other.copy()
        twin.own_pinned = self.own_pinned
        twin.other_pinned = self.other_pinned
        twin.hits = self.hits
        return twin

    def key(self) -> tuple[bytes, bytes, int, int]:
        """What makes two positions the same."""
        return bytes(self.own), bytes(self.other), self.own_pinned, self.other_pinned

    # -- may it be? ---------------------------------------------------------------------------------------------------

    def refusal(self, point: int, die: int) -> str:
        """Why the checker on `point` may not be moved with `die`, or "" if it may."""
        own = self.own
        if not 1 <= point <= BAR or not own[point]:
            return NO_CHECKER_THERE
        if own[BAR] and point != BAR:
            return MUST_ENTER_FIRST  # 1.5, 3.4
        if self.own_pinned >> point & 1:
            return CHECKER_PINNED  # 3.5
        if self.variant.meeting is Meeting.CLOSED and self.first_checker() not in (None, point):
            return FIRST_CHECKER_ONLY  # 3.6
        target = (START_BAR if point == BAR else point) - die
        if target >= 1:
            return POINT_CLOSED if self.closed(target) else ""
        return self._bearing_off_refusal(point, die)

    def closed(self, target: int) -> bool:
        """True if the mover may not land on his own point `target`; none of his moves changes that during the turn."""
        enemies = self.other[self.variant.mirror[target]]
        match self.variant.meeting:
            case Meeting.HIT:
                return enemies >= 2  # 1.4
            case Meeting.PIN:
                return enemies >= 2 or (enemies == 1 and self.own_pinned >> target & 1 == 1)  # 3.5
            case Meeting.CLOSED:
                return enemies >= 1  # 3.6

    def first_checker(self) -> int | None:
        """Where the one checker stands that may be moved in Mültezim; None once it has passed (rules 3.6).

        Nothing is ever hit there, so "it has passed" can be read off the board.
        """
        if any(self.own[: _PAST_ENEMY_START + 1]):
            return None
        return next(point for point in range(_PAST_ENEMY_START + 1, FARTHEST + 1) if self.own[point])

    def _bearing_off_refusal(self, point: int, die: int) -> str:
        top = highest(self.own)
        if top > HOME:
            return NOT_ALL_HOME  # 1.6
        if self.own_pinned:
            return CHECKER_PINNED  # 3.5
        if die > point and top > point:
            return HIGHER_CHECKER_FIRST  # 1.6
        return ""

    def explain(self, reason: str, point: int, die: int) -> dict[str, object]:
        """The details of a refusal that `refusal` gave: the place or die that its sentence names."""
        match reason:
            case "NOT_ALL_HOME" | "HIGHER_CHECKER_FIRST":
                return {"point": place_name(highest(self.own)), "die": die}
            case "POINT_CLOSED":
                return {"point": (START_BAR if point == BAR else point) - die, "die": die}
            case "MUST_ENTER_FIRST":
                return {"count": self.own[BAR]}
            case "FIRST_CHECKER_ONLY":
                return {"point": self.first_checker()}
            case "CHECKER_PINNED" if not self.own_pinned >> point & 1:
                return {"point": self.own_pinned.bit_length() - 1}
            case _:
                return {"point": place_name(point)}

    # -- what then stands on the board ---------------------------------------------------------------------------------

    def make(self, point: int, die: int) -> None:
        """Plays a move that `refusal` had nothing against."""
        variant, own = self.variant, self.own
        target = max((START_BAR if point == BAR else point) - die, OFF)
        own[point] -= 1
        own[target] += 1
        if variant.meeting is Meeting.HIT:
            if target and self.other[25 - target] == 1:
                self.other[25 - target] = 0
                self.other[BAR] += 1
                self.hits += (target,)
        elif variant.meeting is Meeting.PIN:
            self._pin(point, target)

    def _pin(self, left: int, reached: int) -> None:
        mirror = self.variant.mirror
        if not self.own[left]:
            self.other_pinned &= ~(1 << mirror[left])  # the last one on top has gone
        if reached and self.other[mirror[reached]]:
            self.other_pinned |= 1 << mirror[reached]

    def end(self) -> str:
        """The end cause if the move just made ends the game, else "" (rules 1.7, 3.5)."""
        if self.own[OFF] == self.variant.checkers:
            return BORNE_OFF
        if self.variant.meeting is Meeting.PIN and self.other_pinned >> FARTHEST & 1:
            if self.own_pinned >> FARTHEST & 1:
                return MOTHERS_PINNED
            if not self.own[FARTHEST]:
                return MOTHER_PINNED
        return ""


def place_name(place: int) -> int | str:
    """A place as a player names it: the point's number, or one of the bars."""
    return {START_BAR: "start", BAR: "bar"}.get(place, place)
