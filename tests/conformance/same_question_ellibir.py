"""How Elli Bir answers the questions that every game answers for itself (rules 9)."""

import random
from collections.abc import Callable
from typing import Final

import pytest

from services.ellibir import game
from services.ellibir.state import State
from services.kernel.game import Seat
from services.kernel.refusal import Illegal
from tests.ellibir import tables

Answer = Callable[[], None]
ANSWERS: Final[dict[str, Answer]] = {}


def answers(question: str) -> Callable[[Answer], Answer]:
    """The decorated function plays the answer."""

    def kept(play: Answer) -> Answer:
        ANSWERS[question] = play
        return play

    return kept


def at(position: str, **more: str) -> State:
    return tables.position(position, **more)


def play(state: State, seat: int, *acts: str) -> State:
    for act in acts:
        state = tables.act(state, seat, act)
    return state


def refused(state: State, seat: int, act: str) -> str:
    with pytest.raises(Illegal) as found:
        tables.act(state, seat, act)
    return found.value.reason


def lines(state: State) -> list[tuple[int, int]]:
    return [(line.seat, line.points) for line in game.score(state).ledger if line.points]


def unknown(act: str) -> None:
    """The game has no such act."""
    with pytest.raises(ValueError, match=r"."):
        game.notation.read_action(act)


# -- deal and opening --------------------------------------------------------------------------------------------------


def new_round() -> State:
    rng = random.Random(7)
    state = game.setup(tables.config())
    while not state.in_round:
        state = game.apply(state, tables.event(state, rng, 0, 0))
    return state


@answers("tiles or cards dealt")
def dealt() -> None:
    assert sorted(len(player.hand) for player in new_round().players) == [14, 14, 14, 15]


@answers("starter draws first")
def starter() -> None:
    state = new_round()
    assert refused(state, state.turn.seat, "draw") == "WRONG_PHASE"
    play(state, state.turn.seat, f"discard {state.players[state.turn.seat].hand[0]}")


@answers("opening value")
def opening_value() -> None:
    rack = "CJ,DJ,HJ,S2,S3,S4,S5,S6,H6,H7,H8,C2,D9"
    state = at(f"play turn 0 dealer 3 hands {rack}/CJ,DJ,SJ,C6,C7,C8,D2,D4/*14/*14")
    assert lines(play(state, 0, "open set:CJ,DJ,HJ run:S2,S3,S4,S5,S6")) == [(0, 50)]
    for kdv, written in (("off", []), ("on", [(1, 50)])):
        state = at(f"play turn 0 dealer 3 hands {rack}/CJ,DJ,SJ,C6,C7,C8,D2,D4/*14/*14", kdv=kdv)
        state = play(state, 0, "open set:CJ,DJ,HJ run:H6,H7,H8", "discard C2")
        assert lines(state) == []
        assert lines(play(state, 1, "draw", "open set:CJ,DJ,SJ run:C6,C7,C8")) == written


@answers("opening is laid")
def laid() -> None:
    unknown("place CJ series 0 0")
    state = at("play turn 0 dealer 3 hands CJ,DJ,HJ,H6,H7,H8,C2/*14/*14/*14")
    assert play(state, 0, "open set:CJ,DJ,HJ run:H6,H7,H8").players[0].is_open


@answers("wrong opening")
def wrong_opening() -> None:
    state = at("play turn 0 dealer 3 hands CJ,DJ,HJ,H6,H7,H8,C2/*14/*14/*14")
    for attempt in (1, 2):
        before, state = state, play(state, 0, "open set:CJ,DJ,HJ")
        assert lines(state) == [(0, 50)] * attempt
        assert (state.players, state.melds, state.phase) == (before.players, before.melds, before.phase)


PAIRS: Final = [f"pair:{card},{card}" for card in ("C2", "C4", "C6", "C8", "CT", "CQ", "D3")]
MELD: Final = "run:H5,H6,H7"


@answers("pairs to open")
def pairs_to_open() -> None:
    opening = {(4, 1), (5, 0), (5, 1), (6, 0), (7, 0)}
    for number, melds in (*opening, (3, 1), (4, 0), (6, 1)):
        opens = (number, melds) in opening
        groups = [*PAIRS[:number], *[MELD] * melds]
        hand = ",".join(group.split(":")[1] for group in groups)
        state = at(f"play turn 0 dealer 3 hands {hand},S9/*14/*14/*14")
        state = play(state, 0, f"open {' '.join(groups)}")
        assert lines(state) == ([] if opens else [(0, 50)])
        assert state.players[0].is_open == opens


@answers("do pairs have to raise")
def pairs_raise() -> None:
    hand = ",".join(group.split(":")[1] for group in PAIRS[:6])
    state = at(f"play turn 0 dealer 3 need 90 opened 1:melds hands {hand},S9/*13/*14/*14", kdv="on")
    state = play(state, 0, f"open {' '.join(PAIRS[:6])}")
    assert (lines(state), state.need, state.players[0].opened) == ([], 90, "pairs")


@answers("highest card / tile link")
def link() -> None:
    state = at("play turn 0 dealer 3 opened 0:melds hands HQ,HK,HA,H2,H3,C9/*14/*14/*14")
    play(state, 0, "lay run:HQ,HK,HA")
    assert refused(state, 0, "lay run:HA,H2,H3") == "INVALID_MELD"
    assert refused(state, 0, "lay run:HK,HA,H2") == "INVALID_MELD"


# -- wild cards --------------------------------------------------------------------------------------------------------


@answers("wild card")
def wild() -> None:
    state = at("play turn 0 dealer 3 opened 0:melds hands H5,H7,JO,S2,S4,JO,C9/*14/*14/*14")
    play(state, 0, "lay run:H5,JO,H7 run:S2,JO,S4")


@answers("wild card in a set of two naturals")
def wild_in_a_set() -> None:
    melds = "opened 0:melds,1:melds melds 1:set:C7,D7,JO"
    state = at(f"play turn 0 dealer 3 {melds} hands H7,S7,C9/*14/*14/*14")
    play(state, 0, "lay-off H7 0")
    play(state, 0, "lay-off S7 0")
    assert refused(state, 0, "swap-joker 0 H7") == "WRONG_CARDS"
    play(state, 0, "swap-joker 0 H7,S7")


@answers("take the wild card from the table")
def take_wild() -> None:
    melds = "opened 0:melds,1:melds melds 0:run:H5,JO,H7;1:run:S5,JO,S7"
    state = at(f"play turn 0 dealer 3 {melds} hands H6,S6,C9/*14/*14/*14")
    assert refused(state, 0, "swap-joker 0 H6") == "OWN_JOKER"
    play(state, 0, "swap-joker 1 S6")


@answers("wild card left in hand")
def wild_left() -> None:
    state = at("play turn 0 dealer 3 opened 0:melds,1:melds,2:pairs hands C9/JO,H3/JO,H3/*14")
    assert lines(play(state, 0, "discard C9"))[:2] == [(1, 28), (2, 56)]


# -- the discard -------------------------------------------------------------------------------------------------------


@answers("take the discard without opening")
def take_unopened() -> None:
    state = at("draw turn 0 dealer 3 hands HQ,HK,HA,C2/*14/*14/*14 discards 3:C9")
    state = play(state, 0, "take-for-pairs")
    assert state.players[0].declared
    play(state, 0, "discard HQ")


@answers("give a taken discard back")
def give_back() -> None:
    unknown("return")
    state = at("draw turn 0 dealer 3 hands HQ,HK,C4,C5,C6,D2,S9/*14/*14/*14 discards 3:HA")
    state = play(state, 0, "take-and-open run:HQ,HK,HA")  # 31: a wrong opening
    assert (state.phase, len(state.players[0].hand), state.discard is not None) == ("draw", 7, True)


@answers("take a pair goer's discard")
def after_a_pair_goer() -> None:
    rest = "hands HQ,HK,C4,C5,C6,C7,D2,S9/*14/*14/*14 declared 3 discards 3:HA"
    state = at(f"draw turn 0 dealer 3 {rest}")
    assert refused(state, 0, "take-and-open run:HQ,HK,HA run:C4,C5,C6,C7") == "AFTER_PAIR_GOER"
    play(state, 0, "take-for-pairs")


@answers("take a discard that lays off")
def take_layoff() -> None:
    melds = "melds 1:run:D7,D8,D9;3:pair:C3,C3"
    rest = f"hands DT,DJ,DQ,C4,C5,C6,C7,S9/*14/*14/*14 {melds}"
    state = at(f"draw turn 0 dealer 3 {rest} discards 3:DT opened 1:melds,3:pairs")
    assert refused(state, 0, "take-and-open run:DT,DJ,DQ run:C4,C5,C6,C7") == "DISCARD_LAYS_OFF"
    assert refused(state, 0, "take-for-pairs") == "DISCARD_LAYS_OFF"
    spent = at(f"draw turn 0 dealer 3 {rest} discards 3:DT! opened 1:melds,3:pairs")
    play(spent, 0, "take-for-pairs")


@answers("lay-off discard penalty")
def layoff_penalty() -> None:
    for opened, written in (
        ("0:melds,1:melds", [(0, 50)]),
        ("0:melds", []),
        ("1:melds", []),
        ("1:melds,2:melds", []),
    ):
        state = at(f"play turn 0 dealer 3 opened {opened} melds 1:run:H5,H6,H7 hands H8,C9/*14/*14/*14")
        assert lines(play(state, 0, "discard H8")) == written


@answers("a tile that frees a wild card counts as laying off")
def frees() -> None:
    state = at("play turn 0 dealer 3 opened 0:melds,1:melds melds 1:run:H5,JO,H7 hands H6,C9/*14/*14/*14")
    assert lines(play(state, 0, "discard H6")) == []


@answers("earlier discards are visible")
def earlier_discards() -> None:
    state = at("draw turn 0 dealer 3 hands *14/*14/*14/*14 discards 1:H2,2:C2>3,3:C9")
    for viewer in (Seat(0), None):
        assert [thrown.card for thrown in game.view(state, viewer).discards] == ["H2", "C2", "C9"]


@answers("lay-offs of a pair opener")
def pair_layoffs() -> None:
    rest = "opened 0:pairs,1:melds melds 0:pair:C2,C2;1:run:H5,H6,H7 hands H8,H9,HT,C9/*14/*14/*14"
    state = play(at(f"play turn 0 dealer 3 {rest}"), 0, "lay-off H8 1", "lay-off H9 1")
    assert refused(state, 0, "lay-off HT 1") == "NO_LAYOFF_RIGHT"
    state = play(at(f"play turn 0 dealer 3 {rest}", pairOpenerLayoffs="1"), 0, "lay-off H8 1")
    assert refused(state, 0, "lay-off H9 1") == "NO_LAYOFF_RIGHT"
    play(
        at(f"play turn 0 dealer 3 {rest}", pairOpenerLayoffs="unlimited"),
        0,
        *(f"lay-off {one} 1" for one in ("H8", "H9", "HT")),
    )


# -- the end -----------------------------------------------------------------------------------------------------------


@answers("never opened, normal finish")
def never_opened() -> None:
    state = at("play turn 0 dealer 3 opened 0:melds declared 2 hands C9/*14/*14/*14")
    assert lines(play(state, 0, "discard C9")) == [(1, 100), (2, 200), (3, 100)]


@answers("declared pairs but closed")
def declared() -> None:
    state = at("play turn 0 dealer 3 opened 0:melds hands C9/*14/*14/*14")
    state = play(state, 1, "declare-pairs")
    assert lines(play(state, 0, "discard C9")) == [(1, 200), (2, 100), (3, 100)]


@answers("finisher")
def finisher() -> None:
    for way, last in (("melds", "C9"), ("melds", "JO"), ("pairs", "C9"), ("pairs", "JO")):
        for now in ("", "opened-now"):
            state = at(f"play turn 0 dealer 3 {now} opened 0:{way} hands {last}/*14/*14/*14", elliBirRounds="1")
            assert game.score(play(state, 0, f"discard {last}")).points[0] == -100


@answers("elden while others are open")
def elden() -> None:
    for opened, written in (("", [(1, 200), (2, 200), (3, 200)]), ("1:melds", [(1, 30), (2, 100), (3, 100)])):
        word = f"opened {opened}" if opened else ""
        state = at(f"play turn 0 dealer 3 {word} hands H5,H6,H7,C9/CJ,DJ,ST/*14/*14")
        state = play(state, 0, "open run:H5,H6,H7 finish C9")
        assert state.last is not None
        assert state.last.result.elden
        assert lines(state) == written


@answers("partner of the finisher")
def partner() -> None:
    state = at("play turn 0 dealer 3 opened 0:melds,2:melds hands C9/*14/CJ,DJ,ST/*14", elliBirTeams="partners")
    assert lines(play(state, 0, "discard C9")) == [(1, 100), (2, 30), (3, 100)]


@answers("stock out, nobody opened")
def stock_out() -> None:
    state = at("draw turn 0 dealer 3 hands *14/*14/*14/*14 stock C9")
    after = play(state, 0, "draw", "discard C9")
    assert (lines(after), after.number, after.repeats, after.dealer) == ([], 1, 1, 0)


@answers("all four open with pairs")
def four_pairs() -> None:
    hand = ",".join(group.split(":")[1] for group in PAIRS[:6])
    state = at(f"play turn 0 dealer 3 opened 1:pairs,2:pairs,3:pairs hands {hand},S9,S2/*3/*3/*3")
    state = play(state, 0, f"open {' '.join(PAIRS[:6])}", "discard S9")
    assert (state.phase, state.due) == ("draw", 1)


@answers('double okey ("devam")')
def devam() -> None:
    unknown("devam")
    state = at("play turn 0 dealer 3 opened 0:melds hands JO,JO/*14/*14/*14")
    state = play(state, 0, "discard JO")
    assert (state.in_round, state.players[0].hand) == (True, ("JO",))


@answers("going out below the value")
def below() -> None:
    state = at("play turn 0 dealer 3 opened 1:melds melds 1:run:H5,H6,H7 hands D5,D6,D7,H8,C9/*14/*14/*14")
    assert refused(state, 0, "open run:D5,D6,D7 finish C9") == "NOT_FINISHING"
    assert lines(play(state, 0, "open run:D5,D6,D7")) == [(0, 50)]
    assert refused(state, 0, "lay-off H8 0") == "NOT_OPENED"
    state = at("play turn 0 dealer 3 opened 1:melds melds 1:run:H5,H6,H7 hands D5,D6,D7,C9/*14/*14/*14")
    assert play(state, 0, "open run:D5,D6,D7 finish C9").results[0].finisher == 0
