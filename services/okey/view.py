"""Who sees what: the own rack, and all that lies open on the table (rules 8.18, 10.9)."""

import msgspec

from services.kernel.game import Seat, Viewer
from services.kernel.score import LedgerLine
from services.kernel.tricks import SEATS
from services.okey.actions import Area, Sign
from services.okey.groups import pieces_of
from services.okey.happenings import MeldView
from services.okey.results import Finish, HandResult, Opened
from services.okey.score import totals
from services.okey.state import Hand, Phase, State, side_is_owed
from services.okey.terms import Terms
from services.okey.tiles import Group, Piece, Tile


class SeatView(msgspec.Struct, frozen=True):
    """What a viewer sees of a seat.

    `tiles` is how many it holds, `taken` those of them that it took from the side and everybody saw. `pile` is the
    height of its discards, `top` the last of them, `discards` all, from the first, for whoever may see them (else
    empty). `sign` is its last sign in this hand.
    """

    opened: Opened
    tiles: int
    taken: tuple[Tile, ...]
    pile: int
    top: Tile | None
    discards: tuple[Tile, ...]
    points: int
    left: bool
    sign: Sign | None


class HandView(msgspec.Struct, frozen=True):
    """A hand that is over; `points` by seat, fines included. A `void` one is none of the match's hands."""

    finisher: int | None
    finish: tuple[Finish, ...]
    points: tuple[int, ...]
    void: bool


class ShownView(msgspec.Struct, frozen=True):
    """The racks at the end of the last hand with the count of each."""

    racks: tuple[tuple[Tile, ...], ...]
    counts: tuple[int, ...]


class View(msgspec.Struct, frozen=True):
    """All that a viewer may see. `seat` is its own, None for a spectator.

    `phase` is "deal" (also before the lot), "draw", "play" or "over". `number` of `hands` is the hand; a tied
    tournament goes beyond them. `turn` is the seat on turn; `rack` the viewer's own tiles, empty for a spectator, and
    `drawn` the tile that it drew in this turn. `staged` lies in `area`. `side` is the tile that the seat on turn took:
    `side_owed` that it must still be used, `side_returnable` that it may be given back, `side_barred` that it was;
    `undoable` that its last tile may be taken back; `lay_offs` how many it has laid off; `fined` that its attempt has
    had its fine (10.3). `need` is what a series opening must be worth, `need_pairs` how many pairs one of pairs needs.
    `fines` are the lines of this hand. `settled`: the last discard cannot be claimed any more, as everybody could see;
    it was claimed, declared or taken, or it was an okey or thrown by the rules (10.6). `last` has the racks of the hand
    before. `terms` is what was agreed.
    """

    seat: int | None
    phase: str
    number: int
    hands: int
    starter: int
    turn: int | None
    rack: tuple[Tile, ...]
    drawn: Tile | None
    seats: tuple[SeatView, ...]
    stock: int
    indicator: Tile | None
    okey: Tile | None
    area: Area | None
    staged: tuple[Group, ...]
    melds: tuple[MeldView, ...]
    side: Tile | None
    side_barred: bool
    undoable: bool
    lay_offs: int
    fined: bool
    need: int
    need_pairs: int
    fines: tuple[LedgerLine, ...]
    sheet: tuple[HandView, ...]
    last: ShownView | None
    terms: Terms
    side_owed: bool
    side_returnable: bool
    settled: bool


_PHASES = {
    Phase.LOT: "deal",
    Phase.DEAL: "deal",
    Phase.DRAW: "draw",
    Phase.PLAY: "play",
    Phase.OVER: "over",
}


def build(state: State, viewer: Viewer) -> View:
    """The view of a seat, or of a spectator (None)."""
    hand, terms = state.hand, state.terms
    turn = hand.turn if hand is not None else None
    return View(
        seat=viewer,
        phase=_PHASES[state.phase],
        number=state.number,
        hands=terms.hands,
        starter=state.starter,
        turn=state.due,
        rack=hand.racks[viewer] if hand is not None and viewer is not None else (),
        drawn=turn.drawn if turn is not None and turn.seat == viewer else None,
        seats=_seats(state, viewer),
        stock=len(hand.stock) if hand is not None else 0,
        indicator=hand.indicator if hand is not None else None,
        okey=hand.okey if hand is not None else None,
        area=turn.area if turn is not None else None,
        staged=_staged(hand) if hand is not None else (),
        melds=_melds(hand) if hand is not None else (),
        side=turn.side if turn is not None else None,
        side_barred=turn is not None and turn.side_barred,
        undoable=turn is not None and turn.undo is not None,
        lay_offs=turn.lay_offs if turn is not None else 0,
        fined=turn is not None and turn.fined,
        need=hand.need if hand is not None else terms.need,
        need_pairs=terms.need_pairs,
        fines=hand.fines if hand is not None else (),
        sheet=tuple(map(hand_view, state.results)),
        last=None if state.last is None else ShownView(state.last.racks, state.last.counts),
        terms=terms,
        side_owed=hand is not None and side_is_owed(hand, terms),
        side_returnable=hand is not None and not (hand.turn.groups or hand.turn.used) and hand.turn.side is not None,
        settled=terms.tournament and hand is not None and hand.window is None,
    )


def hand_view(result: HandResult) -> HandView:
    """A hand that is over, as everybody sees it."""
    points = tuple(result.points(seat) for seat in range(SEATS))
    return HandView(result.finisher, result.finish, points, result.void)


def _seats(state: State, viewer: Viewer) -> tuple[SeatView, ...]:
    hand, points = state.hand, totals(state)
    return tuple(
        SeatView(
            opened=hand.opened[seat] if hand is not None else Opened.NONE,
            tiles=len(hand.racks[seat]) if hand is not None else 0,
            taken=hand.taken[seat] if hand is not None else (),
            pile=len(hand.piles[seat]) if hand is not None else 0,
            top=hand.piles[seat][-1] if hand is not None and hand.piles[seat] else None,
            discards=hand.piles[seat] if hand is not None and _sees_discards(state, hand, seat, viewer) else (),
            points=points[seat],
            left=seat == state.left,
            sign=hand.signs[seat] if hand is not None else None,
        )
        for seat in map(Seat, range(SEATS))
    )


def _sees_discards(state: State, hand: Hand, seat: Seat, viewer: Viewer) -> bool:
    """10.9: a pair opener sees all discards; a series opener his own, but not on his turn. 8.18: nobody does."""
    if viewer is None or not state.terms.tournament:
        return False
    if hand.opened[viewer] is Opened.PAIRS:
        return True
    return hand.opened[viewer] is Opened.SERIES and seat == viewer and hand.turn.seat != viewer


def _staged(hand: Hand) -> tuple[Group, ...]:
    """The staged groups; a tile that is no okey counts as its face, an okey as what it was named."""
    return tuple(
        tuple(
            Piece(piece.tile, hand.okey if piece.tile is Tile.FALSE_OKEY else piece.face or _natural(piece.tile, hand))
            for piece in group
        )
        for group in hand.turn.groups
    )


def _natural(tile: Tile, hand: Hand) -> Tile | None:
    return None if tile is hand.okey else tile


def _melds(hand: Hand) -> tuple[MeldView, ...]:
    return tuple(MeldView(laid.seat, laid.meld.kind, pieces_of(laid.meld, hand.okey)) for laid in hand.melds)
