"""The gateway's settings: environment variables with the prefix `KIRAATHANE_`.

Those it shares with the services mean the same there. A wrong value stops the start with one sentence.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "KIRAATHANE_"


class WrongSetting(ValueError):  # noqa: N818  (what the operator reads)
    """A setting that the gateway cannot work with; the text is for the operator."""


def _addresses(text: str) -> str:
    for address in text.split(","):
        host, _, port = address.strip().rpartition(":")
        if not host or not port.isdecimal() or not 0 < int(port) <= 65_535:
            raise ValueError("an address is HOST:PORT, as in 127.0.0.1:8080")
    return text


def _address(text: str) -> str:
    if "," in text:
        raise ValueError("one address, not a list")
    return _addresses(text)


def _limit(entry: str) -> tuple[str, int, int]:
    """Verb, calls and seconds of VERB=CALLS/SECONDS."""
    verb, _, rest = entry.partition("=")
    calls, _, seconds = rest.partition("/")
    if not verb.isidentifier() or not all(number.isdecimal() and int(number) > 0 for number in (calls, seconds)):
        raise ValueError("a limit is VERB=CALLS/SECONDS, as in CreateTable=60/60")
    return verb, int(calls), int(seconds)


def _limits(text: str) -> str:
    for entry in filter(None, (entry.strip() for entry in text.split(","))):
        _limit(entry)
    return text


def _url(text: str) -> str:
    if not text.startswith(("http://", "https://")):
        raise ValueError("an http:// or https:// address")
    return text


Address = Annotated[str, AfterValidator(_address)]


class GatewaySettings(BaseSettings):
    """Everything that the gateway can be told. Made by `load`; frozen afterwards."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="ignore")

    gateway_listen: Address = "127.0.0.1:8080"
    """The one port for gRPC and gRPC-Web."""
    gateway_admin: Address = "127.0.0.1:9901"
    """Envoy's admin: `/stats/prometheus`, `/ready`. Never to be reached from outside."""
    gateway_http_listen: Annotated[str, AfterValidator(lambda text: text and _address(text))] = ""
    """Plain HTTP with those two pages of the admin and nothing else, for probes and scrapes; empty: not opened."""
    gateway_upstreams: Annotated[str, AfterValidator(lambda text: text and _addresses(text))] = ""
    """Where the services are, comma separated, `{service}` allowed in a host name; empty means `PEER_ADDRESS`."""
    peer_address: Annotated[str, AfterValidator(_addresses)] = "127.0.0.1:50051"
    """Where services find each other; with `{service}` in it each service is a cluster of its own."""
    jwks_url: Annotated[str, AfterValidator(_url)] = "http://127.0.0.1:9101/.well-known/jwks.json"
    """Where the keys of the players' tokens are found."""
    family_packages: str = "services"
    """Where the registry looks for families, comma separated."""
    gateway_bootstrap: Path = Path("var/run/gateway.json")
    """Where the rendered configuration is written for Envoy to read."""
    gateway_threads: Annotated[int, Field(ge=1, le=256)] = 1
    """Envoy's worker threads; one carries some 10 000 calls a second."""
    gateway_origins: str = "*"
    """Origins of web pages that may call, comma separated; `*` for all. No cookies are used, so all is safe."""
    gateway_trusted_hops: Annotated[int, Field(ge=0, le=10)] = 0
    """How many proxies of one's own stand before the gateway and add `x-forwarded-for`."""
    gateway_calls_per_player: Annotated[int, Field(ge=1, le=10_000_000)] = 100
    """Calls a second that one player can make on and on. Messages on an open stream are no calls."""
    gateway_burst_per_player: Annotated[int, Field(ge=1, le=100_000_000)] = 400
    """Calls that one player can make at once after a pause."""
    gateway_calls_per_address: Annotated[int, Field(ge=1, le=10_000_000)] = 1_000
    """The same for one network address, behind which a whole coffee house may sit."""
    gateway_burst_per_address: Annotated[int, Field(ge=1, le=100_000_000)] = 4_000
    """The same for one network address."""
    gateway_limits: Annotated[str, AfterValidator(_limits)] = (
        "SignInGuest=600/60,Register=60/60,SignIn=300/60,CreateTable=60/60,QuickMatch=60/60,Rematch=60/60,"
        "TakeSeat=60/60,SendChat=40/20,ReportPlayer=20/600,CreateTournament=20/600,EnterTournament=60/60,GetRecord=240/60"
    )
    """Verbs that one player may use less often, `VERB=CALLS/SECONDS`, comma separated: so many calls at once, and so
    many in so many seconds on and on. Verbs that need no token are counted by network address."""
    drain_seconds: Annotated[float, Field(ge=0, le=3_600)] = 10.0
    """How long a gateway that is told to drain keeps its clients, and `python -m gateway --drain` waits for it."""

    @property
    def packages(self) -> tuple[str, ...]:
        """The packages in which families are looked for."""
        return tuple(filter(None, (name.strip() for name in self.family_packages.split(","))))

    @property
    def origins(self) -> tuple[str, ...]:
        """The allowed origins."""
        return tuple(filter(None, (origin.strip() for origin in self.gateway_origins.split(","))))

    @property
    def limits(self) -> dict[str, tuple[int, int]]:
        """Calls and seconds of every verb that is limited by itself."""
        given = (entry.strip() for entry in self.gateway_limits.split(","))
        return {verb: (calls, seconds) for verb, calls, seconds in map(_limit, filter(None, given))}

    @property
    def distributed(self) -> bool:
        """True if each service has addresses of its own."""
        return "{service}" in (self.gateway_upstreams or self.peer_address)

    def upstreams(self, service: str) -> list[tuple[str, int]]:
        """Host and port of every replica of `service`, or of names that mean several."""
        given = self.gateway_upstreams or self.peer_address
        # gRPC's own prefixes say how a name is looked up; Envoy looks up every name again and again.
        given = given.removeprefix("dns:///").removeprefix("ipv4:").replace("{service}", service)
        return [split(address.strip()) for address in given.split(",")]


def split(address: str) -> tuple[str, int]:
    """Host and port of HOST:PORT; the brackets of an IPv6 address are taken off."""
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)


def load(environ: Mapping[str, str] | None = None) -> GatewaySettings:
    """The settings of this process's environment (or of `environ`); raises `WrongSetting` with one clear sentence."""
    given = os.environ if environ is None else environ
    own = {name.removeprefix(PREFIX).lower(): value for name, value in given.items() if name.startswith(PREFIX)}
    try:
        return GatewaySettings(**{name: own[name] for name in GatewaySettings.model_fields if name in own})  # type: ignore[arg-type]
    except ValidationError as error:
        parts = [
            f"{PREFIX}{'_'.join(map(str, problem['loc'])).upper()}: {problem['msg'].removeprefix('Value error, ')}"
            for problem in error.errors()
        ]
        raise WrongSetting("; ".join(parts)) from None
