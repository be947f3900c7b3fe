"""Ends a running Envoy softly: no new connections, open ones told to go, then a wait until they have gone."""

import time
import urllib.error
import urllib.request
from typing import Final

ASK_SECONDS: Final = 0.2
_ACTIVE: Final = "http.door.downstream_cx_active"


def drain(admin: str, seconds: float) -> None:
    """Asks the Envoy whose admin listens at `admin`, and returns when its last client has gone or `seconds` are over.

    An Envoy that does not answer has ended already.
    """
    deadline = time.monotonic() + seconds
    try:
        _ask(admin, "/healthcheck/fail", post=True)
        _ask(admin, "/drain_listeners?graceful", post=True)
        while time.monotonic() < deadline and _connections(admin):
            time.sleep(ASK_SECONDS)
    except urllib.error.URLError:
        return


def _connections(admin: str) -> int:
    text = _ask(admin, f"/stats?filter=^{_ACTIVE}$")
    return int(text.rpartition(":")[2] or 0)


def _ask(admin: str, path: str, *, post: bool = False) -> str:
    request = urllib.request.Request(f"http://{admin}{path}", method="POST" if post else "GET")
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=5) as answer:
        text: str = answer.read().decode()
        return text
