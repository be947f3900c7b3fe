"""How people write cards and groups: `k5 k6 k7, m9 r9 s9`, `k5-8`, `9mrs`, `joker`."""

import re
from collections.abc import Sequence
from typing import Final

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from kiraathane.match.v1 import card_pb2
from kiraathane_client import cards, meld_table
from kiraathane_client.ellibir.pieces import ACE, JOKER, is_joker, text_of
from kiraathane_client.terminal import Look, folded

_JOKER_WORDS: Final = {"joker", "jo", "jok", "*", "★"}
_SET: Final = re.compile(r"(10|[2-9])(\D{2,4})")
_RUN: Final = re.compile(r"(.+[^-])-(\w{1,2})")


class Unread(Exception):  # noqa: N818  (it becomes a sentence)
    """It cannot be read; the text is the sentence."""


def read_pieces(words: Sequence[str], look: Look) -> list[pb.Piece]:
    """What the words of a group mean. Raises `Unread`."""
    found: list[pb.Piece] = []
    rest = list(words)
    while rest:
        several = next((count for count in (3, 2) if _card(" ".join(rest[:count]), look) and len(rest) >= count), 1)
        word, rest = " ".join(rest[:several]), rest[several:]
        found += _read(word, look)
    return found


def _card(text: str, look: Look) -> card_pb2.Card | None:
    return cards.read_card(text, look)


def _read(word: str, look: Look) -> list[pb.Piece]:
    if folded(word) in _JOKER_WORDS:
        return [JOKER]
    card = _card(word, look)
    if card is not None:
        return [pb.Piece(card=card)]
    several = _set(word, look) or _run(word, look)
    if several:
        return several
    tr = f"«{word}» bir kart değil. Harfler m maça, k kupa, r karo, s sinek: «k5», «kk», «♥5», «joker» gibi yazın."
    en = f"“{word}” is no card. Letters s, h, d, c: like “h5”, “hk”, “♥5”, “joker”."
    raise Unread(look.say(tr, en))


def _set(word: str, look: Look) -> list[pb.Piece]:
    """`9mrs`: a rank in several suits."""
    match = _SET.fullmatch(word)
    suits = [cards.read_suit(letter, look) for letter in match[2]] if match else []
    if match is None or None in suits:
        return []
    return [pb.Piece(card=card_pb2.Card(suit=suit, rank=int(match[1]))) for suit in suits if suit is not None]


def _run(word: str, look: Look) -> list[pb.Piece]:
    """`k5-8`, `k10-a`: a suit from one rank to another."""
    match = _RUN.fullmatch(word)
    first = _card(match[1], look) if match else None
    last = cards.read_rank(match[2]) if match else None
    if first is None or last is None:
        return []
    return [pb.Piece(card=card_pb2.Card(suit=first.suit, rank=rank)) for rank in range(first.rank, last + 1)]


class Hand:
    """The cards that a line may still name; every one is taken once."""

    def __init__(self, pieces: Sequence[pb.Piece]) -> None:
        self.left = list(pieces)

    def pieces(self, words: Sequence[str], look: Look) -> list[pb.Piece]:
        """The cards that are meant. Raises `Unread` for one that is not there."""
        found = read_pieces(words, look)
        for piece in found:
            if piece not in self.left:
                name = text_of(piece, look)
                raise Unread(look.say(f"Elinizde {name} yok.", f"You do not hold {name}."))
            self.left.remove(piece)
        return found

    def piece(self, text: str, look: Look) -> pb.Piece:
        """The one card that is meant; a rank alone will do where one card of it is held. Raises `Unread`."""
        rank = cards.read_rank(text)
        if rank is not None:
            return self._of_rank(rank, look)
        found = self.pieces(text.split(), look)
        if len(found) != 1:
            raise Unread(look.say("Bir kart yazın: «k5» gibi.", "Write one card, like “h5”."))
        return found[0]

    def _of_rank(self, rank: int, look: Look) -> pb.Piece:
        held = [piece for piece in self.left if piece.card.rank == rank and not is_joker(piece)]
        name = cards.rank_name(rank, look)
        if not held:
            raise Unread(look.say(f"Elinizde {name} yok.", f"You hold no {name}."))
        if any(piece != held[0] for piece in held):
            which = look.say(" ya da ", " or ").join(dict.fromkeys(text_of(piece, look) for piece in held))
            raise Unread(look.say(f"Hangisi: {which}?", f"Which of them: {which}?"))
        self.left.remove(held[0])
        return held[0]

    def groups(self, text: str, look: Look) -> list[pb.Group]:
        """The groups that a line means. Raises `Unread`."""
        return [as_group(self.pieces(words, look)) for words in meld_table.groups(text)]


def as_group(pieces: Sequence[pb.Piece]) -> pb.Group:
    """What these cards are to be: a pair of two, a set of one rank, else a run, which is put in rising order.

    With one card and two jokers it is a run, where there is room above the card. Jokers of a run stay where they are.
    """
    plain = [piece.card for piece in pieces if not is_joker(piece)]
    if len(pieces) == 2:
        return pb.Group(kind=pb.MELD_KIND_PAIR, cards=pieces)
    ranks = [card.rank for card in plain]
    alone = len(plain) == 1 and ranks[0] > ACE - 2
    if len(set(ranks)) <= 1 and (len(plain) != 1 or alone):
        return pb.Group(kind=pb.MELD_KIND_SET, cards=pieces)
    if len(plain) == len(pieces):
        pieces = sorted(pieces, key=lambda piece: piece.card.rank)
    elif ranks == sorted(ranks, reverse=True) and len(ranks) > 1:
        pieces = pieces[::-1]
    return pb.Group(kind=pb.MELD_KIND_RUN, cards=pieces)
