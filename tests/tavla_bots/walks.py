"""Positions as they come up in games that are played at random, in every variant."""

from collections.abc import Iterator

import numpy as np

from services.tavla.board import VariantName
from services.tavla.bots.table import GEOMETRIES, row
from services.tavla.meta import META
from services.tavla.plays import Position, legal_plays
from services.tavla.terms import Terms, read_terms

START_PINS = (0, 0)


def terms_of(variant: VariantName) -> Terms:
    return read_terms(META.resolve({"tavlaVariant": variant.value}))


def positions(variant: VariantName, count: int, seed: int) -> Iterator[Position]:
    """`count` positions with their rolls, one turn after the other; a game that ends is followed by a new one."""
    rng, terms = np.random.default_rng(seed), terms_of(variant)
    at = start(terms, roll(rng))
    for _ in range(count):
        yield at
        plays = legal_plays(at)
        board = at.board()
        for point, die in plays[rng.integers(len(plays))] if plays else ():
            board.make(point, die)
        if board.end():
            at = start(terms, roll(rng))
            continue
        at = Position(terms, bytes(board.other), bytes(board.own), board.other_pinned, board.own_pinned, roll(rng))


def start(terms: Terms, dice: tuple[int, int]) -> Position:
    return Position(terms, terms.board.start, terms.board.start, *START_PINS, dice)


def roll(rng: np.random.Generator) -> tuple[int, int]:
    return int(rng.integers(1, 7)), int(rng.integers(1, 7))


def results(at: Position) -> set[bytes]:
    """The rows of all positions that the roll can legally lead to; the position itself if it must be passed."""
    found = set()
    for play in legal_plays(at) or ((),):
        board = at.board()
        for point, die in play:
            board.make(point, die)
        found.add(
            row(
                GEOMETRIES[at.terms.variant], bytes(board.own), bytes(board.other), board.own_pinned, board.other_pinned
            )
        )
    return found


def row_of(at: Position) -> bytes:
    return row(GEOMETRIES[at.terms.variant], at.own, at.other, at.own_pinned, at.other_pinned)
