"""A finished match as JSON that anybody can check, and as a text that people read."""

import re
from collections import Counter

import msgspec
import pytest

from services.kernel import record as kernel_record
from services.kernel.record import Record
from services.okey import game
from services.okey.happenings import Discarded, HandFinished, TileDrawn
from services.okey.record import FORMATS
from services.okey.story import hands
from tests.okey.records import play_record


def text_of(record: Record) -> str:
    return FORMATS["text"].write(record).decode()


@pytest.mark.parametrize("options", [{}, {"okeyGame": "51", "okeyTeams": "partners"}, {"okeyGame": "34"}])
def test_a_record_proves_its_tiles_and_its_score(options: dict[str, str]) -> None:
    record = play_record(3, okeyHands=3, **options)
    again = kernel_record.read(kernel_record.write(record))
    assert again.score == record.score
    verdict = kernel_record.verify(again, game)
    assert verdict.problems == ()
    assert verdict.outcomes == 1 + 3  # the lot, and a shuffle for each hand


def test_a_record_of_the_tournament_proves_itself_too() -> None:
    record = play_record(5, okeyTable="tournament")
    assert kernel_record.verify(record, game).ok
    text = text_of(record)
    assert len(re.findall(r"^El / Hand \d+", text, re.MULTILINE)) >= 11
    assert "Masa / Table: Eşli 101 turnuvası / Eşli 101 tournament" in text


def test_a_record_with_another_secret_is_found_out() -> None:
    changed = msgspec.structs.replace(play_record(4, okeyHands=1), secret="00" * 32)
    problems = kernel_record.verify(changed, game).problems
    assert "the secret does not have the hash that was published before the match" in problems
    assert any("outcome 1" in problem for problem in problems)


def test_the_text_tells_the_match_in_two_languages() -> None:
    """Rules 8.18: after the match all racks lie open."""
    record = play_record(6, okeyHands=3, cezali="off")
    text = text_of(record)
    for line in (
        "Okey (101, 34, 51): matches/0f3c",
        "2: Usta (bot: usta)",
        "Cezalı / Fines: yok / off",
        "Sonuç / Result: bütün eller oynandı / all hands were played",
        f"Sır / Secret: {record.secret}",
    ):
        assert line in text
    assert len(re.findall(r"^El / Hand \d+", text, re.MULTILINE)) == 3
    assert "*" in text.split("El / Hand 1")[1]


def test_every_turn_of_the_story_ends_with_a_discard() -> None:
    for hand in hands(play_record(7, okeyHands=3)):
        assert sorted(map(len, hand.racks)) == [21, 21, 21, 22]
        assert hand.ended is not None
        assert hand.turns[-1] == []
        for turn in hand.turns[:-1]:
            assert sum(isinstance(one, Discarded | HandFinished) for one in turn) == 1
        drawn = sum(isinstance(one, TileDrawn) for turn in hand.turns for one in turn)
        assert drawn <= 20


def test_the_totals_of_the_text_are_the_score() -> None:
    record = play_record(8, okeyHands=3)
    last = text_of(record).split("El / Hand 3")[1]
    for seat, points in enumerate(record.score.points):
        assert re.search(rf"\n  {seat} {record.seats[seat].name}: [+-]\d+ \w+ \(RULES 8.\d+\) = {points}\n", last)
        assert f"{record.score.places[seat]:>3}. {record.seats[seat].name}" in last
    told = Counter(re.findall(r"[+-]\d+ ([A-Z_]+) \(RULES", text_of(record)))
    assert told == Counter(line.reason for line in record.score.ledger)


def test_who_left_the_tournament_is_told_and_his_team_ranks_last() -> None:
    """Rules 10.8: the hand is told to its last turn."""
    record = play_record(9, leave=1, okeyTable="tournament")
    text = text_of(record)
    assert "1 kalktı / left" in text
    assert "Sonuç / Result: bir oyuncu kalktı, takımı yenildi" in text
    assert record.score.places[1] == record.score.places[3] == 3
    assert list(hands(record))[-1].ended is None
    assert kernel_record.verify(record, game).ok
