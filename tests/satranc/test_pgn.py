"""150 games that people played go through the rules move by move, and come out again as they were (rules 4.6)."""

import io
from functools import cache
from pathlib import Path

import chess.pgn
import pytest

from services.kernel.game import Act, Lapse, LapseCause, Seat
from services.satranc import game
from services.satranc.actions import AcceptDraw, ClaimFifty, ClaimThreefold, OfferDraw, PlayMove, Resign
from services.satranc.pgn import write
from services.satranc.pgn_reading import PgnGame, read
from services.satranc.state import State
from tests.satranc.records import Event, record_of
from tests.satranc.tables import config

FILE = Path(__file__).parent / "pgn" / "games.pgn"


@cache
def games() -> tuple[PgnGame, ...]:
    return tuple(read(FILE.read_text()))


NUMBERS = range(150)


def clock_of(tags: dict[str, str]) -> str:
    """The table's clock for a game; those that no table of ours has are played without one."""
    base, _, increment = tags["TimeControl"].partition("+")
    fits = base.isdecimal() and int(base) % 60 == 0 and 1 <= int(base) // 60 <= 180 and int(increment or 0) <= 60
    return f"{int(base) // 60}+{int(increment or 0)}" if fits else "1+0"


def events_of(one: PgnGame) -> list[Event]:
    """The game as acts: its moves, and then how it ended, where the last move did not end it."""
    clock = clock_of(one.tags)
    events: list[Event] = []
    state = game.setup(config(clock=clock))
    for move in one.moves:
        events.append(Act(Seat(state.turn), PlayMove(move)))
        state = game.apply(state, events[-1])
    return events + ([] if state.ending else endings(one, state))


def endings(one: PgnGame, state: State) -> list[Event]:
    """What ended a game that was not over with its last move."""
    termination = one.tags["Termination"]
    if termination == "Time forfeit":
        return [Lapse(Seat(state.turn), LapseCause.TIMEOUT)]
    if one.result == "1/2-1/2":
        legal = game.legal(state, Seat(state.turn))
        for claim in (ClaimThreefold(), ClaimFifty()):
            if claim in legal:
                return [Act(Seat(state.turn), claim)]
        return [Act(Seat(0), OfferDraw()), Act(Seat(1), AcceptDraw())]
    loser = Seat(1 if one.result == "1-0" else 0)
    return [Lapse(loser, LapseCause.LEFT) if termination == "Abandoned" else Act(loser, Resign())]


def test_all_games_are_read_as_python_chess_reads_them() -> None:
    text = io.StringIO(FILE.read_text())
    assert len(games()) == len(NUMBERS)
    for one in games():
        other = chess.pgn.read_game(text)
        assert other is not None
        assert one.moves == tuple(move.uci() for move in other.mainline_moves())
        assert one.tags == dict(other.headers)
        assert one.result == other.headers["Result"]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_game_is_played_and_written_again(number: int) -> None:
    """Rules 4.2, 4.4: the same moves, the same result, the same termination."""
    one = games()[number]
    record = record_of(events_of(one), clock=clock_of(one.tags))
    (again,) = read(write(record).decode())
    assert again.moves == one.moves
    assert again.result == one.result
    assert again.tags["Result"] == one.result
    assert again.tags["Termination"] == one.tags["Termination"]
    board = chess.pgn.read_game(io.StringIO(write(record).decode()))
    assert board is not None
    assert board.errors == []
    assert board.end().board().fen() == board_after(one)


def board_after(one: PgnGame) -> str:
    board = chess.Board()
    for move in one.moves:
        board.push_uci(move)
    return board.fen()


def test_the_games_show_every_kind_of_end() -> None:
    """A test of 150 games that all end alike would show little."""
    ended = {(one.tags["Termination"], one.result) for one in games()}
    assert {("Normal", "1/2-1/2"), ("Time forfeit", "1-0"), ("Time forfeit", "0-1"), ("Normal", "1-0")} <= ended


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1. e4 e5 2. Nf3 *", ("e2e4", "e7e5", "g1f3")),
        ("1.e4! {best} e5?? (1... c5 2. Nf3 (2. c3)) 2.Nf3 $14 ; so\n Nc6 *", ("e2e4", "e7e5", "g1f3", "b8c6")),
        ('[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n[SetUp "1"]\n\n1. a8=Q 1-0', ("a7a8q",)),
        ("% a line for programs\n1. e4 1-0", ("e2e4",)),
    ],
)  # fmt: skip
def test_annotations_are_left_out(text: str, moves: tuple[str, ...]) -> None:
    (one,) = read(text)
    assert one.moves == moves


@pytest.mark.parametrize("text", ["1. e5 *", "1. e4 e5 2. Qd9 *", "1. hello *", '[FEN "8/8"]\n\n1. e4 *'])
def test_what_cannot_be_played_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="game 1: "):
        read(text)


def test_tags_may_hold_anything() -> None:
    record = record_of([Act(Seat(0), Resign())])
    (again,) = read(write(record).decode())
    assert again.tags["White"] == 'Ayşe "Hanım"'
    assert again.tags["Black"] == "Usta (bot: usta)"
    assert (again.tags["TimeControl"], again.moves, again.result) == ("-", (), "0-1")


def test_clocks_are_written_with_the_moves() -> None:
    events: list[Event] = [
        Act(Seat(0), PlayMove("e2e4"), 10_500),
        Act(Seat(1), PlayMove("e7e5"), 12_000),
        Act(Seat(1), Resign(), 13_000),
    ]
    text = write(record_of(events, clock="3+2")).decode()
    assert "1. e4 {[%clk 0:02:51]} 1... e5 {[%clk 0:03:00]}" in text
    assert '[TimeControl "180+2"]' in text
    assert all(len(line) <= 80 and line.count("{") == line.count("}") for line in text.splitlines())
    assert '[TimeControl "1/86400"]' in write(record_of([Act(Seat(1), Resign())], clock="1d")).decode()
