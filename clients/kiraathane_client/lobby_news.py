"""The picture that a lobby's stream draws: open tables, one's own, how one's matches stand."""

from kiraathane.lobby.v1 import lobby_service_pb2 as pb


class LobbyNews:
    """Takes in what `Lobby.watch` yields. `tables` and `matches` are by name; `synced` once the picture is complete."""

    def __init__(self, player: str) -> None:
        """`player` is whose stream it is: "players/…"."""
        self._player = player
        self.tables: dict[str, pb.Table] = {}
        self.matches: dict[str, pb.MatchNotice] = {}
        self.synced = False
        self._heard: dict[str, int] = {}

    @property
    def mine(self) -> list[pb.Table]:
        """The player's own tables, the newest first: where he sits, or has a seat kept, or which he opened."""
        return [table for table in self._newest() if self._concerns(table)]

    @property
    def open(self) -> list[pb.Table]:
        """Open tables of others, the newest first."""
        return [t for t in self._newest() if not self._concerns(t) and t.status == pb.TABLE_STATUS_OPEN]

    def take(self, news: pb.WatchLobbyResponse) -> bool:
        """Takes in a piece of news; False if it was known: a new stream tells much again."""
        kind = news.WhichOneof("news")
        if kind == "synced":
            self.synced = True
            return True
        if kind == "table":
            known = self.tables.get(news.table.table)
            self.tables[news.table.table] = news.table
            return known is None or known.version != news.table.version
        if kind == "table_gone":
            # Of a match that ended while there was no stream nothing more is told: it goes with its table.
            gone = news.table_gone.table
            self.matches = {name: match for name, match in self.matches.items() if match.table != gone}
            return self.tables.pop(gone, None) is not None
        if kind == "match":
            before = self.matches.get(news.match.match)
            self.matches[news.match.match] = news.match
            return before != news.match
        if kind == "chat":
            new = news.chat.number > self._heard.get(news.chat.table, 0)
            self._heard[news.chat.table] = max(news.chat.number, self._heard.get(news.chat.table, 0))
            return new
        return False

    def _newest(self) -> list[pb.Table]:
        return sorted(self.tables.values(), key=lambda table: table.create_time.ToNanoseconds(), reverse=True)

    def _concerns(self, table: pb.Table) -> bool:
        return any(self._player in (seat.player, seat.kept_for) for seat in table.seats) or table.owner == self._player
