"""The last deal is solved: the search agrees with playing every line by the rules themselves."""

import random

from services.kernel.game import Act, Decide, Seat
from services.pisti import game
from services.pisti.actions import Action, PlayCard
from services.pisti.bots.endgame import WON, solved
from services.pisti.bots.seat import read
from services.pisti.state import State
from tests.pisti.tables import config, walk


def value(state: State, me: int) -> float:
    """The best that both sides can do from here, by trying everything with the rules."""
    wait = game.pending(state)
    if not isinstance(wait, Decide):
        points = game.score(state).points
        lead = points[me] - points[1 - me]
        return lead + WON * ((lead > 0) - (lead < 0))
    (seat,) = wait.seats
    after = [value(game.apply(state, Act[Action](seat, action)), me) for action in game.legal(state, seat)]
    return max(after) if seat == me else min(after)


def last_deals(seed: int, **options: object) -> list[State]:
    """Positions of the last deal in which the seat on turn knows where every card is."""
    found = []
    for state, _ in walk(random.Random(seed), config(**options)):
        held = sum(len(side.hand) for side in state.sides)
        if isinstance(game.pending(state), Decide) and not state.stock and held <= 6 and state.start_seat == state.turn:
            found.append(state)
    return found


def test_the_search_finds_what_trying_everything_finds() -> None:
    """Rules 6.2, 6.3, 6.5."""
    compared = 0
    for seed in range(40):
        options = {"jackPisti": 20, "lastCardPisti": "doesNotCount"} if seed % 2 else {}
        for state in last_deals(seed, **options):
            seat = read(game.view(state, Seat(state.turn)))
            found = solved(seat, seat.view.hand)
            for card, worth in found.items():
                after = game.apply(state, Act[Action](Seat(state.turn), PlayCard(card)))
                assert worth == value(after, state.turn), (game.notation.write_position(state), card)
                compared += 1
    assert compared > 100


def test_hands_that_cannot_be_told_apart_are_averaged() -> None:
    """With the other seat's start cards unknown, what a card is worth lies between its worst and its best world."""
    met = 0
    for seed in range(30):
        for state, _ in walk(random.Random(seed), config()):
            if isinstance(game.pending(state), Decide) and not state.stock and state.start_seat == 1 - state.turn:
                seat = read(game.view(state, Seat(state.turn)))
                assert seat.hidden == 3
                assert set(solved(seat, seat.view.hand)) == set(seat.view.hand)
                met += 1
                break
    assert met
