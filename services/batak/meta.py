"""What batak says of itself."""

from services.batak.refusals import REFUSALS
from services.kernel.meta import TURN_SECONDS, EndCause, Labels, Meta, Option

_OPTIONS = (
    Option(
        name="batakHands",
        labels=Labels(tr="El sayısı", en="Number of hands"),
        clause="7.1",
        default="11",
        choices=("7", "8", "9", "10", "11"),
    ),
    Option(
        name="kozMode",
        labels=Labels(tr="Koz ne zaman atılır", en="When a spade may be played"),
        clause="7.3",
        default="whenRuffed",
        choices=("always", "whenRuffed"),
        choice_labels={
            "always": Labels(tr="her zaman", en="at any time"),
            "whenRuffed": Labels(tr="çakılınca", en="not led before one has fallen"),
        },
    ),
    Option(
        name="raise",
        labels=Labels(tr="Yükseltme", en="Raising"),
        clause="7.3",
        default="mandatory",
        choices=("mandatory", "free"),
        choice_labels={
            "mandatory": Labels(tr="mecburi", en="mandatory"),
            "free": Labels(tr="serbest", en="free"),
        },
    ),
    Option(
        name="mustRuff",
        labels=Labels(tr="Rengi olmayan koz atar", en="Who cannot follow suit must ruff"),
        clause="7.3",
        default="off",
        choices=("off", "on"),
        choice_labels={
            "off": Labels(tr="mecbur değil", en="no"),
            "on": Labels(tr="mecbur", en="yes"),
        },
    ),
    Option(
        name="overLimit",
        labels=Labels(tr="Batıran fazla el", en="Tricks too many that sink a bid"),
        clause="7.4",
        default="3",
        choices=("1", "2", "3"),
    ),
    TURN_SECONDS,
)

META = Meta(
    slug="batak",
    titles=Labels(tr="Batak", en="Batak (every player bids)"),
    seats=4,
    options=_OPTIONS,
    refusals=REFUSALS,
    end_causes=(EndCause("played_out", Labels(tr="bütün eller oynandı", en="all hands were played")),),
    bot_levels=("kolay", "orta", "usta"),
    hidden=True,
    rules_version=2,
    sources=("A Turkish table's rules of batak in which all four bid",),
    statistics_by=("raise", "kozMode"),
)
