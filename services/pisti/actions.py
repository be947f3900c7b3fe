"""What a seat may decide."""

import msgspec

from services.kernel.cards import Card


class PlayCard(msgspec.Struct, frozen=True, tag="play", gc=False):
    """Put a card on the pile, face up (rules 6.2)."""

    card: Card


class BluffCard(msgspec.Struct, frozen=True, tag="bluff", gc=False):
    """Lay a card face down on a single card and claim a pişti (rules 6.4)."""

    card: Card


class AnswerBluff(msgspec.Struct, frozen=True, tag="answer", gc=False):
    """Answer a claim: accept it, or challenge it (rules 6.4)."""

    accept: bool


Action = PlayCard | BluffCard | AnswerBluff
