"""The image, built and run without an engine, where buildah and the base image are on this machine.

Nothing is pulled: the base must be there under its name. BUILDAH may hold the command with options of one's own, as in
"buildah --root /var/tmp/images"; PIP_CERT a certificate bundle under /etc/ssl/certs that pip needs here.
"""

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deploy.kubernetes.objects import USER

pytestmark = [pytest.mark.deploy, pytest.mark.timeout(900)]

ROOT = Path(__file__).parent.parent.parent
DOCKERFILE = ROOT / "deploy" / "image" / "Dockerfile"
TAG = "localhost/kiraathane:under-test"

Run = Callable[[str], subprocess.CompletedProcess[str]]


def buildah(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = (*shlex.split(os.environ.get("BUILDAH", "buildah")), *arguments)
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """Runs a line of shell in a container of the freshly built image."""
    (base,) = re.findall(r"^ARG BASE=(\S+)$", DOCKERFILE.read_text(), re.MULTILINE)
    if shutil.which(shlex.split(os.environ.get("BUILDAH", "buildah"))[0]) is None:
        pytest.skip("there is no buildah on this machine")
    if buildah("inspect", "--type", "image", base).returncode != 0:
        pytest.skip(f"the base image {base} is not on this machine, and nothing is pulled")
    certificates = os.environ.get("PIP_CERT")
    trusted = ("-v", "/etc/ssl/certs:/etc/ssl/certs:ro", "--build-arg", f"PIP_CERT={certificates}")
    built = buildah(
        *("build", "--isolation", "chroot", "--pull=never", "-f", str(DOCKERFILE), "-t", TAG),
        *(trusted if certificates else ()),
        ".",
    )
    assert built.returncode == 0, built.stderr[-3000:]
    container = buildah("from", "--pull=never", TAG).stdout.strip()
    try:
        yield lambda line: buildah("run", "--isolation", "chroot", container, "--", "sh", "-c", line)
    finally:
        buildah("rm", container)


def test_it_is_nobody_with_rights(run: Run) -> None:
    assert run("id -u; id -g").stdout.split() == [str(USER), str(USER)]
    assert run("touch /app/x").returncode != 0
    assert run("command -v pip").returncode != 0


def test_every_program_of_the_house_is_in_it(run: Run) -> None:
    migrated = run("KIRAATHANE_STORE=sqlite:/tmp/data python -m services --migrate")
    assert migrated.returncode == 0, migrated.stderr
    assert '"migrated"' in migrated.stdout
    envoy = run("KIRAATHANE_GATEWAY_BOOTSTRAP=/tmp/gateway.json python -m gateway --validate")
    assert envoy.returncode == 0, envoy.stderr
    worker = run("KIRAATHANE_HOUSE_KEY=/tmp/house.pem python -m workers --queues nobody")
    assert "no queue 'nobody'" in worker.stderr


def test_nothing_is_compiled_again_at_a_start(run: Run) -> None:
    found = run("cd /app && find services workers gateway clients generated -name '*.py' | wc -l").stdout
    compiled = run("cd /app && find services workers gateway clients generated -name '*.pyc' | wc -l").stdout
    assert int(found) == int(compiled) > 100
