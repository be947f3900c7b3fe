"""Positions read from text, and checked: whatever is read can be played on."""

from collections import Counter
from typing import Final

from msgspec.structs import replace

from services.kernel.game import Seat
from services.kernel.tricks import SEATS
from services.okey.actions import Area, Sign
from services.okey.groups import tiles_of
from services.okey.reading import (
    four,
    read_groups,
    read_lines,
    read_meld,
    read_number,
    read_place,
    read_result,
    read_seat,
    read_word,
)
from services.okey.results import Opened
from services.okey.state import (
    NO_SIGNS,
    NOBODY,
    Hand,
    Laid,
    Phase,
    Shown,
    State,
    Tiles,
    Turn,
    UndoLayOff,
    UndoPlace,
    Window,
)
from services.okey.terms import Terms
from services.okey.tiles import COPIES, KINDS, Group, Tile, in_order, read_tile, read_tiles
from services.okey.words import Words

_STRIDE: Final = 41
"""Tiles that are written nowhere are dealt in steps of this, so that they are of all colours and numbers."""


def read_position(text: str, terms: Terms) -> State:
    """The position; raises `ValueError` that says what is wrong."""
    words = Words(text)
    starter = words.read("starter", read_seat, Seat(0))
    playing = words.phase in (Phase.DRAW, Phase.PLAY)
    state = State(
        terms,
        words.phase,
        starter,
        _hand(words, terms, starter) if playing else None,
        words.read("sheet", lambda value: tuple(map(read_result, value.split(";"))), ()),
        words.read("last", _shown, None),
        words.read("left", read_seat, None),
    )
    _check(state)
    return state


def _hand(words: Words, terms: Terms, starter: Seat) -> Hand:
    if not {"indicator", "racks", "stock"} <= words.values.keys():
        raise ValueError(f"{words.phase}: indicator, racks and stock are told")
    opened = words.read("opened", _opened, NOBODY)
    indicator = read_tile(words.values["indicator"])
    if indicator is Tile.FALSE_OKEY:
        raise ValueError("indicator: a false okey is never one")
    hand = Hand(
        indicator=indicator,
        racks=((),) * SEATS,
        stock=(),
        turn=_turn(words, words.read("turn", read_seat, starter), opened),
        need=words.read("need", read_number, terms.need),
        buried=words.read("buried", read_number, 0),
        piles=words.read("piles", _by_seat, ((),) * SEATS),
        melds=words.read("melds", lambda value: tuple(map(_laid, value.split("+"))), ()),
        opened=opened,
        seen=words.read("seen", _by_seat, ((),) * SEATS),
        taken=words.read("taken", _by_seat, ((),) * SEATS),
        fines=words.read("fines", read_lines, ()),
        signs=words.read("signs", _signs, NO_SIGNS),
        window=words.read("window", _window, None),
        acted="acted" in words.flags,
    )
    return _filled(hand, four(words.values["racks"], "/"), words.values["stock"])


def _turn(words: Words, seat: Seat, opened: tuple[Opened, ...]) -> Turn:
    area, groups = words.read("staged", _staged, (None, ()))
    before = [one is not Opened.NONE for one in opened]
    if "opennow" in words.flags:
        before[seat] = False
    return Turn(
        seat,
        side=words.read("side", read_tile, None),
        side_barred="barred" in words.flags,
        drawn=words.read("drawn", read_tile, None),
        area=area,
        groups=groups,
        undo=words.read("undo", _undo, None),
        opened_before=before[seat],
        anybody_before=any(before),
        used=words.read("used", read_tiles, ()),
        lay_offs=words.read("layoffs", read_number, 0),
        fined="fined" in words.flags,
        signed="signed" in words.flags,
    )


def _filled(hand: Hand, racks: list[str], stock: str) -> Hand:
    """The hand with its racks and its stock, which may take of what is written nowhere else."""
    texts = [*racks, stock]
    told = [() if text.startswith("*") else read_tiles(text) for text in texts]
    there = Counter(tile for tiles in told for tile in tiles)
    there.update(tile for pile in hand.piles for tile in pile)
    there.update(tile for laid in hand.melds for tile in tiles_of(laid.meld, hand.okey))
    there.update(piece.tile for group in hand.turn.groups for piece in group)
    there[hand.indicator] += 1
    if wrong := [tile for tile, number in there.items() if number > COPIES]:
        raise ValueError(f"{wrong[0]} is there {there[wrong[0]]} times; of every tile there are {COPIES}")
    free = [tile for tile in KINDS for _ in range(COPIES - there[tile])]
    free = [free[number * _STRIDE % len(free)] for number in range(len(free))] if len(free) % _STRIDE else free
    for place, text in enumerate(texts):
        if text.startswith("*"):
            number = read_number(text[1:])
            if number > len(free):
                raise ValueError(f"{text}: {len(free)} tiles are written nowhere else")
            told[place], free = tuple(free[:number]), free[number:]
    return replace(hand, racks=tuple(map(in_order, told[:SEATS])), stock=told[SEATS])


# -- whether it can be -------------------------------------------------------------------------------------------------


def _check(state: State) -> None:
    over = state.phase is Phase.OVER
    if state.left is not None and not (over and state.terms.tournament):
        raise ValueError("left: who leaves ends a match of the tournament, and no other")
    if over and state.counted < state.terms.hands and state.left is None:
        raise ValueError(f"over: the sheet has {state.counted} of {state.terms.hands} hands, and nobody has left")
    if not over and not state.terms.tournament and state.counted >= state.terms.hands:
        raise ValueError(f"the sheet has {state.counted} of {state.terms.hands} hands: the match is over")
    if state.hand is not None:
        _check_hand(state.hand, state)


def _check_hand(hand: Hand, state: State) -> None:
    turn = hand.turn
    if not all(hand.racks):
        raise ValueError("racks: everybody has a tile to discard")
    if state.phase is Phase.DRAW and (not hand.stock or turn.groups or turn.side or turn.drawn):
        raise ValueError("draw: there is a stock, and nothing is taken or staged yet")
    if hand.buried > len(hand.stock):
        raise ValueError("buried: so many tiles at most as the stock has")
    for seat in range(SEATS):
        if Counter(hand.seen[seat]) - Counter(hand.racks[seat]) or Counter(hand.taken[seat]) - Counter(hand.seen[seat]):
            raise ValueError(f"seat {seat}: what was seen is on the rack, what was taken was seen")
    _check_undo(hand)


def _check_undo(hand: Hand) -> None:
    turn = hand.turn
    match turn.undo:
        case UndoPlace(group=group, pos=pos):
            if group >= len(turn.groups) or pos >= len(turn.groups[group]):
                raise ValueError("undo: there is no such staged tile")
        case UndoLayOff(meld=meld, place=place):
            if (
                meld >= len(hand.melds)
                or place not in hand.melds[meld].meld.places
                or not (turn.used and turn.lay_offs)
            ):
                raise ValueError("undo: there is no such tile laid off")


# -- values ------------------------------------------------------------------------------------------------------------


def _by_seat(text: str) -> tuple[Tiles, ...]:
    return tuple(map(read_tiles, four(text, "/")))


def _opened(text: str) -> tuple[Opened, ...]:
    return tuple(read_word(Opened, part) for part in four(text, ","))


def _signs(text: str) -> tuple[Sign | None, ...]:
    return tuple(None if part == "-" else read_word(Sign, part) for part in four(text, ","))


def _laid(text: str) -> Laid:
    seat, _, meld = text.partition(":")
    return Laid(read_seat(seat), read_meld(meld))


def _staged(text: str) -> tuple[Area, tuple[Group, ...]]:
    area, _, groups = text.partition(":")
    return read_word(Area, area), read_groups(groups)


def _undo(text: str) -> UndoPlace | UndoLayOff:
    meld, colon, place = text.partition(":")
    if colon:
        return UndoLayOff(read_number(meld), read_place(place))
    group, _, pos = text.partition(".")
    return UndoPlace(read_number(group), read_number(pos))


def _window(text: str) -> Window:
    seat, _, tile = text.partition(":")
    return Window(read_seat(seat), read_tile(tile))


def _shown(text: str) -> Shown:
    racks, _, counts = text.partition(":")
    return Shown(_by_seat(racks), tuple(map(int, four(counts, ","))))
