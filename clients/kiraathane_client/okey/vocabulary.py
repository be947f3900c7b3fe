"""The words that are typed at an okey table, folded, with what they mean."""

from typing import Final

from kiraathane.okey.v1 import okey_pb2 as pb

_COMMANDS: Final = {
    "draw": "cek c draw d",
    "side": "yan y yandan|al yan|al side s take",
    "return_side": "geri|birak birak return give|back",
    "undo": "geri geri|al g undo u",
    "collect": "topla geri|topla collect",
    "stage": "ser stage",
    "place": "koy place put",
    "open": "ac a open indir",
    "pairs": "cift ciftler pairs p",
    "commit": "tamam commit ok",
    "finish": "bitir bit finish",
    "lay": "isle i lay l lay|off layoff",
    "swap": "degis okey|al swap",
    "discard": "at t discard x throw",
    "devam": "devam",
    "claim": "isler claim",
    "declare": "islermis soyle declare",
    "sign": "isaret sign",
    "suggest": "oner o suggest best",
    "check": "dene check",
    "arrange": "diz sort arrange",
    "sheet": "cizelge sayilar sheet score",
    "fines": "cezalar ceza fines",
    "racks": "istakalar istaka racks",
    "discards": "atilanlar discards",
}
COMMANDS: Final = {word.replace("|", " "): name for name, words in _COMMANDS.items() for word in words.split()}
"""Every first word, or first two, with the command that it is."""

ARRANGEMENTS: Final = {
    **dict.fromkeys(("renk", "renge", "seri", "colour", "color", "runs"), "runs"),
    **dict.fromkeys(("sayi", "sayiya", "number", "numbers", "sets"), "sets"),
    **dict.fromkeys(("cift", "cifte", "pairs"), "pairs"),
}
"""How a rack can be arranged."""

SIGNS: Final = {
    **dict.fromkeys(("bekle", "wait"), pb.SIGN_WAIT),
    **dict.fromkeys(("ac", "acarim", "open", "can open"), pb.SIGN_OPEN),
    **dict.fromkeys(("cift", "cifte", "cifte gidiyorum", "pairs"), pb.SIGN_PAIRS),
    **dict.fromkeys(("okey var", "var", "have okey", "have"), pb.SIGN_HAVE_OKEY),
    **dict.fromkeys(("okey yok", "yok", "no okey", "no"), pb.SIGN_NO_OKEY),
    **dict.fromkeys(("biter", "biterim", "bitir", "finish"), pb.SIGN_FINISH),
}

SPOTS: Final = {
    **dict.fromkeys(("alt", "alta", "bas", "basa", "low", "below"), pb.SPOT_LOW),
    **dict.fromkeys(("ust", "uste", "son", "sona", "high", "above"), pb.SPOT_HIGH),
}
"""Where an okey goes on a run; on a set its colour is named."""

COLOUR_SPOTS: Final = {
    pb.COLOUR_YELLOW: pb.SPOT_YELLOW,
    pb.COLOUR_BLUE: pb.SPOT_BLUE,
    pb.COLOUR_BLACK: pb.SPOT_BLACK,
    pb.COLOUR_RED: pb.SPOT_RED,
}

FINISHING: Final = {"at", "discard", "bitir", "finish"}
"""Before the tile with which an opening ends the hand."""

PAIRS: Final = {"cift", "ciftler", "pairs"}
INDICATOR: Final = {"gosterge", "gostergeye", "indicator"}
EN: Final = {
    "draw": "draw",
    "side": "side",
    "return_side": "return",
    "undo": "undo",
    "collect": "collect",
    "open": "open",
    "pairs": "pairs",
    "commit": "commit",
    "finish": "finish",
    "lay": "lay",
    "swap": "swap",
    "discard": "discard",
    "claim": "claim",
    "sign": "sign",
    "suggest": "suggest",
    "stage": "stage",
    "place": "place",
}
TR: Final = {
    "draw": "çek",
    "side": "yan",
    "return_side": "geri bırak",
    "undo": "geri",
    "collect": "topla",
    "open": "aç",
    "pairs": "çift",
    "commit": "tamam",
    "finish": "bitir",
    "lay": "işle",
    "swap": "değiş",
    "discard": "at",
    "claim": "işler",
    "sign": "işaret",
    "suggest": "öner",
    "stage": "ser",
    "place": "koy",
}
"""How the commands are written in examples."""
