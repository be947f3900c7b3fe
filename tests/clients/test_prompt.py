"""Lines from what is no terminal: a pipe, a file, nothing at all."""

import asyncio
import os
from pathlib import Path

import pytest

from kiraathane_client.cli.prompt import NoMoreLines, PlainLines


async def lines_of(file: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All lines, read to the end."""
    with os.fdopen(file) as standard_input:
        monkeypatch.setattr("sys.stdin", standard_input)
        prompt, lines = PlainLines(), []
        try:
            while True:
                lines.append(await asyncio.wait_for(prompt.line("> ", lambda _: (), str), 5))
        except NoMoreLines:
            return lines


async def test_a_pipe_is_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    read, write = os.pipe()
    os.write(write, "blöf 9\r\n\n3\n".encode())
    os.close(write)
    assert await lines_of(read, monkeypatch) == ["blöf 9", "", "3"]


async def test_a_file_is_read_as_a_pipe_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "script"
    script.write_text("blöf 9\n\n3", encoding="utf-8")
    assert await lines_of(os.open(script, os.O_RDONLY), monkeypatch) == ["blöf 9", "", "3"]


async def test_nothing_at_all_is_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await lines_of(os.open(os.devnull, os.O_RDONLY), monkeypatch) == []
