"""The table of a game of tricks: who sits where, and what is marked."""

import pytest

from kiraathane.match.v1 import card_pb2
from kiraathane_client.terminal import Look
from kiraathane_client.trick_table import HEIGHT, LaidTrick, Place, TrickTable, draw, sheet

HEARTS, SPADES = card_pb2.SUIT_HEARTS, card_pb2.SUIT_SPADES
TR, EN, ASCII = Look("tr"), Look("en"), Look("en", ascii=True)
PLACES = tuple(Place(name, f"3/{seat}", 12 - seat) for seat, name in enumerate(("Ada", "Bora", "Can", "Deniz")))


def card(suit: card_pb2.Suit.ValueType, rank: int) -> card_pb2.Card:
    return card_pb2.Card(suit=suit, rank=rank)


TRICK = LaidTrick(leader=3, cards=(card(HEARTS, 9), card(HEARTS, 13), card(SPADES, 2)), winner=1)


def lines(table: TrickTable, look: Look = TR) -> list[str]:
    return [line.plain for line in draw(table, look)]


@pytest.mark.parametrize("bottom", range(4))
def test_the_next_seat_sits_at_the_right(bottom: int) -> None:
    names = [place.name for place in PLACES]
    drawn = lines(TrickTable(PLACES, bottom, TRICK))
    across = drawn[3]
    assert names[(bottom + 2) % 4] in drawn[0]
    assert across.index(names[(bottom + 3) % 4]) < across.index(names[(bottom + 1) % 4])
    assert f"{names[bottom]} (siz)" in drawn[6]


def test_every_card_lies_before_its_seat_and_the_one_that_takes_is_marked() -> None:
    drawn = lines(TrickTable(PLACES, 0, TRICK, due=frozenset({2})))
    assert "?" in drawn[2]
    assert drawn[3].index("♥9") < drawn[3].index("▸ ♠2 ◂")
    assert "♥K" in drawn[5]
    assert "".join(drawn).count("▸") == 1


def test_whose_turn_it_is_and_who_led_is_told() -> None:
    drawn = lines(TrickTable(PLACES, 0, TRICK, due=frozenset({2})), EN)
    assert "▶ Can" in drawn[0]
    assert drawn[4].count("leads") == 1
    assert drawn[4].index("leads") < drawn[4].index("11 cards")


def test_the_trick_before_is_told_with_who_took_it() -> None:
    last = LaidTrick(leader=0, cards=tuple(card(HEARTS, rank) for rank in (2, 3, 14, 10)), winner=2)
    assert lines(TrickTable(PLACES, 0, LaidTrick(2), last=last))[-1].strip() == "önceki el: ♥2 ♥3 ♥A ♥10 → Can"
    assert lines(TrickTable(PLACES, 0, None, last=last), ASCII)[-1].strip() == "last trick: H-2 H-3 H-A H-10 -> Can"
    assert lines(TrickTable(PLACES, 0))[-1] == ""


def test_a_spectator_is_nobody_at_the_table() -> None:
    assert "(siz)" not in "".join(lines(TrickTable(PLACES, 0, TRICK, is_viewer=False)))


@pytest.mark.parametrize("look", [TR, EN, ASCII])
def test_it_keeps_to_its_height_and_width(look: Look) -> None:
    long = tuple(Place("Çok çok uzun adı olan birisi " * 3 if not look.ascii else "x" * 90) for _ in range(4))
    drawn = lines(TrickTable(long, 1, TRICK, last=TRICK, due=frozenset(range(4))), look)
    assert len(drawn) == HEIGHT
    assert max(map(len, drawn)) <= look.width
    assert not look.ascii or "".join(drawn).isascii()


def test_a_sheet_stands_in_columns() -> None:
    drawn = [line.plain for line in sheet(("", "1", "2"), (("Ada", "32", "-30"), ("Bo", "5", "100")))]
    assert drawn == ["      1    2", "Ada  32  -30", "Bo    5  100"]
