"""What is conserved in satranç: the men of each side, on the board or taken."""

from collections import Counter

from services.satranc.board import START
from services.satranc.state import State

MEN = Counter("pppppppprrnnbbqk")


def check(state: State) -> None:
    """Each side has one king, and of its sixteen men every one is on the board or was taken; pawns may have become
    something else. A position that was not reached from the start only has one king a side.
    """
    diagram = state.fen.split()[0]
    white = state.white or 0
    for seat in (0, 1):
        own = str.upper if seat == white else str.lower
        standing = Counter(sign.lower() for sign in diagram if sign.isalpha() and sign == own(sign))
        assert standing["k"] == 1
        if state.start == START:
            taken = Counter(state.captured[1 - seat])
            promoted = sum(max(0, standing[kind] + taken[kind] - MEN[kind]) for kind in "qrbn")
            assert standing.total() + taken.total() == 16
            assert standing["p"] + taken["p"] + promoted == 8
