"""What a seat may do, as a list to choose from (rules 8.16).

The list has every act but these: placing tile by tile is listed as far as it goes on with what is staged or begins a
group of the best lay-out; of the lay-outs in one act the best ones; no commit that would fail for its price; and no
claim of a discard, since noticing is the players' work (10.6). `in` holds for every act that the rules accept.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Final, get_args

from services.kernel.game import Seat
from services.kernel.melds import spots
from services.kernel.refusal import Illegal
from services.okey import rules
from services.okey.actions import (
    Action,
    Collect,
    Commit,
    Devam,
    Discard,
    Draw,
    GiveSign,
    LayOff,
    Onto,
    ReturnSide,
    Sign,
    Spot,
    SwapOkey,
    TakeSide,
    Undo,
)
from services.okey.groups import spot_of
from services.okey.laying import implied_commit
from services.okey.placing import any_tile, places
from services.okey.results import Opened
from services.okey.staging import committed
from services.okey.state import Phase, State, side_is_owed, side_is_unused
from services.okey.suggest import Held, openings
from services.okey.tiles import NUMBERS, Tile, face_of
from services.okey.turns import check_duties, may_return

_ACTS: Final = get_args(Action)


def accepts(state: State, seat: Seat, action: Action) -> bool:
    """True if the rules accept the act."""
    try:
        rules.act(state, seat, action, 0)
    except Illegal:
        return False
    return True


def held_by(state: State, seat: Seat) -> Held:
    """What a suggestion for the seat on turn depends on."""
    hand, turn = state.playing
    opened = hand.opened[seat]
    return Held(
        rack=hand.racks[seat],
        okey=hand.okey,
        opened=opened,
        need=hand.need,
        side=turn.side if side_is_owed(hand, state.terms) else None,
        pairs_lie=Opened.PAIRS in hand.opened,
        terms=state.terms,
    )


class LegalActs:
    """The acts of a seat: listed in a fixed order; empty where it is not on turn."""

    def __init__(self, state: State, seat: Seat) -> None:
        self._state = state
        self._seat = seat

    def __iter__(self) -> Iterator[Action]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)

    def __contains__(self, action: object, /) -> bool:
        return isinstance(action, _ACTS) and accepts(self._state, self._seat, action)

    @cached_property
    def _listed(self) -> tuple[Action, ...]:
        if self._seat != self._state.due:
            return ()
        to_do = _to_play if self._state.phase is Phase.PLAY else _to_draw
        acts = tuple(to_do(self._state, self._seat)) or tuple(any_tile(self._state, self._seat))
        return (*acts, *_to_sign(self._state))


def _to_sign(state: State) -> Iterator[Action]:
    _, turn = state.playing
    if state.terms.signs and not turn.signed:
        yield from map(GiveSign, Sign)


def _to_draw(state: State, seat: Seat) -> Iterator[Action]:
    yield Draw()
    if accepts(state, seat, TakeSide()):
        yield TakeSide()


def _to_play(state: State, seat: Seat) -> Iterator[Action]:
    hand, turn = state.playing
    if _returnable(state):
        yield ReturnSide()
    if turn.undo is not None:
        yield Undo()
    if turn.groups:
        yield Collect()
        if _commits(state, seat):
            yield Commit()
    else:
        yield from openings(held_by(state, seat))
        if hand.opened[seat] is not Opened.NONE:
            yield from _with_the_table(state, seat)
    if len(hand.racks[seat]) > 1:
        yield from places(state, seat)
    yield from _discards(state, seat)


def _with_the_table(state: State, seat: Seat) -> Iterator[Action]:
    """Lay-offs and okeys to take; as long as the side tile must still be used, only what uses it: whoever lays another
    tile first can neither give it back nor, perhaps, lay it any more."""
    owed = _owed(state)
    yield from (act for act in _lay_offs(state, seat) if owed in (None, act.tile))
    yield from (act for act in _swaps(state, seat) if owed in (None, act.tile))


def _owed(state: State) -> Tile | None:
    """The side tile that who is open must still use."""
    hand, turn = state.playing
    return turn.side if side_is_unused(hand, state.terms) else None


def _returnable(state: State) -> bool:
    hand, _ = state.playing
    try:
        may_return(hand)
    except Illegal:
        return False
    return True


def _commits(state: State, seat: Seat) -> bool:
    try:
        committed(state, seat)
    except Illegal:
        return False
    _, turn = state.playing
    owed = _owed(state)
    return owed is None or any(piece.tile is owed for group in turn.groups for piece in group)


def _lay_offs(state: State, seat: Seat) -> Iterator[LayOff]:
    hand, turn = state.playing
    limit = state.terms.lay_off_limit
    limited = limit is not None and hand.opened[seat] is Opened.PAIRS and turn.lay_offs >= limit
    if limited or len(hand.racks[seat]) == 1:
        return
    for tile in dict.fromkeys(hand.racks[seat]):
        for at, laid in enumerate(hand.melds):
            free = spots(laid.meld, NUMBERS)
            if tile is hand.okey:
                named: list[Spot | None] = [spot_of(face, laid.meld) for face in free] if len(free) > 1 else [None]
                yield from (LayOff(tile, at, spot) for spot in named if free)
            elif face_of(tile, hand.okey) in free:
                yield LayOff(tile, at)


def _swaps(state: State, seat: Seat) -> Iterator[SwapOkey]:
    hand, _ = state.playing
    faces = {face_of(tile, hand.okey): tile for tile in hand.racks[seat] if tile is not hand.okey}
    for at, laid in enumerate(hand.melds):
        for where, place in enumerate(laid.meld.places):
            if place.wild and place.face in faces:
                yield SwapOkey(faces[place.face], at, where)


# -- the end of the turn -----------------------------------------------------------------------------------------------


def _discards(state: State, seat: Seat) -> Iterator[Action]:
    hand, _ = state.playing
    rack = hand.racks[seat]
    if accepts(state, seat, Devam()):
        yield Devam()
    last = len(rack) == 1
    try:
        state = implied_commit(state, seat, stroke=last)
    except Illegal:
        return
    hand, _ = state.playing
    if last and hand.opened[seat] is Opened.NONE:
        return
    for tile in dict.fromkeys(rack):
        try:
            check_duties(state, seat, tile, last=last)
        except Illegal:
            continue
        yield Discard(tile)
        if last:
            yield Discard(tile, Onto.INDICATOR)
