"""What usta imagines: draws that open a closed rack, turns that an open one has yet, what the next player may do."""

import random

import pytest

from services.kernel.draws import Draws
from services.kernel.melds import Face, is_run, is_set
from services.okey import game
from services.okey.bots import discards
from services.okey.bots.ahead import Ahead
from services.okey.bots.faces import BLOCKS, FACES
from services.okey.bots.prospects import prospects
from services.okey.bots.seat import Seen, seen
from services.okey.bots.table import Held, best_plan
from services.okey.results import Opened
from services.okey.state import State
from services.okey.terms import Terms
from services.okey.tiles import Tile, read_tiles
from tests.okey.inventory import tiles as everywhere
from tests.okey_bots.seats import played, position, table

STRONG = "Y10.11.12.13B13K13R11.12Y1.4.7B2.5.8.10K1.3.6.9R2.7B7"
WEAK = "Y1.4.7.10.13B2.5.8.11K3.6.9.12R1.4.7.10.13Y3B6K1R8"


def at(text: str, **options: object) -> Seen:
    state = position(text, **options)
    return seen(game.view(state, state.due))


def closed(rack: str, stock: int = 16) -> Seen:
    return at(f"play turn 0 indicator R4 racks {rack}/*21/*21/*21 stock *{stock}")


def test_what_is_unseen_is_all_that_lies_hidden() -> None:
    """Tiles that a seat sees are counted once each; the rest is in the stock, on racks, and under other discards."""
    states = [state for state, action in played(table(okeyHands=1), ("orta",) * 4, 3) if action is not None]
    for state in random.Random(3).sample(states, 15):
        assert state.hand is not None
        found = seen(game.view(state, state.due))
        assert all(0 <= copies <= 2 for copies in found.unseen.values())
        assert _hidden(state) == sum(found.unseen.values())


def _hidden(state: State) -> int:
    hand, seat = state.playing[0], state.due
    assert sum(everywhere(hand).values()) == 106
    others = sum(len(rack) - len(hand.taken[other]) for other, rack in enumerate(hand.racks) if other != seat)
    return len(hand.stock) + others + sum(max(0, len(pile) - 1) for pile in hand.piles)


def test_a_better_rack_opens_oftener_and_needs_its_melds() -> None:
    strong, weak = prospects(closed(STRONG), Draws(1)), prospects(closed(WEAK), Draws(1))
    assert strong.either > weak.either + 0.2
    assert strong.of(Tile.Y11, 1) > strong.of(Tile.B2, 1)
    assert strong.of(Tile.K13, 1) > strong.of(Tile.R2, 1)


def test_four_pairs_open_with_pairs() -> None:
    four = prospects(closed("Y1.1B4.4K7.7R10.10Y4.7.13B1.7.9.13K2.4.10R1.8"), Draws(1))
    none = prospects(closed(WEAK), Draws(1))
    assert four.pairs > 0.5 > none.pairs
    assert four.of(Tile.B4, 2) > 0.3


def test_fewer_turns_are_worse() -> None:
    assert prospects(closed(STRONG), Draws(1)).either > prospects(closed(STRONG, 4), Draws(1)).either


def _open(rack: str, more: str = "stock *12") -> Seen:
    return at(
        f"play turn 0 indicator R4 racks {rack}/*9/*21/*21 opened series,series,none,none {more} melds 1:K5-K6-K7"
    )


def test_few_tiles_come_to_less_than_many() -> None:
    ahead = Ahead(_open("Y1B9.12"), Draws(1))
    few, more, high = (ahead.value(read_tiles(text), Tile.R5) for text in ("Y1", "Y1B2.4", "Y1B9.12"))
    assert few < more < high
    assert few < 0  # it may well finish
    assert high < 22


def test_tiles_that_go_together_come_to_less() -> None:
    """Of equal numbers those that one tile more makes a meld."""
    ahead = Ahead(_open("Y8.9B12"), Draws(1))
    assert ahead.value(read_tiles("Y8.9B12"), Tile.R5) < ahead.value(read_tiles("Y8R9B12"), Tile.R5)


def test_with_no_turn_left_a_rack_comes_to_what_it_counts() -> None:
    ahead = Ahead(_open("Y1B9.12", "stock -"), Draws(1))
    assert ahead.value(read_tiles("Y1B9.12"), Tile.R5) == 22
    assert ahead.value(read_tiles("Y1R5"), Tile.R5) == 102


def test_a_tile_is_the_less_dangerous_the_fewer_of_its_neighbours_are_unseen() -> None:
    plain = at("play turn 0 indicator R4 racks K9.13Y2.6/*21/*21/*21 stock *8")
    lying = "2:R10-R11-R12-R13+2:Y11-Y12-Y13+2:B11-B12-B13"
    dead = at(
        "play turn 0 indicator R4 racks K9.13Y2.6/*21/*9/*21 stock *8"
        f" opened none,none,series,none melds {lying}+2:Y13-B13-R13+2:K10-K11-K12"
    )
    assert discards.danger(dead, Tile.K13) < discards.danger(plain, Tile.K13)
    assert discards.danger(plain, Tile.Y2) < discards.danger(plain, Tile.K13)


def test_every_two_that_make_a_meld_with_a_face() -> None:
    assert len(FACES) == 52
    threes = [sorted([face, *two]) for face in FACES for two in BLOCKS[face]]
    assert all(is_run(three) or is_set(three) for three in threes)
    assert len(BLOCKS[Face(0, 7)]) == 3 + 3
    assert len(BLOCKS[Face(0, 1)]) == 1 + 3
    assert set(BLOCKS[Face(0, 13)]) >= {(Face(0, 11), Face(0, 12)), (Face(1, 13), Face(2, 13))}


@pytest.mark.parametrize(
    ("rack", "left"),
    [
        ("Y1.2.3.9B11", "Y9B11"),  # a meld goes down
        ("K4.8.9Y9B11", "Y9B11"),  # tiles that lay off one after the other
        ("Y8.9.10.10B10K10R3B1", "R3B1"),  # run and set
        ("R5Y9B11", "Y9B11"),  # an okey that cannot finish is laid off
    ],
)
def test_everything_goes_down_that_can(rack: str, left: str) -> None:
    held = _open(rack)
    plan = best_plan(Held(held.rack, held.melds, held.okey, Opened.SERIES, pairs_lie=False, terms=Terms()))
    assert plan is not None
    assert not plan.finish
    assert sorted(plan.left) == sorted(read_tiles(left))


def test_a_pair_opener_of_the_tournament_lays_two_tiles_off() -> None:
    held = _open("K3.4.8.9Y9B11")
    terms = Terms(tournament=True, partners=True)
    two = best_plan(Held(held.rack, held.melds, held.okey, Opened.PAIRS, pairs_lie=True, terms=terms, lay_offs=2))
    none = best_plan(Held(held.rack, held.melds, held.okey, Opened.PAIRS, pairs_lie=True, terms=terms, lay_offs=0))
    assert two is not None
    assert none is not None
    assert (len(two.left), len(none.left)) == (4, 6)


def test_what_must_go_down_does_or_there_is_no_plan() -> None:
    held = _open("Y1.2.3K8B11")
    must = Held(held.rack, held.melds, held.okey, Opened.SERIES, pairs_lie=False, terms=Terms(), using=Tile.Y2)
    plan = best_plan(must)
    assert plan is not None
    assert plan.finish
    held = _open("Y1.2K8B11")
    must = Held(held.rack, held.melds, held.okey, Opened.SERIES, pairs_lie=False, terms=Terms(), using=Tile.Y2)
    assert best_plan(must) is None
