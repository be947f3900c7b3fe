"""What tavla says of itself."""

from services.kernel.meta import TURN_SECONDS, Absence, Case, EndCause, Labels, Meta, Option
from services.tavla.refusals import REFUSALS

_YES_NO = {"yes": Labels(tr="evet", en="yes"), "no": Labels(tr="hayır", en="no")}
_MISLI_LENGTHS = tuple(str(length) for length in range(3, 22, 2))

_OPTIONS = (
    Option(
        name="tavlaTable",
        labels=Labels(tr="Masa", en="Table"),
        clause="1.1",
        default="traditional",
        choices=("traditional", "misli"),
        choice_labels={
            "traditional": Labels(tr="geleneksel", en="traditional"),
            "misli": Labels(tr="misli maç", en="match with the cube"),
        },
    ),
    Option(
        name="tavlaVariant",
        labels=Labels(tr="Çeşit", en="Variant"),
        clause="3",
        default="standard",
        choices=("standard", "nack", "hiper", "yaris", "hapis", "multezim", "anti"),
        choice_labels={
            "standard": Labels(tr="tavla", en="standard"),
            "nack": Labels(tr="Nack tavla", en="Nackgammon"),
            "hiper": Labels(tr="hiper tavla", en="Hypergammon"),
            "yaris": Labels(tr="tavla yarışı", en="Backgammon race"),
            "hapis": Labels(tr="hapis", en="Plakoto"),
            "multezim": Labels(tr="mültezim", en="Fevga"),
            "anti": Labels(tr="anti tavla", en="Anti backgammon"),
        },
    ),
    Option(
        name="matchLength",
        labels=Labels(tr="Maç uzunluğu (puan)", en="Match length (points)"),
        clause="1.7",
        default="5",
        choices=("1", "3", "5", "7"),
        cases=(Case(option="tavlaTable", equals="misli", default="5", choices=_MISLI_LENGTHS),),
    ),
    Option(
        name="tavlaScore",
        labels=Labels(tr="Oyunun değeri", en="Value of a game"),
        clause="1.7",
        default="traditional",
        choices=("traditional", "brainking"),
        choice_labels={
            "traditional": Labels(tr="oyun 1, mars 2", en="plain 1, mars 2"),
            "brainking": Labels(tr="oyun 1, mars 2, misli mars 3", en="plain 1, mars 2, misli mars 3"),
        },
        cases=(Case(option="tavlaTable", equals="misli", default="brainking"),),
    ),
    Option(
        name="openingRoll",
        labels=Labels(tr="İlk zar", en="First roll"),
        clause="1.3",
        default="playOpeningDice",
        choices=("playOpeningDice", "reroll"),
        choice_labels={
            "playOpeningDice": Labels(tr="başlama zarları oynanır", en="the opening dice are played"),
            "reroll": Labels(tr="başlayan yeniden atar", en="the beginner throws again"),
        },
    ),
    Option(
        name="winnerStartsNext",
        labels=Labels(tr="Sonraki oyuna kazanan başlar", en="The winner begins the next game"),
        clause="1.8",
        default="no",
        choices=("yes", "no"),
        choice_labels=_YES_NO,
    ),
    Option(
        name="hitAndRun",
        labels=Labels(tr="Kendi evinde kırıp kaçmak", en="Hit and run in one's own home"),
        clause="1.8",
        default="allowed",
        choices=("allowed", "forbidden"),
        choice_labels={
            "allowed": Labels(tr="serbest", en="allowed"),
            "forbidden": Labels(tr="yasak", en="forbidden"),
        },
    ),
    Option(
        name="hapisMother",
        labels=Labels(tr="Hapiste ana kapatmanın puanı", en="Points for the pinned mother in Hapis"),
        clause="3.5",
        default="2",
        choices=("1", "2", "3"),
    ),
    Option(
        name="antiScore",
        labels=Labels(tr="Anti tavlada puan", en="Points in Anti"),
        clause="3.7",
        default="single",
        choices=("single", "mirrored"),
        choice_labels={
            "single": Labels(tr="her oyun 1", en="every game 1"),
            "mirrored": Labels(tr="toplayanın alacağı kadar", en="what the side that bore off would have got"),
        },
    ),
    TURN_SECONDS,
)

_END_CAUSES = (
    EndCause("borne_off", Labels(tr="bütün pullar toplandı", en="all checkers were borne off")),
    EndCause("refused", Labels(tr="misli kabul edilmedi", en="misli was refused")),
    EndCause("resigned", Labels(tr="oyun terk edildi", en="the game was given up")),
    EndCause("mother_pinned", Labels(tr="ana kapatıldı", en="the mother was pinned")),
    EndCause("mothers_pinned", Labels(tr="iki ana da kapatıldı", en="both mothers were pinned")),
    EndCause("left", Labels(tr="oyuncu masadan kalktı", en="a player left the match")),
)

META = Meta(
    slug="tavla",
    titles=Labels(tr="Tavla", en="Tavla (backgammon)"),
    seats=2,
    options=_OPTIONS,
    refusals=REFUSALS,
    end_causes=_END_CAUSES,
    bot_levels=("kolay", "orta", "usta"),
    rules_version=1,
    absence=Absence.CLAIM,
    leaving_ends=True,
    sources=(
        "A Turkish table's rules of tavla",
        "BrainKing: Tavla, with match play by the cube ('misli')",
        "Public rules of Nackgammon, Hypergammon, Backgammon race, Plakoto and Fevga (bkgm.com, FIBS, Ludii)",
    ),
    statistics_by=("tavlaTable", "tavlaVariant"),
)
