"""What the kernel counts of chance, as messages."""

from collections.abc import Sequence
from typing import Final

from kiraathane.league.v1 import league_service_pb2 as pb
from services.kernel.fairness import ChanceKind, Question

_TO_PROTO: Final = {ChanceKind.ROLL: pb.CHANCE_KIND_ROLL, ChanceKind.SHUFFLE: pb.CHANCE_KIND_SHUFFLE}
_FROM_PROTO: Final = {number: kind for kind, number in _TO_PROTO.items()}


def counts_to_proto(question: Question, counts: Sequence[int]) -> pb.ChanceCounts:
    return pb.ChanceCounts(kind=_TO_PROTO[question.kind], place=question.place, counts=counts)


def question_from_proto(message: pb.ChanceCounts) -> Question:
    """What the counts are of. Raises `KeyError` for a kind that does not exist."""
    return Question(kind=_FROM_PROTO[message.kind], size=len(message.counts), place=message.place)
