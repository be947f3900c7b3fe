"""When a bot is content with a draw: it claims one, or accepts an offer. It never gives up."""

from typing import Final

import chess

from services.satranc.actions import AcceptDraw, Action, ClaimFifty, ClaimThreefold
from services.satranc.board import position
from services.satranc.bots.levels import Level
from services.satranc.bots.seat import Seen
from services.satranc.draws import TIMES
from services.satranc.view import View

_NO_PROGRESS: Final = 200  # who is not clearly better after fifty quiet moves will not win any more
_NO_PLIES: Final = 150  # and after so many nobody will


def drawn(view: View, seen: Seen, worth: int, level: Level) -> Action | None:
    """The act that ends the game drawn, if the bot of this level wants that; `worth` is what it thinks of its game."""
    if view.offer is not None and view.offer != view.turn and worth <= level.content_with:
        return AcceptDraw()
    if view.may_claim_fifty and (worth < _NO_PROGRESS or view.quiet_plies >= _NO_PLIES):
        return ClaimFifty()
    if worth > 0:
        return None
    # A search that sees a repetition ahead takes the game for drawn; it is only by being claimed.
    return ClaimThreefold() if view.may_claim_threefold else _announced(view, seen)


def _announced(view: View, seen: Seen) -> Action | None:
    """A claim by the move that would make the third repetition, if there is one."""
    keys = _keys(view)
    for move in seen.moves:
        after = seen.at.after(move)
        if after.quiet_plies and keys.count(after.key) >= TIMES - 1:
            return ClaimThreefold(move.uci())
    return None


def _keys(view: View) -> list[str]:
    """The positions that have stood on the board since the last capture or pawn move."""
    at = position(view.base_fen)
    keys = [at.key]
    for text in view.since:
        at = at.after(chess.Move.from_uci(text))
        keys.append(at.key)
    return keys
