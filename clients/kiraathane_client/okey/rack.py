"""The rack as it stands before its owner: arranged for runs, for sets or for pairs, or as the house proposes."""

from collections.abc import Sequence
from typing import Final

import msgspec
from rich.text import Text

from kiraathane.okey.v1 import okey_pb2 as pb
from kiraathane_client import meld_table
from kiraathane_client.okey.tiles import counts_as, drawn, drawn_piece, in_order, is_real, key
from kiraathane_client.terminal import Look

RUNS: Final = "runs"
SETS: Final = "sets"
PAIRS: Final = "pairs"
ARRANGEMENTS: Final = (RUNS, SETS, PAIRS)


class Stand(msgspec.Struct):
    """How the rack of this screen is arranged; it outlives a turn."""

    arrangement: str = RUNS

    def turn(self) -> None:
        """On to the next arrangement."""
        at = ARRANGEMENTS.index(self.arrangement)
        self.arrangement = ARRANGEMENTS[(at + 1) % len(ARRANGEMENTS)]


def name_of(arrangement: str, look: Look) -> str:
    """What an arrangement is called."""
    names = {RUNS: ("renk", "colour"), SETS: ("sayı", "number"), PAIRS: ("çift", "pairs")}
    return look.say(*names[arrangement])


def blocks(tiles: Sequence[pb.Tile], okey: pb.Tile | None, arrangement: str) -> list[list[pb.Tile]]:
    """The tiles in blocks; real okeys stand alone at the end."""
    wild = [tile for tile in tiles if is_real(tile, okey)]
    plain = in_order([tile for tile in tiles if not is_real(tile, okey)])
    values = [key(counts_as(tile, okey)) for tile in plain]
    if arrangement == RUNS:
        places = meld_table.rising(values)
    elif arrangement == SETS:
        places = meld_table.by_rank(values)
    else:
        pairs, alone = meld_table.in_pairs(values)
        places = [*pairs, alone]
    found = [[plain[at] for at in block] for block in places if block]
    return [*found, wild] if wild else found


def drawn_rack(tiles: Sequence[pb.Tile], okey: pb.Tile | None, arrangement: str, look: Look) -> list[Text]:
    """The rack in lines."""
    in_blocks = blocks(tiles, okey, arrangement)
    cells = [[drawn(tile, look, okey) for tile in block] for block in in_blocks]
    if arrangement == RUNS:  # a colour is not broken where it fits into a line
        colours = [counts_as(block[0], okey).colour if not is_real(block[0], okey) else 0 for block in in_blocks]
        cells = meld_table.joined(cells, colours)
    return meld_table.flow(cells, look.width, head=Text("  "), gap=2)


def proposed(groups: Sequence[pb.Group], tiles: Sequence[pb.Tile], okey: pb.Tile | None, look: Look) -> list[Text]:
    """The rack with the proposed groups first, then what would stay."""
    left = list(tiles)
    for group in groups:
        for piece in group.pieces:
            left.remove(piece.tile)
    cells = [[drawn_piece(piece, look, okey) for piece in group.pieces] for group in groups]
    lines = meld_table.flow(cells, look.width, head=Text("  "), gap=2) if cells else []
    stays = [[drawn(tile, look, okey) for tile in in_order(left)]]
    head = Text(look.say("  kalır ", "  stays "), style=meld_table.QUIET)
    return [*lines, *meld_table.flow(stays, look.width, head=head)]
