"""Matches, as `match` and `sitting`."""

from collections.abc import Iterator
from typing import Any, Generic

from kiraathane.match.v1 import match_pb2
from kiraathane_client.contract import A, U
from kiraathane_client.match import Legal, Match
from kiraathane_client.retry import Patience
from kiraathane_client.sitting import Sitting
from kiraathane_client.streams import OnConnection
from kiraathane_client.sync.loop import Loop


class SyncSitting(Generic[U, A]):
    """As `Sitting`, with `with`."""

    def __init__(self, loop: Loop, sitting: Sitting[U, A]) -> None:
        self._loop = loop
        self._sitting = sitting

    def __enter__(self) -> "SyncSitting[U, A]":
        self._loop.run(self._sitting.__aenter__())
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.run(self._sitting.__aexit__())

    @property
    def version(self) -> int:
        return self._sitting.version

    @property
    def ended(self) -> bool:
        return self._sitting.ended

    def play(self, action: A, *, expected_version: int) -> U:
        return self._loop.run(self._sitting.play(action, expected_version=expected_version))

    def __iter__(self) -> Iterator[U]:
        return self

    def __next__(self) -> U:
        update = self._loop.run(self._pull())
        if update is None:
            raise StopIteration
        return update

    async def _pull(self) -> U | None:
        return await anext(self._sitting, None)


class SyncMatch(Generic[U, A]):
    """As `Match`."""

    def __init__(self, loop: Loop, match: Match[U, A]) -> None:
        self._loop = loop
        self._match = match
        self.name = match.name
        self.family = match.family

    def get(self) -> U:
        return self._loop.run(self._match.get())

    def legal_actions(self) -> Legal[A]:
        return self._loop.run(self._match.legal_actions())

    def ask(self, query: str, **fields: object) -> Any:
        return self._loop.run(self._match.ask(query, **fields))

    def play(self, action: A, *, expected_version: int) -> U:
        return self._loop.run(self._match.play(action, expected_version=expected_version))

    def leave(self) -> U:
        return self._loop.run(self._match.leave())

    def claim_absent(self) -> U:
        return self._loop.run(self._match.claim_absent())

    def record(self, format: str = "json") -> match_pb2.RecordDocument:  # noqa: A002  (the word of the contract)
        return self._loop.run(self._match.record(format))

    def watch(
        self, *, after_version: int = 0, patience: Patience | None = None, on_connection: OnConnection | None = None
    ) -> Iterator[U]:
        return self._loop.each(
            self._match.watch(after_version=after_version, patience=patience, on_connection=on_connection)
        )

    def sit(
        self, *, after_version: int = 0, patience: Patience | None = None, on_connection: OnConnection | None = None
    ) -> SyncSitting[U, A]:
        sitting = self._match.sit(after_version=after_version, patience=patience, on_connection=on_connection)
        return SyncSitting(self._loop, sitting)
