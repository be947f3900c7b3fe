"""What the bots do in positions where it is plain what a good player does."""

import pytest

from services.ellibir.actions import Discard
from services.ellibir.cards import JOKER
from services.ellibir.opening import value_of
from services.ellibir.state import Phase
from services.ellibir.table import lays_off
from tests.ellibir.tables import config, groups
from tests.ellibir_bots.seats import LEVELS, THINKERS, does, played, turn

SEEDS = range(3)

TABLE = "opened 0:melds,2:melds melds 0:set:S7,H7,C7;2:run:H3,H4,H5"
"""Seat 0 and seat 2 have opened: D7, H2 and H6 lay off."""


# -- what nobody throws ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_no_joker_is_thrown_while_something_else_can_be(level: str) -> None:
    """At whole matches, closed and open."""
    thrown = 0
    for seed in range(12):
        for state, action in played(config(elliBirRounds=1, repeatLimit=1), level, "orta", seed):
            if isinstance(action, Discard) and state.due == 0 and JOKER in state.players[0].hand:
                assert action.card is not JOKER or len(state.players[0].hand) == 1
                thrown += 1
    assert thrown > 3


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", LEVELS)
def test_who_is_open_keeps_the_joker_to_go_out(level: str, seed: int) -> None:
    acts = turn(f"play turn 0 dealer 3 hands JO,D2,CK,S9/*14/*6/*14 discards 3:C2 {TABLE}", level, seed)
    assert acts[-1] in ("discard D2", "discard CK", "discard S9")


@pytest.mark.parametrize("level", THINKERS)
def test_who_is_open_throws_nothing_that_lays_off(level: str) -> None:
    """It would cost 50, and the card could go down."""
    thrown = 0
    for seed in range(6):
        for state, action in played(config(elliBirRounds=1, repeatLimit=1), level, "orta", seed):
            if not isinstance(action, Discard) or state.due != 0 or state.phase is not Phase.PLAY:
                continue
            player = state.players[0]
            others = [card for card in player.hand if card is not JOKER and not lays_off(state.melds, card)]
            if player.is_open and others:
                assert not lays_off(state.melds, action.card)
                thrown += 1
    assert thrown > 10


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", THINKERS)
def test_a_card_that_lays_off_goes_down_before_another_can_use_the_place(level: str, seed: int) -> None:
    acts = turn(f"play turn 0 dealer 3 hands D7,CK,D2,S9/*14/*3/*14 discards 3:C2 {TABLE}", level, seed)
    assert acts[0] == "lay-off D7 0"
    assert acts[-1].startswith("discard")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_joker_on_the_table_is_taken_for_the_card_it_stands_for(seed: int) -> None:
    """It then lays off anywhere, or goes out."""
    table = "opened 0:melds,2:melds melds 0:set:S7,H7,C7;2:run:H3,JO,H5"
    acts = turn(f"play turn 0 dealer 3 hands H4,CK/*14/*4/*14 discards 3:C2 {table}", "usta", seed)
    assert acts[0] == "swap-joker 1 H4"
    assert acts[-1] == "discard CK"
    assert acts[1].startswith("lay-off JO")


# -- opening -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", LEVELS)
def test_it_opens_when_a_neighbour_is_about_to_go_out(level: str, seed: int) -> None:
    table = "opened 1:melds melds 1:set:S7,H7,C7;1:run:H3,H4,H5"
    hand = "HQ,HK,HA,CT,CJ,CQ,S2,S4,D6,D9,C2,D3,S5,C8,DJ"
    assert does(f"play turn 0 dealer 3 hands {hand}/*1/*14/*14 discards 3:C3 {table}", level, seed).startswith("open ")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", LEVELS)
def test_it_takes_a_discard_that_opens(level: str, seed: int) -> None:
    hand = "HQ,HK,CT,CJ,CQ,S2,S4,D6,D9,C2,D3,S5,C8,DJ"
    act = does(f"draw turn 0 dealer 3 hands {hand}/*14/*14/*14 discards 3:HA", level, seed)
    assert act.startswith("take-and-open ")
    assert "run:HQ,HK,HA" in act


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", THINKERS)
def test_who_is_open_takes_a_discard_that_makes_a_meld_and_goes_out(level: str, seed: int) -> None:
    acts = turn(f"draw turn 0 dealer 3 hands ST,SJ,D2/*14/*5/*14 discards 3:SQ {TABLE}", level, seed)
    assert acts == ["take-and-lay run:ST,SJ,SQ", "discard D2"]


@pytest.mark.parametrize("seed", SEEDS)
def test_before_it_opens_it_throws_what_goes_with_nothing(seed: int) -> None:
    hand = "HQ,HK,CT,CJ,S8,S9,DT,DJ,H5,H6,C5,S5,H2,D9,CA"
    card = does(f"play turn 0 dealer 3 hands {hand}/*14/*14/*14 discards 3:C4", "usta", seed)
    assert card in ("discard H2", "discard CA", "discard H6")
    assert "T" not in card


# -- pairs -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_it_goes_for_pairs_with_a_hand_for_it(seed: int) -> None:
    """With the card that lies there it has five pairs: they open, or, where they need a meld beside them, nearly do."""
    hand = "H2,H2,S4,S4,D6,D6,C9,C9,CK,S7,DJ,S8,DT,SQ"
    text = f"draw turn 0 dealer 3 hands {hand}/*14/*14/*14 discards 3:CK"
    assert does(text, "usta", seed).startswith("take-and-open pair:")
    assert does(text, "usta", seed, pairOpen="strict") == "take-for-pairs"
    assert does(text.replace("3:CK", "3:C5"), "usta", seed, pairOpen="strict") == "draw"


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", LEVELS)
def test_it_does_not_go_for_pairs_with_a_hand_for_melds(level: str, seed: int) -> None:
    hand = "HQ,HK,CT,CJ,S4,S4,D6,D6,C9,C9,CK,DQ,H5,H6"
    act = does(f"draw turn 0 dealer 3 hands {hand}/*14/*14/*14 discards 3:DQ", level, seed)
    assert act != "take-for-pairs"
    assert "pair:" not in act


@pytest.mark.parametrize("seed", SEEDS)
def test_who_goes_for_pairs_takes_twins_and_keeps_pairs(seed: int) -> None:
    hand = "H2,H2,S4,S4,D6,D6,C9,CK,S7,DJ,H5,D3,SQ,HT"
    text = f"hands {hand}/*14/*14/*14 discards 3:C9 declared 0"
    acts = turn(f"draw turn 0 dealer 3 {text}", "usta", seed)
    assert acts[0] == "take-for-pairs"
    assert acts[-1].removeprefix("discard ") in "CK,S7,DJ,H5,D3,SQ,HT"
    assert does(f"draw turn 0 dealer 3 {text.replace('3:C9', '3:C8')}", "usta", seed) == "draw"


# -- going out ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", THINKERS)
def test_it_goes_out_where_it_can(level: str, seed: int) -> None:
    """A run, then a card that lays off; in the other order as well."""
    acts = turn(f"play turn 0 dealer 3 hands ST,SJ,SQ,D7,D2/*14/*5/*14 discards 3:C3 {TABLE}", level, seed)
    assert sorted(acts) == ["discard D2", "lay run:ST,SJ,SQ", "lay-off D7 0"]


@pytest.mark.parametrize("seed", SEEDS)
def test_it_goes_out_by_the_joker_where_that_is_as_sure(seed: int) -> None:
    acts = turn(f"play turn 0 dealer 3 hands D7,JO/*14/*5/*14 discards 3:C3 {TABLE}", "usta", seed)
    assert acts == ["lay-off D7 0", "discard JO"]


@pytest.mark.parametrize("seed", SEEDS)
def test_it_goes_out_with_another_card_where_the_joker_is_needed(seed: int) -> None:
    acts = turn(f"play turn 0 dealer 3 hands D2,JO/*14/*5/*14 discards 3:C3 {TABLE}", "usta", seed)
    assert acts[0].startswith("lay-off JO ")
    assert acts[1] == "discard D2"


@pytest.mark.parametrize("seed", SEEDS)
def test_at_one_stroke_it_keeps_the_joker_for_the_discard(seed: int) -> None:
    """All is laid without it; the same hand could lay the joker and throw the two."""
    hand = "HQ,HK,HA,C4,C5,C6,JO"
    act = does(f"play turn 0 dealer 3 hands {hand}/*14/*14/*14 discards 3:D5", "usta", seed)
    assert act.endswith("finish JO")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_partner_who_is_closed_does_not_pay_double_for_a_joker(seed: int) -> None:
    """Rules 9.12: he writes his cards too, and the totals are added."""
    table = "opened 0:melds,1:melds,3:melds melds 0:set:S7,H7,C7;1:run:H3,H4,H5;3:run:CT,CJ,CQ"
    text = f"play turn 0 dealer 3 hands D7,JO/*3/*14/*3 discards 3:C3 {table}"
    assert turn(text, "usta", seed)[-1] == "discard JO"
    assert turn(text, "usta", seed, elliBirTeams="partners")[-1] == "discard D7"


# -- at a table with KDV -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_with_kdv_it_opens_for_the_star(seed: int) -> None:
    """Rules 9.11: the joker with two eights makes it 102; among the clubs it would bring more cards down."""
    hand = "HT,HJ,HQ,HK,HA,S9,D9,C9,S8,D8,JO,C2,C3,C5,C6"
    text = f"play turn 0 dealer 3 hands {hand}/*14/*14/*14 discards 3:C3"
    act = does(text, "usta", seed, kdv="on")
    assert act.startswith("open ")
    assert value_of(groups(act.removeprefix("open "))) == 102


# -- what it throws ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_who_is_open_keeps_two_cards_that_wait_for_a_third(seed: int) -> None:
    """Both jacks and the queen are dearer than the five that goes with nothing."""
    text = f"play turn 0 dealer 3 hands SJ,SQ,D5,C8/*14/*6/*14 discards 3:D2 {TABLE}"
    assert turn(text, "usta", seed)[-1] in ("discard D5", "discard C8")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("known", ["H5", "S3", "C2"])
def test_it_does_not_throw_to_a_pair_goer_what_he_holds(known: str, seed: int) -> None:
    """Three cards go with nothing; the next player goes for pairs, and is known to have one of them."""
    hand = "CK,HK,SK,DK,CT,CJ,S8,S9,DT,DJ,H8,H9,H5,S3,C2"
    others = "H2,S4,C8,DQ,CQ,H4,D7,D8,C7,HT,SJ,D5,C3"
    text = f"play turn 0 dealer 3 hands {hand}/{known},{others}/*14/*14 discards 3:H3"
    card = does(f"{text} declared 1 shown 1:{known}", "usta", seed).removeprefix("discard ")
    assert card in {"H5", "S3", "C2"} - {known}
