"""What pişti says of itself."""

from services.kernel.meta import TURN_SECONDS, Absence, EndCause, Labels, Meta, Option
from services.pisti.refusals import REFUSALS

COUNTED = "counted"
LEFT = "left"

_OPTIONS = (
    Option(
        name="pistiTarget",
        labels=Labels(tr="Maçın sonu", en="End of the match"),
        clause="6.5",
        default="single",
        choices=("single", "101", "151"),
        choice_labels={
            "single": Labels(tr="tek oyun", en="a single game"),
            "101": Labels(tr="101 sayı", en="101 points"),
            "151": Labels(tr="151 sayı", en="151 points"),
        },
    ),
    Option(
        name="bluff",
        labels=Labels(tr="Blöf", en="Bluff"),
        clause="6.4",
        default="off",
        choices=("off", "on"),
        choice_labels={"off": Labels(tr="yok", en="off"), "on": Labels(tr="var", en="on")},
    ),
    Option(
        name="jackPisti",
        labels=Labels(tr="Vale üstüne vale pişti", en="Pişti of jack on jack"),
        clause="6.3",
        default="10",
        choices=("10", "20"),
    ),
    Option(
        name="lastCardPisti",
        labels=Labels(tr="Oyunun son kartıyla pişti", en="Pişti with the last card of the game"),
        clause="6.3",
        default="counts",
        choices=("counts", "doesNotCount"),
        choice_labels={
            "counts": Labels(tr="sayılır", en="counts"),
            "doesNotCount": Labels(tr="sayılmaz", en="does not count"),
        },
    ),
    TURN_SECONDS,
)

_END_CAUSES = (
    EndCause(COUNTED, Labels(tr="kartlar sayıldı", en="the cards were counted")),
    EndCause(LEFT, Labels(tr="oyuncu masadan kalktı", en="a player left the match")),
)

META = Meta(
    slug="pisti",
    titles=Labels(tr="Pişti", en="Pişti"),
    seats=2,
    options=_OPTIONS,
    refusals=REFUSALS,
    end_causes=_END_CAUSES,
    bot_levels=("kolay", "orta", "usta"),
    hidden=True,
    rules_version=1,
    absence=Absence.CLAIM,
    leaving_ends=True,
    sources=(
        "A Turkish table's rules of pişti, with the bluff",
        "Public rules of Pişti (pagat.com) for what the table's rules leave open",
    ),
    statistics_by=("bluff", "pistiTarget"),
)
