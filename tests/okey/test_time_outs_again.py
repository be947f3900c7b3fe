"""What the rules do when a turn runs out of time, a second time: straight from 8.17, at random positions."""

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from services.kernel.game import Lapse, LapseCause
from services.okey import game
from services.okey.actions import Undo
from services.okey.state import Phase, State
from services.okey.tiles import Tile
from tests.okey.book import Book
from tests.okey.test_refusals_again import position
from tests.okey.test_scores_again import counts_as, frees, lays_off

POSITIONS = 20_000


class Default:
    """Rules 8.17, step by step: the tile that goes, the price of it all, and whether the hand is void before it."""

    def __init__(self, state: State) -> None:
        self.book = Book(state, Undo())
        self.hand, self.turn = state.playing
        self.state = state
        self.fine = 0
        self.void = False
        self.rack = [tile.value for tile in self.hand.racks[self.turn.seat]]
        self.side = None if self.turn.side is None else self.turn.side.value
        self.drawn = None if self.turn.drawn is None else self.turn.drawn.value
        self.phase = state.phase
        self.settle_staged()
        self.settle_side()
        if self.phase is Phase.DRAW:
            self.drawn = self.hand.stock[0].value
            self.rack.append(self.drawn)
        self.tile = self.thrown()

    def settle_staged(self) -> None:
        """1: committed if a commit would be accepted, else collected."""
        if not self.turn.groups or self.turn.area is None:
            return
        if self.book.conditions(self.turn.groups, self.turn.area):
            self.rack += [piece.tile.value for group in self.turn.groups for piece in group]
            self.fine += 0 if self.turn.fined else self.book.price
            return
        ways = [way.value for way in self.hand.opened]
        ways[self.turn.seat] = self.book.opened
        self.void = self.state.terms.tournament and ways == ["pairs"] * 4

    def settle_side(self) -> None:
        """2: returned if that is allowed, else the duty is dropped, and the bar with it."""
        must = self.turn.opened_before and self.state.terms.side_after_open == "mustUse"
        if self.side is None or not (self.book.opened == "none" or (must and self.side not in self.book.used)):
            return
        if not self.book.used:
            self.rack.remove(self.side)
            self.fine += 101 if self.state.terms.tournament else 0
            self.phase = Phase.DRAW
        self.side = None

    def thrown(self) -> str:
        """4: the drawn tile; else the highest; else an okey."""
        joker, melds = self.book.joker, self.book.melds
        free = [tile for tile in self.rack if tile != self.side] or self.rack
        plain = [tile for tile in free if tile != joker]
        counted = self.state.terms.okey_spot_is_isler
        harmless = [
            tile for tile in plain if not lays_off(tile, joker, melds) and not (counted and frees(tile, joker, melds))
        ]
        if self.drawn is not None and self.drawn in harmless:
            return self.drawn
        faces = {tile: counts_as(tile, joker) for tile in free}
        return min(harmless or plain or free, key=lambda tile: (-faces[tile][1], "YBKR".index(faces[tile][0])))


@pytest.mark.parametrize("share", range(2))
def test_a_time_out_does_what_the_clause_says(share: int) -> None:
    """Rules 8.17, 10.8."""
    rng = random.Random(f"okey time-outs {share}")
    seen = Counter[str]()
    for _ in range(POSITIONS // 2):
        state = position(rng)
        hand, turn = state.playing
        if state.phase is Phase.PLAY and turn.side is None and rng.random() < 0.6:
            turn = replace(turn, drawn=rng.choice(hand.racks[turn.seat]))
            state = replace(state, hand=replace(hand, turn=turn))
        default = Default(state)
        if len(default.rack) == 1 and default.book.opened == "none" and not default.void:
            continue  # a closed player has more
        after = game.apply(state, Lapse(turn.seat, LapseCause.TIMEOUT))
        told = f"{game.notation.write_position(state)}\n{state.terms}\n{default.tile} {default.fine}"
        if default.void or len(default.rack) == 1:
            seen["end"] += 1
            assert after.results[-1].void == default.void, told
            assert after.results[-1].finisher == (None if default.void else turn.seat), told
            continue
        seen["on"] += 1
        assert after.hand is not None, told
        assert after.hand.piles[turn.seat][-1] is Tile(default.tile), told
        assert sum(line.points for line in after.hand.fines) == default.fine, told
        assert after.hand.window is None, told
    assert min(seen["end"], seen["on"]) > 500
