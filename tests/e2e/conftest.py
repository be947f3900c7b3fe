"""One running platform for all stories, and a person's own folders for each."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from kiraathane_client.cli.main import run
from tests.support.platform import Platform, running_platform

KIRAATHANE = str(Path(sys.executable).parent / "kiraathane")
SHORT = ("matchLength=1", "tavlaVariant=hiper")  # three checkers a side, one game: a match of some twenty turns


@pytest.fixture(scope="package")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    """Everything, with bots that do not pause for long. Its logs stay where pytest keeps its folders."""
    home = tmp_path_factory.mktemp("platform")
    with running_platform({"KIRAATHANE_BOT_PACE_MS": "30"}, worker=True, home=home) as platform:
        yield platform


class Person:
    """Somebody at this machine, with folders of his own."""

    def __init__(self, home: Path, gateway: str) -> None:
        self.environment = {
            **os.environ,
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_STATE_HOME": str(home / "state"),
            "KIRAATHANE_GATEWAY": gateway,
            "LANG": "en_US.UTF-8",
            "LC_ALL": "en_US.UTF-8",
            "PYTHONUTF8": "1",
            "TERM": "xterm-256color",
        }

    def run(
        self, *arguments: str, seconds: float = 60, typed: str = "", more: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Runs the command without a terminal."""
        return subprocess.run(
            [KIRAATHANE, *arguments],
            env={**self.environment, **(more or {})},
            input=typed,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )


class Done(NamedTuple):
    """How a command ended; spaces and line ends made one space, for sentences that were wrapped."""

    code: int
    out: str
    err: str


Here = Callable[..., Done]


@pytest.fixture
def here(person: "Person", monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Here:
    """Runs the command inside this process, quicker than starting one: `here("tables", "--family", "tavla")`."""

    def run_here(*arguments: str, **more: str) -> Done:
        for name, value in {**person.environment, **more}.items():
            monkeypatch.setenv(name, value)
        code = run(arguments)
        told = capsys.readouterr()
        return Done(code, " ".join(told.out.split()), " ".join(told.err.split()))

    return run_here


@pytest.fixture
def person(platform: Platform, tmp_path: Path) -> Iterator[Person]:
    """A person."""
    yield Person(tmp_path, platform.gateway)
    shutil.rmtree(tmp_path / "config", ignore_errors=True)
