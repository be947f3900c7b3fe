"""A finished match as JSON that anybody can check, and as a text that people read."""

import re

import msgspec

from services.batak import game
from services.batak.record import FORMATS
from services.batak.story import hands
from services.kernel import record as kernel_record
from services.kernel.cards import DECK
from services.kernel.record import Record
from tests.batak.records import play_record


def text_of(record: Record) -> str:
    return FORMATS["text"].write(record).decode()


def test_a_record_proves_its_cards_and_its_score() -> None:
    record = play_record(3, batakHands=7)
    again = kernel_record.read(kernel_record.write(record))
    assert again.score == record.score
    verdict = kernel_record.verify(again, game)
    assert verdict.problems == ()
    assert verdict.outcomes == 1 + 7  # the lot, and a shuffle for each hand


def test_a_record_with_another_secret_is_found_out() -> None:
    changed = msgspec.structs.replace(play_record(4, batakHands=7), secret="00" * 32)
    problems = kernel_record.verify(changed, game).problems
    assert "the secret does not have the hash that was published before the match" in problems
    assert any("outcome 1" in problem for problem in problems)


def test_the_text_tells_the_match_in_two_languages() -> None:
    """Rules 7.10: after the match all hands lie open."""
    record = play_record(6, batakHands=7, kozMode="always")
    text = text_of(record)
    for line in (
        "Batak / Batak (every player bids): matches/0f3c",
        "2: Usta (bot: usta)",
        "Koz ne zaman atılır / When a spade may be played: her zaman / at any time",
        "Sonuç / Result: bütün eller oynandı / all hands were played",
        f"Sır / Secret: {record.secret}",
    ):
        assert line in text
    assert len(re.findall(r"^El / Hand \d+", text, re.MULTILINE)) == 7
    assert len(re.findall(r"-> \d$", text, re.MULTILINE)) == 7 * 13
    assert "*" in text.split("El / Hand 1")[1]


def test_every_card_is_dealt_and_played_once_in_the_story() -> None:
    for hand in hands(play_record(7, batakHands=7)):
        assert sorted(card for cards in hand.hands for card in cards) == sorted(DECK)
        assert sorted(card for taken in hand.tricks for card in taken.trick.cards) == sorted(DECK)
        assert len(hand.bids) == 4
        assert hand.ended is not None


def test_the_totals_of_the_text_are_the_score() -> None:
    record = play_record(8, batakHands=7)
    last = text_of(record).split("El / Hand 7")[1]
    for seat, points in enumerate(record.score.points):
        assert re.search(rf"{record.seats[seat].name}: \d+/\d+ .* = {points}\n", last)
        assert f"{record.score.places[seat]:>3}. {record.seats[seat].name}" in last
