"""CPU and memory of processes, with everything that they started."""

import psutil


class Meter:
    """CPU seconds of some processes and their children since the meter was made or last read."""

    def __init__(self, *pids: int) -> None:
        self._processes = [psutil.Process(pid) for pid in pids]
        self._last = self._total()

    def read(self) -> float:
        """CPU seconds, user and system, since the last reading."""
        now = self._total()
        spent, self._last = now - self._last, now
        return spent

    def memory(self) -> int:
        """Resident bytes, children included; what children share is counted once for each."""
        return sum(process.memory_info().rss for process in self._family())

    def _family(self) -> list[psutil.Process]:
        return [member for own in self._processes for member in (own, *own.children(recursive=True))]

    def _total(self) -> float:
        total = 0.0
        for process in self._family():
            try:
                times = process.cpu_times()
            except psutil.NoSuchProcess:
                continue
            total += times.user + times.system
        return total
