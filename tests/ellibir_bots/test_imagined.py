"""What the bots count and imagine: unseen cards, ends of a round, turns to come, ways to use the table."""

import random
from collections import Counter

import pytest

from services.ellibir import game
from services.ellibir.bots import stakes
from services.ellibir.bots.ahead import Ahead
from services.ellibir.bots.discards import danger
from services.ellibir.bots.faces import BLOCKS, CODE, NEAR, POINTS, beyond
from services.ellibir.bots.hopes import hopes
from services.ellibir.bots.openings import more_openings
from services.ellibir.bots.plans import MOST, plans
from services.ellibir.bots.seat import Seen, seen
from services.ellibir.cards import JOKER, Piece, without
from services.ellibir.opening import value_of
from services.ellibir.state import Opened, State
from services.kernel.draws import Draws
from services.kernel.game import Seat
from tests.ellibir.tables import config, position, walk

TABLE = "opened 0:melds,2:melds melds 0:set:S7,H7,C7;2:run:H3,H4,H5"


def at(text: str, **options: object) -> Seen:
    """A position as its due seat sees it."""
    return _seen(position(text, **options))


def _seen(state: State) -> Seen:
    assert state.due is not None
    return seen(game.view(state, state.due))


def test_the_unseen_cards_are_those_of_other_hands_and_the_stock() -> None:
    """Rules 9.17: but for those that everybody knows, and the open one under the stock."""
    looked = 0
    for state in walk(random.Random(3), config(elliBirRounds=3, repeatLimit=1), skill=0.7):
        if state.due is None:
            continue
        hidden = Counter(state.stock[: -1 if state.bottom else None])
        for seat, player in enumerate(state.players):
            if seat != state.due:
                hidden.update(without(player.hand, player.shown))
        assert Counter(_seen(state).unseen) == hidden
        looked += 1
    assert looked > 50


def test_the_tables_of_faces() -> None:
    def names(codes: object) -> set[str]:
        assert isinstance(codes, tuple | frozenset)
        return {name for name, code in CODE.items() if code in codes}

    assert names(BLOCKS[CODE[Piece.SA]][0]) == {"SQ", "SK"}  # the ace is high only
    assert len(BLOCKS[CODE[Piece.S2]]) == 1 + 3
    assert names(NEAR[CODE[Piece.H5]]) == {"H3", "H4", "H6", "H7", "S5", "D5", "C5"}
    assert beyond(CODE[Piece.HK], 1) == CODE[Piece.HA]
    assert beyond(CODE[Piece.HA], 1) is None
    assert beyond(CODE[Piece.H2], -1) is None
    assert [POINTS[CODE[piece]] for piece in (Piece.S9, Piece.SK, Piece.SA)] == [9, 10, 11]


def test_what_ends_are_worth() -> None:
    """Rules 9.10: the finisher's mark, and what the others write, as far as it is known."""
    single = at(f"play turn 0 dealer 3 hands D2/*14/*2/*14 discards 3:C3 {TABLE}")
    plain = stakes.finish(single, joker=False, pairs=False, elden=False)
    assert plain == pytest.approx(-100 - (100 + 13 + 100) / 3)
    assert stakes.finish(single, joker=True, pairs=False, elden=False) == pytest.approx(-100 - 2 * (100 + 13 + 100) / 3)
    partners = at(f"play turn 0 dealer 3 hands D2/*14/*2/*14 discards 3:C3 {TABLE}", elliBirTeams="partners")
    assert stakes.finish(partners, joker=False, pairs=False, elden=False) == pytest.approx((-100 + 13) / 2 - 100)
    assert stakes.lost(single, 30) > stakes.lost(single, 5) > 0
    assert stakes.lost(single, 30, pairs=True) > stakes.lost(single, 30)


def test_a_round_is_likelier_to_end_soon_when_others_have_one_card() -> None:
    near, far = (at(f"play turn 0 dealer 3 hands D2,D3/*14/*{n}/*14 discards 3:C3 {TABLE}") for n in (1, 6))
    for each in (near, far):
        assert sum(stakes.ends(each, 8)) == pytest.approx(1)
    assert stakes.ends(near, 8)[0] > 10 * stakes.ends(far, 8)[0]


def test_a_joker_alone_goes_out_in_the_next_turn() -> None:
    seat = at(f"play turn 0 dealer 3 hands D2,JO,DK/*14/*6/*14 discards 3:C3 {TABLE}")
    ahead = Ahead(seat, Opened.MELDS, Draws(1))
    melds = seat.state.melds
    assert ahead.value((JOKER,), melds) == pytest.approx(
        stakes.finish(seat, joker=False, pairs=False, elden=False), rel=0.35
    )
    assert ahead.value((JOKER,), melds) < ahead.value((Piece.D2,), melds) < ahead.value((Piece.DK,), melds)
    assert ahead.value((Piece.D2, Piece.DK, Piece.C9), melds) > ahead.value((Piece.D2, Piece.D3, Piece.D4), melds)


def test_hopes_say_what_an_opening_needs() -> None:
    hand = "HQ,HK,CT,CJ,CQ,S2,S4,D6,D9,C2,D3,S5,C8,DJ,H8"
    seat = at(f"play turn 0 dealer 3 hands {hand}/*14/*14/*14 discards 3:C3")
    found = hopes(seat, seat.hand, Draws(2), goer=False)
    assert 0 < found.melds <= found.either <= 1
    assert found.of(Piece.CJ, 1) > 0.7 > 0.3 > found.of(Piece.C2, 1)
    high = at(f"play turn 0 dealer 3 hands {hand}/*14/*14/*14 discards 3:C3", baraj=101)
    assert hopes(high, high.hand, Draws(2), goer=False).melds < found.melds


def test_hopes_of_pairs() -> None:
    hand = "H2,H2,S4,S4,D6,D6,C9,C9,CK,S7,DJ,H5,D3,SQ,HT"
    seat = at(f"play turn 0 dealer 3 hands {hand}/*14/*14/*14 discards 3:C3 declared 0")
    found = hopes(seat, seat.hand, Draws(2), goer=True)
    assert found.melds == 0
    assert found.pairs > 0.2
    assert found.of(Piece.H2, 2) > found.of(Piece.CK, 1)


def test_openings_that_keep_the_joker() -> None:
    hand = "HQ,HK,HA,CT,CJ,CQ,JO,S2,S4,D6,D9,C2,D3,S5,C8"
    seat = at(f"play turn 0 dealer 3 hands {hand}/*14/*14/*14 discards 3:C3")
    found = list(more_openings(seat))
    assert any(not any(JOKER in group.cards for group in action.groups) for action in found)
    assert all(value_of(action.groups) >= 51 for action in found)


def test_ways_to_use_the_table_are_bounded_and_by_the_rules() -> None:
    hand = "JO,JO,S8,H8,C8,D8,H6,H2,D7,CT,CJ,CQ,CK"
    state = position(f"play turn 0 dealer 3 hands {hand}/*14/*6/*14 discards 3:C3 {TABLE}")
    found = plans(state, Seat(0))
    assert found[0].acts == ()
    assert MOST <= len(found) < 3 * MOST
    for plan in found:
        laid = sum(len(one.meld.places) for one in plan.after.melds)
        assert len(plan.hand) + laid == len(state.players[0].hand) + 6
        assert plan.hand


def test_what_a_discard_gives_the_next_player() -> None:
    """More if the other cards of a meld with it are unseen; nothing if it lays off, or to a partner."""
    hand = "S9,D9,H9,SK,H2,D2,C2"
    seat = at(f"play turn 0 dealer 3 hands {hand}/*3/*14/*14 discards 3:C3 {TABLE.replace('2:melds', '1:melds')}")
    assert danger(seat, Piece.SK) > danger(seat, Piece.H2)
    assert danger(seat, Piece.SK, lies=True) == 0
    assert danger(seat, JOKER) == 0
