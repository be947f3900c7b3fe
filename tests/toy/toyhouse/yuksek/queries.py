"""What a seat of yüksek may ask without playing."""

import importlib
from typing import Any

from google.protobuf.message import Message
from toyhouse.yuksek.state import CARDS
from toyhouse.yuksek.view import View


def count_higher(view: View, request: Any) -> Message:
    """How many of the seat's cards are higher than one; raises `ValueError` for a card that does not exist."""
    if request.card >= CARDS:
        raise ValueError(f"there is no card {request.card}")
    answer: Message = importlib.import_module("kiraathane.yuksek.v1.yuksek_pb2").CountHigherResponse(
        count=sum(card > request.card for card in view.hand)
    )
    return answer


QUERIES = {"CountHigher": count_higher}
