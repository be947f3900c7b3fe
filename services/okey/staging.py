"""Laying tile by tile: place, undo, collect, the automatic lay-outs, and the commit (rules 8.16, 10.3)."""

from msgspec.structs import replace

from services.kernel.game import Seat
from services.kernel.refusal import Illegal
from services.okey.actions import Area, AutoPlace, Open, Place
from services.okey.changes import fined, off_rack, onto_rack, put, with_hand, with_turn
from services.okey.conditions import check_area, check_marks, check_opening, worth
from services.okey.groups import judged, meanings, pieces_of, shortened
from services.okey.happenings import (
    Collected,
    CommitFailed,
    Committed,
    GroupsPlaced,
    MeldView,
    TakenBack,
    TilePlaced,
)
from services.okey.results import Opened
from services.okey.state import Hand, Laid, State, UndoLayOff, UndoPlace
from services.okey.tiles import Group, Piece, Tile


def may_lie(hand: Hand, seat: Seat, area: Area) -> None:
    """Raises `Illegal` if the seat may not stage in this area."""
    if hand.turn.area not in (None, area):
        raise Illegal("MIXED_AREAS")
    check_area(area, hand.opened, seat)


def _keeps_one(hand: Hand, seat: Seat) -> None:
    if not hand.racks[seat]:
        raise Illegal("KEEP_ONE_TILE")


def place(state: State, seat: Seat, action: Place) -> State:
    """Puts a tile among the staged ones; nothing but its place is checked."""
    hand, turn = state.playing
    piece, at = action.piece, action.group
    lying = off_rack(hand, seat, (piece.tile,))
    _keeps_one(lying, seat)
    may_lie(hand, seat, action.area)
    group = turn.groups[at] if 0 <= at < len(turn.groups) else ()
    if not 0 <= at <= len(turn.groups) or not 0 <= action.pos <= len(group):
        raise Illegal("BAD_GROUP")
    check_marks(((piece,),), hand.okey)
    placed = (*group[: action.pos], piece, *group[action.pos :])
    lying = with_turn(
        lying,
        area=action.area,
        groups=put(turn.groups, at, placed),
        undo=UndoPlace(at, action.pos),
    )
    return with_hand(state, lying, TilePlaced(seat, piece, action.area, at, action.pos))


def undo(state: State, seat: Seat) -> State:
    """Takes back what was placed or laid off last."""
    hand, turn = state.playing
    match turn.undo:
        case None:
            raise Illegal("NOTHING_TO_UNDO")
        case UndoPlace(group=at, pos=pos):
            group = turn.groups[at]
            tile, rest = group[pos].tile, (*group[:pos], *group[pos + 1 :])
            groups = put(turn.groups, at, rest) if rest else turn.groups[:at]
            hand = with_turn(hand, groups=groups, undo=None)
            if not groups:
                hand = with_turn(hand, area=None, fined=False)  # 10.3: the attempt is over
            return with_hand(state, onto_rack(hand, seat, (tile,)), TakenBack(seat, tile, None))
        case UndoLayOff(meld=at, place=lying):
            laid = hand.melds[at]
            tile = turn.used[-1]
            hand = replace(hand, melds=put(hand.melds, at, Laid(laid.seat, shortened(laid.meld, lying))))
            hand = with_turn(hand, used=turn.used[:-1], lay_offs=turn.lay_offs - 1, undo=None)
            return with_hand(state, onto_rack(hand, seat, (tile,)), TakenBack(seat, tile, at))


def collect(state: State, seat: Seat, *, by_rules: bool = False) -> State:
    """Takes back all that is staged; what that costs is said in 8.12 and 10.3."""
    hand, turn = state.playing
    if not turn.groups:
        raise Illegal("NOTHING_STAGED")
    tiles = _staged(turn.groups)
    cleared = with_turn(hand, area=None, groups=(), undo=None, fined=False)
    after = with_hand(state, onto_rack(cleared, seat, tiles), Collected(seat, tiles, by_rules))
    if turn.fined:
        return after  # 10.3: one fine per attempt
    return fined(after, seat, state.terms.fine, "COLLECT", "10.3" if state.terms.tournament else "8.12")


def _staged(groups: tuple[Group, ...]) -> tuple[Tile, ...]:
    return tuple(piece.tile for group in groups for piece in group)


def auto_place(state: State, seat: Seat, action: AutoPlace) -> State:
    """Places the groups that are valid: runs and sets without a real okey, or pairs. The others stay on the rack."""
    hand, turn = state.playing
    groups = [tuple(Piece(tile) for tile in tiles) for tiles in action.groups]
    off_rack(hand, seat, (tile for tiles in action.groups for tile in tiles))
    valid = [group for group in groups if _lies_by_itself(group, action.area, hand.okey)]
    lying = off_rack(hand, seat, _staged(tuple(valid)))
    _keeps_one(lying, seat)
    may_lie(hand, seat, action.area)
    if not valid:
        raise Illegal("NOTHING_TO_LAY")
    left = tuple(tiles for tiles, group in zip(action.groups, groups, strict=True) if group not in valid)
    lying = with_turn(lying, area=action.area, groups=(*turn.groups, *valid), undo=None)
    return with_hand(state, lying, GroupsPlaced(seat, action.area, tuple(valid), left))


def _lies_by_itself(group: Group, area: Area, okey: Tile) -> bool:
    if area is Area.SERIES and any(piece.tile is okey for piece in group):
        return False
    return len(meanings(group, area, okey)) == 1


def place_all(state: State, seat: Seat, action: Open) -> State:
    """Places the groups of an `open` act (rules 8.16)."""
    hand, turn = state.playing
    if turn.groups:
        raise Illegal("STAGING_NOT_EMPTY")
    if not action.groups:
        raise Illegal("NOTHING_STAGED")
    lying = off_rack(hand, seat, _staged(action.groups))
    _keeps_one(lying, seat)
    may_lie(hand, seat, action.area)
    if not all(action.groups):
        raise Illegal("BAD_GROUP")
    check_marks(action.groups, hand.okey)
    lying = with_turn(lying, area=action.area, groups=action.groups, undo=None)
    return with_hand(state, lying, GroupsPlaced(seat, action.area, action.groups))


# -- the commit --------------------------------------------------------------------------------------------------------


def commit(state: State, seat: Seat) -> State:
    """The act: in the tournament one that fails is no refusal but has its price (rules 10.3)."""
    try:
        return committed(state, seat)
    except Illegal as refused:
        if not state.terms.tournament or refused.reason == "NOTHING_STAGED":
            raise
        hand, turn = state.playing
        details = tuple((name, str(value)) for name, value in refused.detail.items())
        after = with_hand(state, with_turn(hand, fined=True), CommitFailed(seat, refused.reason, details))
        return after if turn.fined else fined(after, seat, state.terms.fine, "FAILED_COMMIT", "10.3")


def committed(state: State, seat: Seat, *, stroke: bool = False, by_rules: bool = False) -> State:
    """The staged groups as melds; with `stroke` below the value, too. Raises `Illegal`, in the order of 8.16."""
    hand, turn = state.playing
    if turn.area is None:
        raise Illegal("NOTHING_STAGED")
    melds = judged(turn.groups, turn.area, hand.okey)
    tiles = _staged(turn.groups)
    have, need, terms = worth(melds, turn.area, state.terms), hand.need, state.terms
    opening = Opened.NONE
    if hand.opened[seat] is Opened.NONE:
        series = turn.area is Area.SERIES
        opening = Opened.SERIES if series else Opened.PAIRS
        check_opening(turn.area, have, need if series else terms.need_pairs, tiles, turn.side, stroke=stroke)
        # 8.6: in 51 each later series opener needs more than the last.
        need = have + 1 if series and terms.game == "51" else need
    lying = replace(
        hand,
        melds=(*hand.melds, *(Laid(seat, meld) for meld in melds)),
        opened=hand.opened if opening is Opened.NONE else put(hand.opened, seat, opening),
        need=need,
    )
    lying = with_turn(lying, area=None, groups=(), undo=None, fined=False, used=(*turn.used, *tiles))
    told = tuple(MeldView(seat, meld.kind, pieces_of(meld, hand.okey)) for meld in melds)
    return with_hand(
        state, lying, Committed(seat, told, opening, have if opening is Opened.SERIES else 0, need, by_rules)
    )
