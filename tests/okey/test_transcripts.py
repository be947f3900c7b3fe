"""The transcripts come out as they are kept; after a meant change, `python -m tests.okey.golden` writes them again."""

import pytest

from tests.okey.golden import FOLDER, transcripts

KEPT = {path.name: path.read_text() for path in FOLDER.glob("*.txt")}


@pytest.mark.parametrize(
    ("name", "text"), list(transcripts()), ids=lambda value: value if value.endswith(".txt") else ""
)
def test_a_transcript_comes_out_as_it_is_kept(name: str, text: str) -> None:
    assert KEPT.get(name) == text


def test_no_transcript_is_kept_that_nothing_writes() -> None:
    assert set(KEPT) == {name for name, _ in transcripts()}
