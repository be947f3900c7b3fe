"""Tavla: the phases of a match and how one follows from another.

Source      RULES.md of this folder, clauses 1-3 (the traditional table, the match with misli, the variants), which
            follow the rule texts named in `meta.META.sources`.
Phases      OPENING (one die per seat) -> ROLLING -> [CHOOSING -> [ANSWERING] -> ROLLING] -> PLAYING -> the other seat's
            ROLLING or CHOOSING … -> the next game's OPENING, or ROLLING with `winnerStartsNext` -> OVER.
Options     tavlaTable traditional, tavlaVariant standard, matchLength 5, tavlaScore by table, openingRoll
            playOpeningDice, winnerStartsNext no, hitAndRun allowed, hapisMother 2, antiScore single, turnSeconds 60.
House rules where the sources are silent or disagree: the opening dice are played (1.3); a pass is automatic (1.10);
            resigning needs no answer (1.11); no draw by agreement; while the dice are in the air nobody may act; the
            end-of-turn rules (1.8, 3.6) hold for a play that ends the game, too.
Not here    Kalabalık, Klon and Asker tavlası (3.8); Jacoby, beavers, automatic doubles, resigning a named value.
"""

from services.kernel.game import Chance, Decide, LapseCause, Over, Pending, Roll, Seat
from services.kernel.refusal import Illegal
from services.tavla.actions import Action, AnswerMisli, CheckerMove, OfferMisli, PlayTurn, ResignGame, RollDice
from services.tavla.games import game_over, match_over, new_game
from services.tavla.happenings import (
    DiceRolled,
    Happening,
    MisliAnswered,
    MisliOffered,
    SeatLeft,
    TurnPassed,
    TurnPlayed,
)
from services.tavla.offers import offer_refusal, state_offer_refusal
from services.tavla.plays import first_play, legal_plays, played, position
from services.tavla.score import LEFT, REFUSED, RESIGNED, finished, refused, resigned
from services.tavla.state import Cube, Ending, Phase, State

_ROLL = Chance(Roll(count=2, sides=6))
_DUE = (Decide(frozenset({Seat(0)})), Decide(frozenset({Seat(1)})))
_BOTH_BEGUN = (True, True)


# -- what is waited for ------------------------------------------------------------------------------------------------


def pending(state: State) -> Pending:
    """What the match waits for; one seat is due at a time."""
    match state.phase:
        case Phase.PLAYING | Phase.CHOOSING:
            return _DUE[state.turn]
        case Phase.OPENING | Phase.ROLLING:
            return _ROLL
        case Phase.ANSWERING:
            return _DUE[1 - state.turn]
        case Phase.OVER:
            assert state.ending is not None
            return Over(state.ending.cause)


def due_seat(state: State) -> int | None:
    """The seat that must decide, or None while the dice are in the air and after the match."""
    match state.phase:
        case Phase.PLAYING | Phase.CHOOSING:
            return state.turn
        case Phase.ANSWERING:
            return 1 - state.turn
        case _:
            return None


# -- chance ------------------------------------------------------------------------------------------------------------


def fall(state: State, dice: tuple[int, ...]) -> State:
    """The dice fell. Raises `ValueError` for an outcome that was not asked for."""
    if len(dice) != 2 or not (1 <= dice[0] <= 6 and 1 <= dice[1] <= 6):
        raise ValueError(f"{dice} are not two dice")
    if state.phase is Phase.ROLLING:
        return _rolled(state, dice, (DiceRolled(state.turn, dice),))
    if state.phase is not Phase.OPENING:
        raise ValueError(f"no dice are asked for while the phase is {state.phase}")
    opened = (DiceRolled(None, dice),)
    if dice[0] == dice[1]:  # 1.3: thrown again
        return new_game(state.match, None, opened)
    beginner = 0 if dice[0] > dice[1] else 1
    if state.match.terms.fresh_first_roll:
        return new_game(state.match, beginner, opened)
    return _rolled(new_game(state.match, beginner, ()), dice, opened)


def _rolled(state: State, dice: tuple[int, ...], happened: tuple[Happening, ...]) -> State:
    thrown = State(
        state.match,
        Phase.PLAYING,
        state.turn,
        state.sides,
        state.pinned,
        dice,
        state.previous,
        state.last_play,
        state.last_seat,
        state.passed,
        state.cube,
        state.begun,
        None,
        happened,
    )
    if legal_plays(position(thrown)):
        return thrown
    return _turn_over(thrown, state.sides, state.pinned, (*happened, TurnPassed(state.turn, dice)), passed=True)


# -- turns -------------------------------------------------------------------------------------------------------------


def act(state: State, seat: int, action: Action) -> State:
    """The match after a seat's decision; raises `Illegal`."""
    if seat not in (0, 1):
        raise Illegal("NOT_YOUR_TURN")
    if state.phase in (Phase.OPENING, Phase.ROLLING, Phase.OVER):
        raise Illegal("WRONG_PHASE")
    match action:
        case PlayTurn(moves=moves):
            _require(state, seat, Phase.PLAYING)
            return _play(state, moves, by_rules=False)
        case RollDice():
            _require(state, seat, Phase.CHOOSING)
            return _roll(state)
        case OfferMisli():
            return _offer(state, seat)
        case AnswerMisli(accept=accept):
            return _answer(state, seat, accept)
        case ResignGame():
            return game_over(state, state.sides, state.pinned, resigned(state, seat), RESIGNED, ())


def _require(state: State, seat: int, phase: Phase) -> None:
    """Raises unless `seat` is on turn and the table waits for `phase`."""
    if state.phase is Phase.ANSWERING:
        raise Illegal("ANSWER_DUE")  # 2.6: only the answer may be given
    if seat != state.turn:
        raise Illegal("NOT_YOUR_TURN")
    if state.phase is not phase:
        raise Illegal("WRONG_PHASE")


def _play(state: State, moves: tuple[CheckerMove, ...], *, by_rules: bool) -> State:
    mover = state.turn
    line = played(position(state), moves)
    board = line.board
    own, other = bytes(board.own), bytes(board.other)
    happened = (TurnPlayed(mover, line.moves, board.hits, by_rules),)
    sides = (own, other) if mover == 0 else (other, own)
    pinned = (board.own_pinned, board.other_pinned) if mover == 0 else (board.other_pinned, board.own_pinned)
    if line.end:
        return game_over(state, sides, pinned, finished(state, sides, mover, line.end), line.end, happened)
    return _turn_over(state, sides, pinned, happened, passed=False)


def _turn_over(
    state: State,
    sides: tuple[bytes, bytes],
    pinned: tuple[int, int],
    happened: tuple[Happening, ...],
    *,
    passed: bool,
) -> State:
    """The other seat's turn begins: it may offer, or its dice are thrown at once (rules 1.10, 2.6)."""
    match, mover, begun = state.match, state.turn, state.begun
    if begun != _BOTH_BEGUN:
        begun = (begun[0] or mover == 0, begun[1] or mover == 1)
    may_not = offer_refusal(match, state.cube, begun, 1 - mover)
    last = happened[-1]
    return State(
        match,
        Phase.ROLLING if may_not else Phase.CHOOSING,
        1 - mover,
        sides,
        pinned,
        (),
        state.dice,
        last.moves if isinstance(last, TurnPlayed) else state.last_play,
        mover if isinstance(last, TurnPlayed) else state.last_seat,
        passed,
        state.cube,
        begun,
        None,
        happened,
    )


# -- misli -------------------------------------------------------------------------------------------------------------


def _roll(state: State) -> State:
    return _on_cube(state, Phase.ROLLING, state.cube, ())


def _offer(state: State, seat: int) -> State:
    if not state.match.terms.cube_in_game:
        raise Illegal("CUBE_NOT_IN_GAME")
    if state.phase is Phase.ANSWERING:
        raise Illegal("ANSWER_DUE")
    if seat != state.turn:
        raise Illegal("NOT_YOUR_TURN")
    # The dice are thrown at once where no offer is legal, so it is the reason for that which the player must hear.
    reason = state_offer_refusal(state)
    if reason or state.phase is not Phase.CHOOSING:
        raise Illegal(reason or "WRONG_PHASE")
    return _on_cube(state, Phase.ANSWERING, state.cube, (MisliOffered(seat, state.cube.value * 2),))


def _answer(state: State, seat: int, accept: bool) -> State:
    if not state.match.terms.cube_in_game:
        raise Illegal("CUBE_NOT_IN_GAME")
    if state.phase is not Phase.ANSWERING:
        raise Illegal("WRONG_PHASE" if seat == state.turn else "NOT_YOUR_TURN")
    if seat == state.turn:
        raise Illegal("NOT_YOUR_TURN")
    happened = (MisliAnswered(seat, accept),)
    if accept:
        return _on_cube(state, Phase.ROLLING, Cube(state.cube.value * 2, seat), happened)
    return game_over(state, state.sides, state.pinned, refused(state), REFUSED, happened)


def _on_cube(state: State, phase: Phase, cube: Cube, happened: tuple[Happening, ...]) -> State:
    """The same position in another phase of the same turn."""
    return State(
        state.match,
        phase,
        state.turn,
        state.sides,
        state.pinned,
        (),
        state.previous,
        state.last_play,
        state.last_seat,
        state.passed,
        cube,
        state.begun,
        None,
        happened,
    )


# -- time and absence --------------------------------------------------------------------------------------------------


def lapse(state: State, seat: int, cause: LapseCause) -> State:
    """What the rules do for a seat that does not decide (rules 1.12); raises `Illegal` where nothing lapses."""
    if state.phase is Phase.OVER:
        raise Illegal("WRONG_PHASE")
    if cause is LapseCause.LEFT:
        return _left(state, seat)
    if due_seat(state) != seat:
        raise Illegal("NOT_YOUR_TURN")
    match state.phase:
        case Phase.PLAYING:
            return _play(state, first_play(position(state)), by_rules=True)
        case Phase.CHOOSING:
            return _roll(state)
        case _:
            return _answer(state, seat, accept=False)


def _left(state: State, seat: int) -> State:
    """Leaving loses the match; the points stand as they are (rules 1.12)."""
    return match_over(state, state.sides, state.pinned, state.match, Ending(LEFT, 1 - seat), (SeatLeft(seat),))
