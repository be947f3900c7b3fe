"""Texts that people write and others read, at a terminal too: with nothing in them that cannot be seen."""

import unicodedata
from typing import Final

from services.kernel.meta import Labels
from services.runtime.errors import Invalid

_JOINERS: Final = frozenset("\u200c\u200d")
"""Emoji and some scripts are made with them; other characters that cannot be seen have no business in a text."""
_BREAKS: Final = frozenset({"Zl", "Zp"})
_EMPTY: Final = Labels(tr="boş olamaz", en="cannot be empty")
_UNSEEN: Final = Labels(tr="görünmeyen karakter olamaz", en="cannot have characters that are not seen")


def written(field: str, text: str, *, paragraphs: bool = False) -> str:
    """The text of a request's `field` as it is kept: normalised (NFC), without space around it.

    Raises `Invalid` for an empty one, and for one with characters that cannot be seen; only `paragraphs` have lines.
    """
    kept = unicodedata.normalize("NFC", text.replace("\r\n", "\n")).strip()
    if not kept:
        raise _bad(field, _EMPTY)
    if has_unseen(kept.replace("\n", "") if paragraphs else kept):
        raise _bad(field, _UNSEEN)
    return kept


def has_unseen(text: str) -> bool:
    """True if there are control, format or unassigned characters in `text`, or ends of lines."""
    return any(_is_unseen(sign) for sign in text)


def _is_unseen(sign: str) -> bool:
    category = unicodedata.category(sign)
    return (category[0] == "C" and sign not in _JOINERS) or category in _BREAKS


def _bad(field: str, words: Labels) -> Invalid:
    problem = Labels(tr=f"{field}: {words.tr}", en=f"{field}: {words.en}")
    return Invalid("BAD_FIELD", {"problem": problem}, fields=((field, words.en),))
