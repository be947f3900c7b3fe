"""What a closed rack may still become: tiles to come are imagined, and the best layout of each says which tiles it
needs."""

from collections import Counter
from typing import Final

import msgspec

from services.kernel.draws import Draws
from services.kernel.layouts import best_layout
from services.kernel.melds import SHORTEST, Face, Meld
from services.okey.bots.seat import Seen
from services.okey.suggest import worths
from services.okey.tiles import Tile, face_of

_SAMPLES: Final = (64, 32, 14)
"""Layouts that are looked at, by the okeys on the rack: with more of them each takes longer."""

_LONGEST: Final = 5
"""So many tiles are imagined at most: further on nearly every rack opens, and no tile matters."""

_NEARLY: Final = 8
"""How steeply a layout counts less the further it is below the need."""

_SPARE: Final = 0.3
"""What a tile counts in a layout that would open without it."""


class Prospects(msgspec.Struct, frozen=True):
    """`series` and `pairs` are the shares of imagined draws that open so, `either` of those that open at all. `needed`
    says of each tile of the rack, by copies, how often the layouts that count used so many of them: `needed[tile][0]`
    at least one, `needed[tile][1]` both."""

    series: float
    pairs: float
    either: float
    needed: dict[Tile, tuple[float, float]]

    def of(self, tile: Tile, copies: int) -> float:
        """How much is lost with one of so many copies of a tile, 0 to 1."""
        return self.needed[tile][min(copies, 2) - 1]


def prospects(at: Seen, rng: Draws) -> Prospects:
    """Imagines the draws of the turns that are left."""
    pool = [tile for tile, copies in at.unseen.items() for _ in range(copies)]
    ahead = max(1, min(at.turns + 1, _LONGEST, len(pool)))
    rack, okeys = list(at.rack), at.rack.count(at.okey)
    plain = [tile for tile in dict.fromkeys(rack) if tile is not at.okey]
    faces = {tile: face_of(tile, at.okey) for tile in (*at.unseen, *plain)}
    held = Counter(faces[tile] for tile in rack if tile is not at.okey)
    weights: dict[Face, list[float]] = {faces[tile]: [0.0, 0.0] for tile in plain}
    total = series = pairs = either = 0.0
    for _ in range(_SAMPLES[min(okeys, 2)]):
        drawn = _draw(pool, ahead, rng)
        more = [faces[tile] for tile in drawn if tile is not at.okey]
        wilds = min(2, okeys + len(drawn) - len(more))
        layout = best_layout([*held.elements(), *more], wilds, worths(at.view.terms))
        laid, left, losses = layout.value, Counter(layout.left), _losses(layout.melds)
        doubles = _pairs(held, more)
        opens = laid >= at.view.need
        in_pairs = sum(count // 2 for count in doubles.values()) + wilds >= at.view.need_pairs
        series, pairs, either = series + opens, pairs + in_pairs, either + (opens or in_pairs)
        weight = 1.0 if opens else 0.5 * (laid / at.view.need) ** _NEARLY
        total += weight
        spare = laid - at.view.need if opens else -1
        for face, count in held.items():
            used = count + more.count(face) - left.get(face, 0)
            lost = weight if losses.get(face, 0) > spare else _SPARE * weight
            weights[face][0] += lost * (used >= 1)
            weights[face][1] += lost * (used >= 2)
        if in_pairs:
            share = 0.3 if opens else 1.0
            total += share
            for face in held:
                if doubles[face] >= 2:
                    weights[face][0] += share
                    weights[face][1] += share
    count = _SAMPLES[min(okeys, 2)]
    scale = 1 / total if total else 0.0
    needed = {tile: (weights[faces[tile]][0] * scale, weights[faces[tile]][1] * scale) for tile in plain}
    return Prospects(series / count, pairs / count, either / count, needed)


def _draw(pool: list[Tile], count: int, rng: Draws) -> list[Tile]:
    """So many tiles of the pool, which is put into another order."""
    for at in range(count):
        other = at + rng.randrange(len(pool) - at)
        pool[at], pool[other] = pool[other], pool[at]
    return pool[:count]


def _losses(melds: tuple[Meld, ...]) -> dict[Face, int]:
    """About what a layout loses with a tile: all of a meld of three, of a longer one its rank; the least of several."""
    found: dict[Face, int] = {}
    for meld in melds:
        ranks = sum(meld.ranks)
        for face in meld.naturals:
            loss = ranks if len(meld.places) == SHORTEST else face.rank
            found[face] = min(loss, found.get(face, loss))
    return found


def _pairs(held: Counter[Face], more: list[Face]) -> Counter[Face]:
    doubles = held.copy()
    doubles.update(more)
    return doubles
