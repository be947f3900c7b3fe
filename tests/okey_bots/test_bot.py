"""Okey's bots: they play whole matches by the rules, and from their view alone."""

import random

import pytest

from services.kernel.game import Act, Over, Seat
from services.okey import game
from services.okey.actions import Action, Collect, Discard, Draw, LayOff, Open, ReturnSide, SwapOkey
from services.okey.bot import bot
from services.okey.state import State
from services.okey.tiles import Tile
from tests.okey.tables import TOURNAMENT, answer, position, random_config


def decided(text: str, seat: int = 0, **options: object) -> Action:
    return bot.decide(game.view(position(text, **options), Seat(seat)), "kolay", 0)


def played(seed: int) -> State:
    """A match of bots."""
    rng = random.Random(seed)
    state = game.setup(TOURNAMENT if seed % 4 == 0 else random_config(rng, okeyHands=3))
    while not isinstance(game.pending(state), Over):
        if state.due is None:
            state = answer(state, rng)
            continue
        action = bot.decide(game.view(state, state.due), rng.choice(game.meta.bot_levels), seed)
        state = game.apply(state, Act(state.due, action))
    return state


@pytest.mark.parametrize("seed", range(8))
def test_bots_play_whole_matches(seed: int) -> None:
    state = played(seed)
    assert state.counted >= state.terms.hands
    # They never pay for an attempt that fails, nor give a side tile back.
    assert not {"COLLECT", "FAILED_COMMIT", "SIDE_RETURNED"} & {line.reason for line in game.score(state).ledger}


def test_bots_go_out_now_and_then() -> None:
    finished = [result.finisher for seed in range(8) for result in played(seed).results]
    assert any(finisher is not None for finisher in finished)


def test_a_bot_draws_and_opens_as_soon_as_it_can() -> None:
    assert decided("draw turn 0 indicator K12 racks Y1.2/*21/*21/*21 stock *20") == Draw()
    found = decided("play indicator K12 racks R8.10.11.12B8.11.12.13Y1.2.8K8/*21/*21/*21 stock *20")
    assert isinstance(found, Open)
    assert sum(len(group) for group in found.groups) == 10


def test_it_takes_okeys_lays_off_and_keeps_what_goes_together() -> None:
    table = "opened series,series,none,none melds 1:R5*-R6-R7"
    assert decided(f"play indicator K12 racks R5Y1B13/*21/*21/*21 stock *20 {table}") == SwapOkey(Tile.R5, 0, 0)
    assert decided(f"play indicator K12 racks R8Y1B13/*21/*21/*21 stock *20 {table}") == LayOff(Tile.R8, 0)
    alone = "play indicator K12 racks Y5.6.7K13B13R1/*21/*21/*21 stock *20"
    assert decided(alone) == Discard(Tile.B13)
    isler = "play indicator K12 racks Y5.6R8/*21/*21/*21 stock *20 opened none,series,none,none melds 1:R5-R6-R7"
    assert decided(isler) != Discard(Tile.R8)


def test_it_finds_its_way_out_of_what_somebody_else_began() -> None:
    """A seat may be taken over in the middle of a turn."""
    assert decided("play indicator K12 racks Y1/*21/*21/*21 stock *20 staged series:R1") == Collect()
    text = "play indicator K12 racks Y1R9/*21/*21/*21 stock *20 side R9 seen R9/-/-/- taken R9/-/-/-"
    assert decided(text) == ReturnSide()


def test_only_the_seat_on_turn_decides_and_only_at_a_level_that_there_is() -> None:
    view = game.view(position("draw turn 0 indicator K12 racks Y1.2/*21/*21/*21 stock *20"), Seat(1))
    with pytest.raises(ValueError, match="not on turn"):
        bot.decide(view, "usta", 0)
    with pytest.raises(ValueError, match="level"):
        bot.decide(view, "grandmaster", 0)
