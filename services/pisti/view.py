"""Who sees what (rules 6.9): views and happenings, built for one viewer."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from services.kernel.cards import Card
from services.kernel.game import Viewer
from services.kernel.score import LedgerLine
from services.pisti.count import GameCount
from services.pisti.happenings import Bluffed, HandsDealt, Happening, PileTaken
from services.pisti.knowledge import gone
from services.pisti.score import pisti_points
from services.pisti.state import DEALS, ROUND, Phase, State, won_by, won_count


class View(msgspec.Struct, frozen=True):
    """All that one viewer may see. `phase` is "deal", "play", "answer" or "over".

    Of the viewer's own seat: `hand`, `won` (everything it captured, bluff cards and start cards included), `start` (the
    three start cards, if it took them), `bluffs` (its accepted bluff cards), `sealed` (its bluff card while the answer
    is due). A spectator has none of these.

    Of the table: `turn` is the seat on turn, in "answer" the one that laid the bluff; `dealer` is None before it is
    drawn; `pile` are the open cards on the table, the top one last, `face_down` the start cards under them; `gone` is
    every card of the game that has lain open for all to see and is in no hand; `returned` the jacks that were turned
    for the start and put back. `lines` are this game's piştis in order; `count` is that of the last game that ended. By
    seat: `hands` and `captured` (numbers of cards), `hidden` (how many of those captured are accepted bluff cards),
    `pisti` (this game's points so far), `points` (of the games that were counted).

    The last four are the table's terms; `target` is None for a single game.
    """

    phase: str
    turn: int
    dealer: int | None
    game_number: int
    deal: int
    hand: tuple[Card, ...]
    won: tuple[Card, ...]
    start: tuple[Card, ...]
    bluffs: tuple[Card, ...]
    sealed: Card | None
    pile: tuple[Card, ...]
    face_down: int
    stock: int
    gone: tuple[Card, ...]
    returned: tuple[Card, ...]
    hands: tuple[int, int]
    captured: tuple[int, int]
    hidden: tuple[int, int]
    start_seat: int | None
    last_capturer: int | None
    lines: tuple[LedgerLine, ...]
    pisti: tuple[int, int]
    points: tuple[int, int]
    count: GameCount | None
    target: int | None
    bluff: bool
    jack_pisti: int
    last_card_counts: bool


_PHASES = {
    Phase.DRAWING: "deal",
    Phase.SHUFFLING: "deal",
    Phase.TURNING: "deal",
    Phase.PLAYING: "play",
    Phase.ANSWERING: "answer",
    Phase.OVER: "over",
}
_UNDEALT = (Phase.DRAWING, Phase.SHUFFLING, Phase.TURNING)


def build(state: State, viewer: Viewer) -> View:
    """The view of a seat, or of a spectator (None)."""
    match, sides = state.match, state.sides
    terms = match.terms
    own = None if viewer is None else sides[viewer]
    return View(
        phase=_PHASES[state.phase],
        turn=state.turn,
        dealer=None if state.phase is Phase.DRAWING else state.dealer,
        game_number=match.number,
        deal=0 if state.phase in _UNDEALT else DEALS - len(state.stock) // ROUND,
        hand=() if own is None else own.hand,
        won=() if viewer is None else won_by(state, viewer),
        start=state.start if viewer is not None and viewer == state.start_seat else (),
        bluffs=() if own is None else tuple(bluff.card for bluff in own.bluffs),
        sealed=state.sealed if viewer == state.turn else None,
        pile=state.pile,
        face_down=len(state.start) if state.start_on_table else 0,
        stock=len(state.stock),
        gone=gone(state),
        returned=state.returned,
        hands=(len(sides[0].hand), len(sides[1].hand)),
        captured=(won_count(state, 0), won_count(state, 1)),
        hidden=(len(sides[0].bluffs), len(sides[1].bluffs)),
        start_seat=state.start_seat,
        last_capturer=state.last_capturer,
        lines=state.lines,
        pisti=(pisti_points(state, 0), pisti_points(state, 1)),
        points=match.points,
        count=match.count,
        target=terms.target,
        bluff=terms.bluff,
        jack_pisti=terms.jack_pisti,
        last_card_counts=terms.last_card_counts,
    )


def told(state: State, viewer: Viewer) -> tuple[Happening, ...]:
    """What the last apply brought, with what the viewer may know of it."""
    return tuple(_told(state, viewer))


def _told(state: State, viewer: Viewer) -> Iterator[Happening]:
    for happening in state.happened:
        match happening:
            case HandsDealt() if viewer is not None:
                yield replace(happening, hand=state.sides[viewer].hand)
            case Bluffed(seat=seat) if viewer == seat:
                yield replace(happening, card=state.sealed)
            case PileTaken(seat=seat) if viewer == seat and happening.count > len(happening.cards) + 1:
                # One card more than lie open is a bluff card; three more are the start cards.
                yield replace(happening, start=state.start)
            case _:
                yield happening
