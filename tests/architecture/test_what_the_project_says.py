"""Files stay readable, and the project speaks of itself alone."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
LONGEST = 320


def tracked(suffix: str) -> list[Path]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.splitlines() if name.endswith(suffix) and (ROOT / name).exists()]


def test_no_module_is_too_long_to_read() -> None:
    lengths = {path.relative_to(ROOT): len(path.read_text().splitlines()) for path in tracked(".py")}
    too_long = {str(path): length for path, length in lengths.items() if length > LONGEST and "tests" not in path.parts}
    assert not too_long


def test_nothing_is_left_for_later() -> None:
    unfinished = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError|HACK)\b")
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in tracked(".py") + tracked(".proto")
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if unfinished.search(line) and path != Path(__file__)
    ]
    assert not found


def test_no_module_is_named_for_having_no_purpose() -> None:
    vague = {"utils", "util", "common", "helpers", "helper", "misc"}
    assert not [path for path in tracked(".py") if path.stem in vague or vague & set(path.parts[:-1])]
