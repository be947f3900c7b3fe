"""A finished match as JSON that anybody can check, and as a text that people read."""

import re
from collections import Counter

import msgspec
import pytest

from services.ellibir import game
from services.ellibir.happenings import CardDrawn, RoundEnded
from services.ellibir.record import FORMATS
from services.ellibir.results import Ending
from services.ellibir.story import rounds
from services.kernel import record as kernel_record
from services.kernel.record import Record
from tests.ellibir.records import play_record

SHORT = {"elliBirRounds": 3, "repeatLimit": 1}


def text_of(record: Record) -> str:
    return FORMATS["text"].write(record).decode()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_record_proves_its_cards_and_its_score(players: int) -> None:
    record = play_record(3, elliBirPlayers=players, **SHORT)
    again = kernel_record.read(kernel_record.write(record))
    assert again.score == record.score
    verdict = kernel_record.verify(again, game)
    assert verdict.problems == ()
    assert verdict.outcomes == 1 + 2 * len(list(rounds(record)))  # the lot; a shuffle and a cut for each round


def test_a_record_with_another_secret_is_found_out() -> None:
    changed = msgspec.structs.replace(play_record(4, **SHORT), secret="00" * 32)
    problems = kernel_record.verify(changed, game).problems
    assert "the secret does not have the hash that was published before the match" in problems
    assert any("outcome 1" in problem for problem in problems)


def test_the_text_tells_the_match_in_two_languages() -> None:
    """Rules 9.17: after the match everything lies open."""
    record = play_record(6, kdv="on", **SHORT)
    text = text_of(record)
    for line in (
        "Elli Bir / Elli Bir (fifty-one): matches/0f3c",
        "2: Usta (bot: usta)",
        "KDV / KDV: the threshold rises: var / yes",
        "Sonuç / Result: bütün eller oynandı / all rounds were played",
        f"Sır / Secret: {record.secret}",
    ):
        assert line in text
    assert len(re.findall(r"^El / Round \d+", text, re.MULTILINE)) == len(list(rounds(record)))
    for place, points in zip(record.score.places, record.score.points, strict=True):
        assert re.search(rf"^ +{place}\. .*: {points}$", text, re.MULTILINE)


def test_what_is_written_several_times_has_one_line_with_the_seat() -> None:
    """Rules 9.14: the marks of the whole match come at its end."""
    record = play_record(6, elliBirRounds=13, repeatLimit=1)
    marks = Counter(line.seat for line in record.score.ledger if line.reason == "MINUS_MARK")
    assert max(marks.values()) > 1
    told = re.findall(r"^ +(\d) .*: -100 MINUS_MARK \(RULES 9.14\)(?: × (\d+))?$", text_of(record), re.MULTILINE)
    assert {int(seat): int(times or 1) for seat, times in told} == marks


def test_every_card_that_was_drawn_is_told() -> None:
    """Rules 9.2: of every round the hands as dealt, then every card from the stock, none of them twice too often."""
    for seed in range(4):
        for story in rounds(play_record(seed, **SHORT)):
            assert sorted(len(hand) for hand in story.hands) == [14, 14, 14, 15]
            drawn = [one.card for one in story.told if isinstance(one.happening, CardDrawn)]
            assert None not in drawn
            told = Counter(card for hand in story.hands for card in hand) + Counter(card for card in drawn if card)
            assert max(told.values()) <= 2
            (ended,) = (one.happening for one in story.told if isinstance(one.happening, RoundEnded))
            if ended.last.result.ending is not Ending.FINISHED:
                assert len(drawn) + 57 in (105, 106)  # the bottom card may have been taken


def test_everything_that_happens_has_a_line() -> None:
    texts = "\n".join(text_of(play_record(seed, kdv="on", elliBirRounds=5, repeatLimit=1)) for seed in range(12))
    for words in (
        "draws",
        "discards",
        "takes ♦",
        "opens",
        "lays ",
        "lays off",
        "takes a joker",
        "claims the bottom card",
        "takes the bottom card",
        "goes for pairs",
        "one card left",
        "goes out",
        "the stock ended",
        "LAYS_OFF (RULES 9.11)",
        "MINUS_MARK (RULES 9.14)",
        "CLOSED (RULES 9.10)",
    ):
        assert words in texts, words


def test_a_round_that_is_repeated_is_told_as_that() -> None:
    """Rules 9.9."""
    text = text_of(play_record(1, lapses=1.0, elliBirRounds=1, repeatLimit=2))
    assert text.count("nobody opened, the round is repeated") == 2
    assert text.count("the stock ended") == 1
