"""The rule books' table "same question, different answer", cell by cell: each answer is shown by playing it."""

from typing import Final

import pytest

from tests.conformance import same_question_ellibir, same_question_okey

QUESTIONS: Final = """
tiles or cards dealt
starter draws first
opening value
opening is laid
wrong opening
pairs to open
do pairs have to raise
highest card / tile link
wild card
wild card in a set of two naturals
take the wild card from the table
wild card left in hand
take the discard without opening
give a taken discard back
take a pair goer's discard
take a discard that lays off
lay-off discard penalty
a tile that frees a wild card counts as laying off
earlier discards are visible
lay-offs of a pair opener
never opened, normal finish
declared pairs but closed
finisher
elden while others are open
partner of the finisher
stock out, nobody opened
all four open with pairs
double okey ("devam")
going out below the value
""".strip().splitlines()
OKEY: Final = ("34", "101", "51", "tournament")


@pytest.mark.parametrize("column", OKEY)
@pytest.mark.parametrize("question", QUESTIONS)
def test_the_answer_of_okey(question: str, column: str) -> None:
    same_question_okey.ANSWERS[question](column)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_answer_of_elli_bir(question: str) -> None:
    same_question_ellibir.ANSWERS[question]()
