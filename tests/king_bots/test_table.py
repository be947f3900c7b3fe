"""The table in numbers against the rules: the same cards may be played, and a hand is worth the same."""

import random

import pytest

from services.kernel.draws import Draws
from services.kernel.game import Seat
from services.king import game
from services.king.actions import PlayCard
from services.king.bots.seat import mask, table_of, worlds
from services.king.bots.table import Table, bits
from services.king.happenings import CardPlayed, HandEnded
from services.king.state import Phase, State
from tests.king.tables import random_config, random_states
from tests.king_bots.views import moments


def of(state: State) -> Table:
    """The table of a state, all hands open."""
    table = table_of(game.view(state, state.trick.turn))
    table.hands = [mask(hand) for hand in state.hands]
    table.owed = mask(state.owed)
    return table


@pytest.mark.parametrize("seed", range(20))
def test_the_same_cards_may_be_played_and_the_same_comes_of_it(seed: int) -> None:
    rng = random.Random(seed)
    table: Table | None = None
    for state in random_states(rng, random_config(rng)):
        if state.phase is not Phase.PLAYING:
            table = None
            continue
        if table is None:
            table = of(state)
        else:
            (played,) = (one.card for one in state.happened if isinstance(one, CardPlayed))
            table.play(played.number)
        again = of(state)
        assert (table.hands, table.gone, table.trick, table.leader) == (
            again.hands,
            again.gone,
            again.trick,
            again.leader,
        )
        assert (table.broken, table.owed, table.number) == (again.broken, again.owed, again.number)
        legal = [one.card.number for one in game.legal(state, state.trick.turn) if isinstance(one, PlayCard)]
        assert bits(table.legal(table.hands[table.turn])) == legal


@pytest.mark.parametrize("seed", range(6))
def test_a_hand_played_to_its_end_is_worth_the_same(seed: int) -> None:
    rng = random.Random(seed)
    table: Table | None = None
    for state in random_states(rng, random_config(rng, kingTenTricks="off")):
        ended = [one for one in state.happened if isinstance(one, HandEnded)]
        if ended and table is not None:
            (played,) = (one.card for one in state.happened if isinstance(one, CardPlayed))
            table.play(played.number)
            assert tuple(table.points) == ended[0].line.points
            assert table.settled()
            table = None
        elif state.phase is Phase.PLAYING and not state.tricks and not state.trick.cards:
            table = of(state)
        elif state.phase is Phase.PLAYING and table is not None:
            (played,) = (one.card for one in state.happened if isinstance(one, CardPlayed))
            table.play(played.number)


@pytest.mark.parametrize("seed", range(10))
def test_a_world_that_is_imagined_could_have_been_played(seed: int) -> None:
    """What the seats cannot hold is read from the view as from the state, the secret of A-K-Q aside."""
    for state, view in moments(seed, 0.1):
        if state.phase is not Phase.PLAYING:
            continue
        table = table_of(view)
        every = worlds(view, table, Draws(seed))
        for _ in range(3):
            world = next(every)
            assert world.hands[view.turn or Seat(0)] == mask(view.hand)
            assert [hand.bit_count() for hand in world.hands] == list(view.counts)
            assert not world.gone & sum(world.hands)
