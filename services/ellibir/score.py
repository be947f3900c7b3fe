"""What rounds, fines, marks and stars are worth (rules 9.9-9.11, 9.14). Penalties: the lowest total is best."""

from typing import Final

from services.ellibir.results import RoundResult
from services.ellibir.state import Opened, Phase, Player, State
from services.ellibir.terms import Terms
from services.kernel.game import Seat
from services.kernel.score import LedgerLine, Score

CARDS, CARDS_PAIRS, CLOSED, CLOSED_PAIRS = "CARDS", "CARDS_PAIRS", "CLOSED", "CLOSED_PAIRS"
WRONG_OPENING, LAYS_OFF = "WRONG_OPENING", "LAYS_OFF"
MINUS_MARK, STAR = "MINUS_MARK", "STAR"

CLAUSES: Final = {
    CARDS: "9.10",
    CARDS_PAIRS: "9.10",
    CLOSED: "9.10",
    CLOSED_PAIRS: "9.10",
    WRONG_OPENING: "9.11",
    LAYS_OFF: "9.11",
    MINUS_MARK: "9.14",
    STAR: "9.11",
}
"""The reasons of the ledger, each with the clause that it stands on."""

FINE: Final = 50
REWARD: Final = -100
NOT_OPEN: Final = 100
STAR_FROM: Final = 100
"""Melds of so much win a star at a table with KDV."""


def line(seat: int, points: int, reason: str) -> LedgerLine:
    """A line of the ledger with the clause of its reason."""
    return LedgerLine(seat, points, reason, CLAUSES[reason])


# -- a round -----------------------------------------------------------------------------------------------------------


def multiple(*, joker: bool, pairs: bool, elden: bool, others_open: bool, terms: Terms) -> int:
    """By how much a finish multiplies what the others write: a row of the table of 9.10.

    It doubles for a joker, for pairs, and for elden where nobody else is open. As printed, the row "Jokerle Çift" has
    one doubling less while somebody else is open.
    """
    if joker and pairs and not elden and others_open and terms.literal:
        return 2
    return 1 << (joker + pairs + (elden and not others_open))


def written(player: Player, times: int) -> tuple[int, str]:
    """What a seat that did not go out writes, and why; double for one with pairs (rules 9.10)."""
    if player.goer:
        times *= 2
    if player.opened is Opened.NONE:
        return NOT_OPEN * times, CLOSED_PAIRS if player.goer else CLOSED
    return count(player) * times, CARDS_PAIRS if player.goer else CARDS


def count(player: Player) -> int:
    """What the cards in a hand count (rules 9.3)."""
    return sum(piece.worth for piece in player.hand)


def round_lines(players: tuple[Player, ...], finisher: int | None, times: int) -> tuple[LedgerLine, ...]:
    """The lines of a round, one for every seat that did not go out."""
    lines = []
    for seat, player in enumerate(players):
        if seat != finisher:
            lines.append(line(seat, *written(player, times)))
    return tuple(lines)


def by_seat(lines: tuple[LedgerLine, ...], players: int) -> tuple[int, ...]:
    """The sums of the lines."""
    return tuple(sum(one.points for one in lines if one.seat == seat) for seat in range(players))


# -- the match ---------------------------------------------------------------------------------------------------------


def marks(results: tuple[RoundResult, ...], seat: int) -> int:
    """The minus marks of a seat: the rounds in which it went out."""
    return sum(result.finisher == seat for result in results)


def fines(ledger: tuple[LedgerLine, ...], seat: int) -> int:
    """The sum of a seat's fines (rules 9.11)."""
    return sum(one.points for one in ledger if one.seat == seat and one.reason in (WRONG_OPENING, LAYS_OFF))


def rewards(state: State) -> tuple[LedgerLine, ...]:
    """What is written when the match is over: 100 less for every minus mark and star (rules 9.14)."""
    lines = []
    for seat in range(state.terms.players):
        lines += [line(seat, REWARD, MINUS_MARK)] * marks(state.results, seat)
        lines += [line(seat, REWARD, STAR)] * state.stars[seat]
    return tuple(lines)


def score(state: State) -> Score:
    """Where the match stands.

    The lowest total wins, equal totals rank equal; the totals of partners are added (rules 9.14).
    """
    players = state.terms.players
    points = by_seat(state.ledger, players)
    if state.phase is not Phase.OVER:
        return Score(points, state.ledger)
    standing = [_of_side(state.terms, points, seat) for seat in range(players)]
    places = tuple(1 + sum(other < own for other in standing) for own in standing)
    winners = tuple(seat for seat in range(players) if places[seat] == 1)
    if state.terms.partners and len(winners) == players:
        winners = ()  # a drawn match has no winner
    return Score(points, state.ledger, winners=winners, places=places)


def _of_side(terms: Terms, points: tuple[int, ...], seat: int) -> int:
    """The total that a seat is ranked by: its own, or that of its side."""
    return points[seat] + points[partner_of(Seat(seat))] if terms.partners else points[seat]


def partner_of(seat: Seat) -> Seat:
    """The opposite seat of four."""
    return Seat((seat + 2) % 4)
