"""Tavla: the traditional table, the match with misli, and seven variants (rules 1-3)."""

from services.tavla.game import Tavla

game = Tavla()
