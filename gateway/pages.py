"""Two pages of Envoy's admin on a port of their own: what probes and scrapes need.

The admin itself can end the process and shows the whole configuration, so it stays on the machine's own address.
"""

from typing import Any, Final

Json = dict[str, Any]

READY: Final = "/ready"
METRICS: Final = "/stats/prometheus"
CLUSTER: Final = "admin"


def listener(address: Json) -> Json:
    """The listener of the pages; every other path is answered 404, every other method 405."""
    return {
        "name": "pages",
        "address": address,
        "filter_chains": [
            {
                "filters": [
                    {
                        "name": "envoy.filters.network.http_connection_manager",
                        "typed_config": {
                            "@type": _type("filters.network.http_connection_manager.v3.HttpConnectionManager"),
                            "stat_prefix": "pages",
                            "route_config": {
                                "name": "pages",
                                "virtual_hosts": [{"name": "pages", "domains": ["*"], "routes": _routes()}],
                            },
                            "http_filters": [
                                {
                                    "name": "envoy.filters.http.router",
                                    "typed_config": {"@type": _type("filters.http.router.v3.Router")},
                                }
                            ],
                            "request_headers_timeout": "10s",
                        },
                    }
                ]
            }
        ],
    }


def pages_cluster(admin: Json) -> Json:
    """Where the pages come from."""
    return {
        "name": CLUSTER,
        "type": "STATIC",
        "connect_timeout": "1s",
        "load_assignment": {
            "cluster_name": CLUSTER,
            "endpoints": [{"lb_endpoints": [{"endpoint": {"address": admin}}]}],
        },
    }


def _routes() -> list[Json]:
    read = [{"name": ":method", "string_match": {"exact": "GET"}}]
    shown: list[Json] = [
        {"match": {"path": path, "headers": read}, "route": {"cluster": CLUSTER, "timeout": "10s"}}
        for path in (READY, METRICS)
    ]
    other = [{"match": {"path": path}, "direct_response": {"status": 405}} for path in (READY, METRICS)]
    return [*shown, *other, {"match": {"prefix": "/"}, "direct_response": {"status": 404}}]


def _type(name: str) -> str:
    return f"type.googleapis.com/envoy.extensions.{name}"
