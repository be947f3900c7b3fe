"""How a round ends, and the match (rules 9.9, 9.10, 9.14)."""

from msgspec.structs import replace

from services.ellibir.cards import JOKER, Piece
from services.ellibir.happenings import MatchCounted, RoundEnded
from services.ellibir.results import Ending, LastRound, RoundResult
from services.ellibir.score import by_seat, count, multiple, rewards, round_lines
from services.ellibir.state import Opened, Phase, Player, State, Turn
from services.kernel.game import Seat
from services.kernel.score import LedgerLine


def finished(state: State, seat: Seat, card: Piece) -> State:
    """A seat went out with `card`."""
    joker, pairs, elden = card is JOKER, state.players[seat].opened is Opened.PAIRS, state.turn.opened
    others_open = any(player.is_open for other, player in enumerate(state.players) if other != seat)
    times = multiple(joker=joker, pairs=pairs, elden=elden, others_open=others_open, terms=state.terms)
    lines = round_lines(state.players, seat, times)
    points = by_seat(lines, state.terms.players)
    return _counted(state, RoundResult(Ending.FINISHED, points, seat, joker, pairs, elden), lines)


def stock_ended(state: State) -> State:
    """The stock ended and nobody went out. If nobody has opened either, the round is repeated (rules 9.9)."""
    limit = state.terms.repeat_limit
    if not any(player.is_open for player in state.players) and (limit is None or state.repeats < limit):
        result = RoundResult(Ending.REPEATED, (0,) * state.terms.players)
        return _next(replace(_ended(state, result, ()), repeats=state.repeats + 1))
    lines = round_lines(state.players, None, 1)
    return _counted(state, RoundResult(Ending.STOCK, by_seat(lines, state.terms.players)), lines)


def _counted(state: State, result: RoundResult, lines: tuple[LedgerLine, ...]) -> State:
    after = replace(_ended(state, result, lines), ledger=(*state.ledger, *lines), repeats=0)
    after = replace(after, results=(*state.results, result))
    return over(after) if len(after.results) == state.terms.rounds else _next(after)


def _ended(state: State, result: RoundResult, lines: tuple[LedgerLine, ...]) -> State:
    """The round lies open: all hands are shown with what they count."""
    last = LastRound(
        number=state.number,
        result=result,
        hands=tuple(player.hand for player in state.players),
        counts=tuple(map(count, state.players)),
    )
    return replace(state, last=last).and_then(RoundEnded(last, lines))


def _next(state: State) -> State:
    """The next round is to be dealt, by the seat to the right of the dealer (rules 9.2)."""
    return replace(cleared(state), phase=Phase.SHUFFLE, dealer=state.seat_after(state.dealer))


def over(state: State) -> State:
    """The match is over: marks and stars are counted (rules 9.14)."""
    lines = rewards(state)
    after = replace(cleared(state), phase=Phase.OVER, ledger=(*state.ledger, *lines))
    return after.and_then(MatchCounted(lines)) if lines else after


def cleared(state: State) -> State:
    """The table without cards."""
    return replace(
        state,
        players=(Player(),) * state.terms.players,
        stock=(),
        bottom=False,
        cut_jokers=0,
        discards=(),
        melds=(),
        need=state.terms.threshold,
        turn=Turn(Seat(0), state.turn.number),
        claim=None,
    )
