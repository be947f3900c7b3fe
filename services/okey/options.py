"""The table's options (rules 8.19, 10.10)."""

from services.kernel.meta import TURN_SECONDS, Case, Labels, Option

_ON_OFF = {"on": Labels(tr="var", en="on"), "off": Labels(tr="yok", en="off")}


def _tournament(value: str) -> Case:
    """At a tournament's table the option is settled (rules 10)."""
    return Case("okeyTable", "tournament", default=value, choices=(value,))


def _only_tournament(value: str) -> Case:
    """At other tables there is no such thing."""
    return Case("okeyTable", "house", default=value, choices=(value,))


OPTIONS = (
    Option(
        name="okeyTable",
        labels=Labels(tr="Masa", en="Table"),
        clause="8.19",
        default="house",
        choices=("house", "tournament"),
        choice_labels={
            "house": Labels(tr="salon", en="house rules"),
            "tournament": Labels(tr="Eşli 101 turnuvası", en="Eşli 101 tournament"),
        },
    ),
    Option(
        name="okeyGame",
        labels=Labels(tr="Oyun", en="Game"),
        clause="8.1",
        default="101",
        choices=("101", "34", "51"),
        cases=(_tournament("101"),),
    ),
    Option(
        name="okeyTeams",
        labels=Labels(tr="Tek ya da eşli", en="Single or partners"),
        clause="8.1",
        default="single",
        choices=("single", "partners"),
        choice_labels={
            "single": Labels(tr="tek", en="everybody alone"),
            "partners": Labels(tr="eşli", en="partners"),
        },
        cases=(_tournament("partners"),),
    ),
    Option(
        name="okeyHands",
        labels=Labels(tr="El sayısı", en="Number of hands"),
        clause="8.1",
        default="11",
        choices=tuple(str(number) for number in range(1, 22, 2)),
        cases=(_tournament("11"),),
    ),
    Option(
        name="cezali",
        labels=Labels(tr="Cezalı", en="Fines"),
        clause="8.12",
        default="on",
        choices=("on", "off"),
        choice_labels=_ON_OFF,
        cases=(_tournament("on"),),
    ),
    Option(
        name="sideAfterOpen",
        labels=Labels(tr="Açmış oyuncu yandan alırsa", en="A side tile taken by who is open"),
        clause="8.5",
        default="mustUse",
        choices=("mustUse", "forbidden", "free"),
        choice_labels={
            "mustUse": Labels(tr="kullanır", en="must be used"),
            "forbidden": Labels(tr="alamaz", en="may not be taken"),
            "free": Labels(tr="serbest", en="free"),
        },
        cases=(_tournament("mustUse"),),
    ),
    Option(
        name="fiftyOneHigh",
        labels=Labels(tr="51'de 11, 12, 13", en="11, 12, 13 in 51"),
        clause="8.6",
        default="face",
        choices=("face", "ten"),
        choice_labels={
            "face": Labels(tr="kendi sayısı", en="their number"),
            "ten": Labels(tr="10", en="ten"),
        },
        # Only in 51 does it mean anything.
        cases=tuple(Case("okeyGame", game, default="face", choices=("face",)) for game in ("101", "34")),
    ),
    Option(
        name="finishBonus",
        labels=Labels(tr="Bitirenin sileceği", en="A finisher's bonus"),
        clause="8.11",
        default="literal",
        choices=("literal", "scaled"),
        choice_labels={
            "literal": Labels(tr="okeyde iki kat", en="twice with an okey"),
            "scaled": Labels(tr="bitişe göre katlanır", en="as often as the others' points"),
        },
        cases=(_tournament("scaled"),),
    ),
    Option(
        name="okeySpotIsIsler",
        labels=Labels(tr="Okey kurtaran taş işlek sayılır", en="A tile that frees an okey counts as laying off"),
        clause="8.12",
        default="off",
        choices=("off", "on"),
        choice_labels=_ON_OFF,
        # Without fines nothing counts it.
        cases=(_tournament("off"), Case("cezali", "off", default="off", choices=("off",))),
    ),
    Option(
        name="devam",
        labels=Labels(tr="Devam (çift okey)", en="Devam (both okeys)"),
        clause="10.5",
        default="together",
        choices=("together", "off"),
        choice_labels={
            "together": Labels(tr="iki okey birden", en="both at once"),
            "off": Labels(tr="yok", en="off"),
        },
        cases=(_only_tournament("off"),),
    ),
    Option(
        name="tourSigns",
        labels=Labels(tr="İşaret", en="Signs"),
        clause="10.3",
        default="on",
        choices=("on", "off"),
        choice_labels=_ON_OFF,
        cases=(_only_tournament("off"),),
    ),
    TURN_SECONDS,
)
