"""Who sees what: the own hand, and all that lay open on the table (rules 7.10)."""

import msgspec

from services.batak.score import totals
from services.batak.state import Phase, State
from services.kernel.cards import Card
from services.kernel.game import Viewer
from services.kernel.tricks import SEATS, Trick


class SeatView(msgspec.Struct, frozen=True):
    """What everybody sees of a seat: its bid (None before it spoke), tricks of this hand, points, cards in hand."""

    bid: int | None
    won: int
    points: int
    cards: int


class HandView(msgspec.Struct, frozen=True):
    """A hand that was played, by seat."""

    bids: tuple[int, ...]
    won: tuple[int, ...]
    points: tuple[int, ...]


class View(msgspec.Struct, frozen=True):
    """All that a viewer may see. `phase` is "deal" (also before the lot), "bid", "play" or "over".

    `turn` is the due seat; `hand` the viewer's own cards, empty for a spectator; `trick` the one being played, `tricks`
    those taken in this hand, `last_trick` the last full one, also of the hand before. `by_rules` are the cards of this
    hand that the rules played in a seat's place (rules 7.9). The last four are the table's terms.
    """

    phase: str
    number: int
    hands: int
    dealer: int
    turn: int | None
    hand: tuple[Card, ...]
    seats: tuple[SeatView, ...]
    trick: Trick | None
    tricks: tuple[Trick, ...]
    last_trick: Trick | None
    broken: bool
    by_rules: tuple[Card, ...]
    sheet: tuple[HandView, ...]
    when_ruffed: bool
    must_raise: bool
    must_ruff: bool
    over_limit: int


_PHASES = {
    Phase.LOT: "deal",
    Phase.DEAL: "deal",
    Phase.BID: "bid",
    Phase.PLAY: "play",
    Phase.OVER: "over",
}


def build(state: State, viewer: Viewer) -> View:
    """The view of a seat, or of a spectator (None)."""
    terms, points = state.terms, totals(state)
    return View(
        phase=_PHASES[state.phase],
        number=state.number,
        hands=terms.hands,
        dealer=state.dealer,
        turn=state.due,
        hand=() if viewer is None else state.hands[viewer],
        seats=tuple(
            SeatView(
                bid=state.bids[seat],
                won=state.won[seat],
                points=points[seat],
                cards=len(state.hands[seat]),
            )
            for seat in range(SEATS)
        ),
        trick=state.trick,
        tricks=state.tricks,
        last_trick=state.last,
        broken=state.broken,
        by_rules=state.by_rules,
        sheet=tuple(HandView(result.bids, result.won, result.points(terms.over_limit)) for result in state.results),
        when_ruffed=terms.when_ruffed,
        must_raise=terms.must_raise,
        must_ruff=terms.must_ruff,
        over_limit=terms.over_limit,
    )
