"""Which call goes where, and what it needs. Envoy takes the first route that fits."""

from typing import Any, Final

from gateway import limits
from gateway.contract import HOUSE_WIDE, INTERNAL, MATCH_HEADER, ONCE, OPEN, Service
from gateway.replies import NO_SERVICE, NOT_OUTSIDE
from gateway.settings import GatewaySettings

Json = dict[str, Any]

JWT_FILTER: Final = "envoy.filters.http.jwt_authn"
CORS_FILTER: Final = "envoy.filters.http.cors"
NOT_BEGUN: Final = "connect-failure,refused-stream,reset-before-request"
NOT_ANSWERED: Final = f"{NOT_BEGUN},reset,unavailable,cancelled"
"""CANCELLED is what a server that has just been told to end says to calls that had already been sent to it."""
BROWSER_HEADERS: Final = (
    "authorization,content-type,accept-language,grpc-timeout,x-grpc-web,x-user-agent," + MATCH_HEADER
)
SHOWN_HEADERS: Final = "grpc-status,grpc-message,grpc-status-details-bin"


def route_configuration(settings: GatewaySettings, known: tuple[Service, ...]) -> Json:
    """All routes of the one virtual host."""
    routes = [route for service in known for route in _routes_of(settings, service)]
    anywhere = cluster_name(settings, "lobby")
    routes += [_route({"prefix": f"/{name}/"}, anywhere, NOT_ANSWERED, token=False) for name in HOUSE_WIDE]
    routes.append(
        {
            # gRPC clients read a 404 of the gateway as UNIMPLEMENTED.
            "name": "unknown",
            "match": {"prefix": "/"},
            "direct_response": {"status": 404, "body": {"inline_string": NO_SERVICE}},
            "typed_per_filter_config": _without_token(),
        }
    )
    return {
        "name": "house",
        "virtual_hosts": [
            {
                "name": "house",
                "domains": ["*"],
                "routes": routes,
                "typed_per_filter_config": {CORS_FILTER: _cors(settings)},
                "include_request_attempt_count": False,
            }
        ],
    }


def cluster_name(settings: GatewaySettings, service: str) -> str:
    """The cluster of a service: one for all where one process hosts them all."""
    return service if settings.distributed else "services"


def _routes_of(settings: GatewaySettings, service: Service) -> list[Json]:
    """The exceptions among a service's methods, then all others."""
    cluster = cluster_name(settings, service.name)
    routes = []
    for method in service.methods:
        match = {"path": f"/{service.full_name}/{method}"}
        if method in INTERNAL:
            routes.append(_closed(match))
        elif method in OPEN or method in ONCE or method in settings.limits:
            retried = NOT_BEGUN if method in ONCE else NOT_ANSWERED
            route = _route(match, cluster, retried, token=method not in OPEN)
            if method in settings.limits:
                calls, seconds = settings.limits[method]
                counted_by = limits.ADDRESS if method in OPEN else limits.PLAYER
                limited = {limits.VERB: limits.limit(method, counted_by, calls, seconds, burst=calls)}
                route.setdefault("typed_per_filter_config", {}).update(limited)
            routes.append(route)
    return [*routes, _route({"prefix": f"/{service.full_name}/"}, cluster, NOT_ANSWERED, token=True)]


def _route(match: Json, cluster: str, retry_on: str, *, token: bool) -> Json:
    route: Json = {
        "match": match,
        "route": {
            "cluster": cluster,
            # Streams last as long as a match. A call's own deadline is kept by its client and by the service, which is
            # sent it; were it kept here too, Envoy would be first and reset a stream, which clients read as INTERNAL.
            "timeout": "0s",
            "retry_policy": {
                "retry_on": retry_on,
                "num_retries": 3,
                "retry_back_off": {"base_interval": "0.025s", "max_interval": "0.25s"},
                "retry_host_predicate": [
                    {
                        "name": "envoy.retry_host_predicates.previous_hosts",
                        "typed_config": {"@type": _type("retry.host.previous_hosts.v3.PreviousHostsPredicate")},
                    }
                ],
                # Each attempt is the next place of the ring, where the same replica may stand several times in a row.
                "host_selection_retry_max_attempts": 20,
            },
            "hash_policy": [{"header": {"header_name": MATCH_HEADER}, "terminal": True}],
        },
    }
    if not token:
        route["typed_per_filter_config"] = _without_token()
    return route


def _closed(match: Json) -> Json:
    """A method that is nobody's business outside; whoever asks, token or not, gets PERMISSION_DENIED."""
    return {
        "match": match,
        "direct_response": {"status": 403, "body": {"inline_string": NOT_OUTSIDE}},
        "typed_per_filter_config": _without_token(),
    }


def _without_token() -> Json:
    return {JWT_FILTER: {"@type": _type("filters.http.jwt_authn.v3.PerRouteConfig"), "disabled": True}}


def _cors(settings: GatewaySettings) -> Json:
    everybody = [{"safe_regex": {"regex": ".*"}}]
    listed = [{"exact": origin} for origin in settings.origins]
    return {
        "@type": _type("filters.http.cors.v3.CorsPolicy"),
        "allow_origin_string_match": everybody if "*" in settings.origins else listed,
        "allow_methods": "POST,OPTIONS",
        "allow_headers": BROWSER_HEADERS,
        "expose_headers": SHOWN_HEADERS,
        "max_age": "86400",
    }


def _type(name: str) -> str:
    return f"type.googleapis.com/envoy.extensions.{name}"
