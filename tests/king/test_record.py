"""A finished match as JSON that anybody can check, and as a text that people read, all hands open."""

import msgspec
import pytest

from services.kernel import record as kernel_record
from services.king import game
from services.king.record import FORMATS
from tests.king.records import play_record


@pytest.mark.parametrize(
    "options", [{}, {"kingLength": 12, "earlyEnd": "on"}, {"kizIptal": "on", "kingFirst": "seat0"}]
)
def test_a_record_proves_its_cards_and_its_score(options: dict[str, object]) -> None:
    record = play_record(3, **options)
    again = kernel_record.read(kernel_record.write(record))
    assert again.score == record.score
    verdict = kernel_record.verify(again, game)
    assert verdict.problems == ()
    assert verdict.outcomes >= int(record.options["kingLength"])


def test_a_record_with_other_cards_is_found_out() -> None:
    changed = msgspec.structs.replace(play_record(4, kingLength=12), secret="00" * 32)
    problems = kernel_record.verify(changed, game).problems
    assert "the secret does not have the hash that was published before the match" in problems


def test_the_text_tells_the_match_in_two_languages() -> None:
    """Rules 5.8: the sheet with its two columns."""
    record = play_record(6)
    text = FORMATS["text"].write(record).decode()
    for line in ("King: matches/0f3c", "0: Ayşe", "2: Usta (bot: usta)", "Kazanan / Winner: ", "ceza / minus"):
        assert line in text
    assert text.count("Puan / Points: ") == 20
    assert text.count(" -> ") == 20 * 13
    first = text[text.index("El / Hand 1:") :].splitlines()
    hands = [line[4:].split() for line in first[1:5]]
    assert [len(hand) for hand in hands] == [13] * 4
    assert len({card for hand in hands for card in hand}) == 52
    for seat, points in enumerate(record.score.points):
        (row,) = (line for line in text.splitlines() if line.startswith(f"{seat} ") and line.endswith(f" {points}"))
        minus, plus, total = map(int, row.split()[-3:])
        assert minus + plus == total == points


def test_cards_that_were_not_played_are_told() -> None:
    """Rules 5.8."""
    record = play_record(8, kingLength=12, earlyEnd="on")
    assert kernel_record.verify(record, game).problems == ()
    text = FORMATS["text"].write(record).decode()
    assert "Oynanmayan / Not played: " in text
    assert "3: Deniz" in text
    for block in text.split("El / Hand ")[1:]:
        assert all(len(line[4:].split()) == 13 for line in block.splitlines()[1:5])


def test_a_void_hand_is_told() -> None:
    """Rules 5.9."""
    texts = (FORMATS["text"].write(play_record(seed, kizIptal="on")).decode() for seed in range(200))
    assert any("sayılmaz, yeniden dağıtılır / void, dealt again" in text for text in texts)


def test_the_text_tells_the_tables_choices_in_words() -> None:
    """Rules 5.16."""
    text = FORMATS["text"].write(play_record(1, kingZero="batmis", kingLength=12)).decode()
    assert "Sıfır puanla bitiren / A total of zero: batmış / loses\n" in text
    assert "El sayısı / Hands: 12\n" in text
    assert ": +0" not in text
