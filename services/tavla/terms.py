"""The table's options, read once when a match is set up."""

from collections.abc import Mapping

import msgspec

from services.tavla.board import VARIANTS, Variant, VariantName


class Terms(msgspec.Struct, frozen=True):
    """What the table agreed on (rules 3.9).

    `triple` is `tavlaScore = brainking`; `turn_seconds` is None where no clock runs.
    """

    misli: bool
    variant: VariantName
    length: int
    triple: bool
    opening_reroll: bool
    winner_starts: bool
    hit_and_run_forbidden: bool
    hapis_mother: int
    anti_mirrored: bool
    turn_seconds: int | None

    @property
    def board(self) -> Variant:
        return VARIANTS[self.variant]

    @property
    def cube_in_game(self) -> bool:
        """The cube is in every match with misli but Mültezim (rules 2.4)."""
        return self.misli and self.variant is not VariantName.MULTEZIM

    @property
    def fresh_first_roll(self) -> bool:
        """True where the beginner throws two fresh dice (rules 1.3, 3.5, 3.6)."""
        return self.opening_reroll or self.variant in (VariantName.HAPIS, VariantName.MULTEZIM)

    @property
    def hit_and_run_matters(self) -> bool:
        """`hitAndRun` has no effect where nothing is hit (rules 3.9)."""
        return self.hit_and_run_forbidden and self.variant not in (VariantName.HAPIS, VariantName.MULTEZIM)


def read_terms(options: Mapping[str, str]) -> Terms:
    """The terms from complete options (`Meta.resolve`)."""
    seconds = options["turnSeconds"]
    return Terms(
        misli=options["tavlaTable"] == "misli",
        variant=VariantName(options["tavlaVariant"]),
        length=int(options["matchLength"]),
        triple=options["tavlaScore"] == "brainking",
        opening_reroll=options["openingRoll"] == "reroll",
        winner_starts=options["winnerStartsNext"] == "yes",
        hit_and_run_forbidden=options["hitAndRun"] == "forbidden",
        hapis_mother=int(options["hapisMother"]),
        anti_mirrored=options["antiScore"] == "mirrored",
        turn_seconds=None if seconds == "none" else int(seconds),
    )
