"""The best layout of random hands: CPU time of one question, by pieces and wild ones among them."""

import random
import time
from typing import Any

from services.kernel.layouts import by_points, layout_with
from services.kernel.melds import SUITS, Face, Scale

SIZES = (15, 22)
WILDS = (0, 1, 2)
TILES = Scale(1, 13)
QUESTIONS = {"greatest sum": None, "all but one piece": 1}


def measure(hands: int = 1_000) -> list[dict[str, Any]]:
    """Milliseconds of CPU for each question; every size is asked with the same hands on every machine."""
    worth, rng, found = by_points(TILES, lambda rank: rank), random.Random(1), []
    pieces = [Face(suit, rank) for suit in SUITS for rank in range(TILES.lowest, TILES.highest + 1)] * 2
    for size in SIZES:
        for wilds in WILDS:
            racks = [rng.sample(pieces, size - wilds) for _ in range(hands)]
            for question, leaving in QUESTIONS.items():
                times = []
                for rack in racks:
                    began = time.process_time()
                    layout_with(rack, wilds, worth, leaving=leaving)
                    times.append(1000 * (time.process_time() - began))
                times.sort()
                spread = {f"p{share}_ms": round(times[hands * share // 100], 2) for share in (50, 95)}
                found.append({"question": question, "pieces": size, "wilds": wilds, **spread})
    return found
