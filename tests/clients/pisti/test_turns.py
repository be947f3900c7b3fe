"""What people type becomes an act, or a sentence that says how to write it."""

import pytest

from kiraathane.pisti.v1 import pisti_pb2 as pb
from kiraathane_client.pisti.terminal import terminal
from kiraathane_client.terminal import Listed, Look, Puzzled, Ready
from services.kernel.game import Seat
from services.pisti import game, wire
from tests.clients.pisti.matches import LAST, PLAYING, START, state_of, turn_of, update_of

TR, EN = Look("tr"), Look("en")
BLUFF = {"bluff": "on"}


def meant(text: str, look: Look = TR, position: str = PLAYING, **options: object) -> str:
    """The act that is read, in the rules' notation."""
    state = state_of(position, **(BLUFF | options))
    reading = turn_of(state, 0).read(text, look)
    assert isinstance(reading, Ready), reading
    action = wire.action_from_proto(reading.action)
    assert action in game.legal(state, Seat(0))
    return game.notation.write_action(action)


def puzzled(text: str, look: Look = TR, position: str = PLAYING, **options: object) -> str:
    reading = turn_of(state_of(position, **(BLUFF | options)), 0).read(text, look)
    assert isinstance(reading, Puzzled), reading
    return reading.sentence


@pytest.mark.parametrize("text", ["9", "kupa 9", "♥9", "K9", "9 kupa", "h-9"])
def test_a_card_by_its_rank_or_by_its_name(text: str) -> None:
    assert meant(text, EN if text == "h-9" else TR) == "H9"


@pytest.mark.parametrize(("text", "card"), [("vale", "DJ"), ("J", "DJ"), ("as", "CA"), ("A", "CA"), ("sinek as", "CA")])
def test_court_cards_have_names(text: str, card: str) -> None:
    assert meant(text) == card


@pytest.mark.parametrize("text", ["blöf 9", "BLÖF kupa 9", "b ♥9", "kapalı 9", "bluff 9"])
def test_a_bluff_is_the_word_and_a_card(text: str) -> None:
    assert meant(text) == "bluff H9"


def test_a_bluff_where_none_is_legal_is_sent_for_the_house_to_explain() -> None:
    reading = turn_of(state_of(START, **BLUFF), 0).read("blöf 9", TR)
    assert isinstance(reading, Ready)
    assert reading.action.HasField("bluff")


def test_what_is_not_a_card_is_explained() -> None:
    assert puzzled("Maça ").startswith("«Maça» bir kart değil. ")
    assert puzzled("10") == puzzled("blöf  10") == "Elinizde 10 yok."
    assert puzzled("king", EN) == "You hold no king."
    assert "«9», «kupa 9»" in puzzled("")
    assert puzzled("maça 9") == "Elinizde maça 9 yok."
    assert puzzled("spades 9", EN) == "You do not hold the 9 of spades."
    assert "«9»" in puzzled("blöf")


def test_two_cards_of_a_rank_are_told_apart() -> None:
    position = PLAYING.replace("A H9 DJ CA", "A H9 D9 CA").replace("D9 DQ", "DJ DQ")
    assert puzzled("9", position=position) == "Hangisi: ♦9 ya da ♥9?"
    assert meant("karo 9", position=position) == "D9"


def test_enter_plays_the_last_card() -> None:
    turn = turn_of(state_of(LAST), 1)
    reading = turn.read("", TR)
    assert isinstance(reading, Ready)
    assert "Son kartınız ♥8" in turn.question(TR).plain


@pytest.mark.parametrize("text", ["kabul", "EVET", "accept", "itiraz", "İtiraz", "meydan oku", "challenge"])
def test_a_bluff_is_answered_in_words(text: str) -> None:
    accept = text in ("kabul", "EVET", "accept")
    turn = turn_of(state_of(PLAYING, "A bluff CA", **BLUFF), 1)
    reading = turn.read(text, TR)
    assert isinstance(reading, Ready)
    assert reading.action == pb.PistiAction(answer=pb.AnswerBluff(accept=accept))
    assert isinstance(turn.read("2", TR), Puzzled)
    assert isinstance(turn.read("", EN), Puzzled)


def test_who_is_not_due_waits() -> None:
    turn = turn_of(state_of(PLAYING), 1)
    assert isinstance(turn.read("2", TR), Puzzled)
    assert "düşünüyor" in turn.question(TR).plain
    assert not turn.offers(TR)


def test_completions_are_whole_lines() -> None:
    turn = turn_of(state_of(PLAYING, **BLUFF), 0)
    assert turn.completions("ku") == ["kupa 9"]
    assert turn.completions("blöf k") == ["blöf karo vale", "blöf kupa 9"]
    assert turn.completions("ace") == ["ace of clubs"]
    answering = turn_of(state_of(PLAYING, "A bluff CA", **BLUFF), 1)
    assert answering.completions("i") == ["itiraz"]


def test_what_was_seen_can_be_asked_for() -> None:
    turn = turn_of(state_of(PLAYING, **BLUFF), 0)
    gone = turn.read("gidenler", TR)
    assert isinstance(gone, Listed)
    assert "♠9" in gone.content.plain
    assert "♥3" not in gone.content.plain  # the other side's accepted bluff
    assert "♣3" not in gone.content.plain  # a start card, which only its owner knows
    won = turn.read("aldıklarım", TR)
    assert isinstance(won, Listed)
    assert won.content.plain == "♣2 ♦2   ♣3   ♣4   ♣5"
    count = turn.read("sayım", TR)
    assert isinstance(count, Listed)
    assert count.content.plain == "Daha sayılan oyun yok."


def test_the_count_can_be_asked_for() -> None:
    over = turn_of(state_of(LAST, "B H8"), 0).read("sayım", TR)
    assert isinstance(over, Listed)
    assert "toplam" in over.content.plain


def test_what_a_card_would_do_is_offered() -> None:
    turn = turn_of(state_of(PLAYING, **BLUFF), 0)
    (line,) = turn.offers(TR)
    assert line.plain == "Pişti yapar:  ♥9    Yeri alır:  ♦J "
    (line,) = turn_of(state_of(LAST, lastCardPisti="doesNotCount"), 1).offers(TR)
    assert "Pişti" not in line.plain


def test_the_guide_fits() -> None:
    for look in (TR, EN, Look("en", ascii=True)):
        assert all(len(line) <= 80 for line in terminal.guide(look).plain.splitlines())
    assert terminal.guide(Look("en", ascii=True)).plain.replace("♥", "").isascii()
    assert "9 ♥" not in terminal.board(update_of(state_of(START), 1), TR).plain
