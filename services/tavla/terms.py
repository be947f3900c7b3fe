"""The table's options, read once when a match is set up."""

from collections.abc import Mapping

import msgspec

from services.tavla.board import VARIANTS, Meeting, Variant, VariantName


class Terms(msgspec.Struct, frozen=True):
    """What the table agreed on (rules 3.9).

    `triple` is `tavlaScore = brainking`; `turn_seconds` is None where no clock runs. The last two follow from the rest:
    `cube_in_game` (every match with misli but Mültezim, rules 2.4), and `plain`: a turn is legal if its moves are and
    it has as many as can be, for no rule looks at its end.
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
    cube_in_game: bool
    plain: bool

    @property
    def board(self) -> Variant:
        return VARIANTS[self.variant]

    @property
    def fresh_first_roll(self) -> bool:
        """True where the beginner throws two fresh dice (rules 1.3, 3.5, 3.6)."""
        return self.opening_reroll or self.variant in (VariantName.HAPIS, VariantName.MULTEZIM)

    @property
    def hit_and_run_matters(self) -> bool:
        """`hitAndRun` has no effect where nothing is hit (rules 3.9)."""
        return self.hit_and_run_forbidden and self.board.meeting is Meeting.HIT


def read_terms(options: Mapping[str, str]) -> Terms:
    """The terms from complete options (`Meta.resolve`)."""
    seconds = options["turnSeconds"]
    misli = options["tavlaTable"] == "misli"
    variant = VariantName(options["tavlaVariant"])
    hit_and_run_forbidden = options["hitAndRun"] == "forbidden"
    return Terms(
        misli=misli,
        variant=variant,
        length=int(options["matchLength"]),
        triple=options["tavlaScore"] == "brainking",
        opening_reroll=options["openingRoll"] == "reroll",
        winner_starts=options["winnerStartsNext"] == "yes",
        hit_and_run_forbidden=hit_and_run_forbidden,
        hapis_mother=int(options["hapisMother"]),
        anti_mirrored=options["antiScore"] == "mirrored",
        turn_seconds=None if seconds == "none" else int(seconds),
        cube_in_game=misli and variant is not VariantName.MULTEZIM,
        plain=VARIANTS[variant].meeting is Meeting.HIT and not hit_and_run_forbidden,
    )
