"""The legal plays of tavla against counts that everybody gets, and against two programs of other people.

Positions come from random games: contact, checkers on the bar, bearing off. Bounded to about a minute: 20 000 turns
against gnubg-nn, 800 against open_spiel, whose states are slow to copy.
"""

import random
import re
from collections.abc import Sequence
from itertools import combinations_with_replacement

import gnubg_nn
import pyspiel
import pytest

from services.tavla import game
from services.tavla.board import VARIANTS, VariantName
from services.tavla.moves import Board
from services.tavla.plays import _lawful, position
from services.tavla.quick import Moves, quick_plays
from tests.tavla.tables import turns

STANDARD = VARIANTS[VariantName.STANDARD]
ROLLS = tuple((large, small) for small, large in combinations_with_replacement(range(1, 7), 2))
OPENING = {
    (2, 1): 15, (3, 1): 16, (3, 2): 17, (4, 1): 14, (4, 2): 18, (4, 3): 17, (5, 1): 8, (5, 2): 8, (5, 3): 9, (5, 4): 9,
    (6, 1): 10, (6, 2): 14, (6, 3): 14, (6, 4): 14, (6, 5): 7,
    (1, 1): 42, (2, 2): 75, (3, 3): 73, (4, 4): 52, (5, 5): 4, (6, 6): 11,
}  # fmt: skip

Sides = tuple[bytes, bytes]


def after(own: bytes, other: bytes, moves: Moves) -> Sides:
    """The board after moves, each of which must be legal."""
    board = Board(STANDARD, own, other)
    for point, die in moves:
        assert not board.refusal(point, die)
        board.make(point, die)
    return bytes(board.own), bytes(board.other)


def results(own: bytes, other: bytes, roll: tuple[int, ...]) -> set[Sides]:
    """The distinct positions a roll leads to; asserts that none is listed twice."""
    listed = quick_plays(own, other, roll)
    found = {after(own, other, moves) for moves in listed}
    assert len(found) == len(listed)
    return found


def test_the_opening_has_447_positions_over_its_21_rolls() -> None:
    start = STANDARD.start
    counts = {roll: len(results(start, start, roll)) for roll in ROLLS}
    assert counts == OPENING
    assert sum(counts.values()) == 447


def test_there_are_202_782_positions_at_depth_two_where_a_pass_counts_one() -> None:
    start = STANDARD.start
    total = 0
    for roll in ROLLS:
        for own, other in results(start, start, roll):
            total += sum(len(quick_plays(other, own, answer)) or 1 for answer in ROLLS)
    assert total == 202_782


def same(ours: set[Sides], theirs: set[Sides]) -> bool:
    """Equal, but for the end of a game: there we also list the shorter way home, with other dice left or nobody hit.

    A play that ends the game is complete, whatever dice are left (rules 1.4); both programs ask for all dice.
    """
    ended = {(own, other) for own, other in ours if own[0] == 15}
    return theirs <= ours and (ours == theirs or (ours - theirs < ended and bool(ended & theirs)))


# -- gnubg -------------------------------------------------------------------------------------------------------------


def as_gnubg(side: bytes) -> list[int]:
    """24 points and the bar."""
    return [*side[1:25], side[26]]


def from_gnubg(side: Sequence[int]) -> bytes:
    """The same the other way round; what is not there is borne off."""
    return bytes([15 - sum(side), *side[:24], 0, side[24]])


def test_20_000_random_positions_lead_where_gnubg_says() -> None:
    """gnubg-nn's move generator on 20 000 positions of random games, every result of the roll that fell."""
    seen = {"bar": 0, "bearing off": 0, "double": 0}
    for state in turns(random.Random(7), 20_000, matchLength=7):
        at = position(state)
        keys = gnubg_nn.moves([as_gnubg(at.other), as_gnubg(at.own)], *at.dice)
        theirs = {(from_gnubg(own), from_gnubg(other)) for other, own in map(gnubg_nn.board_from_position_key, keys)}
        assert same(results(at.own, at.other, at.dice), theirs), game.notation.write_position(state)
        seen["bar"] += at.own[26] > 0
        seen["bearing off"] += at.own[0] > 0
        seen["double"] += at.dice[0] == at.dice[1]
    assert min(seen.values()) > 1_000, seen


# -- open_spiel --------------------------------------------------------------------------------------------------------


def from_open_spiel(state: pyspiel.BackgammonState, player: int) -> bytes:
    """A player's checkers by his own numbering: X (player 0) moves up open_spiel's points 0..23, O down."""
    board = [state.board(player, point) for point in range(24)]
    text = str(state)
    off = re.search(r"Scores, X: (\d+), O: (\d+)", text)
    bar = re.search(r"Bar:([xo ]*)", text)
    assert off is not None
    assert bar is not None
    points = board if player == 1 else board[::-1]
    return bytes([int(off[player + 1]), *points, 0, bar[1].count("xo"[player])])


def open_spiel_results(state: pyspiel.BackgammonState, player: int) -> set[Sides]:
    """Where a turn may lead; a double is two actions of the same player there."""
    found: set[Sides] = set()
    for action in state.legal_actions():
        child = state.child(action)
        if not child.is_terminal() and child.current_player() == player:
            found |= open_spiel_results(child, player)
        else:
            found.add((from_open_spiel(child, player), from_open_spiel(child, 1 - player)))
    return found


def test_800_turns_of_open_spiels_own_random_games_lead_where_it_says() -> None:
    """Its action list has a pass where nothing can be played; ours is empty there."""
    rng = random.Random(11)
    backgammon = pyspiel.load_game("backgammon")
    turns_left = 800
    while turns_left > 0:
        state = backgammon.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
                continue
            player = state.current_player()
            own, other = from_open_spiel(state, player), from_open_spiel(state, 1 - player)
            roll = rolled(str(state))
            if roll is not None:  # None in the second half of a double
                ours = results(own, other, roll) or {(own, other)}
                assert same(ours, open_spiel_results(state, player)), (own, other, roll)
                turns_left -= 1
            state.apply_action(rng.choice(state.legal_actions()))


def rolled(text: str) -> tuple[int, int] | None:
    """The dice that a state shows; 7 to 12 are dice that have been played."""
    shown = re.search(r"Extra turn: (\d)\s+Dice: (\d)(\d)", text)
    return None if shown is None or shown[1] != "0" else (int(shown[2]), int(shown[3]))


# -- the two generators of our own -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["standard", "nack", "hiper", "yaris", "anti"])
def test_the_quick_generator_lists_what_the_plain_one_lists(name: str) -> None:
    """The same positions, each by the play that comes first in the order of rules 1.12."""
    for state in turns(random.Random(3), 800, tavlaVariant=name):
        at = position(state)
        assert set(quick_plays(at.own, at.other, at.dice)) == set(_lawful(at).plays)
