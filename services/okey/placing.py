"""Which tiles are listed to be placed one by one, and which groups to be placed at once (rules 8.16)."""

from collections.abc import Iterator
from typing import Final

from services.kernel.game import Seat
from services.kernel.melds import Face
from services.kernel.refusal import Illegal
from services.okey.actions import Action, Area, AutoPlace, Place
from services.okey.groups import meanings
from services.okey.staging import may_lie
from services.okey.state import State
from services.okey.suggest import best_series, most_pairs
from services.okey.tiles import Group, Piece, Tile, face_of

_SPREAD: Final = 3
"""So many groups of the best lay-out are listed to begin with."""


def places(state: State, seat: Seat) -> Iterator[Action]:
    """What goes on with what is staged, or begins a group of the best lay-out. More than one tile is on the rack."""
    _, turn = state.playing
    for area in Area:
        if not _lies(state, seat, area):
            continue
        if turn.groups:
            yield from _going_on(state, seat, area)
        complete = not turn.groups or meanings(turn.groups[-1], area, _okey(state))
        if complete:
            yield from _beginning(state, seat, area)


def any_tile(state: State, seat: Seat) -> Iterator[Action]:
    """Where nothing leads on, any tile may still be placed: who can neither use the side tile any more nor give it back
    waits for the end of his time (8.17)."""
    hand, _ = state.playing
    for area in Area:
        if _lies(state, seat, area):
            yield from (Place(Piece(tile), area, 0, 0) for tile in dict.fromkeys(hand.racks[seat]))


def _okey(state: State) -> Tile:
    hand, _ = state.playing
    return hand.okey


def _lies(state: State, seat: Seat, area: Area) -> bool:
    hand, _ = state.playing
    try:
        may_lie(hand, seat, area)
    except Illegal:
        return False
    return True


def _beginning(state: State, seat: Seat, area: Area) -> Iterator[Action]:
    """The first tiles of new groups; and whole groups at once."""
    hand, turn = state.playing
    rack = hand.racks[seat]
    best = best_series(rack, hand.okey, state.terms) if area is Area.SERIES else most_pairs(rack, hand.okey)
    if best is None:
        return
    for piece in dict.fromkeys(group[0] for group in best.groups[:_SPREAD]):
        yield Place(piece, area, len(turn.groups), 0)
    plain = [
        group for group in best.groups if area is Area.PAIRS or all(piece.tile is not hand.okey for piece in group)
    ]
    if plain and (best.left or len(plain) < len(best.groups)):
        yield AutoPlace(area, tuple(tuple(piece.tile for piece in group) for group in plain))


def _going_on(state: State, seat: Seat, area: Area) -> Iterator[Action]:
    """Tiles with which the last staged group may become valid, or stays so."""
    hand, turn = state.playing
    group = turn.groups[-1]
    for tile in dict.fromkeys(hand.racks[seat]):
        if tile is not hand.okey and _goes_on(group, tile, area, hand.okey):
            yield Place(Piece(tile), area, len(turn.groups) - 1, len(group))


def _goes_on(group: Group, tile: Tile, area: Area, okey: Tile) -> bool:
    faces = [_counts_as(piece, okey) for piece in (*group, Piece(tile))]
    first = faces[0]
    if area is Area.PAIRS:
        return len(faces) == 2 and faces[1] == first
    rising = all(face == (first.suit, first.rank + at) for at, face in enumerate(faces))
    return rising or (
        len({face.suit for face in faces}) == len(faces) and {face.rank for face in faces} == {first.rank}
    )


def _counts_as(piece: Piece, okey: Tile) -> Face:
    return face_of(piece.face or piece.tile, okey)
