"""A finished match as JSON that anybody can check, as PGN, and as a text that people read (rules 4.8)."""

import chess
import msgspec
import pytest

from services.kernel import record as kernel_record
from services.kernel.game import Act, Lapse, LapseCause, Seat
from services.kernel.orders import Order, OrderKind
from services.kernel.record import Commit, encode_events
from services.kernel.score import Score
from services.satranc import game
from services.satranc.actions import AcceptDraw, Adjust, DeclineDraw, OfferDraw, PlayMove, Resign, Touch, TouchBoth
from services.satranc.pgn_reading import read
from services.satranc.record import FORMATS
from services.satranc.record_text import clock_text
from tests.satranc.records import Event, random_events, record_of


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("clock", ["none", "180+60", "14d"])
def test_a_record_proves_its_lot_and_its_score(seed: int, clock: str) -> None:
    """Rules 4.1: with the lot, whose outcome the secret gives."""
    options = {"colours": "random", "clock": clock, "touchMove": "on" if seed % 2 else "off"}
    record = record_of(random_events(seed, **options), **options)
    again = kernel_record.read(kernel_record.write(record))
    verdict = kernel_record.verify(again, game)
    assert verdict.problems == ()
    assert verdict.outcomes == 1
    changed = msgspec.structs.replace(record, secret="00" * 32)
    assert kernel_record.verify(changed, game).problems


@pytest.mark.parametrize("seed", range(4))
def test_every_format_tells_the_whole_game(seed: int) -> None:
    options = {"colours": "random", "clock": "180+60"}
    events = random_events(seed, **options)
    record = record_of(events, **options)
    (again,) = read(FORMATS["pgn"].write(record).decode())
    moves = [event.action for event in events if isinstance(event, Act) and isinstance(event.action, PlayMove)]
    assert again.moves == tuple(move.move for move in moves)
    text = FORMATS["text"].write(record).decode()
    board = chess.Board()
    for move in again.moves:
        parsed = chess.Move.from_uci(move)
        assert f" {board.san(parsed)} " in text
        board.push(parsed)
    assert board.fen(en_passant="legal") in text
    assert "Ayşe" in text
    assert record.secret in text


def test_the_text_tells_all_that_was_done() -> None:
    events: list[Event] = [
        Act(Seat(0), Adjust(("a1", "b1")), 500),
        Act(Seat(0), Touch("e2"), 1_000),
        Act(Seat(0), PlayMove("e2e4"), 1_500),
        Act(Seat(1), OfferDraw(), 2_000),
        Act(Seat(0), DeclineDraw(), 2_500),
        Act(Seat(1), TouchBoth("e8", "h8"), 3_000),
        Act(Seat(1), PlayMove("e7e5"), 3_500),
        Act(Seat(0), OfferDraw(), 4_000),
        Act(Seat(1), AcceptDraw(), 4_500),
    ]
    text = FORMATS["text"].write(record_of(events, touchMove="on", clock="1+2")).decode()
    for line in (
        "W  düzeltiyor / adjusts: a1 b1",
        "W  dokundu / touches: e2",
        "W    1. e4       1:00.5",
        "B  beraberlik teklif etti / offers a draw",
        "W  reddetti / declines",
        "B  dokundu / touches: e8+h8",
        "B  kabul etti / accepts",
        "Sonuç / Result: 1/2-1/2  (anlaşarak beraberlik / draw by agreement)",
    ):
        assert line in text, text


def test_leaving_and_giving_up_are_told() -> None:
    text = FORMATS["text"].write(record_of([Lapse(Seat(1), LapseCause.LEFT)])).decode()
    assert "B  masadan kalktı / left the match" in text
    assert "Sonuç / Result: 1-0" in text
    pgn = FORMATS["pgn"].write(record_of([Lapse(Seat(1), LapseCause.LEFT)])).decode()
    assert '[Termination "Abandoned"]' in pgn
    pgn = FORMATS["pgn"].write(record_of([Act(Seat(0), Resign())])).decode()
    assert pgn.endswith("{oyun terk edildi / resignation} 0-1\n")


@pytest.mark.parametrize(
    ("kind", "termination", "result"),
    [(OrderKind.END, "Adjudication", "1/2-1/2"), (OrderKind.VOID, "Abandoned", "*")],
)
def test_what_a_moderator_took_back_and_ended_is_told_so(kind: OrderKind, termination: str, result: str) -> None:
    played = record_of([Act(Seat(0), PlayMove("d2d4"), 500), Act(Seat(1), Resign(), 900)])
    again = [
        (Order(OrderKind.REWIND, "yanlış", back_to=1),),
        (Act(Seat(0), PlayMove("e2e4"), 700),),
        (Order(kind, "vakit geç"),),
    ]
    begun = played.commits[:2]
    commits = (*begun, *(Commit(n, 1_000 * n, encode_events(events)) for n, events in enumerate(again, start=3)))
    cause = {OrderKind.END: "ended", OrderKind.VOID: "void"}[kind]
    score = Score(points=(0, 0), places=(1, 1) if kind is OrderKind.END else ())
    record = msgspec.structs.replace(played, commits=commits, cause=cause, score=score)
    assert kernel_record.verify(record, game).problems == ()
    pgn = FORMATS["pgn"].write(record).decode()
    assert f'[Termination "{termination}"]' in pgn
    assert f'[Result "{result}"]' in pgn
    (told,) = read(pgn)
    assert told.moves == ("e2e4",)


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [(0, "0:00.0"), (59_999, "0:59.9"), (3_600_000, "1:00:00"), (86_400_000, "1d 00:00:00")],
)
def test_clocks_are_cut_never_rounded_up(milliseconds: int, text: str) -> None:
    assert clock_text(milliseconds) == text


def test_the_text_tells_the_tables_choices_in_words() -> None:
    """Rules 4.9."""
    record = record_of([Act(Seat(0), Resign(), 1_000)], colours="host", clock="none", touchMove="on")
    text = FORMATS["text"].write(record).decode()
    for option in game.meta.options:
        words = option.choice_labels.get(record.options[option.name])
        assert words is not None
        assert f": {words.tr} / {words.en}\n" in text
