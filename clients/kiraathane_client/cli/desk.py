"""Where a command stands: the language, the screen, the house's address, and how an error is told."""

import io
import math
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from google.protobuf.message import Message
from rich.text import Text

from kiraathane_client.address import VARIABLE, gateway_address
from kiraathane_client.cards import told
from kiraathane_client.cli.paper import Paper
from kiraathane_client.client import Client
from kiraathane_client.commitments import FileCommitments
from kiraathane_client.contract import AnyUpdate
from kiraathane_client.errors import KiraathaneError, NotFound, PermissionDenied, Refused, Unauthenticated, Unavailable
from kiraathane_client.match import Match
from kiraathane_client.retry import Patience
from kiraathane_client.session import FileSessions, MemorySessions
from kiraathane_client.terminal import Look

NARROW = 80
REACH_SECONDS = 5.0
FOREVER = Patience(total=math.inf, longest=2.0)
"""Of who sits at a table and waits for the house to come back."""


class ExpectedFailure(Exception):  # noqa: N818  (what ends a command without being a fault)
    """Ends the command with a sentence and exit code 1."""


class Gone(Exception):  # noqa: N818  (the person goes; nothing failed)
    """Ends the command with a sentence and exit code 0."""


class Desk:
    """What every command needs. `out` is the result, `err` everything said beside it."""

    def __init__(self, lang: str, *, server: str | None = None, ascii_only: bool = False, color: bool | None = None):
        self.lang = lang
        self.server = server
        unicode = _unicode(sys.stdout.encoding)
        if not unicode and isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # a name that cannot be written must not end the match
        self.ascii = ascii_only or not unicode
        no_color = color is False or (color is None and bool(os.environ.get("NO_COLOR")))
        # What is printed may hold what strangers chose, a name for one: it is text, never markup, nor a command.
        self.out = Paper(no_color=no_color or None, markup=False, emoji=False, highlight=False, soft_wrap=False)
        self.err = Paper(stderr=True, no_color=no_color or None, markup=False, emoji=False, highlight=False)

    def say(self, tr: str, en: str) -> str:
        """The text in the chosen language."""
        return tr if self.lang == "tr" else en

    def number(self, text: str) -> str:
        """A number with a decimal point as it is written in the chosen language."""
        return self.say(text.replace(".", ","), text)

    @property
    def interactive(self) -> bool:
        """True if somebody sits at a terminal; else lines are read from a script and written one below the other."""
        return self.out.is_terminal and sys.stdin.isatty()

    @property
    def look(self) -> Look:
        """How to draw on this screen, as it is now."""
        return Look(self.lang, ascii=self.ascii, width=max(NARROW, self.out.width))

    def connected(self, up: bool) -> str:
        """That the connection is back, or lost."""
        lost = self.say("Bağlantı koptu; yeniden bağlanılıyor…", "The connection is lost; reconnecting…")
        return self.say("Bağlantı geri geldi.", "Connected again.") if up else lost

    def connection(self, up: bool) -> None:
        """Says that the connection is lost, or back."""
        self.out.print(self.connected(up), style="yellow")

    def fail(self, message: str) -> None:
        """Says what went wrong."""
        self.err.print(Text.assemble((self.say("Olmadı: ", "Failed: "), "bold red"), message))

    def explain(self, error: KiraathaneError) -> str:
        """The sentence for a person, and what to do about it."""
        sentence = told(error.sentence(self.lang), self.look)
        if isinstance(error, Unavailable):
            address = gateway_address(self.server)
            tr = f"Denenen adres: {address}. Bu makinede başlatmak için: make run. Başka yerde: --server, {VARIABLE}."
            en = f"Address tried: {address}. To start it on this machine: make run. Elsewhere: --server or {VARIABLE}."
            return f"{sentence} {self.say(tr, en)}"
        if isinstance(error, Unauthenticated):
            return f"{sentence} (kiraathane login)"
        if isinstance(error, Refused) and error.clause:
            return self.say(f"{sentence} (kural {error.clause})", f"{sentence} (rule {error.clause})")
        return sentence

    # -- the house ------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def client(self, *, own_session: bool = False) -> AsyncIterator[Client]:
        """A client that reaches the house, with this user's session, or with one that nobody keeps (`own_session`)."""
        address = gateway_address(self.server)
        sessions = MemorySessions() if own_session else FileSessions(address)
        async with Client(address, sessions=sessions, commitments=FileCommitments(), patience=Patience(20)) as client:
            await client.reach(REACH_SECONDS)
            yield client

    async def sit_in(self, client: Client, name: str = "") -> None:
        """Makes sure that somebody is signed in: whoever was, else a new guest. Another `name` is another guest."""
        session = client.session
        if session is not None and (not session.guest or name in {"", session.display_name}):
            try:
                await client.player()
            except Unauthenticated:
                if not session.guest:
                    raise
            else:
                return
        session = await client.sign_in_guest(name)
        tr, en = f"Misafir olarak girildi: {session.display_name}", f"Signed in as a guest: {session.display_name}"
        self.err.print(self.say(tr, en), style="dim")

    async def find_match(self, client: Client, name: str, family: str = "") -> Match[AnyUpdate, Message]:
        """A match by name, in whichever family it is."""
        name = match_name(name)
        families = [family] if family else [game.family for game in await client.lobby.games()]
        families.sort(key=lambda slug: not name.startswith(f"matches/{slug}-"))  # a hint that saves questions
        for slug in families:
            try:
                match = client.match(slug, name)
                await match.get()
            except (NotFound, PermissionDenied, LookupError):
                continue
            return match
        raise ExpectedFailure(self.say(f"{name} diye bir maç yok.", f"There is no match {name}."))


def match_name(text: str) -> str:
    """The resource name, whether or not it was typed in full."""
    return text if text.startswith("matches/") else f"matches/{text}"


def options_of(desk: Desk, given: Sequence[str]) -> dict[str, str]:
    """`name=value` arguments as a map."""
    options = {}
    for item in given:
        for pair in item.split(","):
            name, sign, value = pair.strip().partition("=")
            if not (name and sign and value):
                tr, en = f"«{pair}» bir seçenek değil: ad=değer yazın.", f"“{pair}” is not an option: write name=value."
                raise ExpectedFailure(desk.say(tr, en))
            options[name] = value
    return options


def _unicode(encoding: str | None) -> bool:
    try:
        "●○╭┊ı".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
