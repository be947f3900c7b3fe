"""The contracts of King in the words of the coffee house, and how people write them."""

from typing import Final

from kiraathane.king.v1 import king_pb2 as pb
from kiraathane_client.cards import read_suit, suit_name
from kiraathane_client.terminal import Look, folded

PENALTIES: Final = (
    pb.CONTRACT_EL,
    pb.CONTRACT_KUPA,
    pb.CONTRACT_KIZ,
    pb.CONTRACT_ERKEK,
    pb.CONTRACT_SON_IKI,
    pb.CONTRACT_RIFKI,
)
_NAMES: Final = {
    pb.CONTRACT_EL: "El Almaz",
    pb.CONTRACT_KUPA: "Kupa Almaz",
    pb.CONTRACT_KIZ: "Kız Almaz",
    pb.CONTRACT_ERKEK: "Erkek Almaz",
    pb.CONTRACT_SON_IKI: "Son İki",
    pb.CONTRACT_RIFKI: "Rıfkı",
    pb.CONTRACT_KOZ: "Koz",
}
_MEANINGS: Final = {
    pb.CONTRACT_EL: ("el başına -50", "-50 a trick"),
    pb.CONTRACT_KUPA: ("kupa başına -30", "-30 a heart"),
    pb.CONTRACT_KIZ: ("kız başına -100", "-100 a queen"),
    pb.CONTRACT_ERKEK: ("papaz ve vale başına -60", "-60 a king or jack"),
    pb.CONTRACT_SON_IKI: ("son iki elin her biri -180", "-180 each of the last two tricks"),
    pb.CONTRACT_RIFKI: ("kupa papazı -320", "-320 the king of hearts"),
    pb.CONTRACT_KOZ: ("el başına +50", "+50 a trick"),
}
_WORDS: Final = {
    **dict.fromkeys(("el", "el almaz", "tricks", "no tricks"), pb.CONTRACT_EL),
    **dict.fromkeys(("kupa", "kupa almaz", "hearts", "no hearts"), pb.CONTRACT_KUPA),
    **dict.fromkeys(("kiz", "kiz almaz", "queens", "no queens"), pb.CONTRACT_KIZ),
    **dict.fromkeys(("erkek", "erkek almaz", "kings", "men", "no kings"), pb.CONTRACT_ERKEK),
    **dict.fromkeys(("son iki", "soniki", "son 2", "last two", "last 2"), pb.CONTRACT_SON_IKI),
    **dict.fromkeys(("rifki", "papaz", "kupa papaz", "kupa papazi", "king of hearts"), pb.CONTRACT_RIFKI),
}
_TRUMP: Final = ("koz", "trump", "trumps")
_REDEAL: Final = ("iptal", "el iptal", "yeniden", "redeal")


_PLAIN: Final = str.maketrans("ıİ", "iI")


def name_of(contract: pb.Contract.ValueType, look: Look) -> str:
    """`Kız Almaz`: what the table calls it in both languages; with ASCII alone `Kiz Almaz`."""
    name = _NAMES[contract]
    return name.translate(_PLAIN) if look.ascii else name


def meaning_of(contract: pb.Contract.ValueType, look: Look) -> str:
    """What it costs or earns, in a few words."""
    return look.say(*_MEANINGS[contract])


def read_naming(typed: str, look: Look, *, only_trump: bool) -> pb.KingAction | None:
    """What is meant by `kız almaz`, `son iki`, `koz maça`, `maça`, `iptal`; None if nothing can be read.

    A suit alone is a trump suit; `kupa` alone is Kupa Almaz, unless `only_trump` can be named.
    """
    word = " ".join(folded(typed).split())
    if word in _REDEAL:
        return pb.KingAction(redeal=pb.AskRedeal())
    if word in _WORDS and not (only_trump and read_suit(word, look) is not None):
        return pb.KingAction(penalty=pb.NamePenalty(contract=_WORDS[word]))
    rest = " ".join(part for part in word.split() if part not in _TRUMP)
    suit = read_suit(rest, look)
    return None if suit is None else pb.KingAction(trump=pb.NameTrump(suit=suit))


def is_trump_word(typed: str) -> bool:
    """True for `koz` without a suit."""
    return folded(typed) in _TRUMP


def words_for(action: pb.KingAction, look: Look) -> str:
    """How the naming is written: `kiz almaz`, `koz maça`, `el iptal`."""
    match action.WhichOneof("action"):
        case "penalty":
            return folded(_NAMES[action.penalty.contract])
        case "trump":
            return f"{look.say('koz', 'trump')} {suit_name(action.trump.suit, look)}"
        case _:
            return look.say("el iptal", "redeal")
