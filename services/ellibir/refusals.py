"""Every reason for which Elli Bir refuses an act, with its clause and what the player reads."""

from services.kernel.refusal import Refusal

REFUSALS = (
    Refusal("NOT_YOUR_TURN", "9.15", tr="Sıra sizde değil.", en="It is not your turn."),
    Refusal("WRONG_PHASE", "9.15", tr="Bu şimdi yapılamaz.", en="That cannot be done now."),
    Refusal(
        "NOT_YOUR_CARD",
        "9.15",
        tr="Elinizde {card} yok. Elinizdekiler: {hand}",
        en="You do not hold {card}. You hold: {hand}",
    ),
    Refusal(
        "BAD_GROUP",
        "9.15",
        tr="Kartlar böyle açılamaz: {problem_tr}.",
        en="Cards cannot be laid like that: {problem_en}.",
    ),
    Refusal(
        "KEEP_ONE_CARD",
        "9.7",
        tr="Elinizde atacak bir kart kalmalı. Elden bitmek için son kartı da söyleyin.",
        en="A card must be left to discard. To go out at one stroke name the last card too.",
    ),
    Refusal("ALREADY_OPEN", "9.15", tr="Elinizi zaten açtınız.", en="You have opened already."),
    Refusal("NOT_OPENED", "9.7", tr="Önce elinizi açmalısınız.", en="You must open first."),
    Refusal("ALREADY_DECLARED", "9.5", tr="Çifte gittiğinizi zaten söylediniz.", en="You have declared pairs already."),
    Refusal("NO_DISCARD", "9.6", tr="Yerde alınacak kart yok.", en="There is no discard to take."),
    Refusal(
        "DISCARD_LAYS_OFF",
        "9.6",
        tr="{card} alınamaz: yerdeki perlere işleyen bir karttır.",
        en="{card} cannot be taken: it lays off on the table.",
    ),
    Refusal(
        "NEEDS_TWIN",
        "9.6",
        tr="Bunun için elinizde aynı kart olmalı: {card}. Elinizdekiler: {hand}",
        en="For that you must hold the same card: {card}. You hold: {hand}",
    ),
    Refusal(
        "AFTER_PAIR_GOER",
        "9.6",
        tr="{card} alınamaz: atan oyuncu çifte gidiyor, siz gitmiyorsunuz.",
        en="{card} cannot be taken: its thrower goes for pairs and you do not.",
    ),
    Refusal(
        "DISCARD_UNUSED",
        "9.6",
        tr="{card} ancak bu hamlede işe yararsa alınır: baraj için ya da ek bir per veya çift olarak.",
        en="{card} can only be taken to be of use in this act: for the threshold, or in a further meld or pair.",
    ),
    Refusal(
        "GOES_FOR_PAIRS",
        "9.5",
        tr="Çifte gittiğinizi bildirdiniz; eliniz bu turda ancak çiftle açılır.",
        en="You have declared pairs; in this round you can open with pairs only.",
    ),
    Refusal(
        "STARTER_MAY_NOT_OPEN",
        "9.4",
        tr="Başlayan oyuncu ilk kartını atmadan açamaz.",
        en="The starter may not open before his first discard.",
    ),
    Refusal(
        "NOT_FINISHING",
        "9.5",
        tr="Elden bitilmez: elinizde {left} kalır.",
        en="That does not go out: {left} would be left.",
    ),
    Refusal("INVALID_MELD", "9.3", tr="{group} bir per ya da çift değildir.", en="{group} is no meld and no pair."),
    Refusal(
        "MELDS_ONLY",
        "9.5",
        tr="Elinizi perle açtınız; çift açamazsınız: {group}",
        en="You opened with melds and cannot lay pairs: {group}",
    ),
    Refusal(
        "PAIRS_ONLY",
        "9.5",
        tr="Elinizi çiftle açtınız; yeni per açamazsınız: {group}",
        en="You opened with pairs and cannot lay new melds: {group}",
    ),
    Refusal(
        "NO_SUCH_MELD", "9.7", tr="Yerde {meld} numaralı per yok.", en="There is no meld number {meld} on the table."
    ),
    Refusal(
        "DOES_NOT_FIT",
        "9.7",
        tr="{cards} oraya işlemez: {meld}",
        en="{cards} does not fit there: {meld}",
    ),
    Refusal(
        "OWN_MELD_THIS_TURN",
        "9.7",
        tr="Açtığınız turda kendi perinize işleyemezsiniz.",
        en="In the turn of your opening you cannot lay off on your own melds.",
    ),
    Refusal(
        "NO_LAYOFF_RIGHT",
        "9.7",
        tr="Çift açtınız; bu turda {limit} kart işlediniz, hakkınız kalmadı.",
        en="You opened with pairs and have laid off {limit} in this turn; there is no right left.",
    ),
    Refusal(
        "NAME_THE_SPOT",
        "9.7",
        tr="{cards} iki uca da uyar: hangisi olduğunu söyleyin.",
        en="{cards} fits at both ends: say at which.",
    ),
    Refusal(
        "OWN_JOKER",
        "9.7",
        tr="Joker kendi perinizden alınamaz.",
        en="A joker cannot be taken from your own meld.",
    ),
    Refusal(
        "WRONG_CARDS",
        "9.7",
        tr="Joker {cards} ile alınamaz. Gereken: {need_tr}",
        en="The joker cannot be taken for {cards}. Needed: {need_en}",
    ),
    Refusal(
        "SHOWN_CARD",
        "9.8",
        tr="{card} gösterildi: elinizi açmadan atamazsınız.",
        en="{card} was shown: you cannot discard it before you open.",
    ),
    Refusal(
        "NOT_TWINS",
        "9.8",
        tr="{card} ve {other} aynı sayıdan iki işler kart değildir.",
        en="{card} and {other} are not two cards of equal number that lay off.",
    ),
    Refusal("NO_CLAIM", "9.6", tr="Alttaki kart için geçerli bir isteğiniz yok.", en="You have no claim to that card."),
    Refusal("CLAIMED", "9.6", tr="Alttaki kartı başka biri istedi.", en="The bottom card is claimed already."),
    Refusal(
        "MELD_OPENER",
        "9.6",
        tr="Elinizi perle açtınız; alttaki kartı ancak çifte giden isteyebilir.",
        en="You opened with melds; only who goes for pairs can claim the bottom card.",
    ),
    Refusal(
        "NOT_SINGLE",
        "9.4",
        tr="Tek, elde iki kart kaldığında ve turda bir kez denir; elinizde {held} kart var.",
        en="Tek is said with two cards in hand and once in a turn; you hold {held}.",
    ),
)
