"""Points: the table of the rule book, entry by entry, and who has won."""

import pytest

from services.batak import game
from services.batak.results import HandResult, reason, worth
from services.batak.score import lines
from tests.batak.tables import act, position

# Rules 7.4, as the rule book prints it: rows are bids, columns tricks taken, for an overLimit of 3.
TABLE = """
  0    50   -50   -50   -50   -50   -50   -50   -50   -50   -50   -50   -50   -50   -50
  1   -10    10    11    12   -13   -14   -15   -16   -17   -18   -19   -20   -21   -22
  2   -20   -20    20    21    22   -23   -24   -25   -26   -27   -28   -29   -30   -31
  3   -30   -30   -30    30    31    32   -33   -34   -35   -36   -37   -38   -39   -40
  4   -40   -40   -40   -40    40    41    42   -43   -44   -45   -46   -47   -48   -49
  5   -50   -50   -50   -50   -50    50    51    52   -53   -54   -55   -56   -57   -58
  6   -60   -60   -60   -60   -60   -60    60    61    62   -63   -64   -65   -66   -67
  7   -70   -70   -70   -70   -70   -70   -70    70    71    72   -73   -74   -75   -76
  8   -80   -80   -80   -80   -80   -80   -80   -80    80    81    82   -83   -84   -85
  9   -90   -90   -90   -90   -90   -90   -90   -90   -90    90    91    92   -93   -94
 10  -100  -100  -100  -100  -100  -100  -100  -100  -100  -100   100   101   102  -103
 11  -110  -110  -110  -110  -110  -110  -110  -110  -110  -110  -110   110   111   112
 12  -120  -120  -120  -120  -120  -120  -120  -120  -120  -120  -120  -120   120   121
 13  -130  -130  -130  -130  -130  -130  -130  -130  -130  -130  -130  -130  -130   130
"""
ROWS = [[int(number) for number in line.split()[1:]] for line in TABLE.strip().splitlines()]
PAIRS = [(bid, won) for bid in range(14) for won in range(14)]


def in_table(bid: int, won: int, over_limit: int) -> int:
    """The table's entry; a lower limit only turns the entries of that many tricks too many (rules 7.4)."""
    entry = ROWS[bid][won]
    if bid and entry > 0 and won - bid >= over_limit:
        return -entry
    return entry


@pytest.mark.parametrize("over_limit", [1, 2, 3])
def test_every_entry_of_the_table(over_limit: int) -> None:
    """Rules 7.4: all 196 pairs of bid and tricks."""
    assert len(PAIRS) == 196
    for bid, won in PAIRS:
        assert worth(bid, won, over_limit) == in_table(bid, won, over_limit), (bid, won)


def test_the_examples_of_the_book() -> None:
    """Rules 7.6."""
    assert [worth(0, 0, 3), worth(0, 1, 3), worth(0, 7, 3)] == [50, -50, -50]
    assert [worth(3, 5, 3), worth(3, 2, 3), worth(3, 6, 3)] == [32, -30, -33]
    assert [worth(4, 6, 3), worth(4, 6, 2), worth(4, 5, 1), worth(4, 4, 1)] == [42, -42, -41, 40]


@pytest.mark.parametrize("over_limit", [1, 2, 3])
def test_the_reason_says_which_row_of_the_table_it_was(over_limit: int) -> None:
    for bid, won in PAIRS:
        said, points = reason(bid, won, over_limit), worth(bid, won, over_limit)
        assert said.startswith("NIL") == (bid == 0)
        assert (points > 0) == (said in ("NIL_KEPT", "BID_MADE"))
        assert (said == "BID_MISSED") == (bid > won)
        assert (said == "BID_EXCEEDED") == (bid > 0 and won >= bid + over_limit)


def test_a_hand_writes_a_line_for_every_seat() -> None:
    written = lines(HandResult((3, 3, 3, 3), (6, 3, 3, 1)), 3)
    assert [(line.seat, line.points, line.reason, line.clause) for line in written] == [
        (0, -33, "BID_EXCEEDED", "7.4"),
        (1, 30, "BID_MADE", "7.4"),
        (2, 30, "BID_MADE", "7.4"),
        (3, -30, "BID_MISSED", "7.4"),
    ]


SHEET = ";".join(["3/4,3/3,3/3,3/3"] * 6)
LAST = f"play dealer 3 cards -/-/-/2... bids 3,3,4,3 won 3,3,3,3 trick 0:S3,S4,SA sheet {SHEET}"


def test_equal_totals_rank_equal_and_the_next_place_is_left_out() -> None:
    """Rules 7.5."""
    tied = act(position(LAST.replace("3/4,3/3", "3/3,3/4", 1), batakHands=7), 3, "play S2")
    score = game.score(tied)
    assert score.points == (215, 211, 220, 210)
    assert (score.places, score.winners) == ((2, 3, 1, 4), (2,))
    first = act(position(LAST.replace("bids 3,3,4,3", "bids 3,3,3,3"), batakHands=7), 3, "play S2")
    assert game.score(first).points == (216, 210, 211, 210)
    assert (game.score(first).places, game.score(first).winners) == ((1, 3, 2, 3), (0,))
    both = "over sheet " + ";".join(["3/4,3/4,3/3,3/2"] * 7)
    assert game.score(position(both, batakHands=7)).winners == (0, 1)
    assert game.score(position(both, batakHands=7)).places == (1, 1, 3, 4)


def test_there_is_no_winner_and_no_place_before_the_end() -> None:
    score = game.score(position(LAST, batakHands=7))
    assert (score.winners, score.places) == ((), ())
    assert score.points == (186, 180, 180, 180)
