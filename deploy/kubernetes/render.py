"""Writes the generated manifests: `python -m deploy.kubernetes.render`, or `make render`."""

from pathlib import Path
from typing import Any, Final

import yaml

from deploy.kubernetes.house import common_settings, edges, processes
from deploy.kubernetes.objects import Json, objects_of
from deploy.kubernetes.policies import policies, to_stores_outside
from deploy.kubernetes.scaling import instead_of_autoscalers, scaled_objects
from deploy.monitoring.write import objects as watching_objects

HERE: Final = Path(__file__).parent
NOTE: Final = "# Written by `make render` from deploy/kubernetes/*.py; a change here would be lost.\n"


def generated() -> dict[str, str]:
    """Every generated file by its path under this folder."""
    known = processes()
    texts = {f"base/{process.name}.yaml": _documents(objects_of(process)) for process in known}
    texts["base/settings.env"] = NOTE + "".join(f"{name}={value}\n" for name, value in common_settings().items())
    texts["base/kustomization.yaml"] = _documents([_base([f"{process.name}.yaml" for process in known])])
    texts["components/network-policies/policies.yaml"] = _documents(policies(known, sorted(edges())))
    texts["components/stores-outside/policies.yaml"] = _documents(to_stores_outside(sorted(edges())))
    rule, *boards = watching_objects()
    texts["components/monitoring/rules.yaml"] = _documents([rule])
    texts["components/monitoring/dashboards.yaml"] = _documents(boards)
    for component, broker in (("keda", "valkey"), ("keda-rabbitmq", "rabbitmq")):
        texts[f"components/{component}/scaled-objects.yaml"] = _documents(list(scaled_objects(known, broker)))
        texts[f"components/{component}/no-autoscalers.yaml"] = _documents(instead_of_autoscalers(known))
    return texts


def write(folder: Path = HERE) -> None:
    """Writes them all; what the base has of a service that is gone is removed."""
    texts = generated()
    for path in (folder / "base").glob("*"):
        if f"base/{path.name}" not in texts:
            path.unlink()
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def _base(resources: list[str]) -> Json:
    return {
        "apiVersion": "kustomize.config.k8s.io/v1beta1",
        "kind": "Kustomization",
        "resources": resources,
        # Its name changes with what it says, so that a changed setting rolls the pods.
        "configMapGenerator": [{"name": "settings", "envs": ["settings.env"]}],
    }


class _Plain(yaml.SafeDumper):
    """Without anchors: nobody reads them."""

    def ignore_aliases(self, data: Any) -> bool:
        del data
        return True


def _documents(objects: list[Json]) -> str:
    text: str = yaml.dump_all(objects, Dumper=_Plain, sort_keys=False, width=120, explicit_start=len(objects) > 1)
    return NOTE + text


if __name__ == "__main__":
    write()
