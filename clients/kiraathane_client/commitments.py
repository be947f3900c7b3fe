"""What the house committed to before a match, remembered so that the record can be held against it afterwards."""

from pathlib import Path
from typing import Protocol

import msgspec

from kiraathane_client import folders


class Remembered(msgspec.Struct, frozen=True):
    """The published hash of a match's secret, and the nonce that this client added to the chance ("" for none)."""

    match: str
    commitment: str
    nonce: str = ""


class Commitments(Protocol):
    """Where they are kept."""

    def recall(self, match: str) -> Remembered | None:
        """What was remembered of a match."""
        ...

    def remember(self, match: str, commitment: str, nonce: str = "") -> Remembered:
        """Remembers the commitment, and the nonce if there is one. What was seen first stays."""
        ...


def _merged(old: Remembered | None, match: str, commitment: str, nonce: str) -> Remembered:
    if old is None:
        return Remembered(match, commitment, nonce)
    return Remembered(match, old.commitment, old.nonce or nonce)


class MemoryCommitments:
    """Remembers as long as the program runs."""

    def __init__(self) -> None:
        self._known: dict[str, Remembered] = {}

    def recall(self, match: str) -> Remembered | None:
        return self._known.get(match)

    def remember(self, match: str, commitment: str, nonce: str = "") -> Remembered:
        self._known[match] = _merged(self._known.get(match), match, commitment, nonce)
        return self._known[match]


class FileCommitments:
    """Remembers in one small file per match."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or folders.state_folder() / "commitments"

    def recall(self, match: str) -> Remembered | None:
        try:
            return msgspec.json.decode(self._path(match).read_bytes(), type=Remembered)
        except (FileNotFoundError, msgspec.DecodeError):
            return None

    def remember(self, match: str, commitment: str, nonce: str = "") -> Remembered:
        old = self.recall(match)
        new = _merged(old, match, commitment, nonce)
        if new != old:
            folders.write_private(self._path(match), msgspec.json.encode(new))
        return new

    def _path(self, match: str) -> Path:
        name = match.removeprefix("matches/")
        if not name.replace("-", "").isalnum():
            raise ValueError(f"{match!r} is not the name of a match")
        return self._folder / f"{name}.json"
