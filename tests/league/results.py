"""Results of matches, made by hand."""

from collections.abc import Sequence

from kiraathane.league.v1 import league_service_pb2 as pb
from kiraathane.match.v1 import match_pb2

ALI, VELI = "players/ali", "players/veli"


def result(
    match: str,
    seats: Sequence[str] = (ALI, VELI),
    *,
    winners: Sequence[int] = (0,),
    games: Sequence[Sequence[int]] = ((0,),),
    places: Sequence[int] | None = None,
    teams: Sequence[int] = (),
    cause: str = "points",
    family: str = "tavla",
    took: tuple[int, int] | None = None,
    chance: Sequence[pb.ChanceCounts] = (),
    **statistics: str,
) -> pb.MatchResult:
    """A result. `seats` are players or "bots/{level}"; `games` has the winners of each ended game; `took` are the
    seconds since 1970 of its start and end."""
    ranks = [1 if not winners or seat in winners else 2 for seat in range(len(seats))] if places is None else places
    made = pb.MatchResult(
        match=f"matches/{match}",
        family=family,
        statistics=statistics,
        seats=[_seat(number, who) for number, who in enumerate(seats)],
        score=match_pb2.Score(
            points=[0] * len(seats),
            winners=winners,
            places=ranks,
            games=[
                match_pb2.GameResult(number=number, winners=won, points=[0] * len(seats), cause="points")
                for number, won in enumerate(games, start=1)
            ],
        ),
        end_cause=cause,
        teams=teams or range(len(seats)),
        chance=chance,
    )
    if took is not None:
        made.start_time.FromSeconds(took[0])
        made.end_time.FromSeconds(took[1])
    return made


def dice(place: int, *counts: int) -> pb.ChanceCounts:
    return pb.ChanceCounts(kind=pb.CHANCE_KIND_ROLL, place=place, counts=counts)


def deals(*counts: int) -> pb.ChanceCounts:
    return pb.ChanceCounts(kind=pb.CHANCE_KIND_SHUFFLE, counts=counts)


def _seat(number: int, who: str) -> match_pb2.Seat:
    kind, _, name = who.partition("/")
    if kind == "bots":
        return match_pb2.Seat(seat=number, display_name=f"Bot ({name})", bot_level=name)
    return match_pb2.Seat(seat=number, player=who, display_name=name.title())
