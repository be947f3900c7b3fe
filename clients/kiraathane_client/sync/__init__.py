"""The same client for programs without an event loop: every method runs the asynchronous one on a loop of its own.

Nothing is decided here. A test holds the two surfaces against each other.
"""

from kiraathane_client.sync.client import SyncClient
from kiraathane_client.sync.match import SyncMatch, SyncSitting
from kiraathane_client.sync.rooms import SyncLeague, SyncLobby, SyncModeration, SyncTournaments

__all__ = ["SyncClient", "SyncLeague", "SyncLobby", "SyncMatch", "SyncModeration", "SyncSitting", "SyncTournaments"]
