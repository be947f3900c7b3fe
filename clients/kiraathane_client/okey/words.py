"""How people write tiles and groups: `k5 k6 k7, m3 s3 y3`, `k5-8`, `7kms`, `okey=m7`, `sahte`."""

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from kiraathane.okey.v1 import okey_pb2 as pb
from kiraathane_client import meld_table
from kiraathane_client.okey.tiles import COLOURS, LETTERS, is_real, text_of
from kiraathane_client.terminal import Look, folded

HIGHEST: Final = 13
_OKEY: Final = {"okey", "ok", "o", "*", "joker", "wild"}
_FALSE: Final = {"sahte", "sahteokey", "so", "sf", "false", "f", "fo"}
_COLOUR_WORDS: Final = {
    **dict.fromkeys(("sari", "sa", "yellow"), pb.COLOUR_YELLOW),
    **dict.fromkeys(("mavi", "blue"), pb.COLOUR_BLUE),
    **dict.fromkeys(("siyah", "si", "black"), pb.COLOUR_BLACK),
    **dict.fromkeys(("kirmizi", "red"), pb.COLOUR_RED),
}
_TILE: Final = re.compile(r"(?:([a-z]+)(\d{1,2})|(\d{1,2})([a-z]+))([*°'★]?)")
_RUN: Final = re.compile(r"([a-z]+)(\d{1,2})-[a-z]*(\d{1,2})")


class Word(msgspec.Struct, frozen=True):
    """What was written for one tile: the tile with this face, a real okey (`okey`; the face is what it is to be, if
    that was written), or a false okey (`false_okey`)."""

    face: pb.Tile | None = None
    okey: bool = False
    false_okey: bool = False


class Unread(Exception):  # noqa: N818  (it becomes a sentence)
    """It cannot be read; the text is the sentence."""


def read_colour(word: str, look: Look) -> pb.Colour.ValueType | None:
    """The colour of a folded word or letter; letters are the screen's language's."""
    if word in _COLOUR_WORDS:
        return _COLOUR_WORDS[word]
    return next((colour for colour in COLOURS if look.say(*LETTERS[colour]).lower() == word), None)


def read_words(words: Sequence[str], look: Look) -> list[Word]:
    """What the words of a group mean. Raises `Unread`."""
    found: list[Word] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if read_colour(folded(word), look) is not None and rest and rest[0].isdecimal():
            word += rest.pop(0)  # «kırmızı 5»
        elif folded(word) in ("sahte", "false") and rest and folded(rest[0]) == "okey":
            rest.pop(0)
        try:
            found += _read(folded(word), look)
        except _NoTile:
            raise Unread(_no_tile(word, look)) from None
    return found


class _NoTile(Exception):  # noqa: N818
    """A word is no tile."""


def _read(word: str, look: Look) -> list[Word]:
    if word in _FALSE:
        return [Word(false_okey=True)]
    if word in _OKEY:
        return [Word(okey=True)]
    head, sign, tail = word.partition("=")
    if sign and head in _OKEY:
        return [Word(_one(tail, look), okey=True)]
    if word[:1] == "*":
        return [Word(_one(word[1:], look), okey=True)]
    run = _RUN.fullmatch(word)
    if run:
        return _read_run(run, look)
    match = _TILE.fullmatch(word)
    if match is None:
        raise _NoTile
    letters, number, mark = match[1] or match[4], int(match[2] or match[3]), match[5]
    colour = read_colour(letters, look)
    if colour is None and match[4]:  # «7kms»: a set
        colours = [read_colour(letter, look) for letter in letters]
        return [Word(_tile(one, number)) for one in colours]
    tile = _tile(colour, number)
    if mark in ("*", "★"):
        return [Word(tile, okey=True)]
    return [Word(tile, false_okey=bool(mark))]


def _read_run(run: re.Match[str], look: Look) -> list[Word]:
    colour, first, last = read_colour(run[1], look), int(run[2]), int(run[3])
    return [Word(_tile(colour, number)) for number in range(first, last + 1)] or [Word(_tile(None, first))]


def _one(word: str, look: Look) -> pb.Tile:
    (found, *more) = _read(word, look)
    if more or found.face is None:
        raise _NoTile
    return found.face


def _tile(colour: pb.Colour.ValueType | None, number: int) -> pb.Tile:
    if colour is None or not 1 <= number <= HIGHEST:
        raise _NoTile
    return pb.Tile(colour=colour, number=number)


def _no_tile(word: str, look: Look) -> str:
    tr = f"«{word}» bir taş değil. K kırmızı, M mavi, S siyah, Y sarı: «k5», «okey», «okey=m7», «sahte» gibi yazın."
    en = f"“{word}” is no tile. R red, B blue, K black, Y yellow: like “r5”, “okey”, “okey=b7”, “false”."
    return look.say(tr, en)


class Rack:
    """The tiles that a line may still name; every one is taken once."""

    def __init__(self, tiles: Sequence[pb.Tile], okey: pb.Tile) -> None:
        self._left = list(tiles)
        self._okey = okey

    def pieces(self, words: Sequence[str], look: Look) -> list[pb.Piece]:
        """The tiles that a group means. Raises `Unread` for one that is not there."""
        return [self._piece(word, look) for word in read_words(words, look)]

    def groups(self, text: str, look: Look) -> list[pb.Group]:
        """The groups that a line means. Raises `Unread`."""
        return [pb.Group(pieces=self.pieces(words, look)) for words in meld_table.groups(text)]

    def tile(self, text: str, look: Look) -> pb.Tile:
        """The one tile that is meant. Raises `Unread`, also where a real or a false okey may be meant."""
        words = read_words(text.split(), look)
        if len(words) != 1:
            raise Unread(look.say("Bir taş yazın: «k5» gibi.", "Write one tile, like “r5”."))
        (word,) = words
        both = self._has(self._okey) and self._has(pb.Tile(false_okey=True))
        if both and word.face == self._okey and not (word.okey or word.false_okey):
            tr, en = "Okey mi, sahte okey mi? «okey» ya da «sahte» yazın.", "The okey or the false one? Write “okey” or"
            raise Unread(look.say(tr, f"{en} “false”."))
        return self._piece(word, look).tile

    def _has(self, tile: pb.Tile) -> bool:
        return tile in self._left

    def _piece(self, word: Word, look: Look) -> pb.Piece:
        false = pb.Tile(false_okey=True)
        if word.okey:
            self._take(self._okey, look)
            return pb.Piece(tile=self._okey, face=word.face)
        if word.false_okey or (word.face == self._okey and self._has(false)):
            self._take(false, look)
            return pb.Piece(tile=false)
        assert word.face is not None
        self._take(word.face, look)
        own = word.face if is_real(word.face, self._okey) else None  # the okey in its own place
        return pb.Piece(tile=word.face, face=own)

    def _take(self, tile: pb.Tile, look: Look) -> None:
        if not self._has(tile):
            name = text_of(tile, look, self._okey)
            raise Unread(look.say(f"Istakanızda {name} yok.", f"{name} is not on your rack."))
        self._left.remove(tile)


def area_of(groups: Sequence[pb.Group]) -> pb.Area.ValueType:
    """Pairs if every group has two tiles."""
    two = all(len(group.pieces) == 2 for group in groups)
    return pb.AREA_PAIRS if two else pb.AREA_SERIES
