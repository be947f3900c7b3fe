"""Okey for client programs: its typed contract. How it is drawn and read in a terminal is in `terminal`."""

from kiraathane.okey.v1 import okey_pb2
from kiraathane_client.contract import Contract

OKEY = Contract[okey_pb2.MatchUpdate, okey_pb2.OkeyAction]("okey")

__all__ = ["OKEY"]
