"""Yüksek, a toy: hidden cards, sealed simultaneous choices and a die, in as few lines as that takes."""

from toyhouse.yuksek.rules import Yuksek

game = Yuksek()
