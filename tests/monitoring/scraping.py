"""A real Prometheus that scrapes a platform of the tests' own."""

import contextlib
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

from deploy.monitoring.prometheus import Prometheus
from deploy.monitoring.write import HERE, RULES
from tests.support.platform import free_address

PROMETHEUS = shutil.which("prometheus")
PROMTOOL = shutil.which("promtool")
MISSING = "Debian's package `prometheus` is not installed"
READY_SECONDS = 30.0


@contextlib.contextmanager
def running_prometheus(home: Path, targets: Mapping[str, tuple[str, str]]) -> Iterator[Prometheus]:
    """Scrapes these (job: address and path) each second and evaluates the house's rules."""
    assert PROMETHEUS, MISSING
    address = free_address()
    rules = yaml.safe_load((HERE / RULES).read_text())
    for group in rules["groups"]:
        group["interval"] = "1s"
    (home / "rules.yaml").write_text(yaml.safe_dump(rules))
    jobs = [
        {"job_name": job, "metrics_path": path, "static_configs": [{"targets": [target]}]}
        for job, (target, path) in targets.items()
    ]
    told = {"global": {"scrape_interval": "1s", "scrape_timeout": "1s"}, "scrape_configs": jobs}
    (home / "prometheus.yaml").write_text(yaml.safe_dump({**told, "rule_files": ["rules.yaml"]}))
    command = (PROMETHEUS, f"--config.file={home}/prometheus.yaml", f"--storage.tsdb.path={home}/tsdb")
    with (home / "prometheus.log").open("wb") as log:
        process = subprocess.Popen((*command, f"--web.listen-address={address}"), stdout=log, stderr=log)
    try:
        prometheus = Prometheus(address)
        deadline = time.monotonic() + READY_SECONDS
        while True:
            with contextlib.suppress(OSError):
                if set(prometheus.targets().values()) == {"up"}:
                    break
            assert time.monotonic() < deadline, (home / "prometheus.log").read_text()
            time.sleep(0.2)
        yield prometheus
    finally:
        process.terminate()
        process.wait()
