"""A finished match as the league reads it. Pure."""

from collections import Counter
from typing import Final

import msgspec

from kiraathane.league.v1 import league_service_pb2 as pb
from kiraathane.match.v1 import match_pb2
from services.kernel.meta import ENDED, VOID
from services.league.refusals import REFUSALS
from services.runtime.errors import Invalid
from services.wire.chance import question_from_proto

DRAWN: Final = "drawn"
ALL: Final = "all"
BOTS: Final = "bots/"
_UNPLAYED: Final = ("left", "forfeited", VOID, ENDED)
"""Why a match ended that was not played to its end."""


class SeatResult(msgspec.Struct, frozen=True):
    """One seat of a finished match. `player` is "players/{player}" or "bots/{level}"; `place` 1 is best.

    `place` is that of who holds the seat: whoever left is behind all others. What the seat itself has come to is its
    `seat_place` (0: the same), which league points are counted by.
    """

    seat: int
    player: str
    display_name: str
    team: int
    place: int
    won: bool
    seat_place: int = 0

    @property
    def bot_level(self) -> str:
        """The bot's level; empty for a person."""
        return self.player.removeprefix(BOTS) if self.player.startswith(BOTS) else ""


def is_void(result: pb.MatchResult) -> bool:
    """True for a match that the house broke up: no win and no game is counted (rules 11.8)."""
    return result.end_cause == VOID


def seats_of(result: pb.MatchResult) -> list[SeatResult]:
    """The seats in order; raises `Invalid` when seats, teams and places do not fit together.

    Who left has lost, whatever has become of his seat (rules 11.6): he is behind all who did not.
    """
    count = len(result.seats)
    if sorted(seat.seat for seat in result.seats) != list(range(count)):
        raise _bad("seats", "every seat once, from 0")
    if len(result.teams) not in (0, count):
        raise _bad("teams", "one entry per seat, or none")
    if len(result.score.places) not in (0, count):
        raise _bad("score.places", "one entry per seat, or none")
    if any(winner >= count for winner in result.score.winners):
        raise _bad("score.winners", "seats of the match")
    if len({question_from_proto(one) for one in result.chance}) < len(result.chance):
        raise _bad("chance", "every kind once")
    winners = set(result.score.winners)
    teams = result.teams or range(count)
    places = result.score.places or [1 if not winners or seat in winners else 2 for seat in range(count)]
    found = []
    for seat in sorted(result.seats, key=lambda seat: seat.seat):
        if bool(seat.player) == bool(seat.bot_level):
            raise _bad(f"seats[{seat.seat}]", "a player or a bot")
        player = seat.player or f"{BOTS}{seat.bot_level}"
        name, team, place = seat.display_name or player, teams[seat.seat], places[seat.seat]
        left = seat.presence == match_pb2.PRESENCE_LEFT
        won = seat.seat in winners and not left
        found.append(SeatResult(seat.seat, player, name, team, count + 1 if left else place, won, place))
    return found


def ended_games(result: pb.MatchResult) -> list[frozenset[int]]:
    """The winners of each ended game of the match; none for a drawn one.

    A game that was left has not ended: a score does not list it, and it counts for nobody (rules 2.7). A match whose
    score has no games at all (batak, okey, Elli Bir) is one game, unless it was left.
    """
    if result.score.games:
        return [frozenset(game.winners) for game in result.score.games]
    return [] if result.end_cause in _UNPLAYED else [frozenset(result.score.winners)]


def counted_games(result: pb.MatchResult) -> Counter[str]:
    """How the ended games of the match came out: by the seat that won (as text), `DRAWN`, and `ALL`."""
    counts: Counter[str] = Counter()
    for winners in ended_games(result):
        counts.update(map(str, winners))
        counts[DRAWN] += not winners
        counts[ALL] += 1
    return counts


def splits_of(result: pb.MatchResult) -> list[str]:
    """The statistics the match counts in: the family as a whole (""), and its split if the game is split."""
    return ["", options_key(dict(result.statistics))] if result.statistics else [""]


def options_key(options: dict[str, str]) -> str:
    """The options of a split as one text, the same for the same options."""
    return msgspec.json.encode(options, order="deterministic").decode()


def share(part: int, whole: int) -> str:
    """`part` of `whole` in per cent, cut to two decimals (rules 2.7: 1 047 084 of 2 094 300 is 49.99)."""
    hundredths = part * 10_000 // whole if whole else 0
    return f"{hundredths // 100}.{hundredths % 100:02}"


def _bad(field: str, expected: str) -> Invalid:
    detail = {"problem": f"{field}: {expected}"}
    return Invalid("RESULT_BAD", detail, labels=REFUSALS["RESULT_BAD"], fields=((f"result.{field}", expected),))
