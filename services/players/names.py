"""User names that cannot be confused, and display names that cannot harm a table."""

import hashlib
import re
import secrets
import unicodedata
from typing import Final

from services.kernel.meta import Labels

SHORTEST_USER_NAME: Final = 3
LONGEST_USER_NAME: Final = 32
LONGEST_DISPLAY_NAME: Final = 40
_PUNCTUATION: Final = "_.-"
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
_LONGEST_MARKS = 2
_LIKE_A_BOT: Final = re.compile(r"bot(?!\w)", re.IGNORECASE)
"""How the house calls its bots: "Bot (usta)". Nobody else is called so."""
_COMBINING_DOT = "\u0307"

_LENGTH: Final = Labels(
    tr=f"kullanıcı adı {SHORTEST_USER_NAME} ile {LONGEST_USER_NAME} karakter arasında olur",
    en=f"a user name has {SHORTEST_USER_NAME} to {LONGEST_USER_NAME} characters",
)
_NO_BOT: Final = Labels(
    tr='kullanıcı adı "bot" olamaz, ayrı bir sözcük olarak "bot" ile de başlamaz',
    en='a user name is not "bot", nor begins with "bot" as a word of its own',
)
_CHARACTERS: Final = Labels(
    tr='kullanıcı adında harf, rakam, "_", "." ve "-" olur',
    en='a user name is made of letters, digits, "_", "." and "-"',
)
_ENDS: Final = Labels(
    tr="kullanıcı adı harfle ya da rakamla başlar ve biter", en="a user name begins and ends with a letter or a digit"
)
_ONE_ALPHABET: Final = Labels(
    tr="kullanıcı adının harfleri tek bir alfabedendir", en="the letters of a user name are of one alphabet"
)


class BadName(ValueError):  # noqa: N818
    """A user name that nobody can have; `words` says what is wrong with it."""

    def __init__(self, words: Labels) -> None:
        super().__init__(words.en)
        self.words = words


def user_name(text: str) -> str:
    """The form of a user name under which it is stored and looked up.

    NFKC and case folding, and the Turkish i's taken as one letter, so that IŞIK, Işık and ışık are the same name on
    every keyboard. Letters of one script, digits, and "_", "." or "-" between them. Raises `BadName`.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    folded = folded.replace("i" + _COMBINING_DOT, "i").replace("ı", "i")
    if not SHORTEST_USER_NAME <= len(folded) <= LONGEST_USER_NAME:
        raise BadName(_LENGTH)
    if _LIKE_A_BOT.match(folded):
        raise BadName(_NO_BOT)
    letters = [character for character in folded if character.isalpha()]
    if not all(c.isalpha() or (c.isascii() and c.isdecimal()) or c in _PUNCTUATION for c in folded):
        raise BadName(_CHARACTERS)
    if folded[0] in _PUNCTUATION or folded[-1] in _PUNCTUATION:
        raise BadName(_ENDS)
    if len({_script(letter) for letter in letters}) > 1:
        raise BadName(_ONE_ALPHABET)
    return folded


def lookup_name(text: str) -> str:
    """The stored form of a user name, or for one that nobody can have a name that nobody has: it gets the same answer,
    as slowly, as a name that is free."""
    try:
        return user_name(text)
    except BadName:
        return f"?{hashlib.sha256(text.encode()).hexdigest()}"


def _script(letter: str) -> str:
    """The alphabet of a letter: the first word of its Unicode name."""
    return unicodedata.name(letter, "?").split(" ", 1)[0]


def display_name(text: str) -> str:
    """A name fit to be shown: NFC, no control, format or unassigned characters, single spaces, no piled-up marks.

    At most `LONGEST_DISPLAY_NAME` characters; empty when nothing is left, and for a name that only a bot has.
    """
    spaced = re.sub(r"\s+", " ", unicodedata.normalize("NFC", text))
    kept: list[str] = []
    marks = 0
    for character in spaced:
        category = unicodedata.category(character)
        if category in _INVISIBLE:
            continue
        marks = marks + 1 if category.startswith("M") else 0
        # A mark needs a letter before it, and a tower of them would paint over the neighbours.
        if marks <= _LONGEST_MARKS and (marks == 0 or kept):
            kept.append(character)
    shown = re.sub(r" +", " ", "".join(kept)).strip()[:LONGEST_DISPLAY_NAME].strip()
    return "" if _LIKE_A_BOT.match(unicodedata.normalize("NFKC", shown).strip()) else shown


def made_up_name() -> str:
    """A name for a guest who gave none."""
    return f"Misafir {secrets.randbelow(9000) + 1000}"
