"""The bots play by the rules, from what they see, the same for the same view, and in good time."""

import random
import time

import pytest

from services.ellibir import game
from services.ellibir.bot import bot
from services.ellibir.results import Ending
from services.ellibir.state import Phase
from services.kernel.game import Seat
from tests.ellibir.tables import config, position, random_config, walk
from tests.ellibir_bots.seats import LEVELS, decide, played


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_level_plays_whole_matches_by_the_rules(level: str, players: int) -> None:
    """At tables of all kinds; `game.apply` refuses what is not legal. Nobody opens wrongly."""
    for seed in range(2):
        table = random_config(random.Random(seed), elliBirPlayers=players, elliBirRounds=3)
        for state, action in played(table, level, "orta", seed):
            last = state
            if action is not None and state.due == 0 and seed == 0:
                assert action in game.legal(state, Seat(0))
        assert last.phase is Phase.OVER
        assert "WRONG_OPENING" not in {line.reason for line in last.ledger}


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_act(level: str) -> None:
    rng = random.Random(5)
    for state in walk(rng, config(elliBirRounds=1, repeatLimit=1), skill=0.8):
        if state.due is not None and rng.random() < 0.1:
            assert decide(state, level, 9) == decide(state, level, 9)


def test_most_rounds_end_with_somebody_going_out() -> None:
    finished = 0
    for seed in range(4):
        for state, _ in played(config(elliBirRounds=5, repeatLimit=1), "orta", "orta", seed):
            last = state
        finished += sum(result.ending is Ending.FINISHED for result in last.results)
    assert finished >= 15


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_does_not_know_what_it_does_not_see(level: str) -> None:
    """In another world that looks the same to its seat it does the same."""
    rng = random.Random(6)
    for state in walk(rng, config(elliBirRounds=1, repeatLimit=1), skill=0.8):
        if state.due is not None and rng.random() < 0.1:
            assert decide(game.resample(state, state.due, rng), level) == decide(state, level)


def test_it_opens_and_goes_out_where_it_can() -> None:
    state = position("play turn 0 hands HQ,HK,HA,C4,C5,C6,C7,D9/*14/*14/*14 discards 3:D5", elliBirRounds=1)
    assert game.notation.write_action(decide(state)).endswith("finish D9")


def test_there_is_nothing_to_decide_out_of_turn_and_no_other_level() -> None:
    state = position("play turn 0 hands *14/*14/*14/*14 discards 3:D5")
    with pytest.raises(ValueError, match="not on turn"):
        bot.decide(game.view(state, Seat(1)), "orta", 1)
    with pytest.raises(ValueError, match="kolay, orta, usta"):
        bot.decide(game.view(state, Seat(0)), "dahi", 1)


def test_a_turn_of_usta_is_played_in_good_time() -> None:
    """Its work is bounded by counts: 19 of 20 turns, all acts together, take less than 300 ms of one core."""
    spent: dict[int, float] = {}
    for state, action in played(config(elliBirRounds=3, repeatLimit=1), "orta", "orta", 3):
        if action is not None:
            began = time.process_time()
            decide(state, "usta", 4)
            spent[state.turn.number] = spent.get(state.turn.number, 0.0) + time.process_time() - began
    assert len(spent) > 40
    assert sorted(spent.values())[len(spent) * 19 // 20] < 0.3
