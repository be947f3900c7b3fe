"""Who sees what (rules 5.15): one's own hand, and everything that lies or lay open."""

import msgspec

from services.kernel.cards import Card, Suit
from services.kernel.game import Seat, Viewer
from services.kernel.tricks import SEATS, Trick
from services.king.contracts import Contract, penalty_cards
from services.king.happenings import HandLine
from services.king.naming import penalty_rights, trump_rights, uses_left
from services.king.score import columns
from services.king.state import State, due_seat
from services.king.terms import Terms


class TakenTrick(msgspec.Struct, frozen=True):
    """A trick of this hand, and who took it."""

    trick: Trick
    seat: Seat


class View(msgspec.Struct, frozen=True):
    """All that `viewer` may see; None is a spectator, who has no hand.

    `phase` is a word of `state.Phase`. `turn` is the seat that must decide. `number` is that of the hand, from 1; after
    the match that of the last one. `counts` are the cards in every hand; `tricks` those of this hand in order;
    `penalties` what each seat took in it that costs by the card. `owed` is what the viewer must still lead of A-K-Q.
    `uses` are those left of every penalty in the order of `contracts.PENALTIES`.
    """

    phase: str
    terms: Terms
    viewer: Seat | None
    turn: Seat | None
    declarer: Seat | None
    number: int
    contract: Contract | None
    trump: Suit | None
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    trick: Trick
    tricks: tuple[TakenTrick, ...]
    penalties: tuple[tuple[Card, ...], ...]
    broken: bool
    owed: tuple[Card, ...]
    chart: tuple[HandLine, ...]
    penalty_rights: tuple[int, ...]
    trump_rights: tuple[int, ...]
    uses: tuple[int, ...]
    minus: tuple[int, ...]
    plus: tuple[int, ...]


def build(state: State, viewer: Viewer) -> View:
    """The view of a seat or of a spectator."""
    terms, chart, turn = state.terms, state.chart, due_seat(state)
    tricks = tuple(TakenTrick(trick, trick.winner(state.trump)) for trick in state.tricks)
    minus, plus = columns(chart)
    return View(
        phase=state.phase.value,
        terms=terms,
        viewer=viewer,
        turn=turn,
        declarer=state.declarer,
        number=min(len(chart) + 1, terms.length) if state.ending is None else len(chart),
        contract=state.contract,
        trump=state.trump,
        hand=() if viewer is None else state.hands[viewer],
        counts=tuple(len(hand) for hand in state.hands),
        trick=state.trick,
        tricks=tricks,
        penalties=_penalties(state.contract, tricks),
        broken=state.broken,
        # Whether a high trump was led by the exception or from trumps alone is the leader's secret (5.6, 5.15).
        owed=state.owed if viewer == state.trick.leader else (),
        chart=chart,
        penalty_rights=tuple(penalty_rights(terms, chart, seat) for seat in range(SEATS)),
        trump_rights=tuple(trump_rights(terms, chart, seat) for seat in range(SEATS)),
        uses=uses_left(chart),
        minus=minus,
        plus=plus,
    )


def _penalties(contract: Contract | None, tricks: tuple[TakenTrick, ...]) -> tuple[tuple[Card, ...], ...]:
    taken: list[tuple[Card, ...]] = [()] * SEATS
    if contract is not None:
        for one in tricks:
            taken[one.seat] += penalty_cards(contract, one.trick.cards)
    return tuple(taken)
