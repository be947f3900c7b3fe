"""What a commit must fulfil, whoever asks (rules 8.6, 8.16)."""

from collections.abc import Collection, Sequence

from services.kernel.melds import Meld
from services.kernel.refusal import Illegal
from services.okey.actions import Area
from services.okey.results import Opened
from services.okey.terms import Terms
from services.okey.tiles import Group, Tile
from services.okey.worth import melds_worth


def check_area(area: Area, opened: Sequence[Opened], seat: int) -> None:
    """Raises `Illegal` if the seat may not lay there; `opened` is by seat."""
    if opened[seat] is Opened.PAIRS and area is Area.SERIES:
        raise Illegal("PAIR_OPENER")
    if opened[seat] is Opened.SERIES and area is Area.PAIRS and Opened.PAIRS not in opened:
        raise Illegal("NO_PAIR_AREA")


def check_marks(groups: Sequence[Group], okey: Tile) -> None:
    """Raises `Illegal` for a tile that is no real okey and yet is to stand for another one."""
    for group in groups:
        for piece in group:
            if piece.face is not None and piece.tile is not okey:
                raise Illegal("NOT_AN_OKEY", tile=piece.tile.sign)


def worth(melds: Sequence[Meld], area: Area, terms: Terms) -> int:
    """What runs and sets are worth together; of pairs, how many they are."""
    return melds_worth(melds, terms) if area is Area.SERIES else len(melds)


def check_opening(
    area: Area, have: int, need: int, tiles: Collection[Tile], side: Tile | None, *, stroke: bool = False
) -> None:
    """Raises `Illegal` if melds worth `have` do not open. `stroke`: runs and sets may be worth less; the number of
    pairs is never waived. `side` is a tile that one of `tiles` must be."""
    if have < need and not (stroke and area is Area.SERIES):
        raise Illegal("BELOW_VALUE" if area is Area.SERIES else "TOO_FEW_PAIRS", have=have, need=need)
    if side is not None and side not in tiles:
        raise Illegal("SIDE_UNUSED", tile=side.sign)
