"""The lot, the cut and the deal (rules 9.1, 9.2)."""

import random
from collections import Counter

import pytest

from services.ellibir import game
from services.ellibir.cards import JOKER, PACK
from services.ellibir.happenings import CardsCut, HandsDealt
from services.ellibir.state import Phase, State
from services.kernel.game import Chance, Fate, Roll, Seat, Shuffle
from tests.ellibir.inventory import check
from tests.ellibir.tables import config, position

BOTH_JOKERS = (104, 105)
STOCKS = {2: 77, 3: 63, 4: 49}


def shuffled(first: tuple[int, ...], at: int, seed: int = 1) -> tuple[int, ...]:
    """A shuffle with the cards `first` from place `at` on (0 is the top), the others by chance."""
    rest = [number for number in range(len(PACK)) if number not in first]
    random.Random(seed).shuffle(rest)
    return (*rest[:at], *first, *rest[at:])


def dealt(starter: int, order: tuple[int, ...], lifted: int, **options: object) -> State:
    """A first round: `lifted` cards are lifted at the cut."""
    state = game.setup(config(**options))
    for outcome in ((starter + 1,), order, (lifted - 1,)):
        state = game.apply(state, Fate(outcome))
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_e1_there_are_106_cards_and_the_starter_holds_one_more(players: int) -> None:
    """Rules 9.1, 9.2."""
    for seed in range(20):
        rng = random.Random(seed)
        order, starter = tuple(rng.sample(range(106), 106)), rng.randrange(players)
        state = dealt(starter, order, rng.randint(2, 104), elliBirPlayers=players)
        check(state)
        assert len(PACK) == 106
        assert [len(player.hand) for player in state.players] == [14 + (seat == starter) for seat in range(players)]
        assert len(state.stock) == STOCKS[players]
        assert state.due == starter
        assert state.phase is Phase.PLAY


def test_e3_both_jokers_at_the_cut_are_the_cutters_and_he_gets_no_card_in_the_first_packet() -> None:
    """Rules 9.2. With two players the cutter is the starter."""
    for players, starter, size in ((4, 1, 14), (2, 1, 15)):
        state = dealt(starter, shuffled(BOTH_JOKERS, at=40), 40, elliBirPlayers=players)
        cutter = (starter - 2) % players
        check(state)
        assert state.players[cutter].hand.count(JOKER) == 2
        assert state.players[cutter].shown == (JOKER, JOKER)
        assert len(state.players[cutter].hand) == size
        assert (state.bottom, state.cut_jokers) == (False, 2)
        assert CardsCut(cutter, 2, None) in state.happened


def test_one_joker_at_the_cut_is_the_cutters_and_he_gets_one_card_less_in_the_first_packet() -> None:
    """Rules 9.2."""
    state = dealt(0, shuffled((104, 5), at=40), 40)
    order = [PACK[number] for number in shuffled((104, 5), at=40)]
    pack = [*order[41:], *order[:40]]
    check(state)
    assert state.cut_jokers == 1
    # Seats 0 and 1 get two cards each, seat 2, the cutter, one, seat 3 two, then everybody two.
    assert Counter(state.players[2].hand)[JOKER] >= 1
    expected: list[list[object]] = [[], [], [JOKER], []]
    lying = iter(pack)
    for packet in range(7):
        for seat in range(4):
            expected[seat] += [next(lying) for _ in range(1 if (packet, seat) == (0, 2) else 2)]
    expected[0].append(next(lying))
    assert [Counter(hand) for hand in expected] == [Counter(player.hand) for player in state.players]
    assert list(state.stock) == list(lying)
    assert not state.bottom


def test_another_card_at_the_cut_lies_open_under_the_stock() -> None:
    """Rules 9.2."""
    order = shuffled((7,), at=30)
    state = dealt(2, order, 30)
    assert state.bottom
    assert state.stock[-1] is PACK[7]
    assert game.view(state, None).bottom is PACK[7]
    cards = [PACK[number] for number in order]
    assert [*cards[31:], *cards[:30]][57:] == list(state.stock[:-1])


def test_e5_a_misdeal_cannot_occur_and_a_cut_leaves_two_cards_on_either_side() -> None:
    """Rules 9.2: whatever chance answers, everybody is dealt his number of cards."""
    state = game.setup(config())
    assert game.pending(state) == Chance(Roll(1, 4))
    state = game.apply(state, Fate((3,)))
    assert game.pending(state) == Chance(Shuffle(106))
    state = game.apply(state, Fate(tuple(range(106))))
    assert game.pending(state) == Chance(Roll(1, 103))
    for cut in (1, 103):
        after = game.apply(state, Fate((cut,)))
        assert [len(player.hand) for player in after.players] == [14, 14, 15, 14]
        lifted = cut + 1
        assert lifted in (2, 104)
        # The card at the cut is the next one, so it lies open; with 104 lifted it is a joker, and so is the one after.
        assert after.cut_jokers == (2 if lifted == 104 else 0)
    for outcome in ((0,), (104,), (1, 2), ()):
        with pytest.raises(ValueError, match="cut"):
            game.apply(state, Fate(outcome))


def test_outcomes_that_were_not_asked_for_are_no_outcomes() -> None:
    for text, outcome in [("lot", (5,)), ("lot", (0,)), ("shuffle dealer 0", (1,)), ("shuffle dealer 0", (0,) * 106)]:
        with pytest.raises(ValueError, match=r"lot|permutation"):
            game.apply(position(text), Fate(outcome))
    with pytest.raises(ValueError, match="asked"):
        game.apply(position("play turn 0 hands *14/*14/*14/*14"), Fate((1,)))


def test_everybody_is_told_of_the_deal_with_his_own_hand() -> None:
    """Rules 9.17."""
    state = dealt(0, shuffled((7,), at=30), 30)
    for viewer in (None, *map(Seat, range(4))):
        (told,) = (one for one in game.happenings(state, viewer) if isinstance(one, HandsDealt))
        assert told.hand == (() if viewer is None else state.players[viewer].hand)
    assert (told.number, told.dealer, told.starter) == (1, 3, 0)
