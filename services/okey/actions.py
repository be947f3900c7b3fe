"""What a seat may decide (rules 8.16, 10.3, 10.5, 10.6)."""

from enum import StrEnum

import msgspec

from services.okey.tiles import Colour, Group, Piece, Tile


class Area(StrEnum):
    """Where staged groups lie: runs and sets, or pairs."""

    SERIES = "series"
    PAIRS = "pairs"


class Spot(StrEnum):
    """Where an okey is laid off: below or above a run, or as a colour of a set."""

    LOW = "low"
    HIGH = "high"
    YELLOW = "Y"
    BLUE = "B"
    BLACK = "K"
    RED = "R"


class Onto(StrEnum):
    """Where a tile is discarded: beside, or, a finishing tile alone, onto the indicator."""

    SIDE = "side"
    INDICATOR = "indicator"


class Sign(StrEnum):
    """The signs of the tournament (rules 10.3)."""

    WAIT = "wait"
    OPEN = "open"
    PAIRS = "pairs"
    HAVE_OKEY = "haveOkey"
    NO_OKEY = "noOkey"
    FINISH = "finish"


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    """Draws the top tile of the stock."""


class TakeSide(msgspec.Struct, frozen=True, tag="take"):
    """Takes the last discard of the player at the left."""


class ReturnSide(msgspec.Struct, frozen=True, tag="return"):
    """Gives the side tile of this turn back ("Geri Bırak")."""


class Place(msgspec.Struct, frozen=True, tag="place"):
    """Puts a tile on the table, unchecked: at `pos` of the staged group `group`; the next number begins a new one."""

    piece: Piece
    area: Area
    group: int
    pos: int


class Undo(msgspec.Struct, frozen=True, tag="undo"):
    """Takes back the tile that was placed or laid off last ("Geri Al")."""


class Collect(msgspec.Struct, frozen=True, tag="collect"):
    """Takes back all staged tiles ("Geri Topla")."""


class AutoPlace(msgspec.Struct, frozen=True, tag="auto"):
    """Places those of `groups` that are valid ("Otomatik Seri Aç", "Otomatik Çift Aç")."""

    area: Area
    groups: tuple[tuple[Tile, ...], ...]


class Commit(msgspec.Struct, frozen=True, tag="commit"):
    """Makes the staged groups melds."""


class Open(msgspec.Struct, frozen=True, tag="open"):
    """Places groups and commits them in one act; `finish` is discarded with it: one tile, or both okeys (10.5)."""

    area: Area
    groups: tuple[Group, ...]
    finish: tuple[Tile, ...] = ()


class LayOff(msgspec.Struct, frozen=True, tag="layOff"):
    """Lays a tile off on meld number `meld` of the table. `spot` is for an okey, where more than one would do."""

    tile: Tile
    meld: int
    spot: Spot | None = None


class SwapOkey(msgspec.Struct, frozen=True, tag="swap"):
    """Takes the okey at place `place` of a meld for the tile that it stands for."""

    tile: Tile
    meld: int
    place: int


class Discard(msgspec.Struct, frozen=True, tag="discard"):
    """Discards a tile, which ends the turn or the hand."""

    tile: Tile
    onto: Onto = Onto.SIDE


class Devam(msgspec.Struct, frozen=True, tag="devam"):
    """Finishes with both okeys (rules 10.5)."""


class ClaimIsler(msgspec.Struct, frozen=True, tag="claim"):
    """Says of an opponent's discard that it lays off, naming its colour and number (rules 10.6)."""

    colour: Colour
    number: int


class SelfDeclare(msgspec.Struct, frozen=True, tag="declare"):
    """Says of the own discard that it lays off, before an opponent does (rules 10.6)."""


class GiveSign(msgspec.Struct, frozen=True, tag="sign"):
    """Gives a sign, which everybody sees (rules 10.3)."""

    sign: Sign


Action = (
    Draw
    | TakeSide
    | ReturnSide
    | Place
    | Undo
    | Collect
    | AutoPlace
    | Commit
    | Open
    | LayOff
    | SwapOkey
    | Discard
    | Devam
    | ClaimIsler
    | SelfDeclare
    | GiveSign
)
