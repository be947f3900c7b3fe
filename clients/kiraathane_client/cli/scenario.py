"""Running scenario files."""

from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from kiraathane_client.cli.desk import Desk, ExpectedFailure
from kiraathane_client.cli.rules import games
from services.kernel.scenario import run_file


def run(desk: Desk, files: Sequence[Path]) -> bool:
    """Runs every scenario of the files and folders; True if everything came as written."""
    known = games()
    good, bad = ("+", "!") if desk.ascii else ("✓", "✗")
    total = failed = 0
    for file in _files(desk, files):
        for outcome in run_file(file, known):
            total += 1
            failed += bool(outcome.problem)
            sign = (f" {bad} ", "bold red") if outcome.problem else (f" {good} ", "bold green")
            clauses = f"  ({', '.join(outcome.clauses)})" if outcome.clauses else ""
            desk.out.print(Text.assemble(sign, outcome.scenario or outcome.file, (clauses, "dim")), soft_wrap=True)
            if outcome.problem:
                desk.out.print(f"     {outcome.file}: {outcome.problem}", soft_wrap=True)
    tr = f"{total} senaryo, {failed} tanesi tutmadı." if failed else f"{total} senaryo, hepsi tuttu."
    count = "1 scenario" if total == 1 else f"{total} scenarios"
    en = f"{count}, {failed} did not come as written." if failed else f"{count}, all as written."
    desk.out.print(desk.say(tr, en), style="bold red" if failed else "bold green")
    return not failed


def _files(desk: Desk, given: Sequence[Path]) -> list[Path]:
    files: list[Path] = []
    for path in given:
        if not path.exists():
            raise ExpectedFailure(desk.say(f"{path} yok.", f"{path} does not exist."))
        files += sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")]) if path.is_dir() else [path]
    return files
