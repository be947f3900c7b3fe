"""What King says of itself."""

from services.kernel.meta import TURN_SECONDS, EndCause, Labels, Meta, Option
from services.king.refusals import REFUSALS

_ON_OFF = {"on": Labels(tr="var", en="on"), "off": Labels(tr="yok", en="off")}


def _switch(name: str, tr: str, en: str, clause: str) -> Option:
    return Option(
        name=name,
        labels=Labels(tr=tr, en=en),
        clause=clause,
        default="off",
        choices=("off", "on"),
        choice_labels=_ON_OFF,
    )


_OPTIONS = (
    Option(
        name="kingLength",
        labels=Labels(tr="El sayısı", en="Hands"),
        clause="5.1",
        default="20",
        choices=("20", "12"),
    ),
    Option(
        name="kingFirst",
        labels=Labels(tr="İlk eli söyleyen", en="Who declares first"),
        clause="5.2",
        default="randomSeat",
        choices=("randomSeat", "holder2Diamonds", "seat0"),
        choice_labels={
            "randomSeat": Labels(tr="kura", en="by lot"),
            "holder2Diamonds": Labels(tr="karo ikilisi olan", en="who holds the two of diamonds"),
            "seat0": Labels(tr="masayı kuran", en="the first seat"),
        },
    ),
    Option(
        name="rifkiUnderAce",
        labels=Labels(tr="Kupa asının altında Rıfkı", en="Rıfkı under the ace of hearts"),
        clause="5.5",
        default="free",
        choices=("free", "forced"),
        choice_labels={
            "free": Labels(tr="serbest", en="free"),
            "forced": Labels(tr="zorunlu", en="must be played"),
        },
    ),
    Option(
        name="trumpRaise",
        labels=Labels(tr="Koz yükseltme", en="Raising trump"),
        clause="5.5",
        default="both",
        choices=("both", "ledOnly", "none"),
        choice_labels={
            "both": Labels(tr="her zaman zorunlu", en="whenever a trump must be played"),
            "ledOnly": Labels(tr="koz çıkılınca zorunlu", en="when trump was led"),
            "none": Labels(tr="serbest", en="never"),
        },
    ),
    Option(
        name="lastHearts",
        labels=Labels(tr="Yalnız kupası kalanın çıkışı", en="Lead from hearts alone"),
        clause="5.6",
        default="any",
        choices=("any", "highest"),
        choice_labels={
            "any": Labels(tr="istediği kupa", en="any heart"),
            "highest": Labels(tr="en büyük kupa", en="the highest heart"),
        },
    ),
    _switch("earlyEnd", "Cezalar bitince elin bitmesi", "Hand ends with its last penalty card", "5.8"),
    _switch("kizIptal", "Herkes bir kız alınca elin iptali", "Void hand if everybody takes one queen", "5.9"),
    Option(
        name="kingZero",
        labels=Labels(tr="Sıfır puanla bitiren", en="A total of zero"),
        clause="5.10",
        default="cikmis",
        choices=("cikmis", "batmis"),
        choice_labels={
            "cikmis": Labels(tr="çıkmış", en="wins"),
            "batmis": Labels(tr="batmış", en="loses"),
        },
    ),
    _switch("kingTenTricks", "On koz elle King", "Ten tricks in a trump hand win the match", "5.10"),
    TURN_SECONDS,
)

_END_CAUSES = (
    EndCause("played_out", Labels(tr="bütün eller oynandı", en="all hands were played")),
    EndCause("king", Labels(tr="King yapıldı: bir koz elinde on el", en="King: ten tricks in one trump hand")),
)

META = Meta(
    slug="king",
    titles=Labels(tr="King", en="King"),
    seats=4,
    options=_OPTIONS,
    refusals=REFUSALS,
    end_causes=_END_CAUSES,
    bot_levels=("kolay", "orta", "usta"),
    hidden=True,
    rules_version=2,
    sources=(
        "A Turkish table's rules of King",
        "Public rules of King (pagat.com, tr.wikipedia.org) where the table's rules are silent",
    ),
    statistics_by=("kingLength",),
)
