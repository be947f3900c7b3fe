"""A copy of a house whose stores are SQLite files, made while it runs, and a house made of such a copy.

`python -m deploy.local --backup FOLDER` and `--restore FOLDER` (docs/operations.md, "Backup and restore").
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from services.__main__ import known_services
from services.runtime.database import parse_store
from services.runtime.settings import Settings

ASKING: Final = ("tournaments", "lobby")
ASKED: Final = ("league", "moderation", "players")
"""Services that are copied before the families, and after them."""
KEYS: Final = ("house.pem", "players.pem")


class CannotBeDone(RuntimeError):  # noqa: N818
    """The text says what speaks against it; nothing has been changed."""


def order(services: Sequence[str]) -> list[str]:
    """These services as they are to be copied, one after the other while all of them go on.

    Who asks comes before who is asked: a table whose match is not there would be worse than a match whose table still
    calls it open, and what a family believes to be counted must be in the league, and a leave in the moderation.
    """
    place = dict.fromkeys(ASKING, -1) | dict.fromkeys(ASKED, 1)
    found = sorted(services, key=lambda name: place.get(name, 0))
    return [name for name in ASKING if name in found] + [name for name in found if name not in ASKING]


def backup(settings: Settings, folder: Path) -> list[str]:
    """Copies stores and keys to `folder`, which is made; the services that were copied. Raises `CannotBeDone`.

    Each store is copied as it is at one moment; the house may go on. The copy appears as a whole or not at all.
    """
    stores = _files(settings)
    if folder.exists():
        raise CannotBeDone(f"{folder} is there already; a backup is made in a folder of its own")
    unfinished = folder.with_name(f"{folder.name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True, mode=0o700)
    copied = []
    for name in order([name for name, path in stores.items() if path.exists()]):
        _copy(stores[name], unfinished / stores[name].name)
        copied.append(name)
    for name, key in zip(KEYS, (settings.house_key, settings.players_key), strict=True):
        if key.exists():
            _write(unfinished / name, key.read_bytes())
    if not copied:
        unfinished.rmdir()
        raise CannotBeDone(f"there is no store yet where {settings.store} says")
    unfinished.rename(folder)
    return copied


def restore(settings: Settings, folder: Path) -> list[str]:
    """Makes stores and keys from a backup, for a house that has none; the services. Raises `CannotBeDone`."""
    stores = _files(settings)
    copies = {name: folder / path.name for name, path in stores.items() if (folder / path.name).exists()}
    if not copies:
        raise CannotBeDone(f"{folder} is no backup of a house")
    own = [*stores.values(), settings.house_key, settings.players_key]
    if there := [path for path in own if path.exists()]:
        raise CannotBeDone(f"{there[0]} is there already; a backup is restored where no house has been")
    for name, copy in copies.items():
        _check(copy)
        stores[name].parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _copy(copy, stores[name])
    for name, key in zip(KEYS, (settings.house_key, settings.players_key), strict=True):
        if (folder / name).exists():
            key.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            _write(key, (folder / name).read_bytes())
    return list(copies)


def _files(settings: Settings) -> dict[str, Path]:
    """The file of each service."""
    return dict(_each_file(settings))


def _each_file(settings: Settings) -> Iterator[tuple[str, Path]]:
    for name in known_services(settings):
        store = parse_store(settings.store_for(name), name)
        if store.path is None:
            raise CannotBeDone(f"the store of {name} is in PostgreSQL: pg_dump copies it (docs/operations.md)")
        yield name, store.path


def _copy(source: Path, target: Path) -> None:
    """The database as it is at one moment, whoever is writing to it; on the disk when this returns."""
    _write(target, b"")
    reading = source.absolute().as_uri() + "?mode=ro"
    with closing(sqlite3.connect(reading, uri=True)) as here, closing(sqlite3.connect(target)) as there:
        here.backup(there)
        there.execute("PRAGMA journal_mode=DELETE")  # one file, complete in itself
    with target.open("rb") as written:
        os.fsync(written.fileno())


def _check(copy: Path) -> None:
    """Raises `CannotBeDone` for a file that is no whole database."""
    try:
        with closing(sqlite3.connect(copy.absolute().as_uri() + "?mode=ro", uri=True)) as there:
            found = there.execute("PRAGMA quick_check").fetchone()[0]
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        raise CannotBeDone(f"{copy} is damaged: {found}")


def _write(path: Path, data: bytes) -> None:
    """A file for its owner alone: keys, secrets of matches, passwords' hashes."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        os.fsync(handle)
