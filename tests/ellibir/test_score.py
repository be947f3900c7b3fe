"""The table of 9.10 cell by cell, and the end of the match (rules 9.9, 9.10, 9.14)."""

import pytest

from services.ellibir import game
from services.ellibir.cards import read_pieces
from services.ellibir.score import multiple, written
from services.ellibir.state import Opened, Player, State
from services.ellibir.terms import Terms
from tests.ellibir.tables import act, position

# A finish: joker, pairs, elden.
NORMAL, ELDEN = (False, False, False), (False, False, True)
PAIRS, ELDEN_PAIRS = (False, True, False), (False, True, True)
JOKER, JOKER_ELDEN = (True, False, False), (True, False, True)
JOKER_PAIRS, JOKER_ELDEN_PAIRS = (True, True, False), (True, True, True)

# As printed: open, closed, pairs open, pairs closed, while another is open; closed, pairs closed, while nobody is.
TABLE = {
    NORMAL: (1, 100, 2, 200, 100, 200),
    ELDEN: (1, 100, 2, 200, 200, 400),
    PAIRS: (2, 200, 4, 400, 200, 400),
    ELDEN_PAIRS: (2, 200, 4, 400, 400, 800),
    JOKER: (2, 200, 4, 400, 200, 400),
    JOKER_ELDEN: (2, 200, 4, 400, 400, 800),
    JOKER_PAIRS: (2, 200, 4, 400, 400, 800),
    JOKER_ELDEN_PAIRS: (4, 400, 8, 800, 800, 1600),
}
PATTERN = TABLE | {JOKER_PAIRS: (4, 400, 8, 800, 400, 800)}
HAND = read_pieces("CT,CJ,CQ")  # 30
VICTIMS = (
    Player(HAND, Opened.MELDS),
    Player(HAND),
    Player(HAND, Opened.PAIRS),
    Player(HAND, declared=True),
)


@pytest.mark.parametrize("literal", [True, False])
@pytest.mark.parametrize("finish", TABLE, ids=lambda finish: "-".join(map(str, map(int, finish))))
def test_a_row_of_the_table(finish: tuple[bool, bool, bool], literal: bool) -> None:
    """Rules 9.10."""
    joker, pairs, elden = finish
    row = (TABLE if literal else PATTERN)[finish]
    terms = Terms(literal=literal)
    while_open = multiple(joker=joker, pairs=pairs, elden=elden, others_open=True, terms=terms)
    alone = multiple(joker=joker, pairs=pairs, elden=elden, others_open=False, terms=terms)
    cells = [written(victim, while_open)[0] for victim in VICTIMS]
    cells += [written(victim, alone)[0] for victim in (VICTIMS[1], VICTIMS[3])]
    assert cells == [30 * row[0], row[1], 30 * row[2], *row[3:]]


SIX_PAIRS = "pair:C2,C2 pair:C3,C3 pair:C4,C4 pair:C5,C5 pair:C6,C6 pair:C7,C7"
TWO_RUNS = "run:S2,S3,S4 run:H2,H3,H4"


@pytest.mark.parametrize("open_", [True, False])
@pytest.mark.parametrize("finish", TABLE, ids=lambda finish: "-".join(map(str, map(int, finish))))
def test_a_finish_that_is_played_writes_that_row(finish: tuple[bool, bool, bool], open_: bool) -> None:
    """Rules 9.9, 9.10: the kinds are read off the play. Seat 1 is open with 30 or not, 2 closed, 3 goes for pairs."""
    joker, pairs, elden = finish
    last = "JO" if joker else "D9"
    state = _goes_out(SIX_PAIRS if pairs else TWO_RUNS, last, elden=elden, open_=open_)
    row = TABLE[finish]
    expected = [0, 30 * row[0], row[1], row[3]] if open_ else [0, row[4], row[4], row[5]]
    assert list(game.score(state).points) == expected
    assert state.last is not None
    assert (state.last.result.joker, state.last.result.pairs, state.last.result.elden) == finish


def _goes_out(laid: str, last: str, *, elden: bool, open_: bool) -> State:
    """The match after seat 0 has gone out: at one stroke, or having opened with the first of the groups before."""
    cards = ",".join(group.partition(":")[2] for group in laid.split())
    opened = ["1:melds"] if open_ else []
    melds = ["1:run:HT,HJ,HQ,HK"] if open_ else []
    if not elden:
        first = laid.split()[0]
        opened.append("0:pairs" if first.startswith("pair") else "0:melds")
        melds.append(f"0:{first}")
    hand = f"{cards},{last}" if elden else last
    text = f"play turn 0 dealer 3 hands {hand}/CT,CJ,CQ/*14/*14 declared 3 discards 3:D5"
    if opened:
        text += f" opened {','.join(opened)} melds {';'.join(melds)}"
    return act(position(text), 0, f"open {laid} finish {last}" if elden else f"discard {last}")


def test_equal_totals_are_equal_and_partners_are_ranked_by_both() -> None:
    """Rules 9.14."""
    sheet = "sheet 0:100:CLOSED,1:50:CARDS,2:30:CARDS,3:50:CARDS"
    start = f"play turn 3 hands *14/*14/*14/D9 opened 3:melds melds 3:run:HT,HJ,HQ,HK {sheet}"
    single = act(position(start, elliBirRounds=1), 3, "discard D9")
    assert game.score(single).points == (200, 150, 130, -50)
    assert game.score(single).places == (4, 3, 2, 1)
    assert game.score(single).winners == (3,)
    partners = act(position(start, elliBirRounds=1, elliBirTeams="partners"), 3, "discard D9")
    assert game.score(partners).places == (3, 1, 3, 1)
    assert game.score(partners).winners == (1, 3)
    start = start.replace(sheet, "sheet 1:200:CLOSED_PAIRS")
    drawn = act(position(start, elliBirRounds=1, elliBirTeams="partners"), 3, "discard D9")
    assert game.score(drawn).points == (100, 300, 100, -100)
    assert game.score(drawn).places == (1, 1, 1, 1)
    assert game.score(drawn).winners == ()
