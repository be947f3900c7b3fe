"""The contract keeps its shape and its comments, and every family speaks it in the same words."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import descriptor_pool, message_factory
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor

from services.runtime.contract import METHODS
from tests.conftest import every_family

ROOT = Path(__file__).parent.parent.parent
BUF = Path(sys.executable).parent / "buf"
IMAGE = ROOT / "generated" / "contract.binpb"
RELEASED = ROOT / "protos" / "released.json"
CONFIG = ("--config", str(ROOT / "protos" / "buf.yaml"))


def buf(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(BUF), *map(str, arguments)], capture_output=True, text=True, check=False)


def test_the_contract_is_in_style_and_every_part_of_it_is_explained() -> None:
    found = buf("lint", IMAGE, *CONFIG)
    assert found.returncode == 0, found.stdout


def test_the_contract_breaks_nothing_that_was_released() -> None:
    found = buf("breaking", IMAGE, "--against", RELEASED, *CONFIG)
    assert found.returncode == 0, found.stdout + found.stderr


def released_field(released: Any, message: str, field: str) -> dict[str, Any]:
    (found,) = (
        f
        for file in released["file"]
        for m in file.get("messageType", [])
        if m["name"] == message
        for f in m.get("field", [])
        if f["name"] == field
    )
    return found  # type: ignore[no-any-return]


@pytest.mark.parametrize("change", [{"name": "table_id"}, {"number": 77}, {"type": "TYPE_BYTES"}])
def test_a_breaking_change_would_be_noticed(tmp_path: Path, change: dict[str, object]) -> None:
    released = json.loads(RELEASED.read_text())
    released_field(released, "Table", "table").update(change)
    other = tmp_path / "released.json"
    other.write_text(json.dumps(released))
    assert buf("breaking", IMAGE, "--against", other, *CONFIG).returncode != 0


def services() -> dict[str, ServiceDescriptor]:
    pool = descriptor_pool.Default()
    return {
        slug: pool.FindServiceByName(family.module("wire").SERVICE)  # type: ignore[no-untyped-call]
        for slug, family in every_family().items()
    }


Fields = list[tuple[str, int]]


def shape(method: MethodDescriptor) -> tuple[bool, bool, Fields, Fields]:
    """What of a method must be the same in every family: its streams, and its fields with their numbers."""

    def fields(descriptor: Any) -> Fields:
        return [(field.name, field.number) for field in descriptor.fields]

    return method.client_streaming, method.server_streaming, fields(method.input_type), fields(method.output_type)


def test_every_familys_service_has_the_same_methods_and_fields() -> None:
    shapes = {
        slug: {name: shape(service.methods_by_name[name]) for name in METHODS} for slug, service in services().items()
    }
    first = next(iter(shapes.values()))
    assert all(other == first for other in shapes.values())


def test_a_familys_own_question_names_its_match_and_its_answer_the_version() -> None:
    for service in services().values():
        for method in service.methods:
            if method.name not in METHODS:
                client_streams, server_streams, asked, answered = shape(method)
                assert (client_streams, server_streams) == (False, False)
                assert ("match", 1) in asked
                assert ("version", 1) in answered


def test_every_answer_with_a_match_carries_it_in_the_same_place() -> None:
    """The runtime serialises an update once and sends the same bytes as every kind of answer."""
    for service in services().values():
        for name in ("GetMatch", "Play", "Sit", "WatchMatch", "LeaveMatch"):
            answer = message_factory.GetMessageClass(service.methods_by_name[name].output_type)
            assert answer.DESCRIPTOR.fields_by_name["update"].number == 1
