"""What an apply brought, in order, for animation and the record.

Two things are told to the seat itself alone: which tile it drew, and which groups an automatic lay-out left on its
rack. `seen_by` makes of a happening what a viewer is told.
"""

import msgspec
from msgspec.structs import replace

from services.kernel.game import Viewer
from services.kernel.score import LedgerLine
from services.okey.actions import Area, Onto, Sign
from services.okey.results import HandResult, Opened
from services.okey.tiles import Group, Piece, Tile


class MeldView(msgspec.Struct, frozen=True):
    """A meld of the table; `kind` is "run", "set" or "pair", every piece has the face that it counts as."""

    seat: int
    kind: str
    pieces: Group


class LotFell(msgspec.Struct, frozen=True, tag="lot"):
    """Chance chose who starts the first hand (rules 8.2, 10.2)."""

    seat: int


class HandDealt(msgspec.Struct, frozen=True, tag="dealt"):
    """Hand `number` was dealt; `false_okeys` were turned up before the indicator and went under the stock (8.3)."""

    number: int
    starter: int
    indicator: Tile
    false_okeys: int


class TileDrawn(msgspec.Struct, frozen=True, tag="drawn"):
    """A seat drew; `tile` is None for the others."""

    seat: int
    tile: Tile | None
    by_rules: bool


class SideTaken(msgspec.Struct, frozen=True, tag="side"):
    """A seat took the last discard of the player at its left."""

    seat: int
    tile: Tile


class SideReturned(msgspec.Struct, frozen=True, tag="returned"):
    """A seat gave its side tile back."""

    seat: int
    tile: Tile
    by_rules: bool


class TilePlaced(msgspec.Struct, frozen=True, tag="placed"):
    """A seat placed a tile."""

    seat: int
    piece: Piece
    area: Area
    group: int
    pos: int


class TakenBack(msgspec.Struct, frozen=True, tag="undone"):
    """A seat took back the tile that it had placed or laid off last; `meld` is None for a placed one."""

    seat: int
    tile: Tile
    meld: int | None


class Collected(msgspec.Struct, frozen=True, tag="collected"):
    """A seat took back all staged tiles."""

    seat: int
    tiles: tuple[Tile, ...]
    by_rules: bool


class GroupsPlaced(msgspec.Struct, frozen=True, tag="groups"):
    """A seat placed groups in one act; `left` are those that stayed on its rack, not being valid, for itself alone."""

    seat: int
    area: Area
    groups: tuple[Group, ...]
    left: tuple[tuple[Tile, ...], ...] = ()


class Committed(msgspec.Struct, frozen=True, tag="committed"):
    """Staged groups became melds. `opening` is how the seat opened with them, "none" if it was open before; `worth` the
    sum of a series opening, else 0; `need` what a series opening needs from now on."""

    seat: int
    melds: tuple[MeldView, ...]
    opening: Opened
    worth: int
    need: int
    by_rules: bool


class CommitFailed(msgspec.Struct, frozen=True, tag="failed"):
    """In the tournament a commit failed, for the refusal `reason` with its details (rules 10.3)."""

    seat: int
    reason: str
    details: tuple[tuple[str, str], ...]


class LaidOff(msgspec.Struct, frozen=True, tag="laidOff"):
    """A tile was laid off; `face` is what it counts as."""

    seat: int
    tile: Tile
    meld: int
    face: Tile


class OkeySwapped(msgspec.Struct, frozen=True, tag="swapped"):
    """A seat took an okey from a meld for the tile that it stood for."""

    seat: int
    tile: Tile
    meld: int
    place: int


class Discarded(msgspec.Struct, frozen=True, tag="discarded"):
    """A seat discarded. A finishing discard is told by `HandFinished`."""

    seat: int
    tile: Tile
    by_rules: bool


class Fined(msgspec.Struct, frozen=True, tag="fined"):
    """An event was fined (rules 8.12, 10.3, 10.6)."""

    line: LedgerLine


class IslerClaimed(msgspec.Struct, frozen=True, tag="claimed"):
    """A seat claimed an opponent's discard (rules 10.6)."""

    seat: int
    thrower: int
    tile: Tile


class IslerDeclared(msgspec.Struct, frozen=True, tag="declared"):
    """The thrower said himself that his discard lays off (rules 10.6)."""

    seat: int
    tile: Tile


class SignGiven(msgspec.Struct, frozen=True, tag="sign"):
    """A seat gave a sign (rules 10.3)."""

    seat: int
    sign: Sign


class HandFinished(msgspec.Struct, frozen=True, tag="finished"):
    """A seat finished the hand with these tiles: one, or both okeys (rules 8.9, 10.5)."""

    seat: int
    tiles: tuple[Tile, ...]
    onto: Onto


class HandEnded(msgspec.Struct, frozen=True, tag="ended"):
    """Hand `number` is over; the racks lie open, each with its count."""

    number: int
    result: HandResult
    racks: tuple[tuple[Tile, ...], ...]
    counts: tuple[int, ...]


class SeatLeft(msgspec.Struct, frozen=True, tag="left"):
    """A seat left a match of the tournament, which ends it (rules 10.8)."""

    seat: int


Happening = (
    LotFell
    | HandDealt
    | TileDrawn
    | SideTaken
    | SideReturned
    | TilePlaced
    | TakenBack
    | Collected
    | GroupsPlaced
    | Committed
    | CommitFailed
    | LaidOff
    | OkeySwapped
    | Discarded
    | Fined
    | IslerClaimed
    | IslerDeclared
    | SignGiven
    | HandFinished
    | HandEnded
    | SeatLeft
)


def seen_by(happening: Happening, viewer: Viewer) -> Happening:
    """What `viewer` is told of it (rules 8.18)."""
    match happening:
        case TileDrawn(seat=seat) if seat != viewer:
            return replace(happening, tile=None)
        case GroupsPlaced(seat=seat) if seat != viewer:
            return replace(happening, left=())
        case _:
            return happening
