"""Batak for client programs: its typed contract. How it is drawn and read in a terminal is in `terminal`."""

from kiraathane.batak.v1 import batak_pb2
from kiraathane_client.contract import Contract

BATAK = Contract[batak_pb2.MatchUpdate, batak_pb2.BatakAction]("batak")

__all__ = ["BATAK"]
