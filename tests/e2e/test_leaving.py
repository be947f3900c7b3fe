"""Nobody waits for who has gone: whatever ends a command before the match begins, it gets up from its table."""

import signal
import subprocess

import pytest

from kiraathane_client.errors import Refused
from kiraathane_client.lobby import Lobby
from tests.e2e.conftest import KIRAATHANE, Here, Person
from tests.e2e.screen import Terminal

pytestmark = [pytest.mark.platform, pytest.mark.timeout(120)]

NAME = "Ghost"
QUICK = ("quick", "tavla", "--options", "matchLength=7", "--name", NAME)


def listed(here: Here) -> bool:
    """True if he holds a seat at an open table."""
    return NAME in here("tables", "--family", "tavla", "--most", "100", COLUMNS="200").out


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_script_that_is_ended(person: Person, here: Here, how: signal.Signals) -> None:
    command = subprocess.Popen(
        [KIRAATHANE, *QUICK],
        env=person.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert command.stdout is not None
    assert "Seated" in command.stdout.readline()
    assert listed(here)
    command.send_signal(how)
    _, said = command.communicate(timeout=20)
    assert command.returncode == 128 + how
    assert "Traceback" not in said
    assert not listed(here)


@pytest.mark.parametrize("opening", [QUICK, ("table", "new", "tavla", "--name", NAME)], ids=" ".join)
def test_somebody_who_goes_has_not_failed(person: Person, here: Here, opening: tuple[str, ...]) -> None:
    with Terminal([KIRAATHANE, *opening], person.environment) as terminal:
        terminal.wait("›")
        terminal.press("c")
        end = terminal.wait_end()
        assert terminal.status == 0
    assert "You got up from the table." in end
    assert "Failed" not in end
    assert not listed(here)


def test_the_terminal_is_closed(person: Person, here: Here) -> None:
    with Terminal([KIRAATHANE, *QUICK], person.environment) as terminal:
        terminal.wait("›")
        terminal.hang_up()
        terminal.wait_end()
    assert not listed(here)


def test_what_goes_wrong_after_the_table_was_opened_closes_it(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise Refused("SEATS_FREE")

    monkeypatch.setattr(Lobby, "start", refused)
    assert here("play", "tavla", "--name", NAME).code == 1
    assert not listed(here)
