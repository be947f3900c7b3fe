"""King for client programs: its typed contract. How it is drawn and read in a terminal is in `terminal`."""

from kiraathane.king.v1 import king_pb2
from kiraathane_client.contract import Contract

KING = Contract[king_pb2.MatchUpdate, king_pb2.KingAction]("king")

__all__ = ["KING"]
