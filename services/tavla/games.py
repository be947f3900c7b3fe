"""How the games of a match begin and end."""

from services.kernel.series import Series
from services.tavla.happenings import GameEnded, Happening, TurnPlayed
from services.tavla.offers import next_crawford
from services.tavla.score import GameOutcome
from services.tavla.state import Ending, Match, Phase, State
from services.tavla.terms import Terms


def new_match(terms: Terms) -> State:
    """The match before anything has happened."""
    return new_game(Match(terms=terms, series=Series(target=terms.length, points=(0, 0))), None, ())


def new_game(match: Match, beginner: int | None, happened: tuple[Happening, ...]) -> State:
    """A game before its opening roll or, with a `beginner`, before his two fresh dice (rules 1.8)."""
    start = match.terms.board.start
    return State(
        match=match,
        phase=Phase.OPENING if beginner is None else Phase.ROLLING,
        turn=beginner or 0,
        sides=(start, start),
        happened=happened,
    )


def game_over(
    state: State,
    sides: tuple[bytes, bytes],
    pinned: tuple[int, int],
    outcome: GameOutcome,
    cause: str,
    happened: tuple[Happening, ...],
) -> State:
    """Writes the game down; then the next one begins, unless somebody has enough points (rules 1.7)."""
    before = state.match
    result = outcome.result(before.number, cause)
    points = tuple(had + got for had, got in zip(before.series.points, outcome.points, strict=True))
    series = Series(target=before.series.target, points=points, games=(*before.series.games, result))
    happened = (*happened, GameEnded(result, outcome.ledger))
    over = series.leader is not None
    match = Match(
        terms=before.terms,
        series=series,
        number=before.number if over else before.number + 1,
        ledger=before.ledger + outcome.ledger,
        crawford=before.crawford if over else next_crawford(before, points),
    )
    if series.leader is not None:
        return match_over(state, sides, pinned, match, Ending(cause, series.leader), happened)
    return new_game(match, outcome.winner if match.terms.winner_starts else None, happened)


def match_over(
    state: State,
    sides: tuple[bytes, bytes],
    pinned: tuple[int, int],
    match: Match,
    ending: Ending,
    happened: tuple[Happening, ...],
) -> State:
    """The board stays as it was when the match ended."""
    last = happened[0]
    return State(
        match=match,
        phase=Phase.OVER,
        turn=state.turn,
        sides=sides,
        pinned=pinned,
        dice=state.dice,
        previous=state.previous,
        last_play=last.moves if isinstance(last, TurnPlayed) else state.last_play,
        last_seat=last.seat if isinstance(last, TurnPlayed) else state.last_seat,
        cube=state.cube,
        begun=state.begun,
        ending=ending,
        happened=happened,
    )
