"""What an open seat can do with its rack in one turn: further melds, lay-offs, okeys; and whether that finishes."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

import msgspec

from services.kernel.melds import Face, Meld, natural, spots, standing_for
from services.okey.actions import Action, Area, Devam, Discard, LayOff, Open, SwapOkey
from services.okey.groups import laid_off, meanings, spot_of
from services.okey.results import Opened
from services.okey.suggest import best_series, most_pairs
from services.okey.terms import Terms
from services.okey.tiles import NUMBERS, Group, Tile, face_of, without

_GROUPS: Final = 4
"""Of so many groups of a layout every choice is tried."""


class Held(msgspec.Struct, frozen=True):
    """What an open seat's turn depends on: `using` is a tile that must go down, `lay_offs` how many tiles it may still
    lay off (None: any number), `keep_okeys` says that okeys stay on the rack if it does not finish."""

    rack: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    okey: Tile
    opened: Opened
    pairs_lie: bool
    terms: Terms
    using: Tile | None = None
    lay_offs: int | None = None
    keep_okeys: bool = False


class Plan(msgspec.Struct, frozen=True):
    """Acts in order with what stays on the rack before the discard; a finish has its last act among them."""

    acts: tuple[Action, ...]
    left: tuple[Tile, ...]
    finish: bool = False
    by_okey: bool = False


def swaps(held: Held) -> Iterator[SwapOkey]:
    """The okeys that can be taken from the table."""
    faces = {face_of(tile, held.okey): tile for tile in held.rack if tile is not held.okey}
    for at, meld in enumerate(held.melds):
        for where, place in enumerate(meld.places):
            if place.wild and place.face in faces:
                yield SwapOkey(faces[place.face], at, where)


def best_plan(held: Held) -> Plan | None:
    """The plan that finishes, best with an okey; else the one that leaves the fewest points. None if `using` cannot go
    down."""
    best, best_price = None, None
    for groups in _choices(held):
        plan = _Turn(held).played(groups)
        if plan is None:
            continue
        price = _price(plan, held)
        if best_price is None or price < best_price:
            best, best_price = plan, price
    return best


def points(tiles: Iterable[Tile], okey: Tile, terms: Terms) -> int:
    """What tiles count on the rack of an opener."""
    return sum(terms.unit if tile is okey else terms.number(face_of(tile, okey).rank) for tile in tiles)


def without_the_highest(rack: tuple[Tile, ...], okey: Tile) -> tuple[Tile, ...]:
    """A rack after its discard, roughly."""
    tile = max(rack, key=lambda tile: (tile is not okey, face_of(tile, okey).rank))
    left = without(rack, (tile,))
    assert left is not None
    return left


def _price(plan: Plan, held: Held) -> tuple[bool, bool, int, int]:
    return not plan.finish, not plan.by_okey, points(plan.left, held.okey, held.terms), len(plan.acts)


def _choices(held: Held) -> Iterator[tuple[Group, ...]]:
    """The groups to lay first; nothing at all is one of the choices, after laying off is another."""
    yield ()
    if held.opened is Opened.PAIRS:
        return
    plain = tuple(tile for tile in held.rack if tile is not held.okey)
    racks = (held.rack, plain) if len(plain) < len(held.rack) else (held.rack,)
    for rack in racks:
        laid = best_series(rack, held.okey, held.terms)
        if laid is not None:
            yield from _subsets(laid.groups)
    exact = best_series(held.rack, held.okey, held.terms, held.using, 1)
    if exact is not None:
        yield exact.groups
    if held.using is not None:
        laid = best_series(held.rack, held.okey, held.terms, held.using)
        if laid is not None:
            yield from _subsets(laid.groups)


def _subsets(groups: Sequence[Group]) -> Iterator[tuple[Group, ...]]:
    if len(groups) > _GROUPS:
        yield tuple(groups)
        return
    for size in range(len(groups), 0, -1):
        yield from combinations(groups, size)


class _Turn:
    """One way through the turn."""

    def __init__(self, held: Held) -> None:
        self._held = held
        self._okey = held.okey
        self._rack = held.rack
        self._melds = list(held.melds)
        self._acts: list[Action] = []
        self._lay_offs = held.lay_offs if held.opened is Opened.PAIRS else None
        self._used = held.using is None

    def played(self, groups: tuple[Group, ...]) -> Plan | None:
        """The turn in which these melds go down first; None if it leaves no tile or does not use what it must."""
        if groups and not self._lay(groups, Area.SERIES):
            return None
        self._lay_off_plain()
        if self._held.opened is not Opened.PAIRS:
            more = best_series(self._rack, self._okey, self._held.terms) if len(self._rack) > 3 else None
            if more is not None and more.left and self._lay(more.groups, Area.SERIES):
                self._lay_off_plain()
        if self._held.opened is Opened.PAIRS or self._held.pairs_lie:
            self._lay_pairs()
        return self._ended()

    def _ended(self) -> Plan | None:
        """Goes out if that can be; else lays the okeys off too, unless they are kept."""
        okeys = self._rack.count(self._okey)
        both = self._held.terms.devam and self._rack == (self._okey, self._okey)
        if both and self._used:
            return self._plan(Devam(), by_okey=True)
        if okeys and (len(self._rack) - okeys <= 1 or not self._held.keep_okeys):
            while len(self._rack) > 1 and self._lay_okey_off():
                pass
        if not self._rack:
            self._rack = self._hold_one_back()
        if not self._rack:
            return None
        if len(self._rack) == 1 and (self._used or self._rack[0] is self._held.using):
            return self._plan(Discard(self._rack[0]), by_okey=self._rack[0] is self._okey)
        return Plan(tuple(self._acts), self._rack) if self._used else None

    def _plan(self, last: Action, *, by_okey: bool) -> Plan:
        return Plan((*self._acts, last), (), finish=True, by_okey=by_okey)

    def _hold_one_back(self) -> tuple[Tile, ...]:
        """Everything would go: the tile laid off last finishes instead."""
        last = self._acts[-1]
        if not isinstance(last, LayOff):
            return ()
        self._acts.pop()
        return (last.tile,)

    def _lay(self, groups: tuple[Group, ...], area: Area) -> bool:
        left = without(self._rack, (piece.tile for group in groups for piece in group))
        if not left:
            return False
        self._note(piece.tile for group in groups for piece in group)
        self._rack = left
        self._melds += [meanings(group, area, self._okey)[0] for group in groups]
        self._acts.append(Open(area, groups))
        return True

    def _note(self, tiles: Iterable[Tile]) -> None:
        self._used = self._used or any(tile is self._held.using for tile in tiles)

    def _lay_off_plain(self) -> None:
        """Lays off all that goes, but no okey; what must go down first."""
        using = self._held.using
        again = True
        while again and self._lay_offs != 0:
            again = False
            for tile in sorted(dict.fromkeys(self._rack), key=lambda tile: tile is not using or self._used):
                if tile is not self._okey and self._lay_off(tile):
                    again = True
                    break

    def _lay_off(self, tile: Tile) -> bool:
        face = face_of(tile, self._okey)
        at = next((at for at, meld in enumerate(self._melds) if face in spots(meld, NUMBERS)), None)
        if at is None:
            return False
        self._melds[at] = laid_off(self._melds[at], natural(face))
        self._put_off(LayOff(tile, at))
        return True

    def _lay_okey_off(self) -> bool:
        """An okey goes where it is of least use to others."""
        if self._lay_offs == 0 or self._okey not in self._rack:
            return False
        for at, meld in enumerate(self._melds):
            free = spots(meld, NUMBERS)
            if free:
                face = min(free, key=self._copies)
                self._melds[at] = laid_off(meld, standing_for(face))
                self._put_off(LayOff(self._okey, at, spot_of(face, meld) if len(free) > 1 else None))
                return True
        return False

    def _copies(self, face: Face) -> int:
        """How many tiles of a face the table and the rack show."""
        lying = sum(place.face == face for meld in self._melds for place in meld.places)
        return -lying

    def _put_off(self, act: LayOff) -> None:
        self._note((act.tile,))
        left = without(self._rack, (act.tile,))
        assert left is not None
        self._rack = left
        self._acts.append(act)
        if self._lay_offs is not None:
            self._lay_offs -= 1

    def _lay_pairs(self) -> None:
        """Pairs of the rest; an okey takes a tile with it only if that finishes or okeys are not kept."""
        if len(self._rack) < 3:
            return
        plain = tuple(tile for tile in self._rack if tile is not self._okey)
        okeys = len(self._rack) - len(plain)
        found = most_pairs(plain, self._okey)
        pairs = len(found.groups) if found is not None else 0
        with_okeys = okeys > 0 and (not self._held.keep_okeys or len(plain) - 2 * pairs <= okeys + 1)
        if with_okeys:
            found = most_pairs(self._rack, self._okey)
        if found is None:
            return
        # A tile must be kept: the okeys, which stand at the end, if it can be.
        groups = found.groups if 2 * len(found.groups) < len(self._rack) else found.groups[:-1]
        if groups:
            self._lay(groups, Area.PAIRS)
