"""Who sees what (rules 9.17): views and happenings, built for one viewer."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from services.ellibir.cards import Piece
from services.ellibir.happenings import CardDrawn, HandsDealt, Happening, WrongOpening
from services.ellibir.results import LastRound, RoundResult
from services.ellibir.score import by_seat, fines, marks
from services.ellibir.state import Laid, Phase, State, Thrown
from services.ellibir.terms import Terms
from services.kernel.game import Seat, Viewer


class SeatView(msgspec.Struct, frozen=True):
    """What everybody sees of a seat.

    `cards` in hand; `opened` is "none", "melds" or "pairs"; `goer`: it goes for pairs. `shown` are cards that everybody
    knows to be in its hand: taken from the table, from the cut, or shown; `bound` those that it may not discard before
    it opens. `marks` and `stars` count 100 less each at the end; `fines` are the sum of its penalties, `points` the
    total, with marks and stars once the match is over.
    """

    cards: int
    opened: str
    goer: bool
    shown: tuple[Piece, ...]
    bound: tuple[Piece, ...]
    marks: int
    stars: int
    fines: int
    points: int


class ClaimView(msgspec.Struct, frozen=True):
    """Who claims the open bottom card; `ready`: it may be taken in this turn, if this turn is the claimant's."""

    seat: int
    ready: bool


class View(msgspec.Struct, frozen=True):
    """All that one viewer may see. `phase` is "deal", "draw", "play" or "over".

    `seat` is the viewer's own, `hand` its cards and `drawn` the card that it has drawn or taken in its turn; a
    spectator has none of them. `number` is that of the round; `repeats` are the rounds in a row that were repeated.
    `turn` is the due seat. `stock` cards lie in the stock, the last of them open if there is a `bottom`. `cutter` took
    `cut_jokers` jokers at the cut. `discards` are all of the round in order, also those that were taken. `melds` are
    numbered from 0 in this order. `need` is the threshold for opening with melds. Of the turn: `opened_now`, its seat
    opened in it; `laid_off`, cards that a pair opener has laid off in it; `single`, it said "tek". `results` are the
    rounds that counted, `last` the round that ended last, with all hands. `terms` are the table's.
    """

    phase: str
    seat: int | None
    hand: tuple[Piece, ...]
    drawn: Piece | None
    number: int
    repeats: int
    dealer: int
    turn: int | None
    seats: tuple[SeatView, ...]
    stock: int
    bottom: Piece | None
    claim: ClaimView | None
    cutter: int
    cut_jokers: int
    discards: tuple[Thrown, ...]
    melds: tuple[Laid, ...]
    need: int
    opened_now: bool
    laid_off: int
    single: bool
    results: tuple[RoundResult, ...]
    last: LastRound | None
    terms: Terms


_PHASES = {
    Phase.LOT: "deal",
    Phase.SHUFFLE: "deal",
    Phase.CUT: "deal",
    Phase.DRAW: "draw",
    Phase.PLAY: "play",
    Phase.OVER: "over",
}


def build(state: State, viewer: Viewer) -> View:
    """The view of a seat, or of a spectator (None)."""
    turn = state.turn
    own = None if viewer is None or not state.in_round else state.players[viewer]
    claim = state.claim
    points = by_seat(state.ledger, state.terms.players)
    return View(
        phase=_PHASES[state.phase],
        seat=viewer,
        hand=() if own is None else own.hand,
        drawn=turn.drawn if viewer is not None and viewer == state.due else None,
        number=state.number,
        repeats=state.repeats,
        dealer=state.dealer,
        turn=state.due,
        seats=tuple(_seat(state, Seat(seat), points) for seat in range(state.terms.players)),
        stock=len(state.stock) if state.in_round else 0,
        bottom=state.stock[-1] if state.in_round and state.bottom else None,
        claim=None if claim is None else ClaimView(claim.seat, claim.turn < turn.number),
        cutter=state.seat_after(state.dealer, -1),
        cut_jokers=state.cut_jokers,
        discards=state.discards,
        melds=state.melds,
        need=state.need,
        opened_now=turn.opened,
        laid_off=turn.laid_off,
        single=turn.single,
        results=state.results,
        last=state.last,
        terms=state.terms,
    )


def _seat(state: State, seat: Seat, points: tuple[int, ...]) -> SeatView:
    player = state.players[seat]
    return SeatView(
        cards=len(player.hand),
        opened=player.opened.value,
        goer=player.goer,
        shown=player.shown,
        bound=player.bound,
        marks=marks(state.results, seat),
        stars=state.stars[seat],
        fines=fines(state.ledger, seat),
        points=points[seat],
    )


def told(state: State, viewer: Viewer) -> tuple[Happening, ...]:
    """What the last apply brought, with what the viewer may know of it."""
    return tuple(_told(state, viewer))


def _told(state: State, viewer: Viewer) -> Iterator[Happening]:
    drawn_now = next((one for one in reversed(state.happened) if isinstance(one, CardDrawn)), None)
    for happening in state.happened:
        match happening:
            case HandsDealt() if viewer is not None and state.in_round:
                yield replace(happening, hand=state.players[viewer].hand)
            case CardDrawn(seat=seat) if viewer == seat and happening is drawn_now and state.due == seat:
                yield replace(happening, card=state.turn.drawn)
            case WrongOpening(seat=seat) if viewer == seat:
                yield replace(happening, fault=state.turn.fault, value=state.turn.fault_value)
            case _:
                yield happening
