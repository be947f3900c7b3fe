"""The client's own files: where they lie, and how they are written (mode 0600, never half)."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform != "win32":
    import fcntl


def config_folder() -> Path:
    """`$XDG_CONFIG_HOME/kiraathane`: the session."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "kiraathane"


def state_folder() -> Path:
    """`$XDG_STATE_HOME/kiraathane`: what was published before matches."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "kiraathane"


def write_private(path: Path, data: bytes) -> None:
    """Writes a file that only its owner can read, in one step: a reader sees the old content or the new."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds a lock beside `path` against other processes of this user (not on Windows)."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with path.with_name(f".{path.name}.lock").open("a") as lock:
        if sys.platform != "win32":
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
