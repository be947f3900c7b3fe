"""What yüksek says of itself."""

from services.kernel.meta import TURN_SECONDS, Absence, EndCause, Labels, Meta, Option
from services.kernel.refusal import Refusal

META = Meta(
    slug="yuksek",
    titles=Labels(tr="Yüksek", en="High card"),
    seats=2,
    options=(
        Option(
            name="hands",
            labels=Labels(tr="El sayısı", en="Hands"),
            clause="1",
            default="2",
            low=1,
            high=9,
        ),
        TURN_SECONDS,
    ),
    refusals=(
        Refusal(reason="NOT_YOUR_TURN", clause="2", tr="Kartını zaten kapadın.", en="Your card already lies there."),
        Refusal(reason="NO_SUCH_CARD", clause="2", tr="Elinde {card} yok.", en="You do not hold {card}."),
        Refusal(reason="MATCH_OVER", clause="4", tr="Maç bitti.", en="The match is over."),
    ),
    end_causes=(
        EndCause(cause="PLAYED_OUT", labels=Labels(tr="Eller bitti", en="All hands were played")),
        EndCause(cause="LEFT", labels=Labels(tr="Bir oyuncu ayrıldı", en="A player left")),
    ),
    bot_levels=("kolay", "usta"),
    rules_version=1,
    absence=Absence.CLAIM,
    leaving_ends=True,
    sources=("tests",),
)
