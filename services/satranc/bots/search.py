"""Alpha-beta search: iterative deepening, transposition table, null move, late moves shallower, captures to the end.

How long it thinks is counted in positions, not in time: the same position, moves and budget always give the same move,
on any machine. (Methods: Knuth and Moore 1975; Marsland 1986; Donninger 1993 for the null move.)
"""

from collections.abc import Sequence
from typing import Final

from services.satranc.bots.mailbox import Mailbox, Move
from services.satranc.bots.worth import QUEEN

MATE: Final = 30_000
"""The worth of a mate on the board; a mate in n half-moves is worth n less."""
INFINITE: Final = 32_000
_DEEPEST: Final = 40
_TABLE_SIZE: Final = 200_000
_EXACT, _AT_LEAST, _AT_MOST = range(3)
_PIECES: Final = (0, 100, 320, 330, 500, 950, 20_000)  # for the order of captures and what one can gain at most


class _SpentError(Exception):
    """The budget is used up."""


class Search:
    """One search from a position. `path` are the keys of the positions that stood on the board and can come again."""

    def __init__(self, board: Mailbox, path: Sequence[int], budget: int) -> None:
        self._board = board
        self._path = list(path)
        self._budget = budget
        self._nodes = 0
        self._table: dict[int, tuple[int, int, int, Move | None]] = {}
        self._killers: list[Move | None] = [None] * 128
        self._history: dict[tuple[int, int, int], int] = {}

    def best(self, moves: Sequence[Move]) -> tuple[Move, int]:
        """The best of `moves` (legal, at least one) and its worth. Of equals, the first in the order given."""
        order, found = list(moves), (moves[0], 0)
        try:
            for depth in range(1, _DEEPEST):
                found = self._root(order, depth, found)
                order.sort(key=lambda move: move != found[0])
                if len(moves) == 1 or abs(found[1]) > MATE - 100:
                    break
        except _SpentError as spent:
            found = spent.args[0]
        return found

    def _root(self, order: list[Move], depth: int, before: tuple[Move, int]) -> tuple[Move, int]:
        """One iteration. When the budget ends, what was found in it counts if its first move was searched."""
        found: tuple[Move, int] | None = None
        alpha = -INFINITE
        for move in order:
            try:
                value = self.value_of(move, depth, alpha)
            except _SpentError:
                raise _SpentError(found or before) from None
            if found is None or value > alpha:
                found, alpha = (move, value), value
        assert found is not None
        return found

    def value_of(self, move: Move, depth: int, alpha: int = -INFINITE) -> int:
        """What a legal move is worth for the side on turn, searched so deep; exact if it is more than `alpha`."""
        board, undone = self._board, len(self._path)
        depth_made = board.made
        self._path.append(board.key)
        board.make(move)
        try:
            return -self._search(depth - 1, -INFINITE, -alpha, 1, nullable=True)
        finally:
            board.unmake_to(depth_made)
            del self._path[undone:]

    def glance(self, move: Move, depth: int, alpha: int) -> int:
        """What a legal move is worth, searched so deep; once the budget is used up, at first sight. Exact if it is
        more than `alpha`.
        """
        try:
            return self.value_of(move, depth, alpha)
        except _SpentError:
            self._board.make(move)
            value = -self._board.value()
            self._board.unmake()
            return value

    # -- the tree -----------------------------------------------------------------------------------------------------

    def _search(self, depth: int, alpha: int, beta: int, ply: int, *, nullable: bool) -> int:
        board = self._board
        if board.key in self._path or board.quiet >= 100:
            return 0
        checked = board.in_check()
        if checked:
            depth += 1
        if depth <= 0 or ply >= 100:
            return self._quiet(alpha, beta)
        self._count()
        known = self._table.get(board.key)
        if known is not None and known[0] >= depth:
            value = _from_table(known[2], ply)
            if (
                known[1] == _EXACT
                or (known[1] == _AT_LEAST and value >= beta)
                or (known[1] == _AT_MOST and value <= alpha)
            ):
                return value
        standing = board.value()
        if not checked and depth <= 2 and standing - 120 * depth >= beta and abs(beta) < MATE - 200:
            return standing
        if nullable and not checked and depth >= 3 and standing >= beta and board.has_pieces():
            board.skip()
            value = -self._search(depth - 3, -beta, -beta + 1, ply + 1, nullable=False)
            board.unskip()
            if value >= beta:
                return beta
        return self._moves(depth, alpha, beta, ply, known[3] if known else None, checked, standing)

    def _moves(
        self, depth: int, alpha: int, beta: int, ply: int, first: Move | None, checked: bool, standing: int
    ) -> int:
        """The moves of a position, the likeliest first."""
        board, path = self._board, self._path
        best, chosen, begun, tried = -INFINITE, None, alpha, 0
        hopeless = depth <= 2 and not checked and standing + 130 * depth <= alpha
        path.append(board.key)
        for move in self._ordered(board.moves(), first, ply):
            taking = bool(board.squares[move[1]] or move[2])
            if hopeless and tried and not taking:
                continue
            board.make(move)
            if board.is_exposed():
                board.unmake()
                continue
            tried += 1
            value = self._child(
                depth, alpha, beta, ply, late=tried > 4 and not taking and not checked, first=tried == 1
            )
            board.unmake()
            if value > best:
                best, chosen = value, move
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        if not taking:
                            self._remember(move, depth, ply)
                        break
        path.pop()
        if not tried:
            return ply - MATE if checked else 0
        bound = _AT_LEAST if best >= beta else _EXACT if best > begun else _AT_MOST
        if len(self._table) >= _TABLE_SIZE:
            self._table.clear()
        self._table[board.key] = (depth, bound, _to_table(best, ply), chosen)
        return best

    def _child(self, depth: int, alpha: int, beta: int, ply: int, *, late: bool, first: bool) -> int:
        """The position after a move, for its mover: with an open window only if it may be the best one."""
        if first:
            return -self._search(depth - 1, -beta, -alpha, ply + 1, nullable=True)
        less = 1 if late and depth >= 3 else 0
        value = -self._search(depth - 1 - less, -alpha - 1, -alpha, ply + 1, nullable=True)
        if value > alpha and (less or value < beta):
            value = -self._search(depth - 1, -beta, -alpha, ply + 1, nullable=True)
        return value

    def _quiet(self, alpha: int, beta: int) -> int:
        """Captures until nothing hangs any more."""
        self._count()
        board = self._board
        best = board.value()
        if best >= beta:
            return best
        alpha = max(alpha, best)
        squares = board.squares
        standing = best
        for move in self._ordered(board.captures(), None, 0):
            gain = _PIECES[abs(squares[move[1]])] + (850 if move[2] else 0)
            if standing + gain + 150 <= alpha and squares[move[1]]:
                continue
            board.make(move)
            if board.is_exposed():
                board.unmake()
                continue
            value = -self._quiet(-beta, -alpha)
            board.unmake()
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best

    # -- order --------------------------------------------------------------------------------------------------------

    def _ordered(self, moves: list[Move], first: Move | None, ply: int) -> list[Move]:
        squares, side, history = self._board.squares, self._board.side, self._history
        killer = self._killers[ply]

        def promise(move: Move) -> int:
            place, to, promotion = move
            if move == first:
                return -1_000_000
            taken = squares[to]
            if taken or promotion:
                gain = _PIECES[abs(taken)] * 10 + (9_500 if promotion == QUEEN else 0)
                return -100_000 - gain + abs(squares[place])
            if move == killer:
                return -90_000
            return -history.get((side, place, to), 0)

        moves.sort(key=promise)
        return moves

    def _remember(self, move: Move, depth: int, ply: int) -> None:
        """A quiet move that refuted another one is tried early elsewhere."""
        self._killers[ply] = move
        key = (self._board.side, move[0], move[1])
        self._history[key] = min(self._history.get(key, 0) + depth * depth, 80_000)

    def _count(self) -> None:
        self._nodes += 1
        if self._nodes > self._budget:
            raise _SpentError


def _to_table(value: int, ply: int) -> int:
    """A mate is kept as so far from the position, not from the root."""
    return value + ply if value > MATE - 200 else value - ply if value < 200 - MATE else value


def _from_table(value: int, ply: int) -> int:
    return value - ply if value > MATE - 200 else value + ply if value < 200 - MATE else value
