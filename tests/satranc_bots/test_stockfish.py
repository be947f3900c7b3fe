"""Stockfish plays for the bots where the machine has it; tests that need the program itself are skipped elsewhere."""

import os
import shutil
import signal
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from services.kernel.bot import ProgramGone
from services.kernel.game import Act, Decide, Seat
from services.satranc import game
from services.satranc.actions import AcceptDraw, PlayMove
from services.satranc.bot import bot
from services.satranc.meta import META
from services.satranc.view import View
from tests.satranc.tables import START, act, at, config
from workers.programs import LineProgram, Programs
from workers.settings import load_worker
from workers.turns import Turn, decide

PATH = shutil.which("stockfish", path=f"{os.environ.get('PATH', '')}:/usr/games")
needs_stockfish = pytest.mark.skipif(PATH is None, reason="this machine has no Stockfish")
TURN = Turn(family="satranc", match="matches/m1", version=1, seat=0, level="usta")


@pytest.fixture
def engine() -> Iterator[LineProgram]:
    program = LineProgram(str(PATH))
    yield program
    program.close()


def view(position: str, **options: str) -> View:
    return game.view(at(position, **options), Seat(0))


class Canned:
    """A program that says what a test wishes, and remembers what it was told."""

    def __init__(self, *answers: str) -> None:
        self.answers = answers
        self.told: list[str] = []

    def ask(self, lines: Sequence[str], until: str, seconds: float) -> Sequence[str]:
        self.told += lines
        return ["readyok"] if until == "readyok" else self.answers


def test_the_engine_is_told_the_position_with_what_came_before_and_what_is_allowed() -> None:
    program = Canned("info score cp 20", "bestmove e2e4 ponder e7e5")
    seen = view(f"{START} moves g1f3 g8f6 f3g1 f6g8")
    assert bot.decide_with(program, seen, "usta", 1) == PlayMove("e2e4")
    assert f"position fen {START} moves g1f3 g8f6 f3g1 f6g8" in program.told
    (go,) = [line for line in program.told if line.startswith("go ")]
    assert go.endswith(" searchmoves " + " ".join(move.uci() for move in at(START).position.legal))


@pytest.mark.parametrize(("level", "limited"), [("kolay", "true"), ("orta", "true"), ("usta", "false")])
def test_the_levels_are_the_engines_own(level: str, limited: str) -> None:
    program = Canned("bestmove e2e4")
    assert bot.decide_with(program, view(START), level, 1) == PlayMove("e2e4")
    assert f"setoption name UCI_LimitStrength value {limited}" in program.told
    elo = [int(line.rpartition(" ")[2]) for line in program.told if "UCI_Elo" in line]
    assert elo == {"kolay": [1350], "orta": [1700], "usta": []}[level]


@pytest.mark.parametrize(
    ("said", "accepted"),
    [
        ("score cp -400", True), ("score mate -3", True), ("score cp 400", False), ("score mate 2", False),
        ("depth 1", False),
    ],
)  # fmt: skip
def test_the_engines_judgement_answers_an_offer(said: str, accepted: bool) -> None:
    state = act(at("3qk3/8/8/8/8/8/8/4K3 w - - 10 40"), 1, "offer")
    action = bot.decide_with(Canned(f"info {said}", "bestmove e1f2"), game.view(state, Seat(0)), "usta", 1)
    assert action == (AcceptDraw() if accepted else PlayMove("e1f2"))


@pytest.mark.parametrize("said", ["bestmove (none)", "bestmove", "bestmove e2e5", "bestmove 0000"])
def test_an_answer_that_is_no_legal_move_is_none(said: str) -> None:
    with pytest.raises(ProgramGone):
        bot.decide_with(Canned(said), view(START), "usta", 1)


def test_without_an_engine_the_turn_is_played_all_the_same(tmp_path: Path) -> None:
    liar = tmp_path / "stockfish"
    liar.write_text("#!/bin/sh\nexit 1\n")
    liar.chmod(0o755)
    for told in (str(liar), "off"):
        programs = Programs(load_worker({"KIRAATHANE_STOCKFISH": told}))
        action = decide(TURN, bot, view(START), programs)
        assert isinstance(action, PlayMove)
        programs.close()


@needs_stockfish
@pytest.mark.parametrize("level", META.bot_levels)
def test_it_plays_at_every_level(engine: LineProgram, level: str) -> None:
    state = game.setup(config())
    for _ in range(12):
        assert isinstance(game.pending(state), Decide)
        action = bot.decide_with(engine, game.view(state, Seat(state.turn)), level, 1)
        state = game.apply(state, Act(Seat(state.turn), action))


@needs_stockfish
def test_it_finds_a_mate_and_plays_touched_pieces(engine: LineProgram) -> None:
    mate = view("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1")
    assert bot.decide_with(engine, mate, "usta", 1) == PlayMove("f6a6")
    touched = view(f"{START} touched a2", touchMove="on")
    assert bot.decide_with(engine, touched, "usta", 1) in (PlayMove("a2a3"), PlayMove("a2a4"))


@needs_stockfish
def test_usta_answers_in_time(engine: LineProgram) -> None:
    bot.decide_with(engine, view(START), "usta", 1)
    began = time.perf_counter()
    bot.decide_with(engine, view("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"), "usta", 1)
    assert time.perf_counter() - began < 5


@needs_stockfish
def test_one_that_is_killed_is_started_again_and_the_turn_is_played() -> None:
    programs = Programs(load_worker({"KIRAATHANE_STOCKFISH": str(PATH)}))
    program = programs.find("stockfish")
    assert program is not None
    assert isinstance(decide(TURN, bot, view(START), programs), PlayMove)
    first = program.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    assert isinstance(decide(TURN, bot, view(START), programs), PlayMove)
    second = program.pid
    assert second not in (None, first)
    programs.close()
    assert second is not None
    with pytest.raises(ProcessLookupError):
        os.kill(second, 0)
