"""A version of a match as bytes for each viewer: built once per viewer and version, however many watch.

An answer is put together from parts that are serialized on their own: the `MatchInfo` (info.py), who looks, the view,
and the happenings.
"""

from functools import cache
from typing import Any

from services.kernel.game import Seat, Viewer
from services.kernel.orders import Order
from services.kernel.seating import Occupy
from services.runtime.advance import AnyGame, Event
from services.runtime.contract import Contract, field
from services.runtime.info import viewer_info


@cache
def _viewer_part(viewer: Viewer) -> bytes:
    return b"" if viewer is None else viewer_info(viewer)


class Update:
    """One version of a match, to be shown to anybody.

    `state` is `None` for a match whose state cannot be had (a frozen one), which is then shown without its table.
    `steps` are the states that the version's commit went through; a change of who plays a seat goes through none.
    `told` says that they are complete, so that all that happened can be told. `event`, `asker` and `request_id` are
    what the commit was asked for, and by which seat; `info` is the `MatchInfo` for a spectator, as bytes.

    Raises whatever the family's `view`, `happenings` or `wire` raise.
    """

    __slots__ = (
        "_contract",
        "_full",
        "_game",
        "_news",
        "_shown",
        "_state",
        "_steps",
        "_tails",
        "asker",
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
        state: Any | None,
        steps: tuple[Any, ...],
        *,
        told: bool,
        event: Event | Occupy | Order | None = None,
        asker: Seat | None = None,
        request_id: bytes | None = None,
    ) -> None:
        self._contract = contract
        self._game = game
        self.info = info
        self._state = state
        self._steps = steps
        self.version = version
        self.told = told
        self.event = event
        self.asker = asker
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
        if self._state is None:
            return info
        view = self._game.view(self._state, viewer)
        # Where a game has nothing to hide, everybody's view is equal, and made into bytes once.
        for shown, data in self._shown:
            if shown == view:
                return info + data
        data = field(self._contract.view_tag, self._contract.wire.view_to_proto(view).SerializeToString())
        self._shown.append((view, data))
        return info + data

    def _happenings(self, viewer: Viewer) -> bytes:
        if not self._steps:
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
