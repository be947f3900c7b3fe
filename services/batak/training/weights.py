"""Fits the weights of `bots.bids`: `python -m services.batak.training.weights --hands 2000 [--free] [--over-limit 1]`.

Hands are dealt by chance. Each is tried with every bid in deals of the other cards, the others bidding what the weights
that are in force say, all four playing by the policy. A soft mean of the bids, by their points, is the hand's worth;
the weights are the least squares over the features. Prints them, and what they earn against the best bid each time.
"""

import argparse
import sys
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from services.batak.bots.bids import features, sensible
from services.batak.bots.masks import Rules
from services.batak.bots.playout import play_out
from services.batak.results import worth
from services.kernel.draws import Draws
from services.kernel.tricks import SEATS

_DEALS = 24
_HIGHEST = 8  # bids above are too rare to learn from
_SOFT = 6.0  # points by which a bid must be worse to count e times less

Numbers = npt.NDArray[np.float64]


def tried(hand: int, rules: Rules, draws: Draws, deals: int = _DEALS) -> Numbers:
    """The mean points of each bid from 0 to the highest on a hand."""
    rest = [number for number in range(52) if not hand >> number & 1]
    total = np.zeros(_HIGHEST + 1)
    for _ in range(deals):
        draws.shuffle(rest)
        hands = [hand, *(sum(1 << number for number in rest[at : at + 13]) for at in (0, 13, 26))]
        bids = [0, *(sensible(other, rules) for other in hands[1:])]
        leader = draws.randrange(SEATS)
        for bid in range(_HIGHEST + 1):
            bids[0], won = bid, [0] * SEATS
            play_out(list(hands), bids, won, leader, [], rules, broken=False)
            total[bid] += worth(bid, won[0], rules.over_limit)
    return total / deals


def fit(hands: Sequence[int], values: Numbers) -> tuple[Numbers, float, float]:
    """The weights, what rounding them earns on these hands, and what the best bid (of one or more) would."""
    rows = np.array([features(hand) for hand in hands])
    bids = values[:, 1:]
    share = np.exp((bids - bids.max(axis=1, keepdims=True)) / _SOFT)
    target = (share * np.arange(1, _HIGHEST + 1)).sum(axis=1) / share.sum(axis=1)
    weights = np.linalg.lstsq(rows, target, rcond=None)[0]
    said = np.clip(np.rint(rows @ weights), 1, _HIGHEST).astype(int)
    return weights, float(values[np.arange(len(values)), said].mean()), float(bids.max(axis=1).mean())


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints a line for each weight, in the order of `bots.bids.features`, then the two means."""
    parser = argparse.ArgumentParser(prog="python -m services.batak.training.weights", description=__doc__)
    parser.add_argument("--hands", type=int, default=2_000)
    parser.add_argument("--free", action="store_true", help="raising is free")
    parser.add_argument("--over-limit", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args(arguments)
    rules = Rules(when_ruffed=True, must_raise=not told.free, must_ruff=False, over_limit=told.over_limit)
    draws, deck = Draws(told.seed), list(range(52))
    hands = []
    for _ in range(told.hands):
        draws.shuffle(deck)
        hands.append(sum(1 << number for number in deck[:13]))
    weights, earned, best = fit(hands, np.array([tried(hand, rules, draws) for hand in hands]))
    lines = [f"{weight:7.2f}" for weight in weights]
    sys.stdout.write("\n".join([*lines, f"points {earned:.2f}, the best bid {best:.2f}"]) + "\n")


if __name__ == "__main__":
    main()
