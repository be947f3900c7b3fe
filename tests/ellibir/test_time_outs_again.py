"""What the rules do when a turn runs out of time, a second time: straight from 9.16, at random positions."""

import random

import pytest
from msgspec.structs import replace

from services.ellibir import game
from services.ellibir.actions import Draw, TakeForPairs
from services.ellibir.state import Phase, State
from services.kernel.game import Lapse, LapseCause
from tests.ellibir.test_refusals_again import position
from tests.ellibir.test_scores_again import lays_off, value

POSITIONS = 20_000
HIGHEST = "AKQJT98765432"


def thrown(state: State) -> str:
    """Rules 9.16: the card drawn or taken in this turn; else the highest, spades, hearts, diamonds, clubs."""
    player = state.players[state.turn.seat]
    hand: list[str] = [*player.hand]
    drawn: str | None = state.turn.drawn
    if state.phase is Phase.DRAW:
        drawn = state.stock[0]
        hand.append(drawn)
    bound = [card for card in player.bound if hand.count(card) == 1]
    plain = [card for card in hand if card != "JO" and card not in bound]
    harmless = [card for card in plain if not lays_off(card, [*state.melds])]
    if drawn in harmless:
        assert drawn is not None
        return drawn
    if not plain and "JO" in hand:
        return "JO"
    return min(
        harmless or plain or hand, key=lambda card: (-value(card), HIGHEST.index(card[1]), "SHDC".index(card[0]))
    )


@pytest.mark.parametrize("share", range(2))
def test_a_time_out_does_what_the_clause_says(share: int) -> None:
    rng = random.Random(f"elli bir time-outs {share}")
    for _ in range(POSITIONS // 2):
        state = position(rng, rng.choice((Draw(), TakeForPairs())))
        seat = state.turn.seat
        if rng.random() < 0.6:
            drawn = rng.choice(state.players[seat].hand) if rng.random() < 0.7 else None
            state = replace(state, phase=Phase.PLAY, turn=replace(state.turn, drawn=drawn))
        card = thrown(state)
        last = len(state.players[seat].hand) == 1 and state.phase is Phase.PLAY
        if last and not state.players[seat].is_open:
            continue  # a closed player has more
        after = game.apply(state, Lapse(seat, LapseCause.TIMEOUT))
        told = f"{game.notation.write_position(state)}\n{card}"
        assert all(line.reason not in ("LAYS_OFF", "WRONG_OPENING") for line in after.ledger), told
        if last:
            assert after.results[-1].finisher == seat, told
        elif after.in_round:
            assert after.discards[-1].card == card, told
            assert after.players[seat].is_open == state.players[seat].is_open, told
            assert (after.melds, after.players[seat].declared) == (state.melds, state.players[seat].declared), told
