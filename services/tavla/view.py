"""Who sees what: everybody everything, for nothing here is hidden but dice that have not fallen (rules 1.13)."""

import msgspec

from services.tavla.actions import CheckerMove
from services.tavla.board import BAR, FARTHEST, OFF, START_BAR
from services.tavla.state import Crawford, Phase, State

_POINTS = range(1, FARTHEST + 1)


class SideView(msgspec.Struct, frozen=True):
    """One side's checkers by its own numbering: entry p-1 of `points` is its own point p, pinned checkers included.

    `pinned` has a 1 where one of them lies pinned, and is empty in the variants without pins.
    """

    points: tuple[int, ...]
    bar: int
    start: int
    off: int
    pinned: tuple[int, ...]


class View(msgspec.Struct, frozen=True):
    """All that anyone may see. `phase` is "roll_or_offer", "play", "answer", "over", or "rolling" while dice are due.

    `turn` is the seat on turn, or the one that offered; `previous_dice` the opponent's last roll; `cube_owner` is None
    while the cube stands in the middle; `passed` says that the last turn was an automatic pass. The last four are the
    table's terms that decide what may be played and what a game is worth.
    """

    phase: str
    turn: int
    sides: tuple[SideView, ...]
    dice: tuple[int, ...]
    previous_dice: tuple[int, ...]
    last_play: tuple[CheckerMove, ...]
    last_play_seat: int | None
    cube: int
    cube_owner: int | None
    cube_in_game: bool
    crawford: bool
    may_offer: bool
    game_number: int
    target: int
    points: tuple[int, ...]
    variant: str
    passed: bool
    triple: bool
    hit_and_run_forbidden: bool
    hapis_mother: int
    anti_mirrored: bool


_PHASES = {
    Phase.OPENING: "rolling",
    Phase.ROLLING: "rolling",
    Phase.CHOOSING: "roll_or_offer",
    Phase.PLAYING: "play",
    Phase.ANSWERING: "answer",
    Phase.OVER: "over",
}


def build(state: State) -> View:
    """The view of seats and spectators alike."""
    match = state.match
    pins = any(state.pinned) or match.terms.board.meeting == "pin"
    return View(
        phase=_PHASES[state.phase],
        turn=state.turn,
        sides=tuple(
            _side(own, pinned if pins else None) for own, pinned in zip(state.sides, state.pinned, strict=True)
        ),
        dice=state.dice,
        previous_dice=state.previous,
        last_play=state.last_play,
        last_play_seat=state.last_seat,
        cube=state.cube.value,
        cube_owner=state.cube.owner,
        cube_in_game=match.terms.cube_in_game,
        crawford=match.crawford is Crawford.NOW,
        may_offer=state.phase is Phase.CHOOSING,
        game_number=match.number,
        target=match.series.target,
        points=match.series.points,
        variant=match.terms.variant.value,
        passed=state.passed,
        triple=match.terms.triple,
        hit_and_run_forbidden=match.terms.hit_and_run_forbidden,
        hapis_mother=match.terms.hapis_mother,
        anti_mirrored=match.terms.anti_mirrored,
    )


def _side(own: bytes, pinned: int | None) -> SideView:
    return SideView(
        points=tuple(own[1 : FARTHEST + 1]),
        bar=own[BAR],
        start=own[START_BAR],
        off=own[OFF],
        pinned=() if pinned is None else tuple(pinned >> point & 1 for point in _POINTS),
    )
