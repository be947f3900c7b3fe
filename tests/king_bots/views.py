"""Moments of matches at random tables, as the seat that is due sees them."""

import random
from collections.abc import Iterator

import msgspec

from services.kernel.cards import DECK
from services.kernel.game import Decide
from services.kernel.tricks import Trick
from services.king import game
from services.king.state import Phase, State
from services.king.view import TakenTrick, View
from tests.king.tables import config, position, random_config, random_states


def moments(seed: int, share: float, **options: str) -> Iterator[tuple[State, View]]:
    """Part of the moments at which somebody must decide."""
    rng = random.Random(seed)
    table = config(**options) if options else random_config(rng)
    for state in random_states(rng, table):
        wait = game.pending(state)
        if isinstance(wait, Decide) and rng.random() < share:
            (seat,) = wait.seats
            yield state, game.view(state, seat)


def seen(text: str, **options: object) -> View:
    """What the due seat sees of a position. Cards that the position does not name count as played, by that seat."""
    state = position(text, **options)
    wait = game.pending(state)
    assert isinstance(wait, Decide)
    (seat,) = wait.seats
    view = game.view(state, seat)
    if state.phase is not Phase.PLAYING:
        return view
    lying = {card for hand in state.hands for card in hand}
    lying |= {card for trick in (*state.tricks, state.trick) for card in trick.cards}
    gone = tuple(TakenTrick(Trick(seat, (card,)), seat) for card in DECK if card not in lying)
    return msgspec.structs.replace(view, tricks=(*gone, *view.tricks))
