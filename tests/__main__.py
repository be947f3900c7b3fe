"""Everything that CI runs, in the order in which it is quickest to say no.

`python -m tests` runs all of it, `python -m tests lint` the part before the suites.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

BIN = Path(sys.executable).parent
ROOT = Path(__file__).parent.parent

LINT = (
    ("style", ("ruff", "check", ".")),
    ("format", ("ruff", "format", "--check", "--quiet", ".")),
    ("types", ("mypy",)),
    ("imports", ("lint-imports",)),
    ("contract", ("buf", "lint", "generated/contract.binpb", "--config", "protos/buf.yaml")),
)
PLATFORM = ("python", "-m", "pytest", "-m", "platform and not deploy", "-q", "--durations", "8")
STORIES = ("tests/e2e", "tests/house")
SUITES = (
    # Most suites share the cores, and so do stories of people, which mostly wait, each file with a house of its own;
    # what kills processes and looks what becomes of it has the machine for itself.
    ("suites", ("python", "-m", "pytest", "-m", "not platform and not deploy", "-n", "2", "--dist", "worksteal", "-q")),
    ("stories", (*PLATFORM, *STORIES, "-n", "2", "--dist", "loadfile")),
    ("platform suites", (*PLATFORM, *(f"--ignore={folder}" for folder in STORIES))),
)


def main() -> None:
    """Runs every stage, also after one has failed; exits with 1 if any did."""
    stages = LINT if sys.argv[1:] == ["lint"] else LINT + SUITES
    results = [(name, *run(name, command)) for name, command in stages]
    print()
    for name, ok, seconds in results:
        print(f"{'ok    ' if ok else 'FAILED'}  {name:<16} {seconds:6.1f} s")
    sys.exit(not all(ok for _, ok, _ in results))


def run(name: str, command: tuple[str, ...]) -> tuple[bool, float]:
    """Runs one stage in the project's own environment."""
    print(f"== {name}", flush=True)
    began = time.monotonic()
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run((BIN / command[0], *command[1:]), cwd=ROOT, env=environment, check=False)
    return done.returncode == 0, time.monotonic() - began


if __name__ == "__main__":
    main()
