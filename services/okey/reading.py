"""Acts, and the values that positions are made of, read from text."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final, TypeVar

from services.kernel.game import Seat
from services.kernel.melds import Kind, Meld, Place, natural, pair_of, run_of, set_of, standing_for
from services.kernel.score import LedgerLine
from services.kernel.tricks import SEATS
from services.okey.actions import (
    Action,
    Area,
    AutoPlace,
    ClaimIsler,
    Collect,
    Commit,
    Devam,
    Discard,
    Draw,
    GiveSign,
    LayOff,
    Onto,
    Open,
    ReturnSide,
    SelfDeclare,
    Sign,
    Spot,
    SwapOkey,
    TakeSide,
    Undo,
)
from services.okey.actions import Place as PlaceTile
from services.okey.results import Finish, HandResult
from services.okey.tiles import COLOURS, NUMBERS, Group, Piece, Tile, read_tile, read_tiles

E = TypeVar("E", bound=StrEnum)

_ALONE: Final[dict[str, Action]] = {
    "draw": Draw(),
    "take": TakeSide(),
    "return": ReturnSide(),
    "undo": Undo(),
    "collect": Collect(),
    "commit": Commit(),
    "devam": Devam(),
    "declare": SelfDeclare(),
}


def read_action(text: str) -> Action:
    """Reads what `write_action` writes. Raises `ValueError`."""
    if text in _ALONE:
        return _ALONE[text]
    word, _, rest = text.partition(" ")
    reader = _READERS.get(word)
    if reader is None:
        raise ValueError(f"{text!r} is no act; one reads like 'draw', 'discard R5' or 'open series R1-R2-R3+K9-Y9-B9'")
    return reader(rest.split())


def _placed(words: list[str]) -> Action:
    piece, area, group, pos = words
    return PlaceTile(read_piece(piece), read_word(Area, area), read_number(group), read_number(pos))


def _auto(words: list[str]) -> Action:
    area, groups = words
    tiles = tuple(tuple(read_tile(tile) for tile in group.split("-")) for group in groups.split("+"))
    return AutoPlace(read_word(Area, area), tiles)


def _opened(words: list[str]) -> Action:
    area, groups, *rest = words
    if not rest:
        return Open(read_word(Area, area), read_groups(groups))
    word, finish = rest
    if word != "finish":
        raise ValueError(f"{word!r}: after the groups comes 'finish' with a tile, or nothing")
    return Open(read_word(Area, area), read_groups(groups), read_tiles(finish))


def _laid_off(words: list[str]) -> Action:
    tile, meld, *spot = words
    return LayOff(read_tile(tile), read_number(meld), read_word(Spot, spot[0]) if spot else None)


def _swapped(words: list[str]) -> Action:
    tile, meld, place = words
    return SwapOkey(read_tile(tile), read_number(meld), read_number(place))


def _discarded(words: list[str]) -> Action:
    tile, *onto = words
    return Discard(read_tile(tile), read_word(Onto, onto[0]) if onto else Onto.SIDE)


def _claimed(words: list[str]) -> Action:
    (tile,) = words
    face = read_tile(tile).face
    if face is None:
        raise ValueError("a claim names a colour and a number")
    return ClaimIsler(COLOURS[face.suit], face.rank)


def _signed(words: list[str]) -> Action:
    (sign,) = words
    return GiveSign(read_word(Sign, sign))


_READERS: Final[dict[str, Callable[[list[str]], Action]]] = {
    "place": _placed,
    "auto": _auto,
    "open": _opened,
    "layoff": _laid_off,
    "swap": _swapped,
    "discard": _discarded,
    "claim": _claimed,
    "sign": _signed,
}


# -- values ------------------------------------------------------------------------------------------------------------


def read_number(text: str) -> int:
    """A whole number from 0 to 999."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 3:
        raise ValueError(f"{text!r} is no number here")
    return int(text)


def read_seat(text: str) -> Seat:
    """A seat."""
    if text not in ("0", "1", "2", "3"):
        raise ValueError(f"{text!r} is no seat: 0 to 3")
    return Seat(int(text))


def read_word(kind: type[E], text: str) -> E:
    """A member of an enumeration."""
    if text not in set(kind):
        raise ValueError(f"{text!r} is none of {', '.join(kind)}")
    return kind(text)


def four(text: str, separator: str) -> list[str]:
    """An entry for each seat."""
    parts = text.split(separator)
    if len(parts) != SEATS:
        raise ValueError(f"{text!r}: one entry for each of four seats, with {separator!r} between them")
    return parts


def read_piece(text: str) -> Piece:
    """A tile, `R5`, or an okey with what it stands for, `R5=K7`."""
    tile, named, face = text.partition("=")
    if not named:
        return Piece(read_tile(tile))
    stands_for = read_tile(face)
    if stands_for is Tile.FALSE_OKEY:
        raise ValueError(f"{text!r}: an okey stands for a tile with a number")
    return Piece(read_tile(tile), stands_for)


def read_groups(text: str) -> tuple[Group, ...]:
    """Groups, `R1-R2-R3+K9-Y9-B9`."""
    return tuple(tuple(read_piece(piece) for piece in group.split("-")) for group in text.split("+"))


def read_place(text: str) -> Place:
    """A place of a meld: what it counts as, with a star if an okey stands there."""
    face = read_tile(text.removesuffix("*")).face
    if face is None:
        raise ValueError(f"{text!r}: a meld is written by what its tiles count as")
    return standing_for(face) if text.endswith("*") else natural(face)


def read_meld(text: str) -> Meld:
    """A meld, `R5-R6-R7*`."""
    places = tuple(map(read_place, text.split("-")))
    if len(places) == 2 and places[0] == places[1] and places[0].wild:
        return Meld(Kind.PAIR, places)
    meld = pair_of(places) or run_of(places, NUMBERS) or set_of(places)
    if meld is None:
        raise ValueError(f"{text!r} is no meld")
    return meld


def read_lines(text: str) -> tuple[LedgerLine, ...]:
    """Ledger lines, `0:101:COLLECT:8.12`."""
    if text == "-":
        return ()
    lines = []
    for part in text.split(","):
        seat, points, reason, clause = part.split(":")
        lines.append(LedgerLine(read_seat(seat), int(points), reason, clause))
    return tuple(lines)


def read_result(text: str) -> HandResult:
    """A hand that is over, `2/okey+elden/…`."""
    who, kinds, lines = text.split("/")
    return HandResult(
        finisher=None if who in ("-", "void") else read_seat(who),
        finish=() if kinds == "-" else tuple(read_word(Finish, kind) for kind in kinds.split("+")),
        lines=read_lines(lines),
        void=who == "void",
    )
