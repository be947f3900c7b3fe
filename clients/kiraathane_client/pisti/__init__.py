"""Pişti for client programs: its typed contract. How it is drawn and read in a terminal is in `terminal`."""

from kiraathane.pisti.v1 import pisti_pb2
from kiraathane_client.contract import Contract

PISTI = Contract[pisti_pb2.MatchUpdate, pisti_pb2.PistiAction]("pisti")

__all__ = ["PISTI"]
