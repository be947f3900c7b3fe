"""Who is signed in: the session, and where it is kept between two runs."""

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Protocol

import msgspec

from kiraathane.players.v1 import players_service_pb2 as players_pb2
from kiraathane_client import folders

NEVER = 253_402_300_800.0  # the year 10 000; JSON has no infinity


class Session(msgspec.Struct, frozen=True):
    """A player's tokens. Times are Unix seconds."""

    player: str
    display_name: str
    guest: bool
    access_token: str
    access_expires: float
    refresh_token: str
    refresh_expires: float

    @staticmethod
    def of(message: players_pb2.Session) -> "Session":
        """The session in a server's answer."""
        return Session(
            player=message.player.player,
            display_name=message.player.display_name,
            guest=message.player.kind == players_pb2.PLAYER_KIND_GUEST,
            access_token=message.access_token,
            access_expires=_seconds(message.access_expire_time.seconds),
            refresh_token=message.refresh_token,
            refresh_expires=_seconds(message.refresh_expire_time.seconds),
        )

    def fresh_for(self, seconds: float) -> bool:
        """True if the access token holds for at least that long."""
        return time.time() + seconds < self.access_expires


def _seconds(stamp: int) -> float:
    return float(stamp) if stamp else NEVER  # no time is sent for a token without an end


class SessionStore(Protocol):
    """Where a session is kept. One store belongs to one house."""

    def load(self) -> Session | None:
        """The session, if somebody is signed in."""
        ...

    def save(self, session: Session | None) -> None:
        """Keeps the session; None forgets it."""
        ...

    def exclusive(self) -> AbstractContextManager[None]:
        """Held while a session is exchanged for a new one: a refresh token works once."""
        ...


class MemorySessions:
    """Keeps the session as long as the program runs."""

    def __init__(self, session: Session | None = None) -> None:
        self._session = session

    def load(self) -> Session | None:
        return self._session

    def save(self, session: Session | None) -> None:
        self._session = session

    def exclusive(self) -> AbstractContextManager[None]:
        return nullcontext()


class FileSessions:
    """Keeps the sessions of this user, one per house, in a file that nobody else can read.

    Several programs may share the file: whoever refreshes the session holds the lock, and the others find the new one.
    """

    def __init__(self, address: str, path: Path | None = None) -> None:
        self._address = address
        self._path = path or folders.config_folder() / "sessions.json"

    def load(self) -> Session | None:
        return self._all().get(self._address)

    def save(self, session: Session | None) -> None:
        sessions = self._all()
        sessions.pop(self._address, None)
        if session is not None:
            sessions[self._address] = session
        folders.write_private(self._path, msgspec.json.format(msgspec.json.encode(sessions)) + b"\n")

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        with folders.locked(self._path):
            yield

    def _all(self) -> dict[str, Session]:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, Session])
        except (FileNotFoundError, msgspec.DecodeError):
            return {}  # a file that cannot be read is a session that has ended
