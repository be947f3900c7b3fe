"""Where calls go: the replicas of each service, how one is chosen, and how a dead one is left out."""

import ipaddress
from typing import Any, Final
from urllib.parse import urlsplit

from gateway.contract import Service
from gateway.filters import JWKS_CLUSTER
from gateway.routes import cluster_name
from gateway.settings import GatewaySettings

Json = dict[str, Any]

UNBOUNDED: Final = 1_000_000
"""For Envoy's circuit breakers, which count open streams as requests: limits are kept at the door instead."""


def clusters(settings: GatewaySettings, known: tuple[Service, ...]) -> list[Json]:
    """Every cluster, and the one where the players' keys are fetched."""
    if settings.distributed:
        played = [_cluster(settings, service.name, service.full_name) for service in known]
    else:
        played = [_cluster(settings, cluster_name(settings, ""), "")]
    return [*played, _jwks(settings)]


def _cluster(settings: GatewaySettings, service: str, health_name: str) -> Json:
    return {
        "name": service,
        **_discovery(settings.upstreams(service)),
        "connect_timeout": "1s",
        # What the checks find holds at once. By default Envoy gathers changes for a second, in which it would know of
        # no replica that has just come back, and go on calling one that has just gone.
        "common_lb_config": {"update_merge_window": "0s"},
        "lb_policy": "RING_HASH",
        "ring_hash_lb_config": {"minimum_ring_size": 256},
        "load_assignment": _assignment(service, settings.upstreams(service)),
        "typed_extension_protocol_options": _http2(),
        "health_checks": [
            {
                "timeout": "1s",
                "interval": "1s",
                "no_traffic_interval": "1s",
                # A replica that has just started is found soon: until then nothing is sent to it.
                "unhealthy_interval": "0.25s",
                "unhealthy_threshold": 2,
                "healthy_threshold": 1,
                "grpc_health_check": {"service_name": health_name},
            }
        ],
        # A replica that vanished with its machine says nothing: its open streams are ended, so that clients move on.
        "close_connections_on_host_health_failure": True,
        "ignore_health_on_host_removal": True,
        # Only failed connections count: errors that a service answers with are nobody's proof that it is ill.
        "outlier_detection": {
            "split_external_local_origin_errors": True,
            "consecutive_local_origin_failure": 3,
            "interval": "1s",
            "base_ejection_time": "2s",
            "max_ejection_time": "20s",
            "max_ejection_percent": 50,
            "enforcing_consecutive_5xx": 0,
            "enforcing_success_rate": 0,
            "enforcing_local_origin_success_rate": 0,
        },
        "circuit_breakers": {
            "thresholds": [
                {
                    "max_connections": UNBOUNDED,
                    "max_pending_requests": UNBOUNDED,
                    "max_requests": UNBOUNDED,
                    "retry_budget": {"budget_percent": {"value": 50.0}, "min_retry_concurrency": 100},
                }
            ]
        },
    }


def _jwks(settings: GatewaySettings) -> Json:
    url = urlsplit(settings.jwks_url)
    secure = url.scheme == "https"
    addresses = [(url.hostname or "", url.port or (443 if secure else 80))]
    cluster: Json = {
        "name": JWKS_CLUSTER,
        **_discovery(addresses),
        "connect_timeout": "1s",
        "load_assignment": _assignment(JWKS_CLUSTER, addresses),
    }
    if secure:
        tls = "type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext"
        cluster["transport_socket"] = {
            "name": "envoy.transport_sockets.tls",
            "typed_config": {"@type": tls, "sni": url.hostname},
        }
    return cluster


def _discovery(addresses: list[tuple[str, int]]) -> Json:
    """Names are looked up again and again: a headless Service's name means every replica there is at the moment."""
    if all(_is_number(host) for host, _ in addresses):
        return {"type": "STATIC"}
    dns = "type.googleapis.com/envoy.extensions.clusters.dns.v3.DnsCluster"
    return {"cluster_type": {"name": "envoy.cluster.dns", "typed_config": {"@type": dns, "dns_refresh_rate": "2s"}}}


def _is_number(host: str) -> bool:
    """True for an address that needs no looking up."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _assignment(name: str, addresses: list[tuple[str, int]]) -> Json:
    endpoints = [
        {"endpoint": {"address": {"socket_address": {"address": host, "port_value": port}}}} for host, port in addresses
    ]
    return {"cluster_name": name, "endpoints": [{"lb_endpoints": endpoints}]}


def _http2() -> Json:
    name = "envoy.extensions.upstreams.http.v3.HttpProtocolOptions"
    options = {"http2_protocol_options": {"max_concurrent_streams": 100_000}}
    return {name: {"@type": f"type.googleapis.com/{name}", "explicit_http_config": options}}
