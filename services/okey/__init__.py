"""Okey: 101, 34 and 51 with 106 tiles (rules 8), and a table of the Eşli 101 tournament (rules 10)."""

from services.okey.game import Okey

game = Okey()
