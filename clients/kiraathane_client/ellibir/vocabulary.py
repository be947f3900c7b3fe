"""The words that are typed at a table of Elli Bir, folded, with what they mean."""

from typing import Final

from kiraathane.ellibir.v1 import ellibir_pb2 as pb

_COMMANDS: Final = {
    "draw": "cek c draw d",
    "take": "al yerden|al take",
    "take_for_pairs": "cifte|al take|pairs",
    "take_bottom": "alttakini|al dibi|al take|bottom",
    "open": "ac a open",
    "pairs": "cift ciftler pairs p",
    "finish": "bitir bit finish",
    "lay_melds": "indir in put",
    "lay_off": "isle i lay l lay|off layoff",
    "swap": "degis joker|al swap",
    "discard": "at t discard x throw",
    "twins": "ikiz goster twins show",
    "declare": "cifte|git cifte declare",
    "claim": "iste alttakini|iste claim",
    "single": "tek single",
    "suggest": "oner o suggest best",
    "check": "dene check",
    "arrange": "diz sort arrange",
    "sheet": "cizelge sayilar sheet score",
    "fines": "cezalar ceza fines",
    "hands": "eller hands",
    "discards": "atilanlar discards",
}
COMMANDS: Final = {word.replace("|", " "): name for name, words in _COMMANDS.items() for word in words.split()}
"""Every first word, or first two, with the command that it is."""

ARRANGEMENTS: Final = {
    **dict.fromkeys(("renk", "renge", "seri", "suit", "suits", "runs"), "runs"),
    **dict.fromkeys(("sayi", "sayiya", "rank", "ranks", "sets"), "sets"),
    **dict.fromkeys(("cift", "cifte", "pairs"), "pairs"),
}
"""How a hand can be arranged."""

SPOTS: Final = {
    **dict.fromkeys(("alt", "alta", "bas", "basa", "low", "below"), pb.SPOT_LOW),
    **dict.fromkeys(("ust", "uste", "son", "sona", "high", "above"), pb.SPOT_HIGH),
}
"""Where a joker goes on a run."""

FINISHING: Final = {"at", "discard", "bitir", "finish"}
"""Before the card with which an opening goes out."""

PAIRS: Final = {"cift", "ciftler", "pairs"}
WORDS: Final = {
    "draw": ("çek", "draw"),
    "take": ("al", "take"),
    "take_for_pairs": ("çifte al", "take pairs"),
    "take_bottom": ("alttakini al", "take bottom"),
    "open": ("aç", "open"),
    "pairs": ("çift", "pairs"),
    "finish": ("bitir", "finish"),
    "lay_melds": ("indir", "put"),
    "lay_off": ("işle", "lay"),
    "swap": ("değiş", "swap"),
    "discard": ("at", "discard"),
    "twins": ("ikiz", "twins"),
    "declare": ("çifte git", "declare"),
    "claim": ("iste", "claim"),
    "single": ("tek", "single"),
    "suggest": ("öner", "suggest"),
}
"""How the commands are written in examples, Turkish and English."""
