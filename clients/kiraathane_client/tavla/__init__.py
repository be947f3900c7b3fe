"""Tavla for client programs: its typed contract. How it is drawn and read in a terminal is in `terminal`."""

from kiraathane.tavla.v1 import tavla_pb2
from kiraathane_client.contract import Contract

TAVLA = Contract[tavla_pb2.MatchUpdate, tavla_pb2.TavlaAction]("tavla")

__all__ = ["TAVLA"]
