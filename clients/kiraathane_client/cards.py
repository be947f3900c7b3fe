"""Cards at the terminal: how they are drawn, how a hand is laid out, how what people type is read."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from rich.style import Style
from rich.text import Text

from kiraathane.match.v1 import card_pb2
from kiraathane_client.terminal import Look, folded

DOWN: Final = (card_pb2.SUIT_SPADES, card_pb2.SUIT_HEARTS, card_pb2.SUIT_CLUBS, card_pb2.SUIT_DIAMONDS)
"""The suits as a hand is held: black and red alternate."""

RED: Final = Style(color="color(160)", bgcolor="color(255)", bold=True)
BLACK: Final = Style(color="color(16)", bgcolor="color(255)", bold=True)
RED_DIM: Final = Style(color="color(174)", bgcolor="color(250)")
BLACK_DIM: Final = Style(color="color(240)", bgcolor="color(250)")
BACK: Final = Style(color="color(255)", bgcolor="color(24)")

_SIGNS: Final = {
    card_pb2.SUIT_CLUBS: "♣",
    card_pb2.SUIT_DIAMONDS: "♦",
    card_pb2.SUIT_HEARTS: "♥",
    card_pb2.SUIT_SPADES: "♠",
}
# With ASCII alone: the letters that the language of the screen reads; the S of a sinek would be a spade to others.
_LETTERS: Final = {
    card_pb2.SUIT_CLUBS: ("S", "C"),
    card_pb2.SUIT_DIAMONDS: ("R", "D"),
    card_pb2.SUIT_HEARTS: ("K", "H"),
    card_pb2.SUIT_SPADES: ("M", "S"),
}
_RANKS: Final = {11: "J", 12: "Q", 13: "K", 14: "A"}
_SUIT_NAMES: Final = {
    card_pb2.SUIT_CLUBS: ("sinek", "clubs"),
    card_pb2.SUIT_DIAMONDS: ("karo", "diamonds"),
    card_pb2.SUIT_HEARTS: ("kupa", "hearts"),
    card_pb2.SUIT_SPADES: ("maça", "spades"),
}
_RANK_NAMES: Final = {11: ("vale", "jack"), 12: ("kız", "queen"), 13: ("papaz", "king"), 14: ("as", "ace")}
_RED_SUITS: Final = (card_pb2.SUIT_DIAMONDS, card_pb2.SUIT_HEARTS)

# What people call them, folded to small ASCII letters. A suit's first letter alone is the language's own.
_SUIT_WORDS: Final = {
    **dict.fromkeys(("♣", "sinek", "club", "clubs", "ispati"), card_pb2.SUIT_CLUBS),
    **dict.fromkeys(("♦", "karo", "diamond", "diamonds"), card_pb2.SUIT_DIAMONDS),
    **dict.fromkeys(("♥", "kupa", "heart", "hearts", "kor"), card_pb2.SUIT_HEARTS),
    **dict.fromkeys(("♠", "maca", "spade", "spades", "pik"), card_pb2.SUIT_SPADES),
}
_SUIT_LETTERS: Final = {
    "tr": {
        "m": card_pb2.SUIT_SPADES,
        "k": card_pb2.SUIT_HEARTS,
        "r": card_pb2.SUIT_DIAMONDS,
        "s": card_pb2.SUIT_CLUBS,
    },
    "en": {
        "s": card_pb2.SUIT_SPADES,
        "h": card_pb2.SUIT_HEARTS,
        "d": card_pb2.SUIT_DIAMONDS,
        "c": card_pb2.SUIT_CLUBS,
    },
}
_RANK_WORDS: Final = {
    **{str(rank): rank for rank in range(2, 11)},
    "t": 10,
    **dict.fromkeys(("j", "v", "vale", "jack", "oglan", "bacak"), 11),
    **dict.fromkeys(("q", "kiz", "queen"), 12),
    **dict.fromkeys(("k", "p", "papaz", "king", "rua"), 13),
    **dict.fromkeys(("a", "as", "ace", "birli", "1"), 14),
}


def text_of(card: card_pb2.Card, look: Look) -> str:
    """`♥K`, `♠10`; with ASCII alone `H-K`, `S-10`, on a Turkish screen `K-K`, `M-10`."""
    rank = _RANKS.get(card.rank, str(card.rank))
    return f"{look.say(*_LETTERS[card.suit])}-{rank}" if look.ascii else f"{_SIGNS[card.suit]}{rank}"


def told(sentence: str, look: Look) -> str:
    """What the house says, with its cards (`♥K`) as this screen shows them."""
    if not look.ascii:
        return sentence
    for suit, sign in _SIGNS.items():
        letter = look.say(*_LETTERS[suit])
        sentence = re.sub(f"{sign}(?=[0-9JQKA])", f"{letter}-", sentence).replace(sign, letter)
    return look.say(sentence, sentence)


def name_of(card: card_pb2.Card, look: Look) -> str:
    """`kupa papaz`, `king of hearts`."""
    rank, suit = rank_name(card.rank, look), suit_name(card.suit, look)
    return look.say(f"{suit} {rank}", f"{rank} of {suit}")


def suit_name(suit: card_pb2.Suit.ValueType, look: Look) -> str:
    """`maça`, `spades`."""
    return look.say(*_SUIT_NAMES[suit])


def suit_sign(suit: card_pb2.Suit.ValueType, look: Look) -> Text:
    """The suit's sign in its colour; its letter with ASCII alone."""
    text = look.say(*_LETTERS[suit]) if look.ascii else _SIGNS[suit]
    return Text(text, style=RED if suit in _RED_SUITS else BLACK)


def drawn(card: card_pb2.Card, look: Look, *, playable: bool = True) -> Text:
    """The card as a small tile, dim where it may not be played."""
    red = card.suit in _RED_SUITS
    style = (RED if red else BLACK) if playable else (RED_DIM if red else BLACK_DIM)
    return Text(f"{text_of(card, look)}" if look.ascii else f" {text_of(card, look)} ", style=style)


def face_down(look: Look) -> Text:
    """A card of which only the back is seen."""
    return Text("[#]" if look.ascii else " ▒▒ ", style=BACK)


def row(cards: Iterable[card_pb2.Card], look: Look) -> Text:
    """Cards beside each other, in the order given."""
    return Text(" ").join(drawn(card, look) for card in cards)


def hand(cards: Sequence[card_pb2.Card], playable: Sequence[card_pb2.Card] | None, look: Look) -> list[Text]:
    """A hand as it is held: a line for each suit in it, the highest card first.

    `playable` are those that may be played now; None when nothing is to be played, and all look alike. With ASCII
    alone, what may be played has a star.
    """
    lines = []
    for suit in DOWN:
        held = sorted((card for card in cards if card.suit == suit), key=lambda card: -card.rank)
        if held:
            lines.append(Text("  ").join(_held(card, playable, look) for card in held))
    return lines


def _held(card: card_pb2.Card, playable: Sequence[card_pb2.Card] | None, look: Look) -> Text:
    may = playable is None or card in playable
    text = drawn(card, look, playable=may)
    if look.ascii and playable is not None:
        text.append("*" if may else " ")
    return text


def read_card(typed: str, look: Look) -> card_pb2.Card | None:
    """The card that is meant by `kupa papaz`, `♥K`, `kk` (Turkish letters), `hk` (English letters), `10 karo`, `H-10`.

    None if no card can be read. On a Turkish screen `as` is an ace, of whatever suit, and no card.
    """
    words = folded(typed).replace("-", " ").replace(" of ", " ").split()
    if len(words) == 1:
        words = [] if look.lang == "tr" and words[0] in _RANK_WORDS else _split(words[0], look)
    if len(words) != 2:
        return None
    for suit_word, rank_word in (words, words[::-1]):
        suit, rank = _suit(suit_word, look), _RANK_WORDS.get(rank_word)
        if suit is not None and rank is not None:
            return card_pb2.Card(suit=suit, rank=rank)
    return None


def read_rank(typed: str) -> int | None:
    """The rank that is meant by `9`, `papaz`, `king`, `k`: 2 to 14; None if none can be read."""
    return _RANK_WORDS.get(folded(typed))


def rank_name(rank: int, look: Look) -> str:
    """`papaz`, `king`, `9`."""
    return look.say(*_RANK_NAMES.get(rank, (str(rank),) * 2))


def read_suit(typed: str, look: Look) -> card_pb2.Suit.ValueType | None:
    """The suit that is meant by `maça`, `spades`, `♠` or its letter; None if none can be read."""
    return _suit(folded(typed), look)


def _suit(word: str, look: Look) -> card_pb2.Suit.ValueType | None:
    found = _SUIT_WORDS.get(word)
    return found if found is not None else _SUIT_LETTERS[look.lang].get(word)


def _split(word: str, look: Look) -> list[str]:
    """`hk` and `h10` as suit and rank, `10h` and `♥k` too; the suit is looked for at the beginning first."""
    for at in range(1, len(word)):
        for suit, rank in ((word[:at], word[at:]), (word[-at:], word[:-at])):
            if _suit(suit, look) is not None and rank in _RANK_WORDS:
                return [suit, rank]
    return []
