"""What a recorded result adds to the league's sums. Pure, so that they can be counted again from the results."""

from collections.abc import Iterable, Iterator
from typing import Final

from sqlalchemy import Table

from kiraathane.league.v1 import league_service_pb2 as pb
from services.league import tables
from services.league.result import counted_games, ended_games, is_void, seats_of, splits_of
from services.wire.chance import question_from_proto

DURATIONS: Final = (5, 15, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400)
"""Bounds in seconds: a match of bots takes seconds, one of people minutes or hours."""
LONGER: Final = 0
"""In the place of a bound: longer than all of them."""
DAY_SECONDS: Final = 86_400

Key = tuple[str | int, ...]
Amounts = tuple[int, ...]
Line = tuple[Table, Key, Amounts]
Sums = dict[Table, dict[Key, Amounts]]
"""By table, by the values of its key: the sums, in the order of its other columns."""


def added_up(results: Iterable[pb.MatchResult], sums: Sums | None = None) -> Sums:
    """The sums of these results; every table of `tables.SUMS` is there. Given `sums` are added to.

    Raises `Invalid` for a bad result.
    """
    sums = {table: {} for table in tables.SUMS} if sums is None else sums
    for result in results:
        for table, key, amounts in _lines(result):
            before = sums[table].get(key)
            sums[table][key] = amounts if before is None else tuple(map(sum, zip(before, amounts, strict=True)))
    return sums


def _lines(result: pb.MatchResult) -> Iterator[Line]:
    if is_void(result):
        yield from _chance(result)  # the dice fell all the same
        return
    yield from _games(result)
    yield from _seats(result)
    yield from _duration(result)
    yield from _chance(result)
    yield from _meetings(result)
    yield from _days(result)


def _games(result: pb.MatchResult) -> Iterator[Line]:
    for options in splits_of(result):
        for outcome, games in counted_games(result).items():
            if games:
                yield tables.statistics, (result.family, options, outcome), (games,)


def _seats(result: pb.MatchResult) -> Iterator[Line]:
    count = len(result.seats)
    for winners in ended_games(result):
        if winners:
            for seat in range(count):
                yield tables.seats, (result.family, count, seat), (1, int(seat in winners))


def _duration(result: pb.MatchResult) -> Iterator[Line]:
    if result.HasField("start_time") and result.HasField("end_time"):
        took_ms = max(0, result.end_time.ToMilliseconds() - result.start_time.ToMilliseconds())
        within = next((bound for bound in DURATIONS if took_ms <= bound * 1000), LONGER)
        yield tables.durations, (result.family, within), (1, took_ms)


def _chance(result: pb.MatchResult) -> Iterator[Line]:
    for message in result.chance:
        question = question_from_proto(message)
        for outcome, count in enumerate(message.counts):
            if count:
                key = (result.family, str(question.kind), question.size, question.place, outcome)
                yield tables.chance, key, (count,)


def _meetings(result: pb.MatchResult) -> Iterator[Line]:
    seats = seats_of(result)
    people = [seat for seat in seats if not seat.bot_level]
    met = set()
    for bot in seats:
        for person in people:
            if bot.bot_level and bot.team != person.team:
                key = (result.family, bot.bot_level)
                order = (bot.place < person.place, bot.place == person.place, bot.place > person.place)
                yield tables.meetings, key, (int(bot.bot_level not in met), *map(int, order))
                met.add(bot.bot_level)


def _days(result: pb.MatchResult) -> Iterator[Line]:
    if result.HasField("end_time"):
        day = result.end_time.seconds // DAY_SECONDS
        for player in {seat.player for seat in result.seats if seat.player}:
            yield tables.days, (day, result.family, player), (1,)
