"""What Elli Bir says of itself."""

from services.ellibir.refusals import REFUSALS
from services.kernel.meta import TURN_SECONDS, Case, EndCause, Labels, Meta, Option, TeamCase

_YES_NO = {"yes": Labels(tr="evet", en="yes"), "no": Labels(tr="hayır", en="no")}
_ON_OFF = {"on": Labels(tr="var", en="yes"), "off": Labels(tr="yok", en="no")}

_OPTIONS = (
    Option(
        name="elliBirPlayers",
        labels=Labels(tr="Oyuncu sayısı", en="Number of players"),
        clause="9.1",
        default="4",
        choices=("2", "3", "4"),
    ),
    Option(
        name="elliBirTeams",
        labels=Labels(tr="Eşli", en="Partners"),
        clause="9.1",
        default="single",
        choices=("single", "partners"),
        choice_labels={
            "single": Labels(tr="tek", en="each for himself"),
            "partners": Labels(tr="eşli", en="partners"),
        },
        cases=(
            Case("elliBirPlayers", "2", default="single", choices=("single",)),
            Case("elliBirPlayers", "3", default="single", choices=("single",)),
        ),
    ),
    Option(
        name="baraj",
        labels=Labels(tr="Baraj", en="Threshold"),
        clause="9.1",
        default="51",
        choices=("51", "71", "75", "81", "101"),
    ),
    Option(
        name="elliBirRounds",
        labels=Labels(tr="El sayısı", en="Number of rounds"),
        clause="9.1",
        default="11",
        choices=("1", "3", "5", "7", "9", "11", "13"),
    ),
    Option(
        name="starterMayOpen",
        labels=Labels(tr="Başlayan ilk atışından önce açabilir", en="The starter may open before his first discard"),
        clause="9.4",
        default="on",
        choices=("on", "off"),
        choice_labels=_ON_OFF,
    ),
    Option(
        name="pairOpen",
        labels=Labels(tr="Çift açma", en="Opening with pairs"),
        clause="9.5",
        default="lenient",
        choices=("lenient", "strict"),
        choice_labels={
            "lenient": Labels(tr="5 çift yeter", en="5 pairs are enough"),
            "strict": Labels(tr="5 çift ve bir per", en="5 pairs and a meld"),
        },
    ),
    Option(
        name="pairOpenerLayoffs",
        labels=Labels(tr="Çift açanın işleme hakkı", en="Cards that a pair opener lays off in a turn"),
        clause="9.7",
        default="2",
        choices=("1", "2", "unlimited"),
        choice_labels={"unlimited": Labels(tr="sınırsız", en="unlimited")},
    ),
    Option(
        name="ownJoker",
        labels=Labels(tr="Joker kendi perinden alınır", en="A joker may be taken from the own melds"),
        clause="9.7",
        default="no",
        choices=("no", "yes"),
        choice_labels=_YES_NO,
    ),
    Option(
        name="jokerSet2",
        labels=Labels(tr="İki kart ve jokerlik düz perden joker", en="The joker of a set with two cards"),
        clause="9.7",
        default="bothSuits",
        choices=("bothSuits", "anyMissing"),
        choice_labels={
            "bothSuits": Labels(tr="eksik iki renkle", en="for both missing suits"),
            "anyMissing": Labels(tr="eksik renklerden biriyle", en="for one missing suit"),
        },
    ),
    Option(
        name="jokerCift",
        labels=Labels(tr="«Jokerle Çift» satırı", en="The row “Jokerle Çift”"),
        clause="9.10",
        default="literal",
        choices=("literal", "pattern"),
        choice_labels={
            "literal": Labels(tr="yazıldığı gibi", en="as printed"),
            "pattern": Labels(tr="katlanarak", en="doubled like the others"),
        },
    ),
    Option(
        name="kdv",
        labels=Labels(tr="KDV", en="KDV: the threshold rises"),
        clause="9.12",
        default="off",
        choices=("off", "on"),
        choice_labels=_ON_OFF,
    ),
    Option(
        name="repeatLimit",
        labels=Labels(tr="Art arda en çok tekrar", en="Most repeats in a row"),
        clause="9.9",
        default="none",
        choices=("none", *map(str, range(1, 10))),
        choice_labels={"none": Labels(tr="sınırsız", en="no limit")},
    ),
    TURN_SECONDS,
)

META = Meta(
    slug="ellibir",
    titles=Labels(tr="Elli Bir", en="Elli Bir (fifty-one)"),
    seats=4,
    seats_option="elliBirPlayers",
    team_cases=(TeamCase("elliBirTeams", "partners", ((0, 2), (1, 3))),),
    options=_OPTIONS,
    refusals=REFUSALS,
    end_causes=(EndCause("played_out", Labels(tr="bütün eller oynandı", en="all rounds were played")),),
    bot_levels=("kolay", "orta", "usta"),
    fewest_win=True,
    hidden=True,
    rules_version=2,
    sources=("A Turkish table's rules of elli bir with cards, KDV and partners",),
    statistics_by=("elliBirPlayers", "elliBirTeams"),
)
