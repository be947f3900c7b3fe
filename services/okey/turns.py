"""How a turn begins and how it ends: draw, takeSide, returnSide, discard, devam (rules 8.5, 8.16)."""

from msgspec.structs import replace

from services.kernel.game import Seat
from services.kernel.refusal import Illegal
from services.kernel.tricks import seat_after
from services.okey.actions import Onto, Open
from services.okey.changes import fined, off_rack, onto_rack, put, with_hand, with_turn
from services.okey.ending import all_pairs, finished, stock_out, unless_void, voided
from services.okey.groups import lays_off
from services.okey.happenings import Discarded, SideReturned, SideTaken, TileDrawn
from services.okey.laying import implied_commit
from services.okey.results import Finish, Opened
from services.okey.staging import committed, place_all
from services.okey.state import Hand, Phase, State, Turn, Window, left_of, side_is_unused
from services.okey.tiles import Tile, in_order


def draw(state: State, seat: Seat, *, by_rules: bool = False) -> State:
    """The top of the stock goes to the rack. Who draws has let the last discard lie (rules 10.6)."""
    hand, _ = state.playing
    tile = hand.stock[0]
    open_to_all = len(hand.stock) <= hand.buried  # 8.3: everybody saw the false okey that was turned up
    drawn = replace(
        hand,
        stock=hand.stock[1:],
        buried=hand.buried - open_to_all,
        racks=put(hand.racks, seat, in_order((*hand.racks[seat], tile))),
        seen=put(hand.seen, seat, in_order((*hand.seen[seat], tile))) if open_to_all else hand.seen,
        window=None,
    )
    after = with_hand(state, with_turn(drawn, drawn=tile, undo=None), TileDrawn(seat, tile, by_rules))
    return replace(after, phase=Phase.PLAY)


def take_side(state: State, seat: Seat) -> State:
    """The last discard of the player at the left goes to the rack."""
    hand, turn = state.playing
    left = left_of(seat)
    if not hand.piles[left]:
        raise Illegal("NO_SIDE_TILE")
    if turn.side_barred:
        raise Illegal("SIDE_BARRED")
    if hand.opened[seat] is not Opened.NONE and state.terms.side_after_open == "forbidden":
        raise Illegal("SIDE_FORBIDDEN")
    tile = hand.piles[left][-1]
    lying = replace(hand, piles=put(hand.piles, left, hand.piles[left][:-1]), window=None)
    lying = onto_rack(with_turn(lying, side=tile, undo=None), seat, (tile,))
    after = replace(with_hand(state, lying, SideTaken(seat, tile)), phase=Phase.PLAY)
    if hand.window is None or not isler(state, hand.window.tile):
        return after
    # 10.6: to take it is to have noticed it.
    return fined(after, hand.window.thrower, state.terms.fine, "ISLER_DISCARD", "10.6")


def may_return(hand: Hand) -> None:
    """Raises `Illegal` if the side tile cannot be given back."""
    turn = hand.turn
    if turn.side is None:
        raise Illegal("NO_SIDE_TILE")
    if turn.groups or turn.used:
        raise Illegal("ALREADY_LAID")


def return_side(state: State, seat: Seat, *, by_rules: bool = False) -> State:
    """The side tile goes back, and the player draws."""
    hand, turn = state.playing
    may_return(hand)
    tile, left = turn.side, left_of(seat)
    assert tile is not None
    lying = off_rack(hand, seat, (tile,))
    lying = replace(lying, piles=put(lying.piles, left, (*lying.piles[left], tile)))
    lying = with_turn(lying, side=None, side_barred=True, undo=None)
    after = replace(with_hand(state, lying, SideReturned(seat, tile, by_rules)), phase=Phase.DRAW)
    return fined(after, seat, state.terms.return_fine, "SIDE_RETURNED", "10.3")


# -- the discard -------------------------------------------------------------------------------------------------------


def discard(state: State, seat: Seat, tile: Tile, onto: Onto = Onto.SIDE, *, by_rules: bool = False) -> State:
    """The end of the turn, or of the hand. A discard by the rules has no price (rules 8.17)."""
    hand, _ = state.playing
    last = len(hand.racks[seat]) == 1
    off_rack(hand, seat, (tile,))
    state = implied_commit(state, seat, stroke=last)
    if all_pairs(state):
        return voided(state)  # 10.3: at the moment of the fourth opening
    check_duties(state, seat, tile, last=last)
    hand, _ = state.playing
    if last:
        if hand.opened[seat] is Opened.NONE:
            raise Illegal("NOT_OPENED")  # 8.9
        return finished(state, seat, (tile,), onto, kinds(hand, okey=tile is hand.okey))
    if onto is Onto.INDICATOR:
        raise Illegal("NOT_FINISHING")
    lying = off_rack(hand, seat, (tile,))
    lying = replace(lying, piles=put(lying.piles, seat, (*lying.piles[seat], tile)))
    after = with_hand(state, lying, Discarded(seat, tile, by_rules))
    if not by_rules:
        after = _priced(after, seat, tile)
    return _passed(after) if lying.stock else stock_out(after)


def check_duties(state: State, seat: Seat, tile: Tile, *, last: bool) -> None:
    """Raises `Illegal` if the side tile stands against this discard (rules 8.16)."""
    hand, turn = state.playing
    if turn.side is None:
        return
    if hand.opened[seat] is Opened.NONE:
        raise Illegal("OPEN_OWED", tile=turn.side.sign)
    if side_is_unused(hand, state.terms) and not (last and tile is turn.side):
        raise Illegal("SIDE_UNUSED", tile=turn.side.sign)
    if tile is turn.side and not last:
        raise Illegal("SIDE_TILE_SAME_TURN", tile=tile.sign)


def isler(state: State, tile: Tile) -> bool:
    """True if a tile that is no real okey lays off on the table (rules 8.12)."""
    hand, _ = state.playing
    melds = (laid.meld for laid in hand.melds)
    return lays_off(tile, melds, hand.okey, okey_spots=state.terms.okey_spot_is_isler)


def _priced(state: State, seat: Seat, tile: Tile) -> State:
    """What a discard that does not finish costs (rules 8.12); in the tournament an okey does at once (10.3)."""
    hand, _ = state.playing
    clause = "10.3" if state.terms.tournament else "8.12"
    if tile is hand.okey:
        return fined(state, seat, state.terms.fine, "OKEY_DISCARD", clause)
    if state.terms.tournament:
        return with_hand(state, replace(hand, window=Window(seat, tile)))
    return fined(state, seat, state.terms.fine, "ISLER_DISCARD", clause) if isler(state, tile) else state


def _passed(state: State) -> State:
    """The turn of the next player."""
    hand, turn = state.playing
    seat = seat_after(turn.seat)
    following = Turn(
        seat,
        opened_before=hand.opened[seat] is not Opened.NONE,
        anybody_before=any(opened is not Opened.NONE for opened in hand.opened),
        since_ms=state.now_ms,
    )
    return replace(with_hand(state, replace(hand, turn=following)), phase=Phase.DRAW)


# -- going out ---------------------------------------------------------------------------------------------------------


def kinds(hand: Hand, *, okey: bool = False, devam: bool = False) -> tuple[Finish, ...]:
    """How the seat on turn finishes (rules 8.9, 10.5)."""
    found = {
        Finish.OKEY: okey,
        Finish.PAIRS: hand.opened[hand.turn.seat] is Opened.PAIRS,
        Finish.ELDEN: not hand.turn.anybody_before,
        Finish.DEVAM: devam,
    }
    return tuple(kind for kind, holds in found.items() if holds)


def devam(state: State, seat: Seat) -> State:
    """Both okeys are discarded at once, which finishes (rules 10.5)."""
    hand, _ = state.playing
    okeys = (hand.okey, hand.okey)
    if hand.racks[seat] != okeys:
        raise Illegal("NOT_TWO_OKEYS")
    state = implied_commit(state, seat, stroke=True)
    if all_pairs(state):
        return voided(state)
    hand, _ = state.playing
    check_duties(state, seat, hand.okey, last=True)
    if hand.opened[seat] is Opened.NONE:
        raise Illegal("NOT_OPENED")
    return finished(state, seat, okeys, Onto.SIDE, kinds(hand, devam=True))


def open_(state: State, seat: Seat, action: Open) -> State:
    """Groups are placed and committed in one act, with a finish perhaps (rules 8.16)."""
    placed = place_all(state, seat, action)
    if not action.finish:
        return unless_void(committed(placed, seat))
    hand, _ = placed.playing
    if hand.racks[seat] != in_order(action.finish):
        raise Illegal("NOT_FINISHING")
    if len(action.finish) == 1:
        return discard(placed, seat, action.finish[0])
    if not state.terms.devam:
        raise Illegal("NOT_FINISHING")
    return devam(placed, seat)
