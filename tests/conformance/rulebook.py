"""A family's rule book, and what cites it."""

import re
from functools import cache
from pathlib import Path

from services.kernel import scenario
from services.kernel.registry import families

TESTS = Path(__file__).parent.parent
SERVICES = TESTS.parent / "services"


def rules(slug: str) -> str:
    """The text of the rule book."""
    return (SERVICES / slug / "RULES.md").read_text()


def clauses(slug: str) -> list[str]:
    """The numbers of its clauses, in order."""
    return re.findall(r"^### (\d+\.\d+) ", rules(slug), re.MULTILINE)


def scenarios(slug: str) -> list[Path]:
    """The family's scenario files."""
    return sorted((TESTS / "scenarios" / slug).glob("*.yaml"))


@cache
def steps(slug: str) -> str:
    """The text of all its scenarios."""
    return "\n".join(path.read_text() for path in scenarios(slug))


@cache
def cited(slug: str) -> set[str]:
    """The clauses that scenarios name, and that the family's tests name in their docstrings ("Rules 1.4, 1.10")."""
    found = {clause for path in scenarios(slug) for one in scenario.read_file(path) for clause in one.clause}
    for path in (TESTS / slug).glob("test_*.py"):
        for text in re.findall(r"[Rr]ules ((?:\d+\.\d+(?:, )?)+)", path.read_text()):
            found |= set(text.split(", "))
    return found


def transcripts(slug: str) -> list[str]:
    """The texts of its golden transcripts."""
    return [path.read_text() for path in (SERVICES / slug / "transcripts").glob("*.txt")]


def slugs() -> list[str]:
    """The families of the house."""
    return list(families())
