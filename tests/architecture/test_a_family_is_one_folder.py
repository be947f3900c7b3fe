"""A new game is one folder and one proto: the toy is found wherever a family must be known."""

import ast
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


# Words that are something else in that module than a family: the king is a card, too.
OTHER_MEANINGS = {"clients/kiraathane_client/cards.py": {"king"}}


def named(path: Path) -> set[str]:
    """The words that a module imports or holds as a text of its own, its documentation aside."""
    tree = ast.parse(path.read_text())
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)]
    documentation = {id(line.value) for body in bodies for line in body if isinstance(line, ast.Expr)}
    words: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            words.add(node.value)
        elif isinstance(node, ast.Import):
            words.update(part for alias in node.names for part in alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            words.update([*(node.module or "").split("."), *(alias.name for alias in node.names)])
    return words


def meaning_something_else(path: Path) -> set[str]:
    return OTHER_MEANINGS.get(str(path.relative_to(ROOT)), set())


def test_no_family_is_named_outside_its_own_folder() -> None:
    """Whoever names a family in shared code has made a list that the next family must be added to."""
    slugs = {slug for slug, family in every_family().items() if family.package.startswith("services.")}
    naming = {
        str(path.relative_to(ROOT)): found
        for path in CODE
        if (found := (slugs - set(path.relative_to(ROOT).parts)) & (named(path) - meaning_something_else(path)))
    }
    assert not naming


def test_every_family_has_the_same_modules() -> None:
    expected = {"meta", "state", "rules", "view", "score", "notation", "wire", "record", "bot"}
    for family in every_family().values():
        for name in expected:
            assert family.module(name), name
