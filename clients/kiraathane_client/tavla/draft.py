"""A turn in the making: what has been moved, which dice are left, where it can still go."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from kiraathane_client.tavla.notation import Way
from kiraathane_client.tavla.position import FAR, OFF, Move, Position


def dice_of(dice: Sequence[int]) -> tuple[int, ...]:
    """The dice to play: a double counts four times."""
    return tuple(dice) * 2 if len(dice) == 2 and dice[0] == dice[1] else tuple(dice)


class Draft:
    """A turn from `position` with `dice`; `plays` are the legal turns, one for each position they can end in.

    A turn may be made in any order of checkers: what counts is that it can still end in one of those positions.
    """

    def __init__(self, position: Position, dice: Sequence[int], plays: Sequence[Sequence[Move]]) -> None:
        self.begin = position
        self.dice = dice_of(dice)
        self.plays = tuple(tuple(play) for play in plays)
        self.moves: tuple[Move, ...] = ()
        # With the number of dice: where both must be played, one may lead to the same place and is not enough.
        self._ends = {(end, len(play)) for play in self.plays if (end := self._after(play)) is not None}
        self._known: dict[tuple[Position, tuple[int, ...]], bool] = {}

    @property
    def position(self) -> Position:
        """The board with what has been moved."""
        return self._after(self.moves) or self.begin

    @property
    def left(self) -> tuple[int, ...]:
        """The dice that are not used yet, in the order they fell."""
        return self._left(self.moves)

    @property
    def complete(self) -> bool:
        """True if the turn can be sent as it is."""
        return bool(self.moves) and (self.position, len(self.moves)) in self._ends

    def undo(self) -> bool:
        """Takes the last move back; False if there is none."""
        had, self.moves = bool(self.moves), self.moves[:-1]
        return had

    def next_moves(self) -> tuple[Move, ...]:
        """The single moves from which the turn can still be completed, farthest checker first."""
        position, left = self.position, self.left
        return tuple(move for move, after, rest in _steps(position, left) if self._leads(after, rest))

    def continuations(self) -> tuple[tuple[Move, ...], ...]:
        """The legal turns that what has been moved can still become, in the house's order; listed whole."""
        if not self.moves:
            return self.plays
        reachable = _ends(self.position, self.left)
        return tuple(play for play in self.plays if self._after(play) in reachable)

    def resolve(self, ways: Sequence[Way]) -> tuple[tuple[Move, ...], bool]:
        """The moves that were meant by `ways`, after what has been moved, and whether they can be part of a legal turn.

        Where they cannot, the moves are the plainest reading, for the house to explain.
        """
        steps = [(a, b) for way in ways for _ in range(way.count) for a, b in pairwise(way.stops)]
        plainest: tuple[Move, ...] | None = None
        for moves, position, left in self._readings(self.position, self.left, steps):
            if self._leads(position, left):
                return moves, True
            plainest = plainest or moves
        return plainest or _plain(steps, self.left), False

    # -- the search -------------------------------------------------------------------------------------------------

    def _readings(
        self, position: Position, left: tuple[int, ...], steps: Sequence[tuple[int, int]]
    ) -> Iterator[tuple[tuple[Move, ...], Position, tuple[int, ...]]]:
        """Every way to make the steps with the dice that are left, as they were written first.

        The checkers' steps may have to be mixed: "17/off 7/1" with sixes bears off only when both are at home.
        """
        if not steps:
            yield (), position, left
            return
        for place, (start, stop) in enumerate(steps):
            for die in dict.fromkeys(left):
                move = Move(start, die)
                after = position.moved(move)
                if after is None or move.target < stop:
                    continue
                onward = () if move.target == stop else ((move.target, stop),)
                rest = (*steps[:place], *onward, *steps[place + 1 :])
                for moves, end, dice in self._readings(after, _without(left, die), rest):
                    yield (move, *moves), end, dice

    def _leads(self, position: Position, left: tuple[int, ...]) -> bool:
        """True if a legal end can be reached."""
        if (position, len(self.dice) - len(left)) in self._ends:
            return True
        key = (position, tuple(sorted(left)))
        if key not in self._known:
            self._known[key] = any(self._leads(after, rest) for _, after, rest in _steps(position, left))
        return self._known[key]

    def _after(self, moves: Sequence[Move]) -> Position | None:
        position: Position | None = self.begin
        for move in moves:
            position = position.moved(move) if position is not None else None
        return position

    def _left(self, moves: Sequence[Move]) -> tuple[int, ...]:
        left = self.dice
        for move in moves:
            left = _without(left, move.die)
        return left


def _steps(position: Position, left: tuple[int, ...]) -> Iterator[tuple[Move, Position, tuple[int, ...]]]:
    for start in range(FAR + 1, OFF, -1):
        for die in sorted(set(left), reverse=True):
            after = position.moved(Move(start, die))
            if after is not None:
                yield Move(start, die), after, _without(left, die)


def _ends(position: Position, left: tuple[int, ...]) -> set[Position]:
    found, edge = {position}, {(position, left)}
    while edge:
        edge = {(after, rest) for here, dice in edge for _, after, rest in _steps(here, dice)}
        found |= {here for here, _ in edge}
    return found


def _without(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    if die not in dice:
        return dice
    place = dice.index(die)
    return dice[:place] + dice[place + 1 :]


def _plain(steps: Sequence[tuple[int, int]], left: tuple[int, ...]) -> tuple[Move, ...]:
    """The steps as if every one was one die."""
    moves: list[Move] = []
    for start, stop in steps:
        distance = min(start, FAR) - stop
        if distance > 6:
            moves.extend(_along(start, distance, left))
        else:
            moves.append(Move(start, distance))
    return tuple(moves[:4])


def _along(start: int, distance: int, left: tuple[int, ...]) -> Iterator[Move]:
    """A long step in dice that are left, the first ones first; what remains of it in sixes."""
    dice = list(left) or [6]
    while distance > 0:
        die = min(dice.pop(0) if dice else 6, distance)
        yield Move(start, die)
        start, distance = min(start, FAR) - die, distance - die
