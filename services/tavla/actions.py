"""What a seat may decide: one decision is one act (a turn's checker moves are played together)."""

from typing import NamedTuple

import msgspec


class CheckerMove(NamedTuple):
    """One die played with one checker, from own `point`: 1..24, 25 the start bar, 26 the bar."""

    point: int
    die: int


class PlayTurn(msgspec.Struct, frozen=True, tag="play", gc=False):
    """The whole turn, its checker moves in order (rules 1.10)."""

    moves: tuple[CheckerMove, ...]


class RollDice(msgspec.Struct, frozen=True, tag="roll"):
    """Throw the dice instead of offering misli (rules 2.6)."""


class OfferMisli(msgspec.Struct, frozen=True, tag="offer"):
    """Offer misli instead of throwing the dice (rules 2.4)."""


class AnswerMisli(msgspec.Struct, frozen=True, tag="answer"):
    """Answer an offer: accept the doubled cube, or give up the game (rules 2.4)."""

    accept: bool


class ResignGame(msgspec.Struct, frozen=True, tag="resign"):
    """Give up the game, not the match (rules 1.11)."""


Action = PlayTurn | RollDice | OfferMisli | AnswerMisli | ResignGame
