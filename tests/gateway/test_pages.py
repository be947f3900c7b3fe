"""What of Envoy's admin can be seen from outside the machine: whether it is ready, and what it counts."""

import http.client

import pytest

from tests.support.platform import Platform, free_address

pytestmark = pytest.mark.platform


def status(address: str, path: str, method: str = "GET") -> tuple[int, str]:
    host, _, port = address.partition(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=5)
    try:
        connection.request(method, path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def test_two_pages_are_shown_and_nothing_can_be_done(platform: Platform) -> None:
    door, pages = free_address(), free_address()
    bootstrap = str(platform.home / "run" / "pages.json")
    own = {"GATEWAY_LISTEN": door, "GATEWAY_ADMIN": free_address(), "GATEWAY_BOOTSTRAP": bootstrap}
    platform.add("gateway-pages", "gateway", door, **own, GATEWAY_HTTP_LISTEN=pages)
    platform.start("gateway-pages")
    platform.wait_ready("gateway-pages")
    assert status(pages, "/ready") == (200, "LIVE\n")
    code, counted = status(pages, "/stats/prometheus")
    assert code == 200
    assert "envoy_http_downstream_rq_total" in counted
    assert status(pages, "/quitquitquit", "POST")[0] == 404
    assert status(pages, "/config_dump")[0] == 404
    assert status(pages, "/ready", "POST")[0] == 405
    assert status(pages, "/ready")[0] == 200
    platform.kill("gateway-pages")
