"""What the gateway knows of the contract: which services there are, and who may call what from outside."""

import importlib
from collections.abc import Iterable
from typing import Final

import msgspec
from google.protobuf import descriptor_pool
from google.protobuf.descriptor import ServiceDescriptor

from kiraathane.league.v1 import league_service_pb2
from kiraathane.lobby.v1 import lobby_service_pb2
from kiraathane.moderation.v1 import moderation_service_pb2
from kiraathane.players.v1 import players_service_pb2
from kiraathane.tournaments.v1 import tournaments_service_pb2
from services.kernel.registry import Family, families

IDENTITY_HEADER: Final = "x-kiraathane-player"
"""Set by the gateway to the player of a verified token; one that a client sends is removed."""
MATCH_HEADER: Final = "x-match-id"
"""Sent by clients; calls of one match go to one replica."""

INTERNAL: Final = frozenset(
    {
        "CreateMatch",
        "StartMatch",
        "SeatSubstitute",
        "AcknowledgeResult",
        "InspectMatch",
        "OrderMatch",
        "RecordResult",
        "RecordLeave",
        "CheckSubstitute",
        "RunPeriodic",
        "CreateReservedTable",
        "CloseReservedTable",
        "CheckBlocks",
        "CheckAdmission",
    }
)
"""Methods for callers inside the house alone; from outside they are PERMISSION_DENIED."""
OPEN: Final = frozenset({"SignInGuest", "Register", "SignIn", "RefreshSession", "SignOut", "GetKeys", "ListGames"})
"""Methods that need no token."""
ONCE: Final = frozenset({"SignInGuest", "Register", "SignIn"})
"""Methods that may do something twice when they are called twice; repeated only if no replica can have begun them."""
HOUSE_WIDE: Final = (
    "grpc.health.v1.Health",
    "grpc.reflection.v1.ServerReflection",
    "grpc.reflection.v1alpha.ServerReflection",
)
"""Services that every process has; open to all."""


class Service(msgspec.Struct, frozen=True):
    """One gRPC service of the house: its name ("tavla"), its full name, and its methods."""

    name: str
    full_name: str
    methods: tuple[str, ...]


def services(packages: Iterable[str]) -> tuple[Service, ...]:
    """Every service that clients may know: the platform's, then the families' in alphabetical order."""
    platform = [
        _service("players", players_service_pb2.DESCRIPTOR.services_by_name["PlayersService"]),
        _service("lobby", lobby_service_pb2.DESCRIPTOR.services_by_name["LobbyService"]),
        _service("league", league_service_pb2.DESCRIPTOR.services_by_name["LeagueService"]),
        _service("moderation", moderation_service_pb2.DESCRIPTOR.services_by_name["ModerationService"]),
        _service("tournaments", tournaments_service_pb2.DESCRIPTOR.services_by_name["TournamentsService"]),
    ]
    played = [_service(family.slug, _played_by(family)) for family in families(*packages).values()]
    return (*platform, *played)


def _played_by(family: Family) -> ServiceDescriptor:
    """The service of a family; its stubs stand where every family's do."""
    full_name: str = family.module("wire").SERVICE
    package, _, service = full_name.rpartition(".")
    importlib.import_module(f"{package}.{service.removesuffix('Service').lower()}_service_pb2")
    return descriptor_pool.Default().FindServiceByName(full_name)


def _service(name: str, descriptor: ServiceDescriptor) -> Service:
    return Service(name=name, full_name=descriptor.full_name, methods=tuple(m.name for m in descriptor.methods))
