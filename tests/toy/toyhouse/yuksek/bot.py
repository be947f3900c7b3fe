"""Yüksek's bots: `kolay` lays its lowest card, `usta` its highest."""

from toyhouse.yuksek.state import Lay
from toyhouse.yuksek.view import View


class YuksekBot:
    def decide(self, view: View, level: str, seed: int) -> Lay:
        return Lay(card=max(view.hand) if level == "usta" else min(view.hand))


bot = YuksekBot()
