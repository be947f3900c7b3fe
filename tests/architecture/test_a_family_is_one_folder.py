"""A new game is one folder and one proto: the toy is found wherever a family must be known."""

import re
from pathlib import Path

from tests.conftest import every_family

ROOT = Path(__file__).parent.parent.parent
CODE = [
    path
    for room in ("services", "gateway", "workers", "deploy", "clients", "protos")
    for path in (ROOT / room).rglob("*.py")
]


def test_families_are_found_by_looking() -> None:
    assert "yuksek" in every_family()


def test_no_family_is_named_outside_its_own_folder() -> None:
    """Whoever names a family in shared code has made a list that the next family must be added to."""
    slugs = {slug for slug, family in every_family().items() if family.package.startswith("services.")}
    named = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in CODE
        for line in path.read_text().splitlines()
        for slug in slugs
        if slug not in path.relative_to(ROOT).parts
        and re.search(rf"\b(import|from)\b.*\b{slug}\b|[\"']{slug}[\"']", line)
    ]
    assert not named, "\n".join(named)


def test_every_family_has_the_same_modules() -> None:
    expected = {"meta", "state", "rules", "view", "score", "notation", "wire", "record", "bot"}
    for family in every_family().values():
        for name in expected:
            assert family.module(name), name
