"""Whole turns: all plays of a roll, which of them the rules allow, why they refuse one (rules 1.4, 1.8, 3.5, 3.6)."""

from functools import lru_cache

import msgspec

from services.kernel.refusal import Illegal
from services.tavla.actions import CheckerMove
from services.tavla.board import FARTHEST, HOME, VariantName
from services.tavla.moves import Board
from services.tavla.quick import Moves, quick_plays
from services.tavla.state import State
from services.tavla.terms import Terms

_PRIME = 6


class Position(msgspec.Struct, frozen=True, gc=False):
    """The board as the mover sees it, with his roll, under the table's terms."""

    terms: Terms
    own: bytes
    other: bytes
    own_pinned: int
    other_pinned: int
    dice: tuple[int, ...]

    def board(self) -> Board:
        return Board(self.terms.board, self.own, self.other, self.own_pinned, self.other_pinned)


class Line(msgspec.Struct, frozen=True, gc=False):
    """A play of any length whose every move is legal. `end` is the cause if it ends the game, else ""."""

    moves: Moves
    board: Board
    end: str


def position(state: State) -> Position:
    """The position of the seat on turn."""
    mover = state.turn
    return Position(
        state.match.terms,
        state.sides[mover],
        state.sides[1 - mover],
        state.pinned[mover],
        state.pinned[1 - mover],
        state.dice,
    )


def legal_plays(at: Position) -> tuple[Moves, ...]:
    """One play for each distinct position that the roll can legally lead to; empty if the turn must be passed.

    Of the plays that end alike it has the first in the order of rules 1.12.
    """
    return quick_plays(at.own, at.other, at.dice) if at.terms.plain else _lawful(at).plays


def played(at: Position, moves: Moves) -> Line:
    """The board after a play; raises `Illegal` for one that the rules refuse."""
    if moves in legal_plays(at):
        board = at.board()
        for point, die in moves:
            board.make(point, die)
        return Line(moves, board, board.end())
    line = _step_by_step(at, moves)
    if not line.end or not at.terms.plain:
        _check_whole(at, line)
    return line


def first_play(at: Position) -> Moves:
    """The legal play that rules 1.12 make for a player whose time ran out."""
    return max(legal_plays(at))


# -- every line --------------------------------------------------------------------------------------------------------


class _Lawful(msgspec.Struct, frozen=True):
    """The legal turns of a position: how many dice they use, and what else refuses a turn of that length."""

    plays: tuple[Moves, ...]
    count: int
    prime_avoidable: bool
    larger: int | None  # the die that must be played where only one can


class _Search:
    """Finds every line once per position and length, in the order of rules 1.12.

    Of the lines that meet in one position with the same dice left, the one that comes first in 1.12 goes on.
    """

    def __init__(self, at: Position) -> None:
        self.found: list[Line] = []
        self._tried: set[Moves] = set()  # whatever the order, the same moves lead to the same board
        self._seen: set[tuple[object, tuple[int, ...]]] = set()
        dice = tuple(sorted(at.dice, reverse=True))
        self._follow(at.board(), dice * 2 if dice[0] == dice[1] else dice, ())

    def _follow(self, board: Board, left: tuple[int, ...], moves: Moves) -> None:
        rests = [(die, left[:index] + left[index + 1 :]) for index, die in enumerate(left) if die not in left[:index]]
        for point in range(len(board.own) - 1, 0, -1):
            if board.own[point]:
                for die, rest in rests:
                    if not board.refusal(point, die):
                        self._make(board, (*moves, CheckerMove(point, die)), rest)

    def _make(self, board: Board, moves: Moves, rest: tuple[int, ...]) -> None:
        unordered = tuple(sorted(moves))
        if unordered in self._tried:
            return
        self._tried.add(unordered)
        after = board.copy()
        after.make(*moves[-1])
        place = after.key(), rest
        if place in self._seen:
            return
        self._seen.add(place)
        line = Line(moves, after, after.end())
        self.found.append(line)
        if rest and not line.end:
            self._follow(after, rest, moves)


@lru_cache(maxsize=512)
def _lawful(at: Position) -> _Lawful:
    lines = [line for line in _Search(at).found if not _broken(at, line)]
    count = max((len(line.moves) for line in lines), default=0)
    ends = [line for line in lines if line.end]
    full = [line for line in lines if len(line.moves) == count and not line.end]
    open_ = [line for line in full if not _primes(at, line)]
    prime_avoidable = bool(open_) and len(open_) < len(full)
    if prime_avoidable:
        full = open_  # 3.6, before the larger die
    larger = None
    if count == 1 and any(line.moves[0].die == max(at.dice) for line in (*full, *ends)):
        larger = max(at.dice)
        full = [line for line in full if line.moves[0].die == larger]
    # 1.4: a play that ends the game is complete, whatever dice are left
    allowed = {id(line) for line in full}
    distinct: dict[object, Moves] = {}
    for line in lines:
        if line.end or id(line) in allowed:
            distinct.setdefault(line.board.key(), line.moves)
    return _Lawful(plays=tuple(distinct.values()), count=count, prime_avoidable=prime_avoidable, larger=larger)


def _broken(at: Position, line: Line) -> Illegal | None:
    """The rule about the end of a turn that a line breaks by itself, whatever else could be played."""
    board = line.board
    if at.terms.hit_and_run_matters:
        left = [point for point in board.hits if point <= HOME and not board.own[point]]
        if left:
            return Illegal("HIT_AND_RUN", point=left[0])  # 1.8
    if at.terms.variant is VariantName.MULTEZIM and all(board.own[FARTHEST - HOME + 1 : FARTHEST + 1]):
        return Illegal("START_QUADRANT_FULL")  # 3.6
    return None


def _primes(at: Position, line: Line) -> bool:
    """True if all enemy checkers stand on one point directly behind six points that the mover holds (rules 3.6)."""
    if at.terms.variant is not VariantName.MULTEZIM:
        return False
    variant, board = at.terms.board, line.board
    if variant.checkers not in board.other[_PRIME + 1 : FARTHEST + 1]:
        return False
    behind = board.other.index(variant.checkers)
    return all(board.own[variant.mirror[behind - step]] for step in range(1, _PRIME + 1))


# -- one play ----------------------------------------------------------------------------------------------------------


def _step_by_step(at: Position, moves: Moves) -> Line:
    board = at.board()
    left = list(at.dice) * (2 if at.dice[0] == at.dice[1] else 1)
    end = ""
    for number, (point, die) in enumerate(moves, start=1):
        if end:
            raise Illegal("WRONG_PHASE")  # the move before ended the game
        if die not in left:
            raise Illegal("NO_SUCH_DIE", die=die, move=number)
        left.remove(die)
        reason = board.refusal(point, die)
        if reason:
            raise Illegal(reason, **board.explain(reason, point, die), move=number)
        board.make(point, die)
        end = board.end()
    return Line(moves, board, end)


def _check_whole(at: Position, line: Line) -> None:
    """Raises `Illegal` for a turn whose moves are legal but which is not, as a whole."""
    made = len(line.moves)
    if at.terms.plain and made == (4 if at.dice[0] == at.dice[1] else 2):
        return
    broken = _broken(at, line)
    if broken:
        raise broken
    if line.end:
        return
    lawful = _lawful(at)
    if made < lawful.count:
        raise Illegal("MUST_PLAY_MORE", count=lawful.count)
    if lawful.prime_avoidable and _primes(at, line):
        raise Illegal("MUST_OPEN_PRIME")
    if lawful.larger is not None and made and line.moves[0].die != lawful.larger:
        raise Illegal("MUST_PLAY_LARGER", die=lawful.larger)
