"""How okey answers the questions that every game answers for itself (rules 8, 10); `column` is 34, 101, 51 or
"tournament"."""

import random
from collections.abc import Callable
from typing import Final

import pytest

from services.kernel.game import Seat
from services.kernel.refusal import Illegal
from services.okey import game
from services.okey.state import State
from tests.okey import tables

Answer = Callable[[str], None]
ANSWERS: Final[dict[str, Answer]] = {}


def answers(question: str) -> Callable[[Answer], Answer]:
    """The decorated function plays the answer of a column."""

    def kept(play: Answer) -> Answer:
        ANSWERS[question] = play
        return play

    return kept


def table(column: str, **more: str) -> dict[str, str]:
    """The options of a column."""
    return ({"okeyTable": column} if column == "tournament" else {"okeyGame": column}) | more


def price(column: str) -> int:
    """What an event costs (rules 8.12)."""
    return 51 if column == "51" else 101


def closed(column: str) -> int:
    """What who never opened pays at a normal finish (rules 8.11)."""
    return 200 if column == "51" else 202


def at(column: str, position: str, **more: str) -> State:
    """A position of okey, with indicator K12, so that K13 is the okey."""
    words = position.split(" ", 1)
    return tables.position(f"{words[0]} indicator K12 {words[1]}", **table(column, **more))


def play(state: State, seat: int, *acts: str) -> State:
    return tables.acts(state, seat, *acts)


def refused(state: State, seat: int, act: str) -> str:
    with pytest.raises(Illegal) as found:
        tables.act(state, seat, act)
    return found.value.reason


def lines(state: State) -> list[tuple[int, int]]:
    """All that was written, but lines of nothing."""
    return [(line.seat, line.points) for line in game.score(state).ledger if line.points]


def points(state: State) -> tuple[int, ...]:
    return game.score(state).points


def unknown(act: str) -> None:
    """The game has no such act."""
    with pytest.raises(ValueError, match=r"."):
        game.notation.read_action(act)


# -- deal and opening --------------------------------------------------------------------------------------------------


def new_hand(column: str) -> State:
    return tables.hand_of(random.Random(7), tables.config(**table(column)))


@answers("tiles or cards dealt")
def dealt(column: str) -> None:
    hand, _ = new_hand(column).playing
    assert sorted(map(len, hand.racks)) == ([14, 14, 14, 15] if column == "51" else [21, 21, 21, 22])


@answers("starter draws first")
def starter(column: str) -> None:
    state = new_hand(column)
    hand, turn = state.playing
    assert refused(state, turn.seat, "draw") == "WRONG_PHASE"
    play(state, turn.seat, f"discard {hand.racks[turn.seat][0]}")


ENOUGH: Final = {
    "34": "R11-R12-R13+B11-B12-B13+Y9-Y10-Y11",
    "101": "R11-R12-R13+B11-B12-B13+Y2-Y3-Y4+Y5-B5-K5-R5",
    "tournament": "R11-R12-R13+B11-B12-B13+Y2-Y3-Y4+Y5-B5-K5-R5",
    "51": "R11-R12-R13+Y4-Y5-Y6",
}
ONE_LESS: Final = {
    "34": "R11-R12-R13+B11-B12-B13+Y8-Y9-Y10",
    "101": "R11-R12-R13+B11-B12-B13+Y7-B7-K7-R7",
    "tournament": "R11-R12-R13+B11-B12-B13+Y7-B7-K7-R7",
    "51": "R11-R12-R13+Y2-Y3-Y4-Y5",
}
OPENER: Final = "Y2.3.4.5.6.7.8.9.10.11B5.7.11.12.13K5.7R5.7.11.12.13"


@answers("opening value")
def opening_value(column: str) -> None:
    state = at(column, f"play turn 0 racks {OPENER}/{OPENER}/Y1/K1 stock B1.2.3")
    assert refused(state, 0, f"open series {ONE_LESS[column]}") == "BELOW_VALUE"
    state = play(play(state, 0, f"open series {ENOUGH[column]}", "discard B7"), 1, "draw")
    again = f"open series {ENOUGH[column]}"
    if column != "51":
        play(state, 1, again)
    else:
        assert refused(state, 1, again) == "BELOW_VALUE"
        play(state, 1, "open series R11-R12-R13+Y3-Y4-Y5-Y6")  # 54
        hand, _ = play(state, 1, "open series R11-R12-R13+Y7-B7-K7").playing  # 57
        assert hand.need == 58


@answers("opening is laid")
def laid(column: str) -> None:
    state = at(column, f"play turn 0 racks {OPENER}/Y1/Y1/K1 stock B1.2.3")
    assert len(play(state, 0, f"open series {ENOUGH[column]}").playing[0].melds) == len(ENOUGH[column].split("+"))
    for number, group in enumerate(ENOUGH[column].split("+")):
        for pos, tile in enumerate(group.split("-")):
            state = play(state, 0, f"place {tile} series {number} {pos}")
            assert not state.playing[0].melds
    assert len(play(state, 0, "commit").playing[0].melds) == len(ENOUGH[column].split("+"))


@answers("wrong opening")
def wrong_opening(column: str) -> None:
    state = at(column, "play turn 0 racks R1.3Y4.5.6/Y1/Y1/K1 stock B1.2.3")
    fine = (0, price(column))
    for attempt in (1, 2):
        state = play(state, 0, "place R1 series 0 0", "place R3 series 0 1")
        if column == "tournament":
            state = play(state, 0, "commit")
            assert lines(state) == [fine] * attempt
            state = play(state, 0, "commit", "collect")
        else:
            assert refused(state, 0, "commit") == "INVALID_MELD"
            state = play(state, 0, "collect")
        assert lines(state) == [fine] * attempt
    if column == "tournament":
        assert lines(play(state, 0, "place R1 series 0 0", "collect")) == [fine] * 3


PAIRS: Final = "R1-R1+R2-R2+R3-R3+R4-R4+R5-R5"


@answers("pairs to open")
def pairs_to_open(column: str) -> None:
    state = at(column, "play turn 0 racks R1.1.2.2.3.3.4.4.5.5Y7/Y1/Y1/K1 stock B1.2.3")
    needed = 4 if column == "51" else 5
    groups = PAIRS.split("+")
    assert refused(state, 0, f"open pairs {'+'.join(groups[: needed - 1])}") == "TOO_FEW_PAIRS"
    play(state, 0, f"open pairs {'+'.join(groups[:needed])}")


@answers("do pairs have to raise")
def pairs_raise(column: str) -> None:
    needed = 4 if column == "51" else 5
    groups = "+".join(PAIRS.split("+")[:needed])
    need = "need 91 " if column == "51" else ""
    state = at(
        column, f"play turn 0 {need}racks R1.1.2.2.3.3.4.4.5.5Y7/Y1/Y1/K1 stock B1.2.3 opened none,pairs,series,none"
    )
    after, _ = play(state, 0, f"open pairs {groups}").playing
    assert after.need == state.playing[0].need


@answers("highest card / tile link")
def link(column: str) -> None:
    state = at(column, "play turn 0 racks R11.12.13.1.2B7/Y1/Y1/K1 stock B1.2.3 opened series,none,none,none")
    play(state, 0, "open series R11-R12-R13")
    assert refused(state, 0, "open series R12-R13-R1") == "INVALID_MELD"
    assert refused(state, 0, "open series R13-R1-R2") == "INVALID_MELD"


# -- wild cards --------------------------------------------------------------------------------------------------------


@answers("wild card")
def wild(column: str) -> None:
    rack = "R5.7Y2.4K11.12.13.13FB7"
    state = at(column, f"play turn 0 racks {rack}/Y1/Y1/K1 stock B1.2.3 opened series,none,none,none")
    play(state, 0, "open series R5-K13-R7+Y2-K13-Y4")
    assert refused(state, 0, "open series R5-F-R7") == "INVALID_MELD"
    play(state, 0, "open series K11-K12-F")


@answers("wild card in a set of two naturals")
def wild_in_a_set(column: str) -> None:
    state = at(column, "play turn 0 racks R7B7K13.7Y7/Y1/Y1/K1 stock B1.2.3 opened series,none,none,none")
    assert refused(state, 0, "open series R7-B7-K13") == "OKEY_NEEDS_FACE"
    state = play(state, 0, "open series R7-B7-K13=K7")
    assert refused(state, 0, "layoff K7 0") == "COLOUR_TAKEN"
    place = [place.wild for place in state.playing[0].melds[0].meld.places].index(True)
    assert refused(state, 0, f"swap Y7 0 {place}") == "WRONG_TILE"
    play(state, 0, f"swap K7 0 {place}")


@answers("take the wild card from the table")
def take_wild(column: str) -> None:
    melds = "opened series,pairs,none,none melds 0:R5-R6*-R7+1:B9-B9*"
    state = at(column, f"play turn 0 racks R6B9Y3/Y1/Y1/K1 stock B1.2.3 {melds}")
    play(state, 0, "swap R6 0 1", "swap B9 1 1")


@answers("wild card left in hand")
def wild_left(column: str) -> None:
    rest = "stock B1.2.3 opened series,series,none,pairs"
    state = at(column, f"play turn 0 racks Y9/K13R3/Y1K13/F {rest}")
    written = points(play(state, 0, "discard Y9"))
    assert written[1] == price(column) + 3
    assert written[2] == (0 if column == "tournament" else closed(column))
    assert written[3] == 26  # a false okey is no wild card


# -- the discard -------------------------------------------------------------------------------------------------------


@answers("take the discard without opening")
def take_unopened(column: str) -> None:
    state = at(column, f"draw turn 0 racks {OPENER}/Y1/Y1/K1 stock B1.2.3 piles -/-/-/K3")
    state = play(state, 0, "take")
    assert refused(state, 0, "discard Y2") == "OPEN_OWED"


@answers("give a taken discard back")
def give_back(column: str) -> None:
    state = at(column, f"draw turn 0 racks {OPENER}/Y1/Y1/K1 stock B1.2.3 piles -/-/-/K3")
    state = play(state, 0, "take", "return")
    assert lines(state) == ([(0, 101)] if column == "tournament" else [])
    assert state.playing[0].piles[3] == ("K3",)


@answers("take a pair goer's discard")
def after_a_pair_goer(column: str) -> None:
    state = at(column, f"draw turn 0 racks {OPENER}/Y1/Y1/K1 stock B1.2.3 piles -/-/-/R11 opened none,none,none,pairs")
    play(state, 0, "take", f"open series {ENOUGH[column]}")


@answers("take a discard that lays off")
def take_layoff(column: str) -> None:
    rest = "piles -/-/-/R11 opened none,series,none,none melds 1:R8-R9-R10"
    state = at(column, f"draw turn 0 racks {OPENER}/Y1/Y1/K1 stock B1.2.3 {rest}")
    play(state, 0, "take", f"open series {ENOUGH[column]}")


@answers("lay-off discard penalty")
def layoff_penalty(column: str) -> None:
    for opened in ("none", "series"):
        rest = f"opened {opened},series,none,none melds 1:R5-R6-R7"
        state = at(column, f"play turn 0 racks R8Y3/Y1.2/Y1.2/K1.2 stock B1.2.3 {rest}")
        state = play(state, 0, "discard R8")
        assert lines(state) == ([] if column == "tournament" else [(0, price(column))])
        if column == "tournament":
            assert lines(play(state, 3, "claim R8")) == [(0, 101)]
            assert lines(play(state, 1, "draw")) == []


@answers("a tile that frees a wild card counts as laying off")
def frees(column: str) -> None:
    position = "play turn 0 racks R6Y3/Y1.2/Y1.2/K1.2 stock B1.2.3 opened none,series,none,none melds 1:R5-R6*-R7"
    state = play(at(column, position), 0, "discard R6")
    assert lines(state) == []
    if column == "tournament":
        assert refused(state, 1, "claim R6") == "NOT_ISLER"
    else:
        assert lines(play(at(column, position, okeySpotIsIsler="on"), 0, "discard R6")) == [(0, price(column))]


@answers("earlier discards are visible")
def earlier_discards(column: str) -> None:
    rest = "piles R1.2/B1.2/K1.2/Y1.2 opened none,series,pairs,none stock B3"
    for turn, others in ((0, True), (1, False)):
        state = at(column, f"draw turn {turn} racks Y5/Y6/Y7/Y8 {rest}")
        for viewer in range(4):
            seen = [len(seat.discards) for seat in game.view(state, Seat(viewer)).seats]
            tops = [seat.top for seat in game.view(state, Seat(viewer)).seats]
            assert tops == ["R2", "B2", "K2", "Y2"]
            if column != "tournament" or viewer in (0, 3):
                assert seen == [0, 0, 0, 0]
            else:
                assert seen == ([2, 2, 2, 2] if viewer == 2 else [0, 2 * others, 0, 0])


@answers("lay-offs of a pair opener")
def pair_layoffs(column: str) -> None:
    rest = "opened pairs,series,none,none melds 0:Y1-Y1+1:R5-R6-R7"
    state = at(column, f"play turn 0 racks R8.9.10.11Y3/Y2/Y2/K1 stock B1.2.3 {rest}")
    state = play(state, 0, "layoff R8 1", "layoff R9 1")
    if column == "tournament":
        assert refused(state, 0, "layoff R10 1") == "LAYOFF_LIMIT"
    else:
        play(state, 0, "layoff R10 1", "layoff R11 1")


# -- the end -----------------------------------------------------------------------------------------------------------


@answers("never opened, normal finish")
def never_opened(column: str) -> None:
    state = at(column, "play turn 0 racks Y9/R3/Y1/R4 stock B1.2.3 opened series,none,none,none")
    written = points(play(state, 0, "discard Y9"))
    assert (written[1], written[3]) == (closed(column), closed(column))


@answers("declared pairs but closed")
def declared(column: str) -> None:
    unknown("declare-pairs")
    state = at(column, "draw turn 3 racks Y9/R7/Y1/R1.1.2.2Y8 stock Y7B1.2.3 opened series,none,none,none")
    state = play(state, 3, "draw", "place R1 pairs 0 0", "place R1 pairs 0 1", "collect", "discard Y7")
    assert points(state)[3] == price(column)
    for seat in range(3):
        state = play(state, seat, "draw", f"discard B{seat + 1}")
    assert points(state)[3] == price(column) + closed(column)
    state = at(column, "play turn 0 racks Y9/R7/Y1/R1.1.2.2Y8 stock B1.2.3 opened series,none,none,none")
    assert points(play(state, 0, "discard Y9"))[3] == closed(column)


FINISHES: Final = {
    # opened before, the last tile: what the finisher writes by column
    ("series", "Y9"): (-101, -50, -101),
    ("series", "K13"): (-202, -100, -202),
    ("pairs", "Y9"): (-101, -50, -202),
    ("pairs", "K13"): (-202, -100, -404),
}


@answers("finisher")
def finisher(column: str) -> None:
    index = {"51": 1, "tournament": 2}.get(column, 0)
    for (way, last), amounts in FINISHES.items():
        state = at(column, f"play turn 0 racks {last}/R3/Y1/R4 stock B1.2.3 opened {way},none,none,none")
        assert points(play(state, 0, f"discard {last}"))[0] == amounts[index]
    now = "opened series,none,none,none opennow"
    for last, amounts in (("Y9", (-101, -50, -202)), ("K13", (-202, -100, -404))):
        state = at(column, f"play turn 0 racks {last}/R3/Y1/R4 stock B1.2.3 {now}")
        assert points(play(state, 0, f"discard {last}"))[0] == amounts[index]


@answers("elden while others are open")
def elden(column: str) -> None:
    for opened, factor in (("none", 2), ("series", 1)):
        rest = f"opened none,{opened},none,none"
        state = at(column, f"play turn 0 racks R5.6.7Y9/R3/Y1/R4 stock B1.2.3 {rest}")
        state = play(state, 0, "open series R5-R6-R7 finish Y9")
        assert ("elden" in state.results[0].finish) == (factor == 2)
        assert points(state)[3] == closed(column) * factor


@answers("partner of the finisher")
def partner(column: str) -> None:
    more = {} if column == "tournament" else {"okeyTeams": "partners"}
    for way in ("none", "series"):
        state = at(column, f"play turn 0 racks Y9/R3/Y1/R4 stock B1.2.3 opened series,none,{way},none", **more)
        assert points(play(state, 0, "discard Y9"))[2] == 0


@answers("stock out, nobody opened")
def stock_out(column: str) -> None:
    state = at(column, "draw turn 0 racks Y9/R3/Y1/R4 stock B1")
    after = play(state, 0, "draw", "discard B1")
    assert points(after) == (closed(column),) * 4
    assert after.counted == 1


@answers("all four open with pairs")
def four_pairs(column: str) -> None:
    rest = "fines 1:101:COLLECT:8.12 opened none,pairs,pairs,pairs"
    state = at(column, f"play turn 0 starter 2 racks R1.1.2.2.3.3.4.4.5.5Y7.8/Y1.2/Y1.2/K1.2 stock B1.2.3 {rest}")
    state = play(state, 0, f"open pairs {PAIRS}")
    if column == "tournament":
        assert (state.phase, state.counted, state.starter, points(state)) == ("deal", 0, 2, (0, 0, 0, 0))
    else:
        state = play(state, 0, "discard Y7")
        assert (state.phase, state.due) == ("draw", 1)


@answers('double okey ("devam")')
def devam(column: str) -> None:
    ways = (
        ("series,none,none,none", 4, -404),
        ("pairs,none,none,none", 8, -808),
        ("series,none,none,none opennow", 8, -808),
        ("pairs,none,none,none opennow", 8, -808),
    )
    for opened, factor, written in ways:
        state = at(column, f"play turn 0 racks K13.13/R3/Y1/R4 stock B1.2.3 opened {opened}")
        if column == "tournament":
            assert points(play(state, 0, "devam")) == (written, 202 * factor, 0, 202 * factor)
        else:
            assert refused(state, 0, "devam") == "NOT_AT_THIS_TABLE"


@answers("going out below the value")
def below(column: str) -> None:
    rest = "stock B1.2.3 opened none,series,none,none melds 1:R5-R6-R7"
    state = at(column, f"play turn 0 racks Y5.6.7R8Y9/R3/Y1/R4 {rest}")
    assert refused(state, 0, "open series Y5-Y6-Y7 finish Y9") == "NOT_FINISHING"
    staged = play(state, 0, *(f"place Y{5 + pos} series 0 {pos}" for pos in range(3)))
    assert refused(staged, 0, "layoff R8 0") == ("COMMIT_FIRST" if column == "tournament" else "BELOW_VALUE")
    state = at(column, f"play turn 0 racks Y5.6.7.9/R3/Y1/R4 {rest}")
    staged = play(state, 0, *(f"place Y{5 + pos} series 0 {pos}" for pos in range(3)))
    for done in (play(state, 0, "open series Y5-Y6-Y7 finish Y9"), play(staged, 0, "discard Y9")):
        assert done.results[0].finisher == 0
