"""The lobby, the league, the tournaments and the moderation."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp

from kiraathane.league.v1 import league_service_pb2 as league_pb
from kiraathane.lobby.v1 import lobby_service_pb2 as lobby_pb
from kiraathane.match.v1 import match_pb2
from kiraathane.moderation.v1 import moderation_service_pb2 as moderation_pb
from kiraathane.tournaments.v1 import tournaments_service_pb2 as tournaments_pb
from kiraathane_client.league import League
from kiraathane_client.lobby import Lobby
from kiraathane_client.moderation import Moderation
from kiraathane_client.retry import Patience
from kiraathane_client.streams import OnConnection
from kiraathane_client.sync.loop import Loop
from kiraathane_client.tournaments import Format, Tournaments


class SyncLobby:
    """As `Lobby`."""

    def __init__(self, loop: Loop, lobby: Lobby) -> None:
        self._loop = loop
        self._lobby = lobby

    def games(self) -> tuple[lobby_pb.GameDescription, ...]:
        return self._loop.run(self._lobby.games())

    def create_table(
        self,
        family: str,
        options: Mapping[str, str] | None = None,
        *,
        private: bool = False,
        spectators: bool | None = None,
    ) -> lobby_pb.Table:
        return self._loop.run(self._lobby.create_table(family, options, private=private, spectators=spectators))

    def table(self, name: str, *, invite_code: str = "") -> lobby_pb.Table:
        return self._loop.run(self._lobby.table(name, invite_code=invite_code))

    def find_table(self, invite_code: str) -> lobby_pb.Table:
        return self._loop.run(self._lobby.find_table(invite_code))

    def tables(self, family: str = "") -> Iterator[lobby_pb.Table]:
        return self._loop.each(self._lobby.tables(family))

    def sit(
        self, table: lobby_pb.Table, seat: int | None = None, *, ready: bool = True, invite_code: str = ""
    ) -> lobby_pb.Table:
        return self._loop.run(self._lobby.sit(table, seat, ready=ready, invite_code=invite_code))

    def quick_match(self, family: str, options: Mapping[str, str] | None = None) -> lobby_pb.Table:
        return self._loop.run(self._lobby.quick_match(family, options))

    def rematch(self, table: lobby_pb.Table) -> lobby_pb.Table:
        return self._loop.run(self._lobby.rematch(table))

    def open_seats(self, family: str = "") -> tuple[lobby_pb.OpenSeat, ...]:
        return self._loop.run(self._lobby.open_seats(family))

    def take_seat(self, table: lobby_pb.Table, seat: int, *, invite_code: str = "") -> lobby_pb.Table:
        return self._loop.run(self._lobby.take_seat(table, seat, invite_code=invite_code))

    def set_ready(self, table: lobby_pb.Table, ready: bool = True) -> lobby_pb.Table:
        return self._loop.run(self._lobby.set_ready(table, ready))

    def kick(self, table: lobby_pb.Table, player: str) -> lobby_pb.Table:
        return self._loop.run(self._lobby.kick(table, player))

    def leave(self, table: lobby_pb.Table) -> lobby_pb.Table:
        return self._loop.run(self._lobby.leave(table))

    def add_bot(self, table: lobby_pb.Table, level: str, seat: int | None = None) -> lobby_pb.Table:
        return self._loop.run(self._lobby.add_bot(table, level, seat))

    def remove_bot(self, table: lobby_pb.Table, seat: int) -> lobby_pb.Table:
        return self._loop.run(self._lobby.remove_bot(table, seat))

    def start(self, table: lobby_pb.Table) -> lobby_pb.Table:
        return self._loop.run(self._lobby.start(table))

    def watch(
        self,
        *,
        open_tables: bool = False,
        family: str = "",
        tables: Sequence[str] = (),
        patience: Patience | None = None,
        on_connection: OnConnection | None = None,
    ) -> Iterator[lobby_pb.WatchLobbyResponse]:
        return self._loop.each(
            self._lobby.watch(
                open_tables=open_tables, family=family, tables=tables, patience=patience, on_connection=on_connection
            )
        )

    def say(self, table: lobby_pb.Table, text: str) -> lobby_pb.ChatLine:
        return self._loop.run(self._lobby.say(table, text))

    def chat(self, table: lobby_pb.Table, after: int = 0) -> Iterator[lobby_pb.ChatLine]:
        return self._loop.each(self._lobby.chat(table, after))

    def mute(self, table: lobby_pb.Table, muted: bool = True) -> None:
        self._loop.run(self._lobby.mute(table, muted))


class SyncLeague:
    """As `League`."""

    def __init__(self, loop: Loop, league: League) -> None:
        self._loop = loop
        self._league = league

    def result(self, match: str) -> league_pb.GetResultResponse:
        return self._loop.run(self._league.result(match))

    def leaders(self, family: str, season: str = "") -> Iterator[league_pb.Standing]:
        return self._loop.each(self._league.leaders(family, season))

    def standing(self, family: str, player: str = "players/me") -> league_pb.Standing:
        return self._loop.run(self._league.standing(family, player))

    def statistics(self, family: str) -> league_pb.GetStatisticsResponse:
        return self._loop.run(self._league.statistics(family))

    def points(self, player: str = "players/me") -> league_pb.Points:
        return self._loop.run(self._league.points(player))

    def points_changes(self) -> Iterator[league_pb.PointsChange]:
        return self._loop.each(self._league.points_changes())

    def points_leaders(self, season: str = "") -> Iterator[league_pb.Points]:
        return self._loop.each(self._league.points_leaders(season))

    def results(self, player: str = "players/me") -> Iterator[league_pb.MatchResult]:
        return self._loop.each(self._league.results(player))

    def honours(self, season: str) -> tuple[league_pb.Honour, ...]:
        return self._loop.run(self._league.honours(season))


class SyncTournaments:
    """As `Tournaments`."""

    def __init__(self, loop: Loop, tournaments: Tournaments) -> None:
        self._loop = loop
        self._tournaments = tournaments

    def create(self, title: str, family: str, form: Format, **plan: Any) -> tournaments_pb.Tournament:
        return self._loop.run(self._tournaments.create(title, family, form, **plan))

    def get(self, tournament: str) -> tournaments_pb.Tournament:
        return self._loop.run(self._tournaments.get(tournament))

    def all(self) -> Iterator[tournaments_pb.Tournament]:
        return self._loop.each(self._tournaments.all())

    def enter(self, tournament: str, partner: str = "") -> tournaments_pb.Tournament:
        return self._loop.run(self._tournaments.enter(tournament, partner))

    def withdraw(self, tournament: str) -> tournaments_pb.Tournament:
        return self._loop.run(self._tournaments.withdraw(tournament))

    def start(self, tournament: str) -> tournaments_pb.Tournament:
        return self._loop.run(self._tournaments.start(tournament))

    def cancel(self, tournament: str) -> tournaments_pb.Tournament:
        return self._loop.run(self._tournaments.cancel(tournament))

    def decide(
        self, tournament: str, round_number: int, encounter: int, loser: int | None
    ) -> tournaments_pb.Tournament:
        return self._loop.run(self._tournaments.decide(tournament, round_number, encounter, loser))

    def rule(self, tournament: str, match: str, entrant: int, points: int, reason: str) -> tournaments_pb.Tournament:
        return self._loop.run(self._tournaments.rule(tournament, match, entrant, points, reason))


class SyncModeration:
    """As `Moderation`."""

    def __init__(self, loop: Loop, moderation: Moderation) -> None:
        self._loop = loop
        self._moderation = moderation

    def ban(self, player: str = "players/me") -> Timestamp | None:
        return self._loop.run(self._moderation.ban(player))

    def sanctions(self, player: str = "players/me") -> tuple[moderation_pb.Sanction, ...]:
        return self._loop.run(self._moderation.sanctions(player))

    def appeal(self, sanction: str, text: str) -> moderation_pb.Sanction:
        return self._loop.run(self._moderation.appeal(sanction, text))

    def report(self, player: str, text: str, place: str = "") -> moderation_pb.Report:
        return self._loop.run(self._moderation.report(player, text, place))

    def suspend(self, player: str, hours: int, reason: str) -> moderation_pb.Sanction:
        return self._loop.run(self._moderation.suspend(player, hours, reason))

    def lift(self, sanction: str, note: str) -> moderation_pb.Sanction:
        return self._loop.run(self._moderation.lift(sanction, note))

    def reports(self, *, closed: bool = False) -> tuple[moderation_pb.Report, ...]:
        return self._loop.run(self._moderation.reports(closed=closed))

    def appeals(self, *, closed: bool = False) -> tuple[moderation_pb.Sanction, ...]:
        return self._loop.run(self._moderation.appeals(closed=closed))

    def close_report(self, report: str, note: str) -> moderation_pb.Report:
        return self._loop.run(self._moderation.close_report(report, note))

    def look(self, match: str, *, entries: int = 0, before_version: int = 0) -> moderation_pb.LookAtMatchResponse:
        return self._loop.run(self._moderation.look(match, entries=entries, before_version=before_version))

    def freeze(self, match: str, reason: str) -> match_pb2.MatchInfo:
        return self._loop.run(self._moderation.freeze(match, reason))

    def thaw(self, match: str, reason: str) -> match_pb2.MatchInfo:
        return self._loop.run(self._moderation.thaw(match, reason))

    def rewind(self, match: str, version: int, reason: str) -> match_pb2.MatchInfo:
        return self._loop.run(self._moderation.rewind(match, version, reason))

    def void(self, match: str, reason: str) -> match_pb2.MatchInfo:
        return self._loop.run(self._moderation.void(match, reason))

    def end(self, match: str, reason: str) -> match_pb2.MatchInfo:
        return self._loop.run(self._moderation.end(match, reason))

    def audit(self) -> Iterator[moderation_pb.AuditEntry]:
        return self._loop.each(self._moderation.audit())
