"""A scenario of a rule book (docs/scenarios.md), played through the gateway by the people of its table."""

import uuid
from collections.abc import Iterator
from typing import Any

import grpc.aio
import msgspec
import pytest

from kiraathane.match.v1 import match_pb2
from kiraathane_client.contract import Contract
from services.kernel.registry import families
from services.kernel.scenario import Scenario
from services.runtime.settings import Settings
from tests.house.positions import PEOPLE
from tests.support.serving import Metadata, Refusal, as_player


class AtTable:
    """The people of a match, each with a token of his own; a seat of None is somebody who looks on."""

    def __init__(self, channel: grpc.aio.Channel, settings: Settings, family: str, match: str) -> None:
        self._channel = channel
        self._settings = settings
        self._contract: Contract[Any, Any] = Contract(family)
        self._family = families()[family]
        self._wire = self._family.module("wire")
        self._match = match
        self._version = 0

    @property
    def _notation(self) -> Any:
        return self._family.game.notation

    async def run(self, scenario: Scenario) -> None:
        """Takes every step; raises `AssertionError` for what does not come as written."""
        for number, step in enumerate(scenario.steps, start=1):
            (kind,) = {"act", "legal", "view", "points", "pending"} & set(step)
            await getattr(self, f"_{kind}")(step, f"step {number}")

    async def see(self, seat: int | None) -> Any:
        """The match as the seat sees it now."""
        update = (await self._ask(seat, "GetMatch")).update
        self._version = update.info.version
        return update

    async def do(self, seat: int, text: str) -> Any:
        """The match after an act in the rule book's notation."""
        action = self._wire.action_to_proto(self._notation.read_action(text))
        asked = {"expected_version": self._version, "request_id": str(uuid.uuid4()), "action": action}
        update = (await self._ask(seat, "Play", **asked)).update
        self._version = max(self._version, update.info.version)
        return update

    async def refused(self, seat: int, text: str) -> Refusal:
        """The refusal of an act; fails if it is taken."""
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await self.do(seat, text)
        assert caught.value.code() is grpc.StatusCode.FAILED_PRECONDITION, caught.value
        refusal = Refusal()
        refusal.read(caught.value)
        return refusal

    async def _act(self, step: dict[str, Any], where: str) -> None:
        before = await self.see(step["act"])
        if "refused" in step:
            refusal = await self.refused(step["act"], step["do"])
            assert refusal.reason == step["refused"], where
            assert set(refusal.sentences) == {"tr", "en"}
            assert {
                name: str(value) for name, value in step.get("detail", {}).items()
            }.items() <= refusal.metadata.items()
            assert (await self.see(step["act"])).info.version == before.info.version
            return
        after = await self.do(step["act"], step["do"])
        if "ledger" in step:
            new = after.info.score.ledger[len(before.info.score.ledger) :]
            lines = [_plain(line) for line in new]
            assert lines == step["ledger"], where

    async def _legal(self, step: dict[str, Any], where: str) -> None:
        offered = (await self._ask(step["legal"], "ListLegalActions")).actions
        texts = {self._notation.write_action(self._wire.action_from_proto(action)) for action in offered}
        assert set(step.get("has", ())) <= texts, where
        assert not set(step.get("lacks", ())) & texts, where
        assert texts == set(step.get("is", texts)), where
        assert len(texts) == step.get("count", len(texts)), where

    async def _view(self, step: dict[str, Any], where: str) -> None:
        seat = None if step["view"] == "spectator" else step["view"]
        view = self._wire.view_from_proto((await self.see(seat)).view)
        found = msgspec.json.decode(msgspec.json.encode(view))
        assert not list(differences(found, step["has"])), where

    async def _points(self, step: dict[str, Any], where: str) -> None:
        assert list((await self.see(0)).info.score.points) == step["points"], where

    async def _pending(self, step: dict[str, Any], where: str) -> None:
        assert sorted((await self.see(0)).info.due_seats) == step["pending"]["decide"], where

    async def _ask(self, seat: int | None, method: str, **fields: object) -> Any:
        request = self._contract.request(f"{method}Request", match=self._match, **fields)
        return await self._contract.unary(self._channel, method)(request, metadata=self._token(seat), timeout=20)

    def _token(self, seat: int | None) -> Metadata:
        return as_player(self._settings, "players/izleyen" if seat is None else PEOPLE[seat])


def _plain(line: match_pb2.LedgerLine) -> dict[str, Any]:
    """A ledger line as a scenario writes it."""
    return {"seat": line.seat, "points": line.points, "reason": line.reason, "clause": line.clause}


def differences(found: Any, expected: Any, place: str = "view") -> Iterator[str]:
    """Where `found` does not have what `expected` names; lists must be equal."""
    if isinstance(found, dict) and isinstance(expected, dict):
        for key, value in expected.items():
            yield from differences(found.get(key), value, f"{place}.{key}")
    elif found != expected:
        yield f"{place} is {found!r}, expected {expected!r}"
