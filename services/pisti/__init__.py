"""Pişti for two, with the bluff where the table wants it (rules 6)."""

from services.pisti.game import Pisti

game = Pisti()
