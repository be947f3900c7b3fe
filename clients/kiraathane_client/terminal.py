"""What a family adds to the command: how its table is drawn and how what people type is read.

A family is a folder beside the others: `kiraathane_client/<slug>/terminal.py` has `terminal`, found by the slug.
"""

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from rich.text import Text

from kiraathane_client.contract import A, U

A_co = TypeVar("A_co", covariant=True)

# Letters of the Turkish alphabet, and the two i's in capitals, as people type them on any keyboard.
_FOLD = str.maketrans("çğıöşüÇĞİIÖŞÜâîûÂÎÛ", "cgiosucgiiosuaiuaiu")

_SIGNS = str.maketrans({"·": "-", "…": "...", "–": "-", "«": '"', "»": '"', "“": '"', "”": '"', "●": "X", "○": "O"})


def folded(text: str) -> str:
    """`text` in small ASCII letters: «PES», «Çık» and «cik» are the same words."""
    return text.translate(_FOLD).lower().strip()


class Look(msgspec.Struct, frozen=True):
    """How to draw: "tr" or "en", with ASCII alone, in so many columns."""

    lang: str
    ascii: bool = False
    width: int = 80

    def say(self, tr: str, en: str) -> str:
        """The text in the language of the screen; with ASCII alone, its signs are (letters of names stay)."""
        text = tr if self.lang == "tr" else en
        return text.translate(_SIGNS) if self.ascii else text


class Ready(msgspec.Struct, Generic[A_co], frozen=True):
    """A decision to send. `confirm` is a question to ask first; only a yes sends it."""

    action: A_co
    confirm: str = ""


class Drafted(msgspec.Struct, frozen=True):
    """Part of a decision was taken in: the board shows it."""


class Puzzled(msgspec.Struct, frozen=True):
    """It cannot be read; `sentence` says how to write it."""

    sentence: str


class Listed(msgspec.Struct, frozen=True):
    """Something was asked for; `content` is what to show."""

    content: Text


class Asked(msgspec.Struct, Generic[A_co], frozen=True):
    """A question to the house that changes nothing: `query` is a method of the family's service, `fields` its request's
    but for the match. `then` makes a reading of the answer."""

    query: str
    then: "Callable[[Any], Reading[A_co]]"
    fields: Mapping[str, object] = {}


Reading = Ready[A_co] | Drafted | Puzzled | Listed | Asked[A_co]


class Turn(ABC, Generic[U, A]):
    """A decision in the making: from what is typed to an action."""

    @abstractmethod
    def board(self, look: Look) -> Text:
        """The table, with what has been drafted; every line ends in a newline."""

    @abstractmethod
    def question(self, look: Look) -> Text:
        """What is asked, in one line."""

    @abstractmethod
    def offers(self, look: Look) -> Sequence[Text]:
        """Lines under the board: what may be answered."""

    @abstractmethod
    def completions(self, typed: str) -> Sequence[str]:
        """Whole lines that begin with what is typed."""

    @abstractmethod
    def read(self, typed: str, look: Look) -> Reading[A]:
        """What a line means."""

    @abstractmethod
    def refused(self) -> None:
        """The house refused the last `Ready`; the draft is again what it was before that line."""

    def guide(self, look: Look) -> Text | None:  # noqa: ARG002
        """What may be done now, with examples; None where the family's guide says it all."""
        return None


class Terminal(ABC, Generic[U, A]):
    """A family at the terminal."""

    @abstractmethod
    def board(self, update: U, look: Look) -> Text:
        """The table as this update shows it; every line ends in a newline."""

    @abstractmethod
    def happenings(self, update: U, look: Look) -> Sequence[Text]:
        """What happened in this version, a line each."""

    @abstractmethod
    def turn(self, update: U, legal: Sequence[A]) -> Turn[U, A]:
        """The seat's decision on this update; `legal` is empty while it is not due (it may still give up)."""

    @abstractmethod
    def result(self, update: U, look: Look) -> Sequence[Text]:
        """How the match ended."""

    @abstractmethod
    def guide(self, look: Look) -> Text:
        """How moves are written and which words there are."""

    def told(self, sentence: str, look: Look) -> str:  # noqa: ARG002
        """What the house says, with its pieces as this screen shows them."""
        return sentence


def terminal_of(slug: str) -> Terminal[U, A]:
    """The family's terminal; raises `LookupError` if this program cannot draw such a game."""
    try:
        module = importlib.import_module(f"kiraathane_client.{slug}.terminal")
    except ModuleNotFoundError as missing:
        raise LookupError(f"this program cannot draw {slug!r}") from missing
    found: Terminal[U, A] = module.terminal
    return found
