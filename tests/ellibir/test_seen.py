"""A view read as a match again: what a seat may do follows from what it sees (rules 9.17)."""

import random

import pytest

from services.ellibir import game
from services.ellibir.options import SeatOptions
from services.ellibir.seen import as_match
from services.kernel.game import Seat
from tests.ellibir.tables import random_config, walk


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_seat_may_do_follows_from_its_view(players: int) -> None:
    rng, compared = random.Random(players), 0
    for state in walk(rng, random_config(rng, elliBirPlayers=players, elliBirRounds=3)):
        if not state.in_round or rng.random() < 0.5:
            continue
        for seat in map(Seat, range(players)):
            view = game.view(state, seat)
            assert list(SeatOptions(as_match(view), seat)) == list(game.legal(state, seat))
            compared += 1
    assert compared > 100


def test_nobody_may_do_anything_in_a_match_that_is_over() -> None:
    rng = random.Random(1)
    for state in walk(rng, random_config(rng, elliBirRounds=1)):
        last = state
    assert list(SeatOptions(as_match(game.view(last, Seat(0))), Seat(0))) == []
