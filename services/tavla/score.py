"""What a game of tavla is worth (rules 1.7, 1.11, 2.3, 2.4, 3.4-3.7), and where the match stands."""

import msgspec

from services.kernel.score import GameResult, LedgerLine, Score
from services.tavla.board import BAR, FARTHEST, HOME, OFF, VariantName
from services.tavla.moves import MOTHER_PINNED, MOTHERS_PINNED
from services.tavla.state import State
from services.tavla.terms import Terms

REFUSED = "refused"
RESIGNED = "resigned"
LEFT = "left"


class Value(msgspec.Struct, frozen=True):
    """What a game gives its winner before the cube: points, the ledger's reason, the clause it stands on."""

    points: int
    reason: str
    clause: str


class GameOutcome(msgspec.Struct, frozen=True):
    """An ended game: its winner (None if it is drawn), the winner's points, and the ledger lines."""

    winner: int | None
    points: tuple[int, int]
    ledger: tuple[LedgerLine, ...]

    def result(self, number: int, cause: str) -> GameResult:
        winners = () if self.winner is None else (self.winner,)
        return GameResult(number=number, winners=winners, points=self.points, cause=cause)


def finished(state: State, sides: tuple[bytes, bytes], mover: int, cause: str) -> GameOutcome:
    """A game that the mover's play ended by `cause`; `sides` is the board after it."""
    terms = state.match.terms
    if cause == MOTHERS_PINNED:
        return GameOutcome(winner=None, points=(0, 0), ledger=())  # 3.5
    if cause == MOTHER_PINNED:
        return _won(state, mover, Value(terms.hapis_mother, "MOTHER_PINNED", "3.5"))
    value = _borne_off_value(terms, sides[1 - mover])
    winner = 1 - mover if terms.variant is VariantName.ANTI else mover  # 3.7
    return _won(state, winner, value)


def refused(state: State) -> GameOutcome:
    """The offerer wins the cube's value before the offer, as a plain game (rules 2.4)."""
    return _won(state, state.turn, Value(1, "MISLI_REFUSED", "2.4"))


def resigned(state: State, seat: int) -> GameOutcome:
    """What the opponent of a seat that gives up the game gets, by where the checkers stand (rules 1.11)."""
    own, other = state.sides[seat], state.sides[1 - seat]
    terms = state.match.terms
    if terms.variant is VariantName.ANTI or own[OFF]:
        points = 1
    elif terms.triple and _knows_triple(terms) and _far_behind(own) and other[OFF]:
        points = 3
    else:
        points = 2
    return _won(state, 1 - seat, Value(points, "RESIGNED", "1.11"))


def score(state: State) -> Score:
    """Where the match stands."""
    match, ending = state.match, state.ending
    points = match.series.points
    if ending is None:
        return Score(points=points, ledger=match.ledger, games=match.series.games)
    places = tuple(1 if seat == ending.winner else 2 for seat in range(2))
    return Score(points=points, ledger=match.ledger, games=match.series.games, winners=(ending.winner,), places=places)


def _won(state: State, winner: int, value: Value) -> GameOutcome:
    points = value.points * state.cube.value
    line = LedgerLine(seat=winner, points=points, reason=value.reason, clause=value.clause)
    return GameOutcome(winner=winner, points=(points, 0) if winner == 0 else (0, points), ledger=(line,))


def _borne_off_value(terms: Terms, loser: bytes) -> Value:
    """`loser` is the side that has not borne off all its checkers; in Anti, the one that wins."""
    clause = _clause(terms)
    if loser[OFF] or (terms.variant is VariantName.ANTI and not terms.anti_mirrored):
        return Value(1, "OYUN", clause)
    if terms.triple and _knows_triple(terms) and _far_behind(loser):
        return Value(3, "MISLI_MARS", clause)
    return Value(2, "MARS", clause)


def _clause(terms: Terms) -> str:
    by_variant = {VariantName.HAPIS: "3.5", VariantName.MULTEZIM: "3.6", VariantName.ANTI: "3.7"}
    return by_variant.get(terms.variant) or ("2.3" if terms.misli else "1.7")


def _knows_triple(terms: Terms) -> bool:
    return terms.variant not in (VariantName.HAPIS, VariantName.MULTEZIM)


def _far_behind(side: bytes) -> bool:
    """True if a checker stands in the opponent's home or on a bar, the start bar included (rules 2.3, 3.4)."""
    return any(side[FARTHEST - HOME + 1 : BAR + 1])
