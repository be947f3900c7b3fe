"""The settings of a process of the house: environment variables with the prefix `KIRAATHANE_`.

The table in docs/architecture.md and this class say the same. A wrong value stops the start with one sentence that
names the setting (`load` raises `WrongSetting`).
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "KIRAATHANE_"


class WrongSetting(ValueError):  # noqa: N818  (what the operator reads)
    """A setting that the house cannot work with; the text is for the operator."""


def _address(text: str) -> str:
    host, colon, port = text.rpartition(":")
    if not colon or not host or not port.isdecimal() or int(port) > 65_535:
        raise ValueError("an address is HOST:PORT, as in 127.0.0.1:50051")
    return text


def _store(text: str) -> str:
    if text.startswith("sqlite:") and len(text) > len("sqlite:"):
        return text
    if text.startswith(("postgresql://", "postgres://")):
        return text
    raise ValueError("a store is sqlite:FOLDER or postgresql://…")


def _valkey(text: str) -> str:
    if text.startswith(("redis://", "rediss://", "unix://")):
        return text
    raise ValueError("Valkey is reached by redis://HOST:PORT/DB, rediss:// or unix://")


def speaks_amqp(broker: str) -> bool:
    """True for the address of a broker like RabbitMQ, whose queues and producers need words of their own."""
    return broker.startswith(("amqp://", "amqps://", "pyamqp://"))


def _broker(text: str) -> str:
    if speaks_amqp(text) or text.startswith(("redis://", "rediss://")):
        return text
    raise ValueError("a broker is redis://… or amqp://…")


def _named(packages: str) -> tuple[str, ...]:
    return tuple(filter(None, (name.strip() for name in packages.split(","))))


def _packages(text: str) -> str:
    if not _named(text):
        raise ValueError("no package is named")
    return text


Address = Annotated[str, AfterValidator(_address)]
StoreAddress = Annotated[str, AfterValidator(_store)]


class Settings(BaseSettings):
    """Everything that a services or worker process can be told. Made by `load`; frozen afterwards."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="ignore")

    listen: Address = "127.0.0.1:50051"
    """gRPC address of a services process; port 0 takes a free one."""
    http_listen: Address = "127.0.0.1:9101"
    """Plain HTTP: `/metrics`, `/healthz`, and what hosted services add."""
    store: StoreAddress = "sqlite:var/data"
    """`sqlite:FOLDER`, one file per service in it, or `postgresql://…`, one schema per service."""
    stores: dict[str, StoreAddress] = Field(default_factory=dict)
    """The same for one service alone, from `STORE_<SERVICE>`."""
    valkey: Annotated[str, AfterValidator(_valkey)] = "redis://127.0.0.1:6379/0"
    """Pub/sub hints between replicas; used only where the store is shared."""
    broker: Annotated[str, AfterValidator(_broker)] = "redis://127.0.0.1:6379/1"
    """Celery's broker."""
    peer_address: str = "127.0.0.1:50051"
    """Where services and workers find each other; may contain `{service}`."""
    house_key: Path = Path("var/keys/house.pem")
    """Ed25519 key of the house's own tokens."""
    players_key: Path = Path("var/keys/players.pem")
    """Ed25519 key of the players' tokens; only `players` reads it."""
    jwks_url: str = "http://127.0.0.1:9101/.well-known/jwks.json"
    """Where the keys of the players' tokens are found."""
    family_packages: Annotated[str, AfterValidator(_packages)] = "services"
    """Where the registry looks for families, comma separated."""
    bot_pace_ms: Annotated[int, Field(ge=0, le=60_000)] = 600
    """Pause before a bot acts at a table with people, milliseconds."""
    grace_seconds: Annotated[int, Field(ge=30, le=600)] = 120
    """How long a person may be gone before he counts as away."""
    stand_in: Literal["bot", "rules"] = "bot"
    """Who plays the seat of one who is away or has left: a bot, or the default acts of the game."""
    idle_turns: Annotated[int, Field(ge=2, le=10)] = 3
    """Whose time runs out in so many turns in a row is away at once."""
    empty_minutes: Annotated[int, Field(ge=1, le=1_440)] = 10
    """A match at whose table no person has been for so long is void."""
    spectator_delay_seconds: Annotated[float, Field(ge=0, le=3_600)] = 30.0
    """How much later than it happens people without a seat see what happens in a game that hides something."""
    drain_seconds: Annotated[float, Field(ge=0, le=3_600)] = 10.0
    """How long a process that is told to end serves what is open."""
    open_tables_per_player: Annotated[int, Field(ge=1, le=1_000)] = 20
    """How many open tables one player can have in the lobby."""
    table_idle_minutes: Annotated[int, Field(ge=1, le=100_000)] = 30
    """An open table that nobody touches for so long is closed."""
    third_over_7000: Literal["half", "full"] = "half"
    """What third place loses whose rating is over 7000: half the hands, or all (league rules 11.2)."""
    cap_period: Literal["daily", "weekly", "monthly"] = "weekly"
    """How often the league makes wins void that are more than three in four games (11.5)."""
    cap_min_games: Annotated[int, Field(ge=1, le=1_000)] = 20
    """Nobody with fewer games is looked at for that (11.5)."""
    habit_leaves: Annotated[int, Field(ge=2, le=10)] = 3
    """So many matches left by choice within `habit_window_hours` bring a ban (11.6)."""
    habit_window_hours: Annotated[int, Field(ge=1, le=168)] = 24
    """See there."""
    ban_hours: Annotated[int, Field(ge=2, le=48)] = 2
    """How long the first ban is; each further one within thirty days is twice as long as the last (11.6)."""
    season: Literal["month", "quarter", "year"] = "quarter"
    """How long a season of the league is, in UTC."""
    migrate_on_start: bool = True
    """Bring the tables up to date at start; otherwise refuse to start on older ones."""
    cached_matches: Annotated[int, Field(ge=16, le=1_000_000)] = 10_000
    """How many matches a family keeps in memory; the least recently used leave first."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """The lowest level that is written."""
    log_format: Literal["json", "text"] = "json"
    """One JSON object per line, or text for eyes."""

    @property
    def packages(self) -> tuple[str, ...]:
        """The packages in which families are looked for."""
        return _named(self.family_packages)

    def store_for(self, service: str) -> str:
        """The store of `service`: its own setting, else the common one."""
        return self.stores.get(service, self.store)

    def peer(self, service: str) -> str:
        """Where `service` ("tavla", "league") is reached."""
        return self.peer_address.replace("{service}", service)


def load(environ: Mapping[str, str] | None = None) -> Settings:
    """The settings of this process's environment (or of `environ`); raises `WrongSetting` with one clear sentence."""
    given = os.environ if environ is None else environ
    own = {name.removeprefix(PREFIX).lower(): value for name, value in given.items() if name.startswith(PREFIX)}
    stores = {name.removeprefix("store_"): value for name, value in own.items() if name.startswith("store_")}
    known = {name: value for name, value in own.items() if name in Settings.model_fields and name != "stores"}
    try:
        return Settings(**known, stores=stores)  # type: ignore[arg-type]  # pydantic converts the texts
    except ValidationError as error:
        raise WrongSetting(_sentence(error)) from None


def _sentence(error: ValidationError) -> str:
    """What is wrong, naming each setting as the operator wrote it."""
    parts = []
    for problem in error.errors():
        place = [str(step) for step in problem["loc"]]
        if place[:1] == ["stores"]:
            place = ["store", *place[1:]]
        name = PREFIX + "_".join(place).upper() if place else PREFIX + "*"
        # The value of a store or broker may hold a password: it is not repeated.
        parts.append(f"{name}: {problem['msg'].removeprefix('Value error, ')}")
    return "; ".join(parts)
