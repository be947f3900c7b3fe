"""What the documents show of the command can be typed, and its lists fit a terminal."""

import re
import shlex
from pathlib import Path

import pytest
import typer.main

from kiraathane_client.cli.app import build
from kiraathane_client.cli.desk import Desk
from kiraathane_client.cli.main import read_common

ROOT = Path(__file__).parent.parent.parent
PAGES = ("README.md", "docs/clients.md", "docs/operations.md", "docs/scenarios.md", "docs/tournaments.md")
BLOCK = re.compile(r"^```[\w ]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TYPED = re.compile(r"^\$ (?:\.venv/bin/)?kiraathane (.*)$", re.MULTILINE)
EDGES = set("╭│├╰")
"""How the lines of a list begin."""


def blocks() -> list[tuple[str, str]]:
    found = [(page, block) for page in PAGES for block in BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))]
    return [(page, block) for page, block in found if TYPED.search(block)]


@pytest.mark.parametrize(("page", "block"), blocks())
def test_what_was_pasted(page: str, block: str) -> None:
    for line in TYPED.findall(block):
        command, rest = typer.main.get_command(build(Desk("en"))), read_common(shlex.split(line)).rest
        while (inner := getattr(command, "commands", {}).get(rest[0] if rest else "")) is not None:
            command, rest = inner, rest[1:]
        assert not getattr(command, "commands", {}), f"{page}: kiraathane {line}"
        known = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
        assert {word.partition("=")[0] for word in rest if word.startswith("--")} <= known, f"{page}: {line}"
    assert [line for line in block.splitlines() if line[:1] in EDGES and len(line) > 80] == []
