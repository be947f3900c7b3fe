"""Who sees what: everybody everything (rules 4.8)."""

import msgspec

from services.satranc.clocks import shown
from services.satranc.draws import TIMES
from services.satranc.endings import FIFTY_PLIES
from services.satranc.state import State
from services.satranc.terms import Clock


class ClockView(msgspec.Struct, frozen=True):
    """`kind` is "none", "increment" or "days"; `left_ms` by seat is what the clocks show at this version, the time of
    absence where there is no clock. `running` is the seat whose clock runs, None if none does.
    """

    kind: str
    base_ms: int
    increment_ms: int
    left_ms: tuple[int, int]
    running: int | None


class View(msgspec.Struct, frozen=True):
    """All that anyone may see. `phase` is "lot", "play" or "over".

    `white` is the seat with White (None before the lot), `turn` the seat on turn. `base_fen` is the position after the
    last capture or pawn move, `since` the moves from there to `fen` as UCI text: what repetition looks at. `moves` is
    the whole game in SAN, from `start_fen`. `quiet_plies` are half-moves without capture or pawn move, `repetitions`
    how often this position has stood there. `captured` has by seat what it has taken, in small letters; `wait` how many
    own moves it has to make before it may offer a draw again. `offer` is the seat whose offer is open.
    """

    phase: str
    white: int | None
    turn: int
    fen: str
    in_check: bool
    start_fen: str
    moves: tuple[str, ...]
    base_fen: str
    since: tuple[str, ...]
    last_uci: str
    last_san: str
    clock: ClockView
    quiet_plies: int
    repetitions: int
    may_claim_fifty: bool
    may_claim_threefold: bool
    offer: int | None
    wait: tuple[int, int]
    captured: tuple[str, str]
    touch_move: bool
    touches: tuple[tuple[str, ...], ...]
    adjusted: tuple[str, ...]
    auto_draws: bool


def build(state: State) -> View:
    """The view of seats and spectators alike."""
    at = state.position
    repetitions = state.repetitions
    playing = state.is_played
    return View(
        phase="play" if playing else "lot" if state.ending is None else "over",
        white=state.white,
        turn=state.turn,
        fen=state.fen,
        in_check=at.in_check,
        start_fen=state.start,
        moves=state.moves,
        base_fen=state.base,
        since=state.since,
        last_uci=state.last,
        last_san=state.moves[-1] if state.moves else "",
        clock=_clock(state),
        quiet_plies=at.quiet_plies,
        repetitions=repetitions,
        may_claim_fifty=playing and at.quiet_plies >= FIFTY_PLIES,
        may_claim_threefold=playing and repetitions >= TIMES,
        offer=state.offer,
        wait=state.wait,
        captured=state.captured,
        touch_move=state.terms.touch_move,
        touches=state.touches,
        adjusted=state.adjusted,
        auto_draws=state.terms.auto_draws,
    )


def _clock(state: State) -> ClockView:
    clock = state.terms.clock
    return ClockView(
        kind=_kind(clock),
        base_ms=clock.base,
        increment_ms=clock.increment,
        left_ms=shown(state),
        running=state.turn if state.is_played else None,
    )


def _kind(clock: Clock) -> str:
    return "none" if clock.absence else "days" if clock.per_move else "increment"
