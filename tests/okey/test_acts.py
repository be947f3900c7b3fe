"""Acts that no notation writes (rules 8.16)."""

import pytest

from services.kernel.game import Act, Seat
from services.kernel.refusal import Illegal
from services.okey import game
from services.okey.actions import Action, Area, AutoPlace, Open
from services.okey.tiles import Tile
from tests.okey.tables import position

HELD = "play turn 0 indicator K12 racks R1/Y1.2/Y1.2/K1.2 stock B1.2.3"


@pytest.mark.parametrize("table", ["house", "tournament"])
@pytest.mark.parametrize("opened", ["none", "series"])
@pytest.mark.parametrize("finish", [(), (Tile.R1,)])
def test_an_opening_without_a_group_is_none(table: str, opened: str, finish: tuple[Tile, ...]) -> None:
    state = position(f"{HELD} opened {opened},none,none,none", okeyTable=table)
    with pytest.raises(Illegal, match="NOTHING_STAGED"):
        game.apply(state, Act[Action](Seat(0), Open(Area.SERIES, (), finish)))


@pytest.mark.parametrize("groups", [(), ((),)])
def test_nor_can_nothing_be_laid_out_by_itself(groups: tuple[tuple[Tile, ...], ...]) -> None:
    state = position(f"{HELD} opened series,none,none,none")
    with pytest.raises(Illegal, match="NOTHING_TO_LAY"):
        game.apply(state, Act[Action](Seat(0), AutoPlace(Area.SERIES, groups)))
