"""The hand as its owner holds it: by suits for runs, by ranks for sets, by pairs, or as the house proposes."""

from collections.abc import Sequence
from typing import Final

import msgspec
from rich.text import Text

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from kiraathane_client import meld_table
from kiraathane_client.ellibir.pieces import drawn, is_joker, key
from kiraathane_client.terminal import Look

RUNS: Final = "runs"
SETS: Final = "sets"
PAIRS: Final = "pairs"
ARRANGEMENTS: Final = (RUNS, SETS, PAIRS)


class Held(msgspec.Struct):
    """How the hand of this screen is arranged; it outlives a turn."""

    arrangement: str = RUNS

    def turn(self) -> None:
        """On to the next arrangement."""
        at = ARRANGEMENTS.index(self.arrangement)
        self.arrangement = ARRANGEMENTS[(at + 1) % len(ARRANGEMENTS)]


def name_of(arrangement: str, look: Look) -> str:
    """What an arrangement is called."""
    names = {RUNS: ("renk", "suit"), SETS: ("sayı", "rank"), PAIRS: ("çift", "pairs")}
    return look.say(*names[arrangement])


def blocks(pieces: Sequence[pb.Piece], arrangement: str) -> list[list[pb.Piece]]:
    """The cards in blocks; jokers stand alone at the end."""
    jokers = [piece for piece in pieces if is_joker(piece)]
    plain = [piece for piece in pieces if not is_joker(piece)]
    values = [key(piece) for piece in plain]
    if arrangement == RUNS:
        places = meld_table.rising(values)
    elif arrangement == SETS:
        places = meld_table.by_rank(values)
    else:
        pairs, alone = meld_table.in_pairs(values)
        places = [*pairs, alone]
    found = [[plain[at] for at in block] for block in places if block]
    return [*found, jokers] if jokers else found


def drawn_hand(pieces: Sequence[pb.Piece], arrangement: str, look: Look) -> list[Text]:
    """The hand in lines."""
    in_blocks = blocks(pieces, arrangement)
    cells = [[drawn(piece, look) for piece in block] for block in in_blocks]
    if arrangement == RUNS:  # a suit is not broken where it fits into a line
        cells = meld_table.joined(cells, [key(block[0])[0] for block in in_blocks])
    return meld_table.flow(cells, look.width, head=Text("  "), gap=2)


def proposed(groups: Sequence[pb.Group], pieces: Sequence[pb.Piece], look: Look) -> list[Text]:
    """The hand with the proposed groups first, then what would stay."""
    left = list(pieces)
    for group in groups:
        for piece in group.cards:
            left.remove(piece)
    cells = [[drawn(piece, look) for piece in group.cards] for group in groups]
    lines = meld_table.flow(cells, look.width, head=Text("  "), gap=2) if cells else []
    stays = [[drawn(piece, look) for piece in sorted(left, key=key)]]
    head = Text(look.say("  kalır ", "  stays "), style=meld_table.QUIET)
    return [*lines, *meld_table.flow(stays, look.width, head=head)]
