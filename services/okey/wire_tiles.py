"""Tiles, groups and the words of okey as messages, both ways."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from kiraathane.okey.v1 import okey_pb2 as pb
from services.kernel.melds import Face
from services.okey.actions import Area, Onto, Sign, Spot
from services.okey.results import Finish, Opened
from services.okey.tiles import COLOURS, KINDS, NUMBERS, Colour, Group, Piece, Tile, tile_of

# Read from the contract by their names, `COLOUR_YELLOW` for `Colour.YELLOW`; unspecified is what is not there.
COLOUR: Final = {colour: pb.Colour.Value(f"COLOUR_{colour.name}") for colour in Colour}
AREA: Final = {area: pb.Area.Value(f"AREA_{area.name}") for area in Area}
SPOT: Final = {spot: pb.Spot.Value(f"SPOT_{spot.name}") for spot in Spot}
ONTO: Final = {onto: pb.Onto.Value(f"ONTO_{onto.name}") for onto in Onto}
SIGN: Final = {sign: pb.Sign.Value(f"SIGN_{sign.name}") for sign in Sign}
OPENED: Final = {opened: pb.Opened.Value(f"OPENED_{opened.name}") for opened in Opened}
FINISH: Final = {finish: pb.Finish.Value(f"FINISH_{finish.name}") for finish in Finish}

READ_COLOUR: Final = {number: colour for colour, number in COLOUR.items()}
READ_AREA: Final = {number: area for area, number in AREA.items()}
READ_SPOT: Final = {number: spot for spot, number in SPOT.items()}
READ_SIGN: Final = {number: sign for sign, number in SIGN.items()}
READ_OPENED: Final = {number: opened for opened, number in OPENED.items()}
READ_FINISH: Final = {number: finish for finish, number in FINISH.items()}

# Made once: a message that goes into another is copied there.
_TILES: Final = {
    tile: pb.Tile(false_okey=True)
    if tile.face is None
    else pb.Tile(colour=COLOUR[COLOURS[tile.face.suit]], number=tile.face.rank)
    for tile in KINDS
}


def tile_to_proto(tile: Tile) -> pb.Tile:
    """The tile. It is shared: put it into other messages, change nothing in it."""
    return _TILES[tile]


def tiles_to_proto(tiles: Iterable[Tile]) -> list[pb.Tile]:
    """Several tiles in the order given."""
    return [_TILES[tile] for tile in tiles]


def tile_from_proto(message: pb.Tile) -> Tile:
    """The tile. Raises `ValueError` for one that does not exist; protovalidate has refused those of clients."""
    if message.false_okey:
        return Tile.FALSE_OKEY
    if message.colour not in READ_COLOUR or not NUMBERS.lowest <= message.number <= NUMBERS.highest:
        raise ValueError("there is no such tile")
    return tile_of(Face(COLOURS.index(READ_COLOUR[message.colour]), message.number))


def tiles_from_proto(messages: Iterable[pb.Tile]) -> tuple[Tile, ...]:
    """Several tiles in the order given."""
    return tuple(map(tile_from_proto, messages))


def racks_to_proto(racks: Iterable[Iterable[Tile]]) -> list[pb.Tiles]:
    """Tiles by seat, or by group."""
    return [pb.Tiles(tiles=tiles_to_proto(rack)) for rack in racks]


def racks_from_proto(messages: Iterable[pb.Tiles]) -> tuple[tuple[Tile, ...], ...]:
    """Tiles by seat, or by group."""
    return tuple(tiles_from_proto(message.tiles) for message in messages)


def piece_to_proto(piece: Piece) -> pb.Piece:
    """A tile in a group."""
    return pb.Piece(tile=_TILES[piece.tile], face=None if piece.face is None else _TILES[piece.face])


def piece_from_proto(message: pb.Piece) -> Piece:
    """A tile in a group. Raises `ValueError` for an okey that stands for a false okey: its face is a tile's."""
    face = tile_from_proto(message.face) if message.HasField("face") else None
    if face is Tile.FALSE_OKEY:
        raise ValueError("an okey stands for a tile with a colour and a number")
    return Piece(tile_from_proto(message.tile), face)


@lru_cache(maxsize=4_096)
def group_to_proto(group: Group) -> pb.Group:
    """Tiles that lie together. The message is shared: put it into others, change nothing in it."""
    return pb.Group(pieces=map(piece_to_proto, group))


def groups_from_proto(messages: Sequence[pb.Group]) -> tuple[Group, ...]:
    """Groups."""
    return tuple(tuple(map(piece_from_proto, message.pieces)) for message in messages)
