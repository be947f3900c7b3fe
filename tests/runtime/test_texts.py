"""What people write is kept so that others can read it, and cannot play tricks with their screens."""

import pytest

from services.runtime.errors import Invalid
from services.runtime.texts import written


@pytest.mark.parametrize(
    ("text", "kept"), [(" Küfür etti. ", "Küfür etti."), ("c\u0327ay", "çay"), ("👨\u200d👧", "👨\u200d👧")]
)
def test_letters_are_kept_in_one_form(text: str, kept: str) -> None:
    assert written("reason", text) == kept


@pytest.mark.parametrize(
    "text", [" \n", "a\x00b", "\x1b[2J", "sağdan\u202esola", "\u2066gizli\u2069", "\ufeff", "a\u2028b", "a\rb", "a\nb"]
)
def test_what_cannot_be_seen_is_not_written(text: str) -> None:
    with pytest.raises(Invalid) as caught:
        written("reason", text)
    assert caught.value.fields[0][0] == "reason"
    assert caught.value.sentence("tr") != caught.value.sentence("en")


def test_paragraphs_have_lines() -> None:
    assert written("text", "Taş saydı.\r\nSonra kalktı.\n", paragraphs=True) == "Taş saydı.\nSonra kalktı."
    with pytest.raises(Invalid):
        written("text", "bir\n\x1b[1Aiki", paragraphs=True)
