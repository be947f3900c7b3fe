"""`python -m services.tavla.training VARIANT…` trains the nets of these variants, by default all, and writes them to
`services/tavla/bots/nets/`. The same numba and numpy give the same weights. Times are of one core of a small server.
"""

import sys
from pathlib import Path

import msgspec
import numpy as np

from services.tavla.training.board import ANTI, HAPIS, HIPER, MULTEZIM, STANDARD, VARIANTS, YARIS, start
from services.tavla.training.inputs import input_count
from services.tavla.training.learn import OUTPUTS, Stakes, Weights, self_play

FOLDER = Path(__file__).parent.parent / "bots" / "nets"
BLOCK = 10_000  # games between two lines of progress


class Plan(msgspec.Struct, frozen=True):
    """How one net is trained: `phases` are (games, learning rate)."""

    hidden: int
    phases: tuple[tuple[int, float], ...]
    stakes: Stakes
    seed: int = 1


_LONG = ((150_000, 0.1), (200_000, 0.05), (200_000, 0.02), (250_000, 0.01))
_SHORT = ((40_000, 0.1), (40_000, 0.05), (40_000, 0.02), (20_000, 0.01))

# Nack is the standard game from another array and uses its net. In Hapis and Mültezim there is no triple, and the third
# output of Hapis is the mother, worth a mars by default; Anti is worth one point.
PLANS = {
    STANDARD: Plan(hidden=80, phases=_LONG, stakes=Stakes(1.0, 1.0)),
    HIPER: Plan(hidden=40, phases=_SHORT, stakes=Stakes(1.0, 1.0)),
    YARIS: Plan(hidden=40, phases=_SHORT, stakes=Stakes(1.0, 1.0)),
    HAPIS: Plan(hidden=40, phases=_SHORT, stakes=Stakes(1.0, 0.0)),
    MULTEZIM: Plan(hidden=40, phases=_SHORT, stakes=Stakes(1.0, 0.0)),
    ANTI: Plan(hidden=40, phases=_SHORT, stakes=Stakes(0.0, 0.0)),
}


def beginner(variant: int, plan: Plan) -> Weights:
    """A net that knows nothing yet."""
    rng = np.random.default_rng(plan.seed)
    w1 = rng.normal(0, 0.1, (input_count(variant), plan.hidden)).astype(np.float32)
    w2 = rng.normal(0, 0.1, (OUTPUTS, plan.hidden)).astype(np.float32)
    return Weights(w1, np.zeros(plan.hidden, np.float32), w2, np.zeros(OUTPUTS, np.float32))


def train(variant: int, plan: Plan) -> None:
    """Trains one net and writes it, also after each phase."""
    net, block = beginner(variant, plan), 0
    for games, rate in plan.phases:
        for _ in range(games // BLOCK):
            block += 1
            turns = self_play(net, start(variant), variant, BLOCK, plan.seed * 100_000 + block, rate, plan.stakes)
            say(f"{VARIANTS[variant]}: {block * BLOCK} games, rate {rate}, {turns / BLOCK:.1f} turns a game")
        FOLDER.mkdir(exist_ok=True)
        stored = {name: weights.astype(np.float16) for name, weights in net._asdict().items()}
        np.savez_compressed(FOLDER / f"{VARIANTS[variant]}.npz", **stored)


def say(line: str) -> None:
    """A line of progress for whoever waits."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    """Trains what the command line names."""
    for name in sys.argv[1:] or [VARIANTS[variant] for variant in PLANS]:
        if name not in VARIANTS or VARIANTS.index(name) not in PLANS:
            sys.exit(f"no net for {name!r}; there are {', '.join(VARIANTS[variant] for variant in PLANS)}")
        train(VARIANTS.index(name), PLANS[VARIANTS.index(name)])


if __name__ == "__main__":
    main()
