"""`python -m services.tavla.training VARIANT…` trains the nets of these variants, by default all, and writes them to
`services/tavla/bots/nets/`. The same numba and numpy give the same weights. Times are of one core of a small server.
"""

import sys
from pathlib import Path

import msgspec
import numpy as np

from services.tavla.training.board import ANTI, HAPIS, HIPER, MULTEZIM, STANDARD, VARIANTS, YARIS, start
from services.tavla.training.inputs import input_count
from services.tavla.training.learn import OUTPUTS, self_play

FOLDER = Path(__file__).parent.parent / "bots" / "nets"
BLOCK = 10_000  # games between two lines of progress


class Plan(msgspec.Struct, frozen=True):
    """How one net is trained: `phases` are (games, learning rate); `mars`, `misli_mars` what these add to a win."""

    hidden: int
    phases: tuple[tuple[int, float], ...]
    mars: float = 1.0
    misli_mars: float = 1.0
    seed: int = 1


# Nack is the standard game from another array and uses its net. In Hapis and Mültezim there is no triple, and the third
# output of Hapis is the mother, worth a mars by default; Anti is worth one point.
PLANS = {
    STANDARD: Plan(hidden=80, phases=((150_000, 0.1), (200_000, 0.05), (200_000, 0.02), (250_000, 0.01))),
    HIPER: Plan(hidden=40, phases=((100_000, 0.1), (100_000, 0.05), (100_000, 0.02), (100_000, 0.01))),
    YARIS: Plan(hidden=40, phases=((60_000, 0.1), (60_000, 0.05), (60_000, 0.02), (40_000, 0.01))),
    HAPIS: Plan(hidden=40, phases=((60_000, 0.1), (60_000, 0.05), (60_000, 0.02), (40_000, 0.01)), misli_mars=0.0),
    MULTEZIM: Plan(hidden=40, phases=((60_000, 0.1), (60_000, 0.05), (60_000, 0.02), (40_000, 0.01)), misli_mars=0.0),
    ANTI: Plan(
        hidden=40, phases=((60_000, 0.1), (60_000, 0.05), (60_000, 0.02), (40_000, 0.01)), mars=0.0, misli_mars=0.0
    ),
}


def train(variant: int, plan: Plan) -> None:
    """Trains one net and writes it, also after each phase."""
    rng = np.random.default_rng(plan.seed)
    w1 = rng.normal(0, 0.1, (input_count(variant), plan.hidden)).astype(np.float32)
    w2 = rng.normal(0, 0.1, (OUTPUTS, plan.hidden)).astype(np.float32)
    b1, b2 = np.zeros(plan.hidden, np.float32), np.zeros(OUTPUTS, np.float32)
    block = 0
    for games, rate in plan.phases:
        for _ in range(games // BLOCK):
            block += 1
            seed = plan.seed * 100_000 + block
            turns = self_play(start(variant), variant, BLOCK, seed, rate, plan.mars, plan.misli_mars, w1, b1, w2, b2)
            say(f"{VARIANTS[variant]}: {block * BLOCK} games, rate {rate}, {turns / BLOCK:.1f} turns a game")
        path = FOLDER / f"{VARIANTS[variant]}.npz"
        path.parent.mkdir(exist_ok=True)
        np.savez_compressed(
            path, **{name: a.astype(np.float16) for name, a in {"w1": w1, "b1": b1, "w2": w2, "b2": b2}.items()}
        )


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
