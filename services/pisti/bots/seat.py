"""What a seat knows: the cards it has not seen, and how likely the other hand has a rank."""

from typing import Final

import msgspec

from services.kernel.cards import DECK, JACK, Card
from services.pisti.state import HAND
from services.pisti.view import View

RANKS: Final = range(2, 15)
# Somebody who could have captured and did not most likely cannot: this is left of the chance that he could.
DECLINED: Final = 0.12
DECLINED_JACK: Final = 0.5


class Seat(msgspec.Struct, frozen=True):
    """A view as its seat counts. `unseen` are the cards that it cannot place; `other` the number in the other hand.

    `likely` is the chance, by rank, that the other hand has a card of it. `open_points` is what a match with a single
    card would bring now.
    """

    view: View
    me: int
    unseen: tuple[Card, ...]
    other: int
    likely: dict[int, float]
    declined: frozenset[int] = frozenset()

    @property
    def single(self) -> Card | None:
        """The card on the table if it is exactly one."""
        return self.view.pile[0] if len(self.view.pile) == 1 and not self.view.face_down else None

    @property
    def last_card(self) -> bool:
        """True if the card that is played next is the last of the game."""
        return not self.view.stock and sum(self.view.hands) == 1

    @property
    def may_bluff(self) -> bool:
        """True if the rules let the seat on turn bluff (rules 6.4)."""
        return self.view.bluff and self.single is not None and (self.view.last_card_counts or not self.last_card)

    @property
    def hidden(self) -> int:
        """How many cards the other seat has captured that this one has not seen."""
        other = 1 - self.me
        return self.view.hidden[other] + (3 if self.view.start_seat == other else 0)

    def left(self, rank: int) -> int:
        """How many cards of a rank this seat cannot place."""
        return sum(card.rank == rank for card in self.unseen)


def read(view: View) -> Seat:
    """What the seat that is due knows."""
    me = view.turn if view.phase == "play" else 1 - view.turn
    seen = {*view.hand, *view.won, *view.gone}
    unseen = tuple(card for card in DECK if card not in seen)
    other = view.hands[1 - me]
    likely = {rank: holds(sum(card.rank == rank for card in unseen), len(unseen), other) for rank in RANKS}
    declined = _declined(view, other)
    for rank in declined:
        likely[rank] *= DECLINED_JACK if rank == JACK else DECLINED
    return Seat(view=view, me=me, unseen=unseen, other=other, likely=likely, declined=frozenset(declined))


def holds(left: int, unseen: int, hand: int) -> float:
    """The chance that `hand` of `unseen` cards have one of `left`."""
    without = 1.0
    for drawn in range(hand):
        if unseen - left - drawn <= 0:
            return 1.0 if left else 0.0
        without *= (unseen - left - drawn) / (unseen - drawn)
    return 1.0 - without


def _declined(view: View, other: int) -> set[int]:
    """The ranks that the other hand did not capture with in this deal although it could have, if it had them."""
    ranks = set()
    # The other seat's cards on the pile are every second one from the top.
    for turn in range(HAND - other):
        below = len(view.pile) - 2 - 2 * turn
        if view.phase != "play" or below < 0:
            break
        ranks.add(view.pile[below].rank)
        if below + view.face_down >= 3:
            ranks.add(JACK)
    return ranks
