"""Envoy's bootstrap as one JSON document, from the settings and the registry. JSON is YAML, so both readers take it."""

import json
from typing import Any, Final

from gateway.clusters import clusters
from gateway.contract import INTERNAL, services
from gateway.filters import http_connection_manager
from gateway.pages import listener, pages_cluster
from gateway.settings import GatewaySettings, WrongSetting, split

Json = dict[str, Any]

CONNECTIONS: Final = 50_000
"""More clients than this are turned away at the door."""
BUFFER_BYTES: Final = 1_048_576
"""What Envoy holds of a connection before it stops reading it."""


def bootstrap(settings: GatewaySettings) -> Json:
    """The whole configuration. Imports the families' `wire` to learn the names of their services."""
    known = services(settings.packages)
    verbs = {method for service in known for method in service.methods} - INTERNAL
    if unknown := settings.limits.keys() - verbs:
        raise WrongSetting(f"KIRAATHANE_GATEWAY_LIMITS: there is no verb {', '.join(sorted(unknown))}")
    pages = [listener(_address(settings.gateway_http_listen))] if settings.gateway_http_listen else []
    behind = [pages_cluster(_address(settings.gateway_admin))] if pages else []
    return {
        "node": {"id": "gateway", "cluster": "kiraathane"},
        "admin": {"address": _address(settings.gateway_admin)},
        "static_resources": {
            "listeners": [
                {
                    "name": "door",
                    "address": _address(settings.gateway_listen),
                    "per_connection_buffer_limit_bytes": BUFFER_BYTES,
                    "filter_chains": [
                        {
                            "filters": [
                                {
                                    "name": "envoy.filters.network.http_connection_manager",
                                    "typed_config": http_connection_manager(settings, known),
                                }
                            ]
                        }
                    ],
                },
                *pages,
            ],
            "clusters": [*clusters(settings, known), *behind],
        },
        "overload_manager": {
            "resource_monitors": [
                {
                    "name": "envoy.resource_monitors.global_downstream_max_connections",
                    "typed_config": {
                        "@type": "type.googleapis.com/envoy.extensions.resource_monitors"
                        ".downstream_connections.v3.DownstreamConnectionsConfig",
                        "max_active_downstream_connections": CONNECTIONS,
                    },
                }
            ]
        },
    }


def render(settings: GatewaySettings) -> str:
    """The configuration as text."""
    return json.dumps(bootstrap(settings), indent=1, ensure_ascii=False) + "\n"


def _address(address: str) -> Json:
    host, port = split(address)
    return {"socket_address": {"address": host, "port_value": port}}
