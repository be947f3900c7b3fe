"""Draws the dashboards of a house that is played in: the second half of `make dashboards`. Seconds as an argument.

A platform of this machine is started with a Prometheus beside it, every family is played for a while, and each
dashboard is drawn to `var/dashboards/`.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from deploy.monitoring.boards import dashboards
from deploy.monitoring.charts import Window, draw
from tests.monitoring.scraping import MISSING, PROMETHEUS
from tests.monitoring.watched import COUNTED_SECONDS, play_all, watched

INTO = Path("var/dashboards")
SECONDS = 90.0


def main(seconds: float) -> int:
    """Draws; the exit status. Without Prometheus it says so, and all is well."""
    if PROMETHEUS is None:
        print(f"Rules and dashboards are written. No pictures of them: {MISSING}.")
        return 0
    print(f"Playing every game for {seconds:g} s and a bit, to draw the dashboards …", flush=True)
    with tempfile.TemporaryDirectory(prefix="kiraathane-") as home, watched(Path(home)) as (platform, prometheus):
        begun = time.time()
        asyncio.run(play_all(platform.gateway, seconds))
        time.sleep(COUNTED_SECONDS)
        window = Window(start=begun, end=time.time(), interval=3)
        missing = {name: draw(board, prometheus, window, INTO / f"{name}.png") for name, board in dashboards().items()}
    for name, empty in missing.items():
        print(f"{INTO}/{name}.png" + (f": no data for {', '.join(empty)}" if empty else ""))
    return int(any(missing.values()))


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS))
