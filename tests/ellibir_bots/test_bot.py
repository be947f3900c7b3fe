"""The bots play by the rules, from what they see, the same for the same view, and in good time."""

import random
import time

import pytest

from services.ellibir import game
from services.ellibir.actions import Discard
from services.ellibir.bot import bot
from services.ellibir.cards import JOKER
from services.ellibir.results import Ending
from services.ellibir.state import Phase, State
from services.ellibir.table import lays_off
from services.kernel.game import Seat
from tests.ellibir.tables import config, position, random_config, walk

LEVELS = game.meta.bot_levels


def decide(state: State, level: str = "usta") -> object:
    assert state.due is not None
    return bot.decide(game.view(state, state.due), level, 1)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_whole_matches_are_played_by_the_rules(players: int, seed: int) -> None:
    """At tables of all kinds; `game.apply` refuses what is not legal. Nobody opens wrongly or is fined."""
    rng = random.Random(seed)
    for state in walk(rng, random_config(rng, elliBirPlayers=players, elliBirRounds=3), skill=1.0):
        last = state
    assert last.phase is Phase.OVER
    assert not {line.reason for line in last.ledger} & {"WRONG_OPENING"}


def test_most_rounds_end_with_somebody_going_out() -> None:
    finished = 0
    for seed in range(4):
        for state in walk(random.Random(seed), config(elliBirRounds=5, repeatLimit=1), skill=1.0):
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


def test_jokers_and_what_lays_off_are_kept_as_long_as_something_else_can_be_thrown() -> None:
    rng, thrown = random.Random(7), 0
    for state in walk(rng, config(elliBirRounds=3, repeatLimit=1), skill=1.0):
        if state.phase is not Phase.PLAY or state.due is None:
            continue
        action = decide(state)
        if isinstance(action, Discard):
            player = state.players[state.due]
            others = [card for card in player.hand if card is not JOKER and not player.binds(card)]
            harmless = [card for card in others if not lays_off(state.melds, card)]
            assert action.card in (harmless or others or player.hand)
            thrown += 1
    assert thrown > 50


def test_it_opens_and_goes_out_where_it_can() -> None:
    state = position("play turn 0 hands HQ,HK,HA,C4,C5,C6,C7,D9/*14/*14/*14 discards 3:D5", elliBirRounds=1)
    assert game.notation.write_action(decide(state)).endswith("finish D9")  # type: ignore[arg-type]


def test_there_is_no_other_level() -> None:
    state = position("play turn 0 hands *14/*14/*14/*14 discards 3:D5")
    with pytest.raises(ValueError, match="kolay, orta, usta"):
        bot.decide(game.view(state, Seat(0)), "dahi", 1)


def test_a_decision_is_made_in_good_time() -> None:
    spent, rng = [], random.Random(9)
    for state in walk(rng, config(elliBirRounds=1, repeatLimit=1), skill=1.0):
        if state.due is not None:
            start = time.process_time()
            decide(state)
            spent.append(time.process_time() - start)
    assert sorted(spent)[int(len(spent) * 0.95)] < 0.15
