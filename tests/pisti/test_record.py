"""A finished match as JSON that anybody can check, and as a text that people read."""

import re

import msgspec
import pytest

from services.kernel import record as kernel_record
from services.kernel.game import Lapse, LapseCause, Seat
from services.pisti import game
from services.pisti.record import FORMATS
from tests.pisti.records import play_record

TABLES = [{}, {"bluff": "on", "jackPisti": 20}, {"pistiTarget": 101, "bluff": "on"}]


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_a_record_proves_its_cards_and_its_score(options: dict[str, object]) -> None:
    """Rules 6.1."""
    again = kernel_record.read(kernel_record.write(play_record(3, **options)))
    verdict = kernel_record.verify(again, game)
    assert verdict.problems == ()
    assert verdict.outcomes >= 2


def test_a_record_with_other_cards_is_found_out() -> None:
    changed = msgspec.structs.replace(play_record(4), secret="00" * 32)
    problems = kernel_record.verify(changed, game).problems
    assert "the secret does not have the hash that was published before the match" in problems
    assert any("the secret gives" in problem for problem in problems)


def test_the_text_tells_every_card_of_the_match_in_two_languages() -> None:
    """Rules 6.9: once the match is over all cards are open."""
    text = FORMATS["text"].write(play_record(6, bluff="on")).decode()
    assert "Ayşe" in text
    assert "B: Usta (bot: usta)" in text
    assert len(re.findall(r"dağıtım / deal \d   A: (?:\S+ ){4}  B: \S+", text)) == 6
    assert len(re.findall(r"^ *\d+\. [AB] ", text, re.MULTILINE)) == 48
    answers = re.findall(r"(?:kabul / accepts|itiraz / challenges).*; kapalı kart / the card: \S+", text)
    assert len(answers) == len(re.findall(r"blöf / bluff \S+\n", text))
    assert answers
    assert "sayım / count" in text
    counted = re.findall(r"^ {9}((?:[♣♦♥♠]\S+ ?)+)$", text, re.MULTILINE)
    assert sum(len(line.split()) for line in counted) == 52


def test_a_match_of_several_games_and_one_that_was_left_are_written_too() -> None:
    """Rules 6.5, 6.8."""
    text = FORMATS["text"].write(play_record(7, pistiTarget=101)).decode()
    assert "Oyun / Game 2  " in text
    assert "Kazanan / Winner: " in text
    left = play_record(8, last=Lapse(Seat(1), LapseCause.LEFT))
    text = FORMATS["text"].write(left).decode()
    assert "B masadan kalktı / left the match" in text
    assert "Kazanan / Winner: Ayşe" in text
    assert kernel_record.verify(left, game).ok


def test_a_bluff_that_is_never_answered_is_shown_all_the_same() -> None:
    """Rules 6.9: the record has every card open."""
    lines = (
        FORMATS["text"].write(play_record(seed, bluff="on", last=Lapse(Seat(1), LapseCause.LEFT))).decode().splitlines()
        for seed in range(200)
    )
    told = next(
        text[at - 1]
        for text in lines
        for at, line in enumerate(text)
        if "left the match" in line and "blöf" in text[at - 1]
    )
    assert re.fullmatch(r" *\d+\. [AB] blöf / bluff [♣♦♥♠]\S+", told)


def test_what_the_table_chose_is_written_in_words() -> None:
    """Rules 6.10."""
    text = FORMATS["text"].write(play_record(3, bluff="on", pistiTarget=101)).decode()
    assert "Maçın sonu / End of the match: 101 sayı / 101 points" in text
    assert "Blöf / Bluff: var / on" in text
    assert "Vale üstüne vale pişti / Pişti of jack on jack: 10" in text


def test_a_drawn_game_says_so() -> None:
    """Rules 6.5."""
    drawn = next(record for seed in range(200) if not (record := play_record(seed)).score.winners)
    assert "Berabere / Drawn" in FORMATS["text"].write(drawn).decode()
