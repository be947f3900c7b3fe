"""Chess for client programs: its typed contract. How it is drawn and read in a terminal is in `terminal`."""

from kiraathane.satranc.v1 import satranc_pb2
from kiraathane_client.contract import Contract

SATRANC = Contract[satranc_pb2.MatchUpdate, satranc_pb2.SatrancAction]("satranc")

__all__ = ["SATRANC"]
