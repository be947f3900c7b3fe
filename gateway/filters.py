"""What happens to a call before it is routed.

In this order: identity headers of the client are removed; browsers' preflights answered; gRPC-Web made gRPC; calls per
address limited (before anything is computed for them); the token checked and its player named in a header; calls per
player limited, of some verbs once more by themselves; counted; routed.
"""

from typing import Any, Final

from gateway import limits
from gateway.contract import IDENTITY_HEADER, Service
from gateway.replies import local_reply_configuration
from gateway.routes import CORS_FILTER, JWT_FILTER, route_configuration
from gateway.settings import GatewaySettings

Json = dict[str, Any]

ISSUER: Final = "kiraathane-players"
AUDIENCE: Final = "kiraathane"
CLOCK_SKEW_SECONDS: Final = 5
JWKS_CLUSTER: Final = "jwks"
STREAMS_PER_CONNECTION: Final = 1_024
LARGEST_HEADERS_KIB: Final = 256


def http_connection_manager(settings: GatewaySettings, known: tuple[Service, ...]) -> Json:
    """The network filter that speaks HTTP with clients."""
    return {
        "@type": _type("filters.network.http_connection_manager.v3.HttpConnectionManager"),
        "stat_prefix": "door",
        "codec_type": "AUTO",
        "route_config": route_configuration(settings, known),
        "http_filters": _filters(settings, known),
        "local_reply_config": local_reply_configuration(),
        "early_header_mutation_extensions": [_strip_identity()],
        "use_remote_address": True,
        "xff_num_trusted_hops": settings.gateway_trusted_hops,
        "normalize_path": True,
        "merge_slashes": True,
        "path_with_escaped_slashes_action": "REJECT_REQUEST",
        "server_name": "kiraathane",
        # Streams may be silent for as long as somebody thinks; dead clients are found by pings.
        "stream_idle_timeout": "0s",
        "request_headers_timeout": "10s",
        "drain_timeout": f"{settings.drain_seconds:g}s",
        "max_request_headers_kb": LARGEST_HEADERS_KIB,
        "http2_protocol_options": {
            "max_concurrent_streams": STREAMS_PER_CONNECTION,
            "connection_keepalive": {"interval": "30s", "timeout": "10s"},
        },
    }


def _filters(settings: GatewaySettings, known: tuple[Service, ...]) -> list[Json]:
    calls, burst = settings.gateway_calls_per_address, settings.gateway_burst_per_address
    per_address = limits.limit("per_address", limits.ADDRESS, calls, 1, burst=burst)
    calls, burst = settings.gateway_calls_per_player, settings.gateway_burst_per_player
    per_player = limits.limit("per_player", limits.PLAYER, calls, 1, burst=burst)
    return [
        _filter(CORS_FILTER, "filters.http.cors.v3.Cors"),
        _filter("envoy.filters.http.grpc_web", "filters.http.grpc_web.v3.GrpcWeb"),
        {"name": "kiraathane.limit.per_address", "typed_config": per_address},
        _filter(JWT_FILTER, "filters.http.jwt_authn.v3.JwtAuthentication", **_tokens(settings)),
        {"name": "kiraathane.limit.per_player", "typed_config": per_player},
        {"name": limits.VERB, "typed_config": limits.unlimited()},
        _filter(
            "envoy.filters.http.grpc_stats",
            "filters.http.grpc_stats.v3.FilterConfig",
            replace_dots_in_grpc_service_name=True,
            individual_method_stats_allowlist={
                "services": [{"name": service.full_name, "method_names": list(service.methods)} for service in known]
            },
        ),
        _filter("envoy.filters.http.router", "filters.http.router.v3.Router"),
    ]


def _tokens(settings: GatewaySettings) -> Json:
    """Tokens of the players' issuer alone: one that the house made for itself opens nothing from outside."""
    provider = {
        "issuer": ISSUER,
        "audiences": [AUDIENCE],
        "remote_jwks": {
            "http_uri": {"uri": settings.jwks_url, "cluster": JWKS_CLUSTER, "timeout": "3s"},
            "cache_duration": "60s",
            "async_fetch": {"fast_listener": True, "failed_refetch_duration": "0.5s"},
        },
        "from_headers": [{"name": "authorization", "value_prefix": "Bearer "}],
        "forward": True,  # the services check it again
        "claim_to_headers": [{"header_name": IDENTITY_HEADER, "claim_name": "sub"}],
        "clock_skew_seconds": CLOCK_SKEW_SECONDS,
        "require_expiration": True,
    }
    rule = {"match": {"prefix": "/"}, "requires": {"provider_name": "players"}}
    return {"providers": {"players": provider}, "rules": [rule]}


def _strip_identity() -> Json:
    return {
        "name": "envoy.http.early_header_mutation.header_mutation",
        "typed_config": {
            "@type": _type("http.early_header_mutation.header_mutation.v3.HeaderMutation"),
            "mutations": [{"remove": IDENTITY_HEADER}],
        },
    }


def _filter(name: str, type_name: str, **fields: Any) -> Json:
    return {"name": name, "typed_config": {"@type": _type(type_name), **fields}}


def _type(name: str) -> str:
    return f"type.googleapis.com/envoy.extensions.{name}"
