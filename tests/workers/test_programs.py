"""Programs that bots play by: found, asked, started again after a death, ended with the worker."""

import os
import signal
import stat
import sys
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from services.kernel.bot import Program, ProgramGone
from services.runtime.settings import WrongSetting
from workers.programs import LineProgram, Programs
from workers.settings import load_worker
from workers.turns import Turn, decide

TURN = Turn(family="yuksek", match="matches/m1", version=1, seat=0, level="usta")
ECHO = """
import sys
for line in sys.stdin:
    word = line.strip()
    if word == "die":
        sys.exit(1)
    if word == "sleep":
        import time
        time.sleep(60)
    print("said", word)
    if word == "go":
        print("best", 7, flush=True)
"""


@pytest.fixture
def echo(tmp_path: Path) -> Path:
    """A program that says everything again, and "best 7" when it is told to go."""
    path = tmp_path / "echo"
    path.write_text(f"#!{sys.executable}\n{ECHO}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_it_is_asked_line_by_line(echo: Path) -> None:
    program = LineProgram(str(echo))
    assert program.ask(["a", "go"], "best", 10) == ["said a", "said go", "best 7"]
    first = program.pid
    assert program.ask(["go"], "best", 10) == ["said go", "best 7"]
    assert program.pid == first  # one process
    program.close()
    assert first is not None
    assert not is_alive(first)


@pytest.mark.parametrize("word", ["die", "sleep"])
def test_one_that_dies_or_is_silent_is_started_again(echo: Path, word: str) -> None:
    program = LineProgram(str(echo))
    program.ask(["go"], "best", 10)
    first = program.pid
    assert first is not None
    with pytest.raises(ProgramGone):
        program.ask([word], "best", 0.3 if word == "sleep" else 10)
    assert not is_alive(first)
    assert program.ask(["go"], "best", 10)[-1] == "best 7"
    assert program.pid != first
    program.close()


def test_one_that_was_killed_meanwhile_is_started_again(echo: Path) -> None:
    program = LineProgram(str(echo))
    program.ask(["go"], "best", 10)
    assert program.pid is not None
    os.kill(program.pid, signal.SIGKILL)
    time.sleep(0.1)
    assert program.ask(["go"], "best", 10)[-1] == "best 7"
    program.close()


@pytest.mark.parametrize("said", ['"nonsense\\n" * 1000', '"no end of a line " * 1000'], ids=["lines", "one line"])
def test_one_that_talks_without_end_is_ended_before_it_fills_the_memory(tmp_path: Path, said: str) -> None:
    path = tmp_path / "talker"
    path.write_text(f"#!{sys.executable}\nimport sys\nwhile True: sys.stdout.write({said})\n")
    path.chmod(0o755)
    program, began = LineProgram(str(path)), time.monotonic()
    tracemalloc.start()
    with pytest.raises(ProgramGone):
        program.ask(["go"], "best", 30)
    assert tracemalloc.get_traced_memory()[1] < 2e8
    tracemalloc.stop()
    assert time.monotonic() - began < 15
    assert program.pid is None


def test_what_is_no_program_is_gone(tmp_path: Path) -> None:
    with pytest.raises(ProgramGone, match="cannot be started"):
        LineProgram(str(tmp_path / "nothing")).ask(["go"], "best", 1)


def test_it_is_where_the_setting_says(echo: Path) -> None:
    programs = Programs(load_worker({"KIRAATHANE_STOCKFISH": str(echo)}))
    program = programs.find("stockfish")
    assert program is not None
    assert program.path == str(echo)
    assert programs.find("stockfish") is program
    program.ask(["go"], "best", 10)
    pid = program.pid
    programs.close()
    assert pid is not None
    assert not is_alive(pid)


def test_else_it_is_looked_for_on_the_path(echo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    echo.rename(echo.with_name("stockfish"))
    monkeypatch.setenv("PATH", str(echo.parent))
    found = Programs(load_worker({})).find("stockfish")
    assert found is not None
    assert found.path == str(echo.with_name("stockfish"))
    assert Programs(load_worker({"KIRAATHANE_STOCKFISH": "off"})).find("stockfish") is None
    monkeypatch.setenv("PATH", "/nowhere")
    assert Programs(load_worker({})).find("stockfish") is None


@pytest.mark.parametrize("path", ["/nowhere/stockfish", "/etc/passwd", "/tmp"])
def test_a_setting_that_names_no_program_stops_the_start(path: str) -> None:
    with pytest.raises(WrongSetting, match=f"^KIRAATHANE_STOCKFISH: {path} is no program that can be run$"):
        load_worker({"KIRAATHANE_STOCKFISH": path})


class Aided:
    """A bot that asks its program, which may be gone so many times."""

    program = "stockfish"

    def __init__(self, gone: int) -> None:
        self.gone = gone
        self.asked = 0

    def decide(self, view: Any, level: str, seed: int) -> str:
        return "alone"

    def decide_with(self, program: Program, view: Any, level: str, seed: int) -> str:
        self.asked += 1
        if self.asked <= self.gone:
            program.ask(["die"], "best", 10)
        return program.ask(["go"], "best", 10)[-1]


@pytest.mark.parametrize(("gone", "action"), [(0, "best 7"), (1, "best 7"), (2, "alone")])
def test_the_turn_is_played_whatever_becomes_of_the_program(echo: Path, gone: int, action: str) -> None:
    programs = Programs(load_worker({"KIRAATHANE_STOCKFISH": str(echo)}))
    assert decide(TURN, Aided(gone), None, programs) == action
    programs.close()


def test_a_program_of_no_use_is_not_waited_for_at_every_move(echo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs, bot = Programs(load_worker({"KIRAATHANE_STOCKFISH": str(echo)})), Aided(2)
    program = programs.find("stockfish")
    assert program is not None
    assert decide(TURN, bot, None, programs) == "alone"
    assert program.pid is None
    assert decide(TURN, bot, None, programs) == "alone"
    assert bot.asked == 2
    later = time.monotonic() + 301
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert decide(TURN, bot, None, programs) == "best 7"
    programs.close()


def test_where_there_is_no_program_the_bot_plays_by_itself() -> None:
    assert decide(TURN, Aided(0), None, Programs(load_worker({"KIRAATHANE_STOCKFISH": "off"}))) == "alone"
