"""Whole matches of the families with melds, played in this process: bots and chance turn and turn about."""

import random
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from kiraathane.match.v1 import match_pb2
from services.kernel.chance import outcome
from services.kernel.game import Act, Chance, Config, Decide, Fate, Game, Over, Seat

NAMES = ("Ayşe", "Bora", "Can", "Deniz")


def played(
    game: Game[Any, Any, Any, Any], bot: Any, options: Mapping[str, str], seed: int, wild: Collection[int] = ()
) -> Iterator[Any]:
    """Every state of a match. The seats `wild` take whatever act of the list falls to them."""
    chosen = game.meta.resolve(options)
    state = game.setup(Config(options=chosen))
    dice, asked = random.Random(seed), 0
    while True:
        yield state
        match game.pending(state):
            case Over():
                return
            case Chance(request=request):
                secret = seed.to_bytes(32, "big")
                state = game.apply(state, Fate(outcome(secret, "m", asked, ("",) * game.meta.seats, request)))
                asked += 1
            case Decide(seats=seats):
                seat = min(seats)
                if seat in wild:
                    act = dice.choice(list(game.legal(state, seat)))
                else:
                    act = bot.decide(game.view(state, seat), "kolay", dice.getrandbits(32))
                state = game.apply(state, Act(seat, act))


def info_of(game: Game[Any, Any, Any, Any], state: Any, viewer: int | None, seats: int = 4) -> match_pb2.MatchInfo:
    """What every family says of a match; seat 2 is a bot."""
    ended = game.pending(state)
    over = isinstance(ended, Over)
    status = match_pb2.MATCH_STATUS_FINISHED if over else match_pb2.MATCH_STATUS_PLAYING
    info = match_pb2.MatchInfo(match="matches/m1", family=game.meta.slug, version=7, status=status)
    for seat, name in enumerate(NAMES[:seats]):
        info.seats.add(seat=seat, player=f"players/{seat}", display_name=name, bot_level="usta" if seat == 2 else "")
    if viewer is not None:
        info.viewer_seat = viewer
    if isinstance(ended, Decide):
        info.due_seats.extend(sorted(ended.seats))
    if isinstance(ended, Over):
        info.end_cause = ended.cause
    score = game.score(state)
    info.score.points.extend(score.points)
    info.score.winners.extend(score.winners)
    info.score.places.extend(score.places)
    return info


def legal_of(game: Game[Any, Any, Any, Any], state: Any, seat: int) -> list[Any]:
    """What the house lists for a seat."""
    wait = game.pending(state)
    return list(game.legal(state, Seat(seat))) if isinstance(wait, Decide) and seat in wait.seats else []
