"""Positions as a bot sees them."""

import random
from collections.abc import Iterator, Mapping

from services.batak import game
from services.batak.actions import Action, PlayCard, SayBid
from services.batak.bot import bot
from services.batak.state import Phase, State
from services.kernel.cards import DECK, read_hand, write_hand
from services.kernel.game import Act, Config
from tests.batak.tables import position, step

LEVELS = ("kolay", "orta", "usta")


def decide(state: State, level: str, seed: int = 1) -> Action:
    """What a bot of this level does in the place of the due seat."""
    assert state.due is not None
    return bot.decide(game.view(state, state.due), level, seed)


def card(text: str, level: str, seed: int, options: Mapping[str, object]) -> str:
    """The card that a bot plays in a position."""
    action = decide(position(text, **options), level, seed)
    assert isinstance(action, PlayCard)
    return str(action.card)


def bid(hand: str, level: str, options: Mapping[str, object], seed: int = 1) -> int:
    """What a bot says on a hand as the first to speak; the other cards lie by chance."""
    own = read_hand(hand)
    rest = [one for one in DECK if one not in own]
    random.Random(seed).shuffle(rest)
    hands = "/".join(map(write_hand, (own, rest[:13], rest[13:26], rest[26:])))
    action = decide(position(f"bid dealer 3 cards {hands} bids -,-,-,-", **options), level, seed)
    assert isinstance(action, SayBid)
    return action.tricks


def played(table: Config, level: str, others: str, seed: int) -> Iterator[tuple[State, Action | None]]:
    """A match of seat 0 with three others: each state, with what the due seat does there (None while chance acts)."""
    rng = random.Random(seed)
    state = game.setup(table)
    while state.phase is not Phase.OVER:
        if state.due is None:
            yield state, None
            state = step(state, rng)
            continue
        action = decide(state, level if state.due == 0 else others, rng.getrandbits(63))
        yield state, action
        state = game.apply(state, Act[Action](state.due, action))
    yield state, None
