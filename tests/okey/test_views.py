"""Who sees what (rules 8.18, 10.9)."""

import random

import msgspec
import pytest

from services.kernel.game import Act, Seat
from services.kernel.refusal import Illegal
from services.okey import game
from services.okey.actions import GiveSign, Sign
from services.okey.happenings import GroupsPlaced, TileDrawn
from services.okey.state import State
from services.okey.tiles import Tile, read_tiles
from services.okey.view import SeatView
from tests.okey.tables import TOURNAMENT, act, acts, hand_of, position

PILES = (
    "draw turn 1 indicator K12 racks Y1.2/Y3.4/Y5.6/Y7.8 stock R1.2Y9 piles R3.4/B3.4.5/-/K3.4.5 "
    "opened series,none,pairs,none melds 0:R9-R10-R11"
)


def seats(state: State, viewer: int | None) -> tuple[SeatView, ...]:
    return game.view(state, None if viewer is None else Seat(viewer)).seats


def discards(state: State, viewer: int | None) -> list[str]:
    return ["".join(seat.discards) for seat in seats(state, viewer)]


@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_of_every_pile_everybody_sees_the_top_and_the_height(viewer: int | None) -> None:
    """Rules 8.18: at a house table nobody sees more."""
    state = position(PILES)
    assert [seat.top for seat in seats(state, viewer)] == [Tile.R4, Tile.B5, None, Tile.K5]
    assert [seat.pile for seat in seats(state, viewer)] == [2, 3, 0, 3]
    assert discards(state, viewer) == ["", "", "", ""]


def test_who_is_not_open_sees_the_top_tiles_alone() -> None:
    """R19 an unopened player, and a spectator, sees no older discard (rules 10.9)."""
    state = position(PILES, okeyTable="tournament")
    for viewer in (None, 1, 3):
        assert discards(state, viewer) == ["", "", "", ""]
        assert [seat.top for seat in seats(state, viewer)] == [Tile.R4, Tile.B5, None, Tile.K5]


def test_a_pair_opener_sees_all_discards_at_any_time() -> None:
    """Rules 10.9."""
    for turn in ("turn 1", "turn 2"):
        state = position(PILES.replace("turn 1", turn), okeyTable="tournament")
        assert discards(state, 2) == ["R3R4", "B3B4B5", "", "K3K4K5"]


def test_a_series_opener_sees_his_own_discards_after_his_discard() -> None:
    """R21 a series opener on his turn sees the top of his own pile; all of it after his discard (rules 10.9)."""
    state = position(PILES.replace("turn 1", "turn 0"), okeyTable="tournament")
    assert discards(state, 0) == ["", "", "", ""]
    state = act(state, 0, "draw")
    assert discards(state, 0) == ["", "", "", ""]
    state = act(state, 0, "discard Y1")
    assert discards(state, 0) == ["R3R4Y1", "", "", ""]
    state = acts(state, 1, "draw", "discard Y3")
    assert discards(state, 0) == ["R3R4Y1", "", "", ""]


def test_a_drawn_tile_is_told_to_who_drew_it_alone() -> None:
    state = act(position(PILES), 1, "draw")
    for viewer in (None, 0, 1, 2, 3):
        (drawn,) = game.happenings(state, None if viewer is None else Seat(viewer))
        assert isinstance(drawn, TileDrawn)
        assert drawn.tile == (Tile.R1 if viewer == 1 else None)
        assert game.view(state, None if viewer is None else Seat(viewer)).drawn == (Tile.R1 if viewer == 1 else None)


def test_what_an_automatic_lay_out_left_on_the_rack_is_told_to_its_owner_alone() -> None:
    state = position("play turn 0 indicator K12 racks R1.2.3.8.9K5Y2/*21/*21/*21 stock *20")
    state = act(state, 0, "auto series R1-R2-R3+R8-R9-K5")
    for viewer in (None, 0, 1):
        (placed,) = game.happenings(state, None if viewer is None else Seat(viewer))
        assert isinstance(placed, GroupsPlaced)
        assert placed.left == ((read_tiles("R8.9K5"),) if viewer == 0 else ())


def test_a_taken_side_tile_is_seen_as_long_as_it_lies_on_the_rack() -> None:
    """Rules 8.18."""
    state = act(position(PILES, sideAfterOpen="free"), 1, "take")
    assert seats(state, 3)[1].taken == (Tile.R4,)
    assert game.view(state, Seat(3)).side is Tile.R4
    back = act(state, 1, "return")
    assert seats(back, 3)[1].taken == ()
    placed = act(state, 1, "place R4 series 0 0")
    assert seats(placed, 3)[1].taken == ()
    assert seats(act(placed, 1, "undo"), 3)[1].taken == (Tile.R4,)


def test_a_signs_is_seen_by_everybody() -> None:
    """Rules 10.9."""
    state = act(position(PILES, okeyTable="tournament"), 1, "sign finish")
    for viewer in (None, 0, 1, 2, 3):
        assert [seat.sign for seat in seats(state, viewer)] == [None, Sign.FINISH, None, None]


@pytest.mark.parametrize("tile", ["R8", "R12"])
def test_nothing_tells_whether_a_discard_lays_off(tile: str) -> None:
    """Rules 10.9: neither the view nor what may be done, but a claim itself."""
    table = "opened series,none,pairs,none melds 0:R9-R10-R11"
    text = "play turn 1 indicator K12 racks Y1.2/{}Y4/Y5.6/Y7.8 stock R1.2 " + table
    state = act(position(text.format(tile), okeyTable="tournament"), 1, f"discard {tile}")
    other = act(position(text.format("R6"), okeyTable="tournament"), 1, "discard R6")
    for viewer in (None, 0, 2, 3):
        seen, else_ = (
            msgspec.json.encode(game.view(one, None if viewer is None else Seat(viewer))).decode().replace(what, "?")
            for one, what in ((state, tile), (other, "R6"))
        )
        assert seen == else_
        assert list(map(game.notation.write_action, game.legal(state, Seat(viewer or 0)))) == list(
            map(game.notation.write_action, game.legal(other, Seat(viewer or 0)))
        )


def test_a_claim_is_in_what_may_be_done_though_it_is_not_listed() -> None:
    """Rules 10.6."""
    text = "draw turn 1 indicator K12 racks Y1.2/Y3/Y5.6/Y7.8 stock R1.2 piles R8/-/-/- window 0:R8 melds 1:R5-R6-R7"
    state = position(text, okeyTable="tournament")
    claim = game.notation.read_action("claim R8")
    assert claim in game.legal(state, Seat(3))
    assert claim not in game.legal(state, Seat(2))
    assert list(game.legal(state, Seat(3))) == []
    assert game.notation.read_action("claim R9") not in game.legal(state, Seat(3))


def test_the_racks_lie_open_after_the_hand() -> None:
    """Rules 8.18."""
    state = position("play turn 0 indicator K12 racks Y1/R3.4K13/FY2/B1 stock *20 opened series,series,none,none")
    view = game.view(act(state, 0, "discard Y1"), None)
    assert view.last is not None
    assert [" ".join(rack) for rack in view.last.racks] == ["", "K13 R3 R4", "Y2 F", "B1"]
    assert view.last.counts == (0, 108, 15, 1)
    assert view.indicator is None
    assert view.melds == ()


def test_a_view_names_no_hidden_tile() -> None:
    """Invariant 9: a spectator of a hand just dealt is told of the indicator and the okey alone."""
    for seed in range(20):
        state = hand_of(random.Random(seed), TOURNAMENT)
        hand, _ = state.playing
        told = msgspec.json.encode((game.view(state, None), game.happenings(state, None))).decode()
        assert {tile for tile in Tile if f'"{tile}"' in told} == {hand.indicator, hand.okey}


def test_a_sign_does_not_come_from_another_seat() -> None:
    state = position(PILES, okeyTable="tournament")
    with pytest.raises(Illegal, match="NOT_YOUR_TURN"):
        game.apply(state, Act(Seat(3), GiveSign(Sign.WAIT)))
