"""The manifests are those that the registry and the description give, and Kubernetes would take them."""

from functools import cache
from typing import Any

import kubernetes_validate
import pytest
import yaml
from kubernetes_validate import utils

from deploy.kubernetes.house import worker_of
from deploy.kubernetes.render import HERE, generated
from services.kernel.registry import families
from tests.deploy.manifests import OVERLAYS, named, rendered
from workers.queues import all_queues

VERSIONS = ("1.35", "1.36", "1.37")
OTHERS = {
    "keda.sh/v1alpha1/ScaledObject",
    "keda.sh/v1alpha1/TriggerAuthentication",
    "monitoring.coreos.com/v1/PodMonitor",
    "monitoring.coreos.com/v1/PrometheusRule",
}
"""Kinds of other projects, whose schemas Kubernetes does not have (test_extensions.py looks at them)."""


@pytest.fixture(scope="module", autouse=True)
def schemas_are_read_once() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(utils, "schema_contents", cache(utils.schema_contents))
        yield


def test_what_is_generated_is_up_to_date() -> None:
    texts = generated()
    for name, text in texts.items():
        assert (HERE / name).read_text() == text, f"{name}: run `make render`"
    assert {f"base/{path.name}" for path in (HERE / "base").iterdir()} <= set(texts)


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_family_and_every_queue_is_everywhere(overlay: str) -> None:
    scaled = named(overlay, "HorizontalPodAutoscaler") | named(overlay, "ScaledObject")
    for slug in families():
        assert slug in named(overlay, "Service")
        for name in (slug, worker_of(slug)):
            for kind in ("Deployment", "PodDisruptionBudget", "NetworkPolicy", "ServiceAccount"):
                assert name in named(overlay, kind), (kind, name)
            assert name in scaled
    commands = [
        one["spec"]["template"]["spec"]["containers"][0]["command"] for one in named(overlay, "Deployment").values()
    ]
    queues = [command[-1] for command in commands if command[2] == "workers"]
    assert sorted(queues) == sorted(all_queues(tuple(families())))


def test_every_component_is_in_an_overlay() -> None:
    used = set()
    for folder in OVERLAYS.values():
        listed = yaml.safe_load((folder / "kustomization.yaml").read_text())["components"]
        used |= {(folder / component).resolve().name for component in listed}
    assert used == {path.name for path in (HERE / "components").iterdir()}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("overlay", OVERLAYS)
def test_kubernetes_takes_every_object_to_the_letter(overlay: str, version: str) -> None:
    for document in rendered(overlay):
        if f"{document['apiVersion']}/{document['kind']}" not in OTHERS:
            kubernetes_validate.validate(document, version, strict=True)


def test_a_word_that_kubernetes_does_not_know_would_be_found() -> None:
    broken = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "x"}, "spec": {"port": []}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(broken, VERSIONS[0], strict=True)
    with pytest.raises(kubernetes_validate.SchemaNotFoundError):
        kubernetes_validate.validate(broken | {"kind": "Servise"}, VERSIONS[0], strict=True)


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_names_are_unique_and_everything_is_in_the_overlays_namespace(overlay: str) -> None:
    seen = [(one["kind"], one["metadata"]["name"]) for one in rendered(overlay)]
    assert len(seen) == len(set(seen))
    places = {one["metadata"].get("namespace") for one in rendered(overlay) if one["kind"] != "Namespace"}
    (place,) = places
    assert place
    for namespace in named(overlay, "Namespace").values():
        assert namespace["metadata"]["name"] == place
        assert namespace["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"
