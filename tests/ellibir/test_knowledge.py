"""Other worlds that look the same to a seat (rules 9.17)."""

import random
from collections import Counter

import pytest

from services.ellibir import game
from services.ellibir.cards import without
from services.ellibir.state import State
from services.kernel.game import Fate, Seat
from tests.ellibir.inventory import check
from tests.ellibir.tables import position, random_config, walk


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_seen_stays_and_all_else_is_dealt_again(players: int) -> None:
    rng, differed = random.Random(players), 0
    for state in walk(rng, random_config(rng, elliBirPlayers=players, elliBirRounds=1)):
        for seat in map(Seat, range(players)):
            other = game.resample(state, seat, rng)
            check(other)
            assert game.view(other, seat) == game.view(state, seat)
            differed += other.players != state.players
    assert differed > 50


KNOWN = (
    "play turn 1 dealer 1 hands H2,H3/S5,S6,JO,C9/D2,D3,D4 shown 1:JO,S6 drawn C9 stock C2,C3,C4,D8 bottom D8"
    " discards 0:CK melds 0:run:HT,HJ,HQ opened 0:melds"
)


def world(state: State, rng: random.Random) -> State:
    return game.resample(state, Seat(0), rng)


def test_cards_that_everybody_knows_to_be_in_a_hand_stay_there() -> None:
    """Rules 9.6, 9.8: and so does the open bottom card."""
    state, rng = position(KNOWN, elliBirPlayers=3), random.Random(4)
    for _ in range(100):
        other = world(state, rng)
        assert not Counter(state.players[1].shown) - Counter(other.players[1].hand)
        assert other.stock[-1] == state.stock[-1]
        assert [len(player.hand) for player in other.players] == [2, 4, 3]
        assert other.players[0] == state.players[0]
        assert other.turn.drawn in without(other.players[1].hand, other.players[1].shown)


def test_worlds_are_drawn_evenly() -> None:
    """Every hidden card comes up in every hidden place alike."""
    state, rng, count = position(KNOWN, elliBirPlayers=3), random.Random(5), 3_000
    top: Counter[str] = Counter()
    third: Counter[str] = Counter()
    for _ in range(count):
        other = world(state, rng)
        top[other.stock[0]] += 1
        third.update(other.players[2].hand)
    hidden = ["S5", "C9", "D2", "D3", "D4", "C2", "C3", "C4"]
    assert set(top) == set(third) == set(hidden)
    for card in hidden:
        assert abs(top[card] - count / 8) < 5 * (count / 8) ** 0.5
        assert abs(third[card] - 3 * count / 8) < 5 * (3 * count / 8) ** 0.5


def test_a_pack_that_is_to_be_cut_is_hidden_from_everybody() -> None:
    rng = random.Random(6)
    state = game.apply(position("shuffle dealer 0"), Fate(tuple(range(106))))
    other = game.resample(state, Seat(2), rng)
    assert other.stock != state.stock
    assert Counter(other.stock) == Counter(state.stock)


def test_nothing_is_dealt_again_while_nothing_is_hidden() -> None:
    state = position("shuffle dealer 2")
    assert game.resample(state, Seat(1), random.Random(1)) is state
