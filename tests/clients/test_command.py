"""The command line: language, addresses, options, and failures that are told in a sentence."""

import io
from pathlib import Path

import pytest
from rich.table import Table

from kiraathane_client import gateway_address
from kiraathane_client.cli.desk import Desk, ExpectedFailure, options_of
from kiraathane_client.cli.main import read_common, run

NOWHERE = "127.0.0.1:9"  # the discard port: nothing answers there


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "KIRAATHANE_GATEWAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("locale", "lang"),
    [("", "tr"), ("C.UTF-8", "tr"), ("tr_TR.UTF-8", "tr"), ("en_US.UTF-8", "en"), ("de_DE.UTF-8", "tr")],
)
def test_the_language_is_the_locales_else_turkish(locale: str, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", locale)
    assert read_common([]).lang == lang


def test_what_every_command_takes_may_stand_anywhere() -> None:
    common = read_common(["play", "--lang", "en", "tavla", "--server=here:1", "--ascii", "--bot", "usta"])
    assert (common.lang, common.server, common.ascii) == ("en", "here:1", True)
    assert common.rest == ["play", "tavla", "--bot", "usta"]


def test_several_options_may_follow_one_word() -> None:
    rest = read_common(["play", "tavla", "--options", "matchLength=1", "tavlaTable=misli", "--name", "a=b"]).rest
    assert rest == ["play", "tavla", "--options", "matchLength=1", "--options", "tavlaTable=misli", "--name", "a=b"]


@pytest.mark.parametrize("name", ["[/bold]Ali[red]", "[link=http://x]Ali[/link]", "Ali :smile: [bold"])
def test_what_strangers_chose_is_shown_as_it_is(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A table of lists and a line alike: a name that looks like the terminal's markup broke them for everybody."""
    desk = Desk("en")
    listed = Table("who")
    listed.add_row(name)
    for printed in (name, listed):
        desk.out.print(printed)
        desk.err.print(printed)
    said = capsys.readouterr()
    assert said.out.count(name) == said.err.count(name) == 2


def test_a_password_is_not_asked_where_it_would_be_seen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("gizli\n"))
    assert run(["login", "ali", "--server", NOWHERE, "--lang", "en"]) == 1
    assert "KIRAATHANE_PASSWORD" in " ".join(capsys.readouterr().err.split())


def test_a_file_that_is_not_there_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", "none.json", "--lang", "en"]) == 1
    assert capsys.readouterr().err == "Failed: none.json cannot be read: No such file or directory\n"


def test_options_are_pairs() -> None:
    desk = Desk("tr")
    assert options_of(desk, ["a=1,b=2", "c=3"]) == {"a": "1", "b": "2", "c": "3"}
    with pytest.raises(ExpectedFailure, match="«a» bir seçenek değil"):
        options_of(desk, ["a"])


def test_the_address_is_given_or_named_or_written_down_or_the_usual(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert gateway_address() == "127.0.0.1:8080"
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "gateway.address").write_text("127.0.0.1:7777\n", encoding="utf-8")
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    assert gateway_address() == "127.0.0.1:7777"
    monkeypatch.setenv("KIRAATHANE_GATEWAY", "named:1")
    assert gateway_address() == "named:1"
    assert gateway_address("given:1") == "given:1"


@pytest.mark.parametrize(
    "command",
    [
        ["whoami"],
        ["play", "tavla"],
        ["watch", "m"],
        ["demo"],
        ["tables"],
        ["top"],
        ["statistics", "tavla"],
        ["games"],
        ["record", "m"],
        ["login"],
    ],
    ids=" ".join,
)
def test_a_house_that_is_not_there_is_told_in_a_sentence(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    import kiraathane_client.cli.desk as desk

    desk.REACH_SECONDS, before = 0.2, desk.REACH_SECONDS
    try:
        assert run([*command, "--server", NOWHERE, "--lang", "en"]) == 1
    finally:
        desk.REACH_SECONDS = before
    told = " ".join(capsys.readouterr().err.split())
    assert "cannot be reached" in told
    assert NOWHERE in told
    assert "make run" in told
    assert "Traceback" not in told


def test_a_wrong_command_line_has_its_own_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play"]) == 2
    assert run(["--lang", "xx", "games"]) == 2
    assert run(["nothing"]) == 2
    capsys.readouterr()


def test_help_is_in_the_language_that_was_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help", "--lang", "tr"]) == 0
    assert "Bir maçı izler" in capsys.readouterr().out
    assert run(["--help", "--lang", "en"]) == 0
    assert "Watches a match" in capsys.readouterr().out


def test_a_file_that_is_no_record_does_not_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.json"
    file.write_text("{}", encoding="utf-8")
    assert run(["verify", str(file), "--lang", "en"]) == 1
    assert "not a match record" in capsys.readouterr().out
    assert run(["verify", str(tmp_path / "nothing"), "--lang", "en"]) == 1
    assert "cannot be read" in capsys.readouterr().err


def test_scenarios_run_without_a_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.yaml"
    steps = "  steps:\n    - pending: {roll: [2, 6]}\n"
    file.write_text(
        f"- scenario: it begins with a throw\n  clause: ['1.3']\n  family: tavla\n{steps}", encoding="utf-8"
    )
    assert run(["scenario", str(file), "--lang", "en"]) == 0
    assert "1 scenario, all as written" in capsys.readouterr().out
    file.write_text(file.read_text(encoding="utf-8").replace("roll: [2", "roll: [3"), encoding="utf-8")
    assert run(["scenario", str(tmp_path), "--lang", "en"]) == 1
    assert run(["scenario", str(tmp_path / "no"), "--lang", "en"]) == 1
