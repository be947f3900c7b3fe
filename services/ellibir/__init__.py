"""Elli Bir, the card game of melds, for two to four (rules 9)."""

from services.ellibir.game import Ellibir

game = Ellibir()
