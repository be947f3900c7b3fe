"""The whole tables of points of 8.11 and 10.4, and who wins."""

from itertools import product

import pytest

from services.kernel.score import LedgerLine
from services.okey import game
from services.okey.counting import bonus, count, factor
from services.okey.results import Finish, HandResult
from services.okey.state import State
from services.okey.terms import read_terms
from services.okey.worth import left_worth
from tests.okey.tables import act, config, lapse, position

OK, P, E, D = Finish.OKEY, Finish.PAIRS, Finish.ELDEN, Finish.DEVAM

# Rules 8.11: kinds, factor, never opened in 34 and 101, in 51 (None: impossible there).
HOUSE = [
    ((), 1, 202, 200),
    ((OK,), 2, 404, 400),
    ((P,), 2, 404, 400),
    ((E,), 2, 404, 400),
    ((OK, E), 4, 808, 800),
    ((OK, P), 4, 808, 800),
    ((P, E), 4, None, 800),
    ((OK, P, E), 8, None, 1600),
]
# Rules 10.4: kinds, the others' factor, the finisher's bonus.
TOUR = [
    ((), 1, -101),
    ((OK,), 2, -202),
    ((P,), 2, -202),
    ((E,), 2, -202),
    ((OK, E), 4, -404),
    ((D,), 4, -404),
    ((OK, P), 4, -404),
    ((P, D), 8, -808),
    ((E, D), 8, -808),
    ((P, E, D), 8, -808),
]
TABLE = "play turn 0 indicator K12 racks Y1/R3.4.7.9/Y3.4.7.9/B1 stock *20 opened series,series,pairs,none"


def counted(kinds: tuple[Finish, ...], finisher: int | None = 0, **options: object) -> list[int]:
    """What the four get: the finisher, a series opener with 23, a pair opener with 23, one who never opened."""
    hand, _ = position(TABLE, **options).playing
    return [line.points for line in count(hand, read_terms(config(**options).options), finisher, kinds)]


@pytest.mark.parametrize(("kinds", "times", "closed", "closed_51"), HOUSE)
def test_the_others_points_at_a_house_table(
    kinds: tuple[Finish, ...], times: int, closed: int | None, closed_51: int
) -> None:
    """Rules 8.11."""
    games = (("101", closed), ("34", closed), ("51", closed_51))
    for name, amount in games:
        if amount is not None:
            assert counted(kinds, okeyGame=name)[1:] == [23 * times, 2 * 23 * times, amount]


@pytest.mark.parametrize(("kinds", "times", "_closed", "_closed_51"), HOUSE)
def test_the_finishers_bonus_at_a_house_table(
    kinds: tuple[Finish, ...], times: int, _closed: int | None, _closed_51: int
) -> None:
    """Rules 8.11: literal, and scaled."""
    for name, unit in (("101", 101), ("34", 101), ("51", 50)):
        assert counted(kinds, okeyGame=name)[0] == -unit * (2 if OK in kinds else 1)
        assert counted(kinds, okeyGame=name, finishBonus="scaled")[0] == -unit * times


@pytest.mark.parametrize(("kinds", "times", "own"), TOUR)
def test_the_points_of_the_tournament(kinds: tuple[Finish, ...], times: int, own: int) -> None:
    """Rules 10.4."""
    assert counted(kinds, okeyTable="tournament") == [own, 23 * times, 0, 202 * times]
    assert counted(kinds, finisher=1, okeyTable="tournament") == [1 * times, own, 46 * times, 0]


def test_no_factor_of_the_tournament_is_above_eight() -> None:
    """Rules 10.4."""
    terms = read_terms(config(okeyTable="tournament").options)
    for flags in product((False, True), repeat=4):
        kinds = tuple(kind for kind, holds in zip((OK, P, E, D), flags, strict=True) if holds)
        assert factor(kinds, terms) in (1, 2, 4, 8)
        assert bonus(kinds, terms) == -101 * factor(kinds, terms)


@pytest.mark.parametrize("name", ["101", "34", "51"])
def test_a_stock_that_ran_out_multiplies_nothing(name: str) -> None:
    """Rules 8.10, 8.11."""
    assert counted((), None, okeyGame=name) == [1, 23, 46, 200 if name == "51" else 202]


@pytest.mark.parametrize(("name", "unit"), [("101", 101), ("34", 101), ("51", 51)])
def test_an_okey_left_costs_its_price_inside_what_is_multiplied(name: str, unit: int) -> None:
    """Rules 8.11: of an opener alone."""
    text = TABLE.replace("R3.4.7.9", "K13R3").replace("/B1", "/B1K13")
    hand, _ = position(text, okeyGame=name).playing
    lines = [line.points for line in count(hand, read_terms(config(okeyGame=name).options), 0, (OK,))]
    assert lines[1] == 2 * (3 + unit)
    assert lines[3] == (400 if name == "51" else 404)


def test_a_false_okey_left_counts_its_number() -> None:
    """Rules 8.3."""
    hand, _ = position(TABLE.replace("R3.4.7.9", "FR3")).playing
    assert left_worth(hand.racks[1], hand.okey, read_terms(config().options)) == 13 + 3


def ended(sheet: dict[int, int], **options: object) -> State:
    """A match of one hand that brought these points by seat."""
    told = ",".join(f"{seat}:{points}:NOT_OPENED:8.11" for seat, points in sheet.items())
    return position(f"over sheet -/-/{told}", okeyHands=1, **options)


def test_the_lowest_total_wins_and_equal_ones_rank_equal() -> None:
    """Rules 8.14."""
    score = game.score(ended({0: 202, 1: -101, 2: 202, 3: 23}))
    assert score.places == (3, 1, 3, 2)
    assert score.winners == (1,)
    assert game.score(ended({0: 5, 1: 5, 2: 7, 3: 9})).winners == (0, 1)


def test_partners_are_ranked_by_their_sum() -> None:
    """Rules 8.13, 8.14."""
    score = game.score(ended({0: 202, 1: 100, 2: -101, 3: 100}, okeyTeams="partners"))
    assert score.places == (1, 3, 1, 3)
    assert score.winners == (0, 2)
    drawn = game.score(ended({0: 100, 1: 50, 2: 0, 3: 50}, okeyTeams="partners"))
    assert drawn.places == (1, 1, 1, 1)
    assert drawn.winners == ()


def test_a_hand_brings_its_points_with_its_fines() -> None:
    result = HandResult(1, (), (LedgerLine(0, 101, "COLLECT", "8.12"), LedgerLine(0, 202, "NOT_OPENED", "8.11")))
    assert [result.points(seat) for seat in range(4)] == [303, 0, 0, 0]


def test_fines_are_never_multiplied() -> None:
    """Rules 8.12."""
    state = position(
        "play turn 0 indicator K12 racks K13/R3.4.7.9/Y1/B1 stock *20 opened series,series,none,none "
        "fines 2:101:OKEY_DISCARD:8.12,1:101:COLLECT:8.12"
    )
    after = act(state, 0, "discard K13")
    assert game.score(after).points == (-202, 46 + 101, 404 + 101, 404)
    assert [line.reason for line in game.score(after).ledger[:2]] == ["OKEY_DISCARD", "COLLECT"]


def test_a_tied_match_of_the_tournament_goes_on() -> None:
    """Rules 10.1: hand by hand, until it is decided or nobody plays any more."""
    sheet = ";".join(["-/-/-"] * 10)
    text = f"draw turn 0 indicator K12 racks Y1.2/R3.4/Y5.6/B1 stock R9 sheet {sheet}"
    tied = lapse(position(text, okeyTable="tournament"), 0)
    assert tied.phase == "deal"
    assert tied.number == 12
    decided = lapse(position(text + " opened series,none,none,none", okeyTable="tournament"), 0)
    assert decided.phase == "over"
    assert game.score(decided).winners == (0, 2)
    extra = f"{text};-/-/-"
    untouched = lapse(position(extra, okeyTable="tournament"), 0)
    assert untouched.phase == "over"
    assert game.score(untouched).winners == ()
    touched = act(act(position(extra, okeyTable="tournament"), 0, "draw"), 0, "discard R9")
    assert touched.phase == "deal"
