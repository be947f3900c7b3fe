"""What the house consists of in a cluster: its processes, what each is told, and who calls whom.

The one description from which the manifests, the network policies and the local kubelet's checks follow. Families and
queues come from the registry, settings and their defaults from the programs' own settings classes.
"""

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from gateway.settings import GatewaySettings
from services.kernel.registry import families
from services.runtime.settings import PREFIX, Settings
from workers.queues import SCORING_QUEUE, bot_queue
from workers.settings import WorkerSettings

Kind = Literal["platform", "family", "worker", "gateway", "migration"]

GRPC_PORT: Final = 50051
HTTP_PORT: Final = 9101
WORKER_HTTP_PORT: Final = 9102
DOOR_PORT: Final = 8080
GATEWAY_HTTP_PORT: Final = 9902
ADMIN_PORT: Final = 9901

PLATFORM: Final = ("league", "lobby", "moderation", "players", "tournaments")
PLAYERS: Final = "players"
LEAGUE: Final = "league"
GATEWAY: Final = "gateway"
MIGRATION: Final = "migrate"

DRAIN_SECONDS: Final = 10
PRE_STOP_SECONDS: Final = 5
"""A pod that is told to end serves on for so long: until then callers may not have heard that it goes."""
CLOSE_SECONDS: Final = 20
"""What a services process may need after its drain: 10 for its store, 5 for its broker, and some to spare."""
TASK_SECONDS: Final = 30

HOUSE_KEY: Final = "/keys/house/house.pem"
PLAYERS_KEY: Final = "/keys/players/players.pem"

STORE, VALKEY, BROKER = "STORE", "VALKEY", "BROKER"
SECRET: Final = (STORE, VALKEY, BROKER)
"""Settings that hold passwords: keys of the operator's Secret `stores`, under their full names."""


class Process(msgspec.Struct, frozen=True):
    """One Deployment (or Job): `name` is also that of its Service and its pods' `app.kubernetes.io/name`."""

    name: str
    kind: Kind
    command: tuple[str, ...]
    ports: dict[str, int]
    settings: dict[str, str]
    """What it is told beside what all are told, without the prefix."""
    secrets: tuple[str, ...]
    """Which of `SECRET` it reads."""
    keys: tuple[str, ...]
    """Which key Secrets it reads: "house-key", "players-key"."""
    grace: int
    """Seconds between the word to end and the end."""
    queue: str = ""
    """The queue that a worker consumes."""


class Edge(msgspec.Struct, frozen=True, order=True):
    """`caller` connects to `callee` at its `port`; "*" is everybody outside, stores are named as their components."""

    caller: str
    callee: str
    port: int
    why: str


def processes() -> tuple[Process, ...]:
    """Every process of the house: platform services, families, workers, the gateway, the migration."""
    slugs = tuple(families())
    return (
        *(_service(name, "platform") for name in PLATFORM),
        *(_service(slug, "family") for slug in slugs),
        *(_worker(worker_of(slug), bot_queue(slug)) for slug in slugs),
        _worker(SCORING_QUEUE, SCORING_QUEUE),
        _gateway(),
        _migration(),
    )


def worker_of(slug: str) -> str:
    """The Deployment of the workers that play a family's bots."""
    return f"bots-{slug}"


def edges() -> Iterator[Edge]:
    """Who connects to whom, and what for. Whatever is not here is refused in the cluster."""
    slugs = tuple(families())
    hosted = (*PLATFORM, *slugs)
    yield Edge("*", GATEWAY, DOOR_PORT, "clients")
    for name in hosted:
        yield Edge(GATEWAY, name, GRPC_PORT, "calls and health checks")
        yield Edge(name, "postgres", 5432, "its tables")
        if name != PLAYERS:
            yield Edge(name, PLAYERS, HTTP_PORT, "keys of the players' tokens")
    yield Edge(GATEWAY, PLAYERS, HTTP_PORT, "keys of the players' tokens")
    yield Edge(MIGRATION, "postgres", 5432, "everybody's tables")
    yield Edge("lobby", PLAYERS, GRPC_PORT, "CheckBlocks, GetPlayer")
    yield Edge("lobby", "valkey", 6379, "news between replicas, and of the families' matches")
    for slug in slugs:
        yield Edge("lobby", slug, GRPC_PORT, "CreateMatch, StartMatch, GetMatch")
        yield Edge("moderation", slug, GRPC_PORT, "InspectMatch, OrderMatch")
        yield Edge(worker_of(slug), slug, GRPC_PORT, "GetMatch and Play of bots")
        yield Edge(SCORING_QUEUE, slug, GRPC_PORT, "GetMatch, AcknowledgeResult")
        yield from _to_broker(slug, "bots' turns and results; Valkey also for hints between replicas")
        yield from _to_broker(worker_of(slug), "its queue")
    yield Edge(SCORING_QUEUE, LEAGUE, GRPC_PORT, "RecordResult, RecordLeave, RunPeriodic")
    yield Edge(SCORING_QUEUE, "moderation", GRPC_PORT, "RecordLeave")
    yield Edge("lobby", "moderation", GRPC_PORT, "CheckAdmission")
    yield Edge("lobby", LEAGUE, GRPC_PORT, "CheckSubstitute")
    yield Edge("tournaments", "lobby", GRPC_PORT, "CreateReservedTable, GetTable, CloseReservedTable")
    yield Edge("tournaments", LEAGUE, GRPC_PORT, "GetResult")
    yield Edge("tournaments", "moderation", GRPC_PORT, "CheckAdmission")
    yield Edge("tournaments", PLAYERS, GRPC_PORT, "GetPlayer")
    yield Edge("moderation", PLAYERS, GRPC_PORT, "GetPlayer")
    yield from _to_broker(SCORING_QUEUE, "its queue")


def _to_broker(caller: str, why: str) -> Iterator[Edge]:
    """Either may be the broker: that is the operator's choice."""
    yield Edge(caller, "valkey", 6379, why)
    yield Edge(caller, "rabbitmq", 5672, why)


def common_settings() -> dict[str, str]:
    """What every process is told, full names: all that the programs can be told, with the cluster's values."""
    cluster = {
        "listen": f"0.0.0.0:{GRPC_PORT}",
        "http_listen": f"0.0.0.0:{HTTP_PORT}",
        "worker_http_listen": f"0.0.0.0:{WORKER_HTTP_PORT}",
        "gateway_listen": f"0.0.0.0:{DOOR_PORT}",
        "gateway_http_listen": f"0.0.0.0:{GATEWAY_HTTP_PORT}",
        "gateway_bootstrap": "/tmp/gateway.json",  # noqa: S108  (a volume of the pod's own)
        "peer_address": f"{{service}}:{GRPC_PORT}",
        "jwks_url": f"http://{PLAYERS}:{HTTP_PORT}/.well-known/jwks.json",
        "house_key": HOUSE_KEY,
        "players_key": PLAYERS_KEY,
        "migrate_on_start": "false",
        "drain_seconds": str(DRAIN_SECONDS),
        # A pod has a share of its machine's cores and would take them all for its own.
        "worker_concurrency": "1",
        "worker_task_seconds": str(TASK_SECONDS),
    }
    told = {}
    for settings in (Settings, WorkerSettings, GatewaySettings):
        for name, field in settings.model_fields.items():
            if name != "stores" and name.upper() not in SECRET:
                told[PREFIX + name.upper()] = cluster.get(name, _text(field.default))
    return told


def _text(default: object) -> str:
    return str(default).lower() if isinstance(default, bool) else str(default)


def _service(name: str, kind: Kind) -> Process:
    return Process(
        name=name,
        kind=kind,
        command=("python", "-m", "services", name),
        ports={"grpc": GRPC_PORT, "http": HTTP_PORT},
        settings={},
        secrets=SECRET if kind == "family" else (STORE,),
        keys=("house-key", "players-key") if name == PLAYERS else ("house-key",),
        grace=PRE_STOP_SECONDS + DRAIN_SECONDS + CLOSE_SECONDS,
    )


def _worker(name: str, queue: str) -> Process:
    return Process(
        name=name,
        kind="worker",
        command=("python", "-m", "workers", "--queues", queue),
        ports={"http": WORKER_HTTP_PORT},
        settings={},
        secrets=(BROKER,),
        keys=("house-key",),
        grace=TASK_SECONDS + 5 + 10,  # workers/app.py cuts a task off 5 s after its time
        queue=queue,
    )


def _gateway() -> Process:
    return Process(
        name=GATEWAY,
        kind="gateway",
        command=("python", "-m", "gateway"),
        ports={"grpc": DOOR_PORT, "http": GATEWAY_HTTP_PORT},
        settings={},
        secrets=(),
        keys=(),
        grace=PRE_STOP_SECONDS + DRAIN_SECONDS + 10,
    )


def _migration() -> Process:
    return Process(
        name=MIGRATION,
        kind="migration",
        command=("python", "-m", "services", "--migrate"),
        ports={},
        settings={},
        secrets=(STORE,),
        keys=(),
        grace=30,
    )
