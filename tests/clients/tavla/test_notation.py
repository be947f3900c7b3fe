"""Turns are written and read as people do."""

import pytest

from kiraathane_client.tavla.notation import UnreadableError, Way, read_ways, write_moves
from kiraathane_client.tavla.position import BAR, OFF, START, Move


@pytest.mark.parametrize(
    ("typed", "ways"),
    [
        ("24/18 13/11", (Way((24, 18)), Way((13, 11)))),
        ("8/5*(2)", (Way((8, 5), 2),)),
        ("8/5(2)", (Way((8, 5), 2),)),
        ("bar/20", (Way((BAR, 20)),)),
        ("Kırık/20", (Way((BAR, 20)),)),
        ("BAR/20*/16", (Way((BAR, 20, 16)),)),
        ("baş/19", (Way((START, 19)),)),
        ("6/off", (Way((6, OFF)),)),
        ("6/dışarı 5/topla", (Way((6, OFF)), Way((5, OFF)))),
        ("24-18,13-11", (Way((24, 18)), Way((13, 11)))),
        ("13→7", (Way((13, 7)),)),
        ("24/18*/16", (Way((24, 18, 16)),)),
    ],
)
def test_what_is_typed_is_understood(typed: str, ways: tuple[Way, ...]) -> None:
    assert read_ways(typed) == ways


@pytest.mark.parametrize(
    "typed", ["24", "24/", "/18", "18/24", "24/24", "25x", "0/5", "99/3", "8/5(7)", "a/b", "6/off/3", "²/1"]
)
def test_what_is_no_way_of_a_checker_is_named(typed: str) -> None:
    with pytest.raises(UnreadableError):
        read_ways(typed)


@pytest.mark.parametrize(
    ("moves", "hits", "text"),
    [
        ([(24, 6), (13, 2)], [], "24/18 13/11"),
        ([(24, 6), (18, 2)], [], "24/16"),
        ([(24, 6), (18, 2)], [18], "24/18*/16"),
        ([(8, 3), (8, 3)], [5], "8/5*(2)"),
        ([(BAR, 5), (13, 2)], [20], "bar/20* 13/11"),
        ([(BAR, 5), (BAR, 5)], [], "bar/20(2)"),
        ([(6, 6), (4, 5)], [], "6/off 4/off"),
        ([(13, 3), (13, 3), (10, 3), (10, 3)], [], "13/7(2)"),
        ([(2, 1), (24, 6)], [], "24/18 2/1"),
    ],
)
def test_a_turn_is_written_shortly(moves: list[tuple[int, int]], hits: list[int], text: str) -> None:
    assert write_moves([Move(*move) for move in moves], hits) == text
