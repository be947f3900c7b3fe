"""The bots play by the rules at every table, from what they see, the same for the same seed, and in good time."""

import random
import time
from itertools import islice

import pytest

from services.kernel.game import Over, Seat
from services.okey import game
from services.okey.bot import bot
from services.okey.state import State
from tests.okey_bots.seats import LEVELS, any_table, decide, played, position, table

ONE_OF_EACH = ("usta", "orta", "kolay", "usta")
DEALT = "play indicator R4 racks Y1.2.3.7B1.5.9K2.6.10R1.2.8.9.12.13Y10.11B12K13R7B3/*21/*21/*21 stock *20"


@pytest.mark.parametrize("seed", range(8))
def test_a_match_is_played_by_the_rules_at_tables_of_all_kinds(seed: int) -> None:
    """`game.apply` refuses what is not legal, and a bot that goes round in circles would never end."""
    match = played(any_table(random.Random(seed)), ONE_OF_EACH, seed)
    assert 50 < len(list(islice(match, 2_000))) < 2_000


def test_a_match_is_played_at_the_table_of_the_tournament() -> None:
    acts = [action for _, action in played(table(okeyTable="tournament"), ONE_OF_EACH, 4) if action is not None]
    words = {game.notation.write_action(action).split()[0] for action in acts}
    assert {"draw", "take", "open", "layoff", "discard", "sign"} <= words


@pytest.mark.parametrize("level", LEVELS)
def test_no_bot_pays_for_what_it_need_not_do(level: str) -> None:
    """With a harmless tile on the rack nothing that costs 101 is done: no okey, no tile that lays off, no collect."""
    fines = [
        line.reason
        for seed in range(4)
        for state, _ in played(table(okeyHands=1), (level,) * 4, seed)
        if isinstance(game.pending(state), Over)
        for line in state.results[0].lines
        if line.clause == "8.12"
    ]
    assert len(fines) <= 1  # now and then every tile of a rack lays off


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_act(level: str) -> None:
    for state in _some(seed=5):
        assert decide(state, level, 9) == decide(state, level, 9)


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_does_not_know_what_it_does_not_see(level: str) -> None:
    """In another world that looks the same to its seat it does the same."""
    rng = random.Random(6)
    for state in _some(seed=6):
        assert state.due is not None
        assert decide(game.resample(state, state.due, rng), level) == decide(state, level)


def test_there_is_nothing_to_decide_out_of_turn_and_no_other_level() -> None:
    state = position(DEALT)
    with pytest.raises(ValueError, match="not on turn"):
        bot.decide(game.view(state, Seat(1)), "orta", 1)
    with pytest.raises(ValueError, match="not on turn"):
        bot.decide(game.view(game.setup(table()), Seat(0)), "orta", 1)
    with pytest.raises(ValueError, match="kolay, orta, usta"):
        bot.decide(game.view(state, Seat(0)), "dahi", 1)


def test_usta_plays_a_turn_in_good_time() -> None:
    """Its work is bounded by counts: 19 of 20 turns take less than 300 ms of one core, twice what they may."""
    turns: list[float] = []
    before: tuple[int | None, int] | None = None
    for seed in range(2):
        for state, action in played(table(okeyHands=1), ("orta",) * 4, seed):
            if action is None or state.hand is None:
                continue
            turn = (state.due, len(state.hand.stock) - (game.view(state, None).phase == "draw"))
            began = time.process_time()
            decide(state, "usta", 4)
            spent = time.process_time() - began
            if turn == before:
                turns[-1] += spent
            else:
                turns.append(spent)
            before = turn
    assert len(turns) > 30
    assert sorted(turns)[len(turns) * 19 // 20] < 0.3


def _some(seed: int) -> list[State]:
    """Some states of a match in which somebody is on turn."""
    rng = random.Random(seed)
    found = [state for state, action in played(table(okeyHands=1), ONE_OF_EACH, seed) if action is not None]
    return rng.sample(found, 12)
