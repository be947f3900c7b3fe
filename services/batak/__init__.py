"""Batak: four players, spades trump, everybody says how many tricks he will take (rules 7)."""

from services.batak.game import Batak

game = Batak()
