"""What a worker process is told by its environment: the settings of every process of the house, and its own."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

from pydantic import AfterValidator, Field, ValidationError

from services.runtime.settings import PREFIX, Address, Settings, WrongSetting, load

OFF: Final = "off"


def _runnable(path: str) -> str:
    if path not in ("", OFF) and not (Path(path).is_file() and os.access(path, os.X_OK)):
        raise ValueError(f"{path} is no program that can be run")
    return path


class WorkerSettings(Settings):
    """Settings of `python -m workers`. Made by `load_worker`; frozen afterwards."""

    worker_http_listen: Address = "127.0.0.1:9102"
    """Plain HTTP of the worker: `/metrics` and `/healthz`."""
    worker_concurrency: Annotated[int, Field(ge=0, le=256)] = 0
    """How many child processes work; 0 is one per core."""
    worker_call_seconds: Annotated[float, Field(gt=0, le=60)] = 5.0
    """How long a call to a service may take, its retries included."""
    worker_task_seconds: Annotated[int, Field(ge=5, le=600)] = 30
    """A task that takes longer is cut off."""
    periodic_seconds: Annotated[int, Field(ge=1, le=86_400)] = 300
    """How often a worker that scores looks at what is due by the calendar."""
    stockfish: Annotated[str, AfterValidator(_runnable)] = ""
    """Where the chess engine Stockfish is; looked for on the PATH if empty, not used if "off"."""

    @property
    def processes(self) -> int:
        """How many child processes work."""
        return self.worker_concurrency or os.cpu_count() or 1


def load_worker(environ: Mapping[str, str] | None = None) -> WorkerSettings:
    """The settings of this process's environment (or of `environ`); raises `WrongSetting` with one clear sentence."""
    given = os.environ if environ is None else environ
    own = {
        name: given[PREFIX + name.upper()]
        for name in WorkerSettings.model_fields
        if name not in Settings.model_fields and PREFIX + name.upper() in given
    }
    try:
        return WorkerSettings.model_validate(load(given).model_dump() | own)
    except ValidationError as error:
        sentences = (
            f"{PREFIX}{'_'.join(map(str, e['loc'])).upper()}: {e['msg'].removeprefix('Value error, ')}"
            for e in error.errors()
        )
        raise WrongSetting("; ".join(sentences)) from None
