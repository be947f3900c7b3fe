"""The toy family in a process of its own, as the house runs its services."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from services.runtime.settings import Settings
from tests.support.reaper import Reaper

ROOT = Path(__file__).parent.parent.parent


class Process:
    """`python -m services yuksek` on a free port that stays the same."""

    def __init__(self, settings: Settings, toy_paths: tuple[str, ...], reaper: Reaper) -> None:
        self._reaper = reaper
        self._log = settings.house_key.parent / f"services-{settings.listen.rpartition(':')[2]}.log"
        self._environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join((*toy_paths, str(ROOT))),
            "KIRAATHANE_LISTEN": settings.listen,
            "KIRAATHANE_HTTP_LISTEN": settings.http_listen,
            "KIRAATHANE_STORE": settings.store,
            "KIRAATHANE_VALKEY": settings.valkey,
            "KIRAATHANE_HOUSE_KEY": str(settings.house_key),
            "KIRAATHANE_PLAYERS_KEY": str(settings.players_key),
            "KIRAATHANE_JWKS_URL": settings.jwks_url,
            "KIRAATHANE_FAMILY_PACKAGES": "services,toyhouse",
            "KIRAATHANE_BROKER": "redis://127.0.0.1:9/1",
        }

    def start(self) -> None:
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                (sys.executable, "-m", "services", "players", "yuksek"),
                cwd=ROOT,
                env=self._environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._reaper.watch(self.process.pid)

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._reaper.forget(self.process.pid)

    def end(self) -> int:
        self.process.terminate()
        return self.process.wait(20)

    def log(self) -> str:
        return self._log.read_text()
