"""The Python SDK of Kıraathane: `Client` (asyncio) and `SyncClient`, the same surface twice.

    async with Client("127.0.0.1:8080") as client:
        await client.sign_in_guest("Ayşe")
        table = await client.lobby.create_table("tavla", {"matchLength": "3"})
        table = await client.lobby.sit(table)
        table = await client.lobby.add_bot(table, "orta")
        table = await client.lobby.start(table)
        match = client.match(TAVLA, table.match)
        async with match.sit() as seat:
            async for update in seat:
                ...

docs/clients.md tells the rest.
"""

from kiraathane_client.address import gateway_address
from kiraathane_client.client import Client
from kiraathane_client.commitments import Commitments, FileCommitments, MemoryCommitments, Remembered
from kiraathane_client.contract import AnyUpdate, Contract
from kiraathane_client.errors import (
    AlreadyExists,
    InvalidRequest,
    KiraathaneError,
    NotFound,
    NotYourTurn,
    PermissionDenied,
    RateLimited,
    Refused,
    ServerFault,
    StaleVersion,
    Unauthenticated,
    Unavailable,
)
from kiraathane_client.league import League
from kiraathane_client.lobby import Lobby
from kiraathane_client.lobby_news import LobbyNews
from kiraathane_client.match import Legal, Match
from kiraathane_client.retry import Patience
from kiraathane_client.session import FileSessions, MemorySessions, Session, SessionStore
from kiraathane_client.sitting import Sitting
from kiraathane_client.sync import (
    SyncClient,
    SyncLeague,
    SyncLobby,
    SyncMatch,
    SyncModeration,
    SyncSitting,
    SyncTournaments,
)

__all__ = [
    "AlreadyExists",
    "AnyUpdate",
    "Client",
    "Commitments",
    "Contract",
    "FileCommitments",
    "FileSessions",
    "InvalidRequest",
    "KiraathaneError",
    "League",
    "Legal",
    "Lobby",
    "LobbyNews",
    "Match",
    "MemoryCommitments",
    "MemorySessions",
    "NotFound",
    "NotYourTurn",
    "Patience",
    "PermissionDenied",
    "RateLimited",
    "Refused",
    "Remembered",
    "ServerFault",
    "Session",
    "SessionStore",
    "Sitting",
    "StaleVersion",
    "SyncClient",
    "SyncLeague",
    "SyncLobby",
    "SyncMatch",
    "SyncModeration",
    "SyncSitting",
    "SyncTournaments",
    "Unauthenticated",
    "Unavailable",
    "gateway_address",
]
