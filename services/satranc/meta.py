"""What satranç says of itself."""

from services.kernel.meta import Absence, EndCause, Labels, Meta, Option
from services.satranc import score
from services.satranc.refusals import REFUSALS
from services.satranc.terms import BASE_AND_INCREMENT, DAYS

_ON_OFF = {"on": Labels(tr="açık", en="on"), "off": Labels(tr="kapalı", en="off")}

_OPTIONS = (
    Option(
        name="colours",
        labels=Labels(tr="Renkler", en="Colours"),
        clause="4.1",
        default="random",
        choices=("random", "host"),
        choice_labels={
            "random": Labels(tr="kurayla", en="by lot"),
            "host": Labels(tr="masayı açan beyaz", en="the table's owner has White"),
        },
    ),
    Option(
        name="touchMove",
        labels=Labels(tr="Dokunulan taş oynanır", en="Touch-move"),
        clause="4.3",
        default="off",
        choices=("off", "on"),
        choice_labels=_ON_OFF,
    ),
    Option(
        name="autoDraws",
        labels=Labels(
            tr="Beş kez aynı konumda ve 75 hamlede kendiliğinden beraberlik",
            en="Automatic draws at the fifth repetition and after 75 moves",
        ),
        clause="4.4",
        default="on",
        choices=("on", "off"),
        choice_labels=_ON_OFF,
    ),
    Option(
        name="clock",
        labels=Labels(tr="Saat", en="Clock"),
        clause="4.7",
        default="none",
        choices=("none",),
        choice_labels={"none": Labels(tr="saatsiz", en="no clock")},
        forms=(BASE_AND_INCREMENT, DAYS),
    ),
)

_END_CAUSES = (
    EndCause(score.CHECKMATE, Labels(tr="mat", en="checkmate")),
    EndCause(score.RESIGNED, Labels(tr="oyun terk edildi", en="resignation")),
    EndCause(score.AGREED, Labels(tr="anlaşarak beraberlik", en="draw by agreement")),
    EndCause(score.STALEMATE, Labels(tr="pat", en="stalemate")),
    EndCause(score.FIFTY, Labels(tr="elli hamle kuralı", en="fifty moves, on claim")),
    EndCause(score.THREEFOLD, Labels(tr="aynı konum üç kez", en="threefold repetition, on claim")),
    EndCause(score.DEAD, Labels(tr="iki taraf da mat edemez", en="neither side can mate")),
    EndCause(score.FIVEFOLD, Labels(tr="aynı konum beş kez", en="fivefold repetition")),
    EndCause(score.SEVENTY_FIVE, Labels(tr="yetmiş beş hamle kuralı", en="seventy-five moves")),
    EndCause(score.FLAG, Labels(tr="süre doldu", en="the flag fell")),
    EndCause(score.FLAG_DRAWN, Labels(tr="süre doldu, rakip mat edemez", en="the flag fell, the opponent cannot mate")),
    EndCause(score.LEFT, Labels(tr="oyuncu masadan kalktı", en="a player left the match")),
)

META = Meta(
    slug="satranc",
    titles=Labels(tr="Satranç", en="Chess"),
    seats=2,
    options=_OPTIONS,
    refusals=REFUSALS,
    end_causes=_END_CAUSES,
    bot_levels=("kolay", "orta", "usta"),
    rules_version=1,
    absence=Absence.CLOCK,
    leaving_ends=True,
    sources=(
        "A Turkish table's rules of chess",
        "FIDE Laws of Chess: who moves first, the clock, automatic draws, what the same position is",
    ),
)
