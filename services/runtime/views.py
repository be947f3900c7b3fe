"""A version of a match as bytes for each viewer: built once per viewer and version, however many watch.

An answer is put together from parts that are serialized on their own: what never changes about a match, what changed
with the version, who looks, the view, and the happenings. Protobuf merges parts of one message that follow each other.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp

from kiraathane.match.v1 import match_pb2
from services.kernel.game import Seat, Viewer
from services.kernel.record import RecordSeat
from services.kernel.score import Score
from services.runtime.advance import AnyGame, Event
from services.runtime.contract import Contract, field, serialized


def timestamp(unix_ms: int) -> Timestamp:
    """A moment as protobuf says it."""
    return Timestamp(seconds=unix_ms // 1000, nanos=unix_ms % 1000 * 1_000_000)


def score_message(score: Score) -> match_pb2.Score:
    """The kernel's score in the contract's words."""
    return match_pb2.Score(
        points=score.points,
        ledger=[
            match_pb2.LedgerLine(seat=line.seat, points=line.points, reason=line.reason, clause=line.clause)
            for line in score.ledger
        ],
        games=[
            match_pb2.GameResult(number=game.number, winners=game.winners, points=game.points, cause=game.cause)
            for game in score.games
        ],
        winners=score.winners,
        places=score.places,
    )


def seat_messages(seats: Sequence[RecordSeat]) -> list[match_pb2.Seat]:
    """Who sits where, without their nonces, which the record tells."""
    return [
        match_pb2.Seat(seat=number, player=seat.player, display_name=seat.name, bot_level=seat.bot_level)
        for number, seat in enumerate(seats)
    ]


def fixed_info(
    match: str,
    family: str,
    rules_version: int,
    options: Mapping[str, str],
    commitment: str,
    seats: Sequence[RecordSeat],
    started_ms: int | None,
) -> bytes:
    """The part of `MatchInfo` that stays the same from the start of a match to its end."""
    info = match_pb2.MatchInfo(
        match=match,
        family=family,
        rules_version=rules_version,
        options=options,
        commitment=commitment,
        seats=seat_messages(seats),
    )
    if started_ms is not None:
        info.start_time.CopyFrom(timestamp(started_ms))
    return serialized(info)


def moving_info(
    version: int, status: int, due: Sequence[int], deadline_ms: int | None, cause: str, updated_ms: int
) -> bytes:
    """The part of `MatchInfo` that changes with the version, but for the score. Times are Unix milliseconds."""
    info = match_pb2.MatchInfo(
        version=version,
        status=match_pb2.MatchStatus.ValueType(status),
        due_seats=due,
        end_cause=cause,
        update_time=timestamp(updated_ms),
    )
    if deadline_ms is not None:
        info.deadline.CopyFrom(timestamp(deadline_ms))
    return info.SerializeToString()


def score_info(score: Score) -> bytes:
    """The part of `MatchInfo` that holds the score."""
    return serialized(match_pb2.MatchInfo(score=score_message(score)))


_VIEWER_PARTS: dict[Viewer, bytes] = {None: b""}


def _viewer_part(viewer: Viewer) -> bytes:
    part = _VIEWER_PARTS.get(viewer)
    if part is None:
        part = _VIEWER_PARTS[viewer] = serialized(match_pb2.MatchInfo(viewer_seat=viewer))
    return part


class Update:
    """One version of a match, to be shown to anybody.

    `steps` are the states that the version's commit went through, the last one being the version's; `None` for a match
    whose state cannot be had (a frozen one), which is then shown without its table. `told` says that `steps` is
    complete, so that the happenings can be told. `event` and `request_id` are what the commit was asked for; `info` is
    the `MatchInfo` for a spectator, as bytes.

    Raises whatever the family's `view`, `happenings` or `wire` raise.
    """

    __slots__ = (
        "_contract",
        "_full",
        "_game",
        "_news",
        "_shown",
        "_steps",
        "_tails",
        "event",
        "info",
        "request_id",
        "told",
        "version",
    )

    def __init__(
        self,
        contract: Contract,
        game: AnyGame,
        version: int,
        info: bytes,
        steps: tuple[Any, ...] | None,
        *,
        told: bool,
        event: Event | None = None,
        request_id: bytes | None = None,
    ) -> None:
        self._contract = contract
        self._game = game
        self.info = info
        self._steps = steps
        self.version = version
        self.told = told
        self.event = event
        self.request_id = request_id
        self._full: dict[Viewer, bytes] = {}
        self._news: dict[Viewer, bytes] = {}
        self._shown: list[tuple[Any, bytes]] = []
        self._tails: list[tuple[Any, bytes]] = []

    def full(self, viewer: Viewer) -> bytes:
        """The version as an answer without happenings: `GetMatchResponse`, and what a watcher is shown first."""
        answer = self._full.get(viewer)
        if answer is None:
            answer = self._full[viewer] = field(self._contract.update_tag, self._body(viewer))
        return answer

    def news(self, viewer: Viewer) -> bytes:
        """The version with what happened in it: `PlayResponse`, and what watchers are sent."""
        answer = self._news.get(viewer)
        if answer is None:
            body = self._body(viewer) + self._happenings(viewer)
            answer = self._news[viewer] = field(self._contract.update_tag, body)
        return answer

    def _body(self, viewer: Viewer) -> bytes:
        part = _viewer_part(viewer)
        info = field(self._contract.info_tag, self.info + part)
        if self._steps is None:
            return info
        view = self._game.view(self._steps[-1], viewer)
        # Where a game has nothing to hide, everybody's view is equal, and made into bytes once.
        for shown, data in self._shown:
            if shown == view:
                return info + data
        data = field(self._contract.view_tag, self._contract.wire.view_to_proto(view).SerializeToString())
        self._shown.append((view, data))
        return info + data

    def _happenings(self, viewer: Viewer) -> bytes:
        if self._steps is None:
            return b""
        happened = [h for state in self._steps for h in self._game.happenings(state, viewer)]
        for told, data in self._tails:
            if told == happened:
                return data
        to_proto = self._contract.wire.happening_to_proto
        tag = self._contract.happening_tag
        data = b"".join([field(tag, to_proto(h).SerializeToString()) for h in happened])
        self._tails.append((happened, data))
        return data


def seat_of(seats: Sequence[RecordSeat], player: str) -> Seat | None:
    """The seat of "players/…"; None for one who has none."""
    for number, seat in enumerate(seats):
        if seat.player == player:
            return Seat(number)
    return None
