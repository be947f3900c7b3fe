"""How often somebody may call: in all, by network address and by player, and some verbs by themselves."""

import math
from typing import Any, Final

from gateway.contract import IDENTITY_HEADER

Json = dict[str, Any]

ADDRESS: Final[Json] = {"masked_remote_address": {"v4_prefix_mask_len": 32, "v6_prefix_mask_len": 64}}
"""Of IPv6 the network: whoever has one has 2^64 addresses in it, and could call from another each time."""
PLAYER: Final[Json] = {
    "request_headers": {"header_name": IDENTITY_HEADER, "descriptor_key": "player", "skip_if_absent": True}
}
VERB: Final = "kiraathane.limit.per_verb"
"""The filter that routes of limited verbs tell how often they may be called."""
MOST_COUNTED: Final = 20_000
"""Addresses, or players, whose calls are counted at once; the least recently seen are forgotten first."""

_TYPE: Final = "type.googleapis.com/envoy.extensions.filters.http.local_ratelimit.v3.LocalRateLimit"


def limit(name: str, counted_by: Json, calls: int, seconds: int, *, burst: int) -> Json:
    """`burst` calls at once and `calls` in so many seconds, by each address or player: Envoy keeps a bucket of each."""
    endless = {"max_tokens": 4_000_000_000, "tokens_per_fill": 4_000_000_000, "fill_interval": "1s"}
    everybody = {"default_value": {"numerator": 100, "denominator": "HUNDRED"}}
    key = "masked_remote_address" if counted_by is ADDRESS else "player"
    steps = math.gcd(calls, seconds)
    return {
        "@type": _TYPE,
        "stat_prefix": name,
        "token_bucket": endless,
        "filter_enabled": everybody,
        "filter_enforced": everybody,
        "rate_limits": [{"actions": [counted_by]}],
        "descriptors": [
            {
                "entries": [{"key": key}],
                "token_bucket": {
                    "max_tokens": burst,
                    "tokens_per_fill": calls // steps,
                    "fill_interval": f"{seconds // steps}s",
                },
            }
        ],
        "max_dynamic_descriptors": MOST_COUNTED,
        "always_consume_default_token_bucket": False,
        "rate_limited_as_resource_exhausted": True,
    }


def unlimited() -> Json:
    """What holds for verbs of which nothing else is said."""
    return {"@type": _TYPE, "stat_prefix": "per_verb"}
