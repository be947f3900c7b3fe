"""Satranç: chess with claims, draw offers, touch-move and clocks (rules 4)."""

from services.satranc.game import Satranc

game = Satranc()
