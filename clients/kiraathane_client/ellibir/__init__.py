"""Elli Bir for client programs: its typed contract. How it is drawn and read in a terminal is in `terminal`."""

from kiraathane.ellibir.v1 import ellibir_pb2
from kiraathane_client.contract import Contract

ELLIBIR = Contract[ellibir_pb2.MatchUpdate, ellibir_pb2.EllibirAction]("ellibir")

__all__ = ["ELLIBIR"]
