"""What a sensible player does in positions that leave no doubt. The okey is red 5 throughout."""

import pytest

from services.kernel.game import Act, Seat
from services.okey import game
from services.okey.actions import Action
from services.okey.results import Opened
from services.okey.state import Phase, State
from tests.okey_bots.seats import LEVELS, position, said, thrown

SEEDS = range(3)
THINKERS = ("orta", "usta")


def done(state: State, words: str) -> State:
    """The match after an act of the seat on turn."""
    assert state.due is not None
    return game.apply(state, Act[Action](state.due, game.notation.read_action(words)))


def after_turn(state: State, level: str, seed: int = 1) -> State:
    """The match after the bot's whole turn."""
    seat, number = state.due, state.number
    while state.due == seat and state.number == number and state.phase is not Phase.OVER:
        state = done(state, said(state, level, seed))
    return state


# -- the side tile -----------------------------------------------------------------------------------------------------

NEARLY = "Y10.11.12.13B13K13R11.12Y1.4.7B2.5.8.10K1.3.6.9R2.7"
"""72 in two melds, and red 11-12 beside them: red 13 or red 10 opens, red 9 does not."""


@pytest.mark.parametrize("level", THINKERS)
@pytest.mark.parametrize(("top", "words"), [("R13", "take"), ("R10", "take"), ("R9", "draw"), ("Y1", "draw")])
def test_a_side_tile_is_taken_if_it_opens_and_only_then(level: str, top: str, words: str) -> None:
    state = position(f"draw turn 0 indicator R4 racks {NEARLY}/*21/*21/*21 stock *16 piles -/-/-/{top}", okeyHands=1)
    assert said(state, level) == words
    if words == "take":
        after = after_turn(state, level)
        assert after.hand is not None
        assert after.hand.opened[0] is Opened.SERIES


OPEN = "indicator R4 opened series,series,none,none"
TABLE = "melds 1:K5-K6-K7+1:B9-Y9-R9"


@pytest.mark.parametrize(("top", "words"), [("K8", "take"), ("K9", "take"), ("Y3", "take"), ("R12", "draw")])
def test_usta_takes_after_opening_what_goes_down_at_once_and_nothing_else(top: str, words: str) -> None:
    """It lays off, or is the third of a meld; what it could not use it would owe (8.5)."""
    state = position(f"draw turn 0 {OPEN} racks Y1.2R1B6.12/*9/*21/*21 stock *12 piles -/-/-/{top} {TABLE}")
    assert said(state, "usta") == words
    after = after_turn(state, "usta")
    assert after.hand is not None
    assert after.due == 1
    assert not after.hand.fines


@pytest.mark.parametrize("level", LEVELS)
def test_a_turn_that_somebody_else_began_is_brought_to_an_end(level: str) -> None:
    """A seat may be taken over in the middle of a turn."""
    staged = position("play turn 0 indicator R4 racks Y1/*21/*21/*21 stock *20 staged series:R1")
    assert said(staged, level) == "collect"
    for opened in ("none,series,none,none", "series,series,none,none"):
        useless = position(
            "play turn 0 indicator R4 racks Y1R12B3/*21/*21/*21 stock *20 side R12 seen R12/-/-/- taken R12/-/-/-"
            f" opened {opened} melds 1:K5-K6-K7"
        )
        assert said(useless, level) == "return"


# -- opening -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_five_pairs_open(level: str) -> None:
    rack = "Y1.1B4.4K7.7R10.10Y12.12B1.7.9.13K2.4.10.12R1.6.8.13"
    assert said(position(f"play turn 0 indicator R4 racks {rack}/*21/*21/*21 stock *20"), level).startswith(
        "open pairs"
    )


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("need", "opens"), [(60, True), (61, True), (62, False), (75, False)])
def test_in_51_the_need_is_what_the_last_opening_was_worth_and_one(level: str, need: int, opens: bool) -> None:
    """Yellow 8-9-10 and blue 7-8-9-10 are 61."""
    rack = "Y8.9.10B7.8.9.10K1.3.12R12Y2.4B1R6"
    state = position(
        f"play turn 0 indicator R4 racks {rack}/*14/*12/*14 stock *40 opened none,none,series,none need {need}"
        " melds 2:K5-K6-K7",
        okeyGame=51,
    )
    assert said(state, level).startswith("open series") is opens


ALL_BUT_TWO = "Y1.2.3.4.5.6.7B1.2.3.4.5.6.7K8.9.10.11.12.13R10.13"
"""Twenty tiles in runs; a fifth of the unseen tiles would let it go out from the hand."""


@pytest.mark.parametrize("seed", SEEDS)
def test_usta_waits_to_go_out_from_the_hand_while_nobody_is_open(seed: int) -> None:
    state = position(f"play turn 0 indicator R4 racks {ALL_BUT_TWO}/*21/*21/*21 stock *20")
    assert said(state, "usta", seed) in {"discard R10", "discard R13"}


@pytest.mark.parametrize(
    "pressing",
    [
        "racks {}/*2/*21/*21 stock *20 opened none,series,none,none melds 1:K1-K2-K3",  # may finish at any time
        "racks {}/*21/*21/*21 stock *5",  # hardly a turn is left
    ],
)
@pytest.mark.parametrize("seed", SEEDS)
def test_usta_opens_at_once_when_waiting_is_dangerous(pressing: str, seed: int) -> None:
    state = position(f"play turn 0 indicator R4 {pressing.format(ALL_BUT_TWO)}")
    assert said(state, "usta", seed).startswith("open series")


# -- finishing ---------------------------------------------------------------------------------------------------------

FINISHES = {
    "a lay-off and the last tile": ("K8B3", {}, "FINISH"),
    "a meld, a lay-off, and the last tile": ("Y1.2.3K8B3", {}, "FINISH"),
    "two tiles that lay off one after the other": ("K8.9", {}, "FINISH"),
    "an okey that is laid off": ("B3R5", {}, "FINISH"),
    "an okey is the best last tile": ("K8R5", {}, "FINISH_OKEY"),
    "both okeys: one is laid off": ("R5.5", {}, "FINISH_OKEY"),
    "both okeys at once in the tournament": ("R5.5", {"okeyTable": "tournament"}, "FINISH_DEVAM"),
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("how", FINISHES)
def test_who_can_finish_does(how: str, level: str) -> None:
    rack, options, reason = FINISHES[how]
    state = position(f"play turn 0 {OPEN} racks {rack}/*9/*21/*21 stock *12 {TABLE}", **options)
    ended = after_turn(state, level)
    assert ended.results[0].finisher == 0
    assert {line.reason for line in ended.results[0].lines if line.seat == 0} == {reason}


def test_with_the_finish_the_partner_has_nothing() -> None:
    """8.13: a plain finish at once, and the partner's closed rack costs nothing."""
    state = position(f"play turn 0 {OPEN} racks K8B3/*9/*21/*21 stock *12 {TABLE}", okeyTeams="partners")
    assert after_turn(state, "usta").results[0].points(2) == 0


@pytest.mark.parametrize("level", LEVELS)
def test_an_okey_is_taken_for_the_tile_that_it_stands_for(level: str) -> None:
    state = position(f"play turn 0 {OPEN} racks K6B3.11/*9/*21/*21 stock *12 melds 1:K5-K6*-K7")
    assert said(state, level) == "swap K6 0 1"


@pytest.mark.parametrize("level", THINKERS)
def test_no_okey_is_left_on_the_rack_when_the_stock_is_out(level: str) -> None:
    """8.11: it would count 101."""
    state = position(f"play turn 0 {OPEN} racks B3.11R5/*9/*21/*21 stock - {TABLE}")
    ended = after_turn(state, level)
    assert ended.results[0].points(0) == 3


# -- the discard -------------------------------------------------------------------------------------------------------

CLOSED = "Y1.2.4.5.8B1.3.6.9.12K8.10.12R1.5.5.6.8Y10.13B9.13"


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("opened", ["none,series,none,none", "series,series,none,none"])
def test_neither_an_okey_nor_a_tile_that_lays_off_is_thrown(opened: str, level: str, seed: int) -> None:
    """Black 8 and yellow 8, red 8 lay off: whoever is closed keeps them, whoever is open lays them."""
    state = position(
        f"play turn 0 indicator R4 racks {CLOSED}/*9/*21/*21 stock *12 opened {opened} melds 1:K5-K6-K7+1:Y5-Y6-Y7"
    )
    if opened.startswith("none"):
        assert thrown(state, level, seed) not in {"R5", "K8", "Y8"}
    after = after_turn(state, level, seed)
    assert after.hand is not None
    assert not after.hand.fines


@pytest.mark.parametrize("level", LEVELS)
def test_where_all_tiles_lay_off_one_goes_and_no_okey(level: str) -> None:
    state = position(
        "play turn 0 indicator R4 racks K4.8R5/*9/*21/*21 stock *12 opened none,series,none,none melds 1:K5-K6-K7"
    )
    assert thrown(state, level) in {"K4", "K8"}


@pytest.mark.parametrize("seed", SEEDS)
def test_usta_throws_what_the_next_player_cannot_use(seed: int) -> None:
    """Of two lonely thirteens that are worth the same to itself it throws the one whose neighbours all lie there."""
    lying = "1:R11-R12-R13+1:Y11-Y12-Y13+1:B11-B12-B13-Y10*+2:B12-Y12-R12+2:R11-B11-Y11"
    state = position(
        "play turn 0 indicator R4 racks K9.13Y2.6/*21/*9/*9 stock *8 opened none,none,series,series"
        f" melds {lying.replace('-Y10*', '')}"
    )
    assert thrown(state, "usta", seed) != "K9"


# -- the tournament ----------------------------------------------------------------------------------------------------

LONELY = "Y1.4.4.7.10.13B2.5.8.8.11K1.4.9.12.12R2.2.7.10.13"
CLAIMED = f"draw turn 0 indicator R4 racks {LONELY}/*9/*21/*21 stock *12 opened none,series,none,none melds 1:K5-K6-K7"


@pytest.mark.parametrize(
    ("level", "top", "words"),
    [("usta", "K8", "claim K8"), ("orta", "K8", "claim K8"), ("kolay", "K8", "draw"), ("usta", "K11", "draw")],
)
def test_a_discard_that_lays_off_is_claimed_once(level: str, top: str, words: str) -> None:
    state = position(f"{CLAIMED} piles -/-/-/{top} window 3:{top}", okeyTable="tournament")
    assert said(state, level) == words
    if words != "draw":
        claimed = done(state, words)
        assert claimed.hand is not None
        assert [line.reason for line in claimed.hand.fines] == ["ISLER_DISCARD"]
        assert said(claimed, level) == "draw"


def test_what_its_thrower_has_declared_is_not_claimed() -> None:
    state = position(f"{CLAIMED} piles -/-/-/K8 window 3:K8", okeyTable="tournament")
    declared = game.apply(state, Act(seat=Seat(3), action=game.notation.read_action("declare")))
    assert said(declared, "usta") == "draw"


def test_what_the_rules_have_thrown_is_not_claimed() -> None:
    assert said(position(f"{CLAIMED} piles -/-/-/K8", okeyTable="tournament"), "usta") == "draw"


def test_nothing_is_claimed_at_other_tables() -> None:
    assert said(position(f"{CLAIMED} piles -/-/-/K8"), "usta") == "draw"


@pytest.mark.parametrize(("signs", "words"), [("on", "sign finish"), ("off", "draw")])
def test_who_is_about_to_finish_says_so_once(signs: str, words: str) -> None:
    state = position(
        f"draw turn 0 {OPEN} racks B3.11/*9/*21/*21 stock *12 {TABLE}", okeyTable="tournament", tourSigns=signs
    )
    assert said(state, "usta") == words
    if words != "draw":
        after = done(state, words)
        assert said(after, "usta") == "draw"
