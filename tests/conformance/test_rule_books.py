"""Every RULES.md and what holds to it: clauses are cited, options, refusals and ends are written down and shown.

What a book must have, clause by clause and scenario by scenario, is said in `tests/<family>/test_rulebook.py`.
"""

import re

import pytest

from services.kernel.meta import Option
from services.kernel.refusal import Refusal
from services.kernel.registry import families
from tests.conformance.rulebook import cited, clauses, rules, slugs, steps, transcripts

METAS = {slug: families()[slug].game.meta for slug in slugs()}


@pytest.mark.parametrize(("slug", "clause"), [(slug, clause) for slug in slugs() for clause in clauses(slug)])
def test_every_clause_is_cited_by_a_test_or_a_scenario(slug: str, clause: str) -> None:
    assert clause in cited(slug)


@pytest.mark.parametrize(
    ("slug", "option"),
    [pytest.param(slug, one, id=f"{slug}-{one.name}") for slug, meta in METAS.items() for one in meta.options],
)
def test_every_option_is_in_the_rule_book_with_its_values(slug: str, option: Option) -> None:
    assert f"`{option.name}`" in rules(slug)
    assert all(re.search(rf"\b{choice}\b", rules(slug)) for choice in (*option.choices, option.default))


@pytest.mark.parametrize(
    ("slug", "refusal"),
    [pytest.param(slug, one, id=f"{slug}-{one.reason}") for slug, meta in METAS.items() for one in meta.refusals],
)
def test_every_refusal_is_in_the_rule_book_and_in_a_scenario(slug: str, refusal: Refusal) -> None:
    assert f"`{refusal.reason}`" in rules(slug)
    assert f"refused: {refusal.reason}\n" in steps(slug)
    assert refusal.tr != refusal.en


@pytest.mark.parametrize(
    ("slug", "cause"), [(slug, end.cause) for slug, meta in METAS.items() for end in meta.end_causes]
)
def test_every_end_has_a_transcript(slug: str, cause: str) -> None:
    assert any(f"({cause})" in text for text in transcripts(slug))
