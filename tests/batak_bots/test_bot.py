"""The bots play by the rules, from what they see, the same for the same seed, and in good time."""

import random
import time

import pytest

from services.batak import game
from services.batak.bot import bot
from services.batak.bots.masks import mask
from services.batak.bots.seat import seen, worlds
from services.batak.knowledge import barred
from services.batak.state import Phase
from services.kernel.draws import Draws
from services.kernel.game import Seat
from tests.batak.tables import config, position, random_config, walk
from tests.batak_bots.seats import LEVELS, decide, played


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(3))
def test_every_level_plays_a_match_by_the_rules(level: str, seed: int) -> None:
    """At tables of all kinds; `game.apply` refuses what is not legal."""
    table = random_config(random.Random(seed), batakHands=7)
    others = "orta" if level == "kolay" else "kolay"
    for state, action in played(table, level, others, seed):
        if action is not None and state.due == 0:
            assert action in game.legal(state, Seat(0))


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_act(level: str) -> None:
    rng = random.Random(5)
    for state in walk(rng, config(batakHands=7)):
        if state.due is not None and rng.random() < 0.03:
            assert decide(state, level, 9) == decide(state, level, 9)


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_does_not_know_what_it_does_not_see(level: str) -> None:
    """In another world that looks the same to its seat it does the same."""
    rng = random.Random(6)
    for state in walk(rng, config(batakHands=7)):
        if state.due is not None and rng.random() < 0.03:
            assert decide(game.resample(state, state.due, rng), level) == decide(state, level)


def test_there_is_nothing_to_decide_out_of_turn_and_no_other_level() -> None:
    deal = game.view(position("deal dealer 1"), Seat(0))
    with pytest.raises(ValueError, match="nobody decides"):
        bot.decide(deal, "orta", 1)
    with pytest.raises(ValueError, match="kolay, orta, usta"):
        bot.decide(deal, "dahi", 1)


def test_the_worlds_that_usta_looks_at_fit_with_what_was_seen() -> None:
    rng = random.Random(8)
    for state in walk(rng, config(batakHands=7), lapses=0.1):
        if state.phase is not Phase.PLAY or state.due is None or rng.random() < 0.9:
            continue
        at = seen(game.view(state, state.due))
        impossible = barred(state.tricks, state.trick, state.by_rules, state.terms)
        dealt = worlds(at, 5, Draws(rng.getrandbits(60)))
        assert len(dealt) == 5
        for hands in dealt:
            assert hands[state.due] == mask(state.hands[state.due])
            assert sum(hands) == sum(mask(hand) for hand in state.hands)
            for seat, hand in enumerate(hands):
                assert hand.bit_count() == len(state.hands[seat])
                assert seat == state.due or not hand & mask(impossible[seat])


def test_usta_decides_in_good_time() -> None:
    """Its work is bounded by counts: 19 of 20 decisions take less than 300 ms of one core."""
    spent: list[float] = []
    for state, action in played(config(batakHands=7), "orta", "orta", 3):
        if action is not None and len(spent) < 120:
            began = time.process_time()
            decide(state, "usta", 4)
            spent.append(time.process_time() - began)
    assert sorted(spent)[len(spent) * 19 // 20] < 0.3
