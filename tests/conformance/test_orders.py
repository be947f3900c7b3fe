"""Moderators' orders in every family, on both stores: frozen, thawed, rewound, void, ended (decision 0023)."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import msgspec
import pytest

from kiraathane.match.v1 import match_pb2
from services.kernel import fairness, record
from services.kernel.refusal import Illegal
from services.kernel.registry import Family
from services.runtime.absence import AbsenceTerms
from services.runtime.hosting import HostedFamily
from tests.conformance.hosted import MODERATOR, Table, word_of
from tests.conftest import every_family
from tests.runtime.table import Postbox, soon
from tests.support.serving import new_request, refused, serving, settings_in

DENIED, PRECONDITION = grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.FAILED_PRECONDITION
PLAYING, FINISHED, FROZEN = (
    match_pb2.MATCH_STATUS_PLAYING,
    match_pb2.MATCH_STATUS_FINISHED,
    match_pb2.MATCH_STATUS_FROZEN,
)
OPTIONS = {"yuksek": {"hands": "9"}, "satranc": {"clock": "5+3"}}
TERMS = AbsenceTerms(grace_ms=100, empty_ms=200, idle_turns=3, by_bots=True)

FAMILIES = every_family()
ON_POSTGRESQL = ("okey", "yuksek")
"""What the store does is the same for all: one that hides much and deals again, and the toy."""
each_house = pytest.mark.parametrize(
    ("family", "kind"),
    [
        *(pytest.param(family, "sqlite", id=f"sqlite-{slug}") for slug, family in FAMILIES.items()),
        *(pytest.param(FAMILIES[slug], "postgresql", id=f"postgresql-{slug}") for slug in ON_POSTGRESQL),
    ],
)


@pytest.fixture
def store(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The `STORE` setting of a kind."""
    if kind == "sqlite":
        return f"sqlite:{tmp_path / 'data'}"
    found: str = request.getfixturevalue("postgres_store")
    return found


@contextlib.asynccontextmanager
async def hosted(family: Family, store: str, folder: Path, match: str = "") -> AsyncIterator[Table]:
    """A table, newly begun unless it is a `match` that is there."""
    settings = settings_in(folder, STORE=store, BOT_PACE_MS="0", SPECTATOR_DELAY_SECONDS="0")
    postbox = Postbox()
    service = HostedFamily(settings, family, postbox, terms=TERMS)
    async with serving(service) as channel:
        table = Table(settings, family, service, channel, postbox)
        table.options = family.game.meta.resolve(OPTIONS.get(family.slug, {}))
        table.match = match
        if not match:
            await table.open()
        yield table


async def played(table: Table, steps: int) -> Any:
    """So many acts of whoever is due; the last update."""
    people = dict(enumerate(table.people))
    for _ in range(steps):
        update = await table.step(people)
    return update


async def checked(table: Table) -> record.Record:
    """The record of the finished match, which must prove itself, and is written in every format of the family."""
    found = record.read((await table.call("GetRecord", table.stranger)).record.content)
    assert record.verify(found, table.family.game).problems == ()
    for name in table.family.module("record").FORMATS:
        assert (await table.call("GetRecord", table.stranger, format=name)).record.content
    return found


@each_house
async def test_a_frozen_match_stands_still_and_goes_on_where_it_was(family: Family, store: str, tmp_path: Path) -> None:
    async with hosted(family, store, tmp_path) as table:
        before = await played(table, 3)
        seat = before.info.due_seats[0]
        stream = await table.sit(table.people[0])
        views = await table.views()
        legal = await table.call("ListLegalActions", table.people[seat])
        info = await table.order("FREEZE")
        assert (info.status, list(info.due_seats), info.HasField("deadline")) == (FROZEN, [], False)
        told = (await soon(stream)).update
        assert (told.info.status, told.info.order.word) == (FROZEN, word_of("FREEZE"))
        assert (told.info.order.kind, told.info.order.version) == (match_pb2.ORDER_KIND_FREEZE, before.info.version + 1)
        assert await table.views() == views
        assert not (await table.call("ListLegalActions", table.people[seat])).actions
        act = {"expected_version": legal.version, "request_id": new_request(), "action": legal.actions[0]}
        for call in (table.call("Play", table.people[seat], **act), _leaving(table, seat), _substituting(table, seat)):
            with refused(PRECONDITION, "FROZEN_BY_MODERATOR") as why:
                await call
            assert all(word_of("FREEZE") in sentence for sentence in why.sentences.values())
        with refused(PRECONDITION, "ALREADY_FROZEN"):
            await table.order("FREEZE")
        stream.cancel()
        await asyncio.sleep((TERMS.empty_ms + 150) / 1000)
        for _ in range(2):
            await table.hosted.presence.sweep()
            await table.hosted.presence.sweep_empty()
        info = await table.order("THAW")
        assert (info.status, info.due_seats, info.version) == (PLAYING, before.info.due_seats, before.info.version + 2)
        assert all(one.presence == match_pb2.PRESENCE_PRESENT for one in info.seats)
        if before.info.HasField("deadline"):  # the time in between was nobody's
            moved = info.deadline.ToMilliseconds() - before.info.deadline.ToMilliseconds()
            assert moved >= TERMS.empty_ms + 150
        assert (await table.call("Play", table.people[seat], **act)).update.info.version == info.version + 1
        await table.hosted.presence.sweep_empty()
        assert (await table.get()).info.status == PLAYING
        with refused(PRECONDITION, "NOT_FROZEN"):
            await table.order("THAW")


@each_house
async def test_a_rewound_match_is_what_it_was_and_nothing_is_dealt_twice(
    family: Family, store: str, tmp_path: Path
) -> None:
    async with hosted(family, store, tmp_path) as table:
        there = await played(table, 4)
        views, score, due = await table.views(), there.info.score, list(there.info.due_seats)
        seat = due[0]
        legal = await table.call("ListLegalActions", table.people[seat])
        request = {"expected_version": legal.version, "request_id": new_request(), "action": legal.actions[0]}
        first = (await table.call("Play", table.people[seat], **request)).update
        last = await played(table, 16)
        once = new_request()
        for _ in range(2):
            info = await table.order("REWIND", there.info.version, request_id=once)
            assert (info.version, info.status, list(info.due_seats)) == (last.info.version + 1, PLAYING, due)
        assert (info.score, await table.views()) == (score, views)
        assert (await table.call("Play", table.people[seat], **request)).update == first
        with refused(grpc.StatusCode.ABORTED, "VERSION_STALE"):
            await table.call("Play", table.people[seat], **{**request, "request_id": new_request()})
        await played(table, 3)
        with refused(PRECONDITION, "NO_SUCH_VERSION"):
            await table.order("REWIND", info.version + 3)
        undone = await table.order("REWIND", info.version - 1)  # before the first rewind
        assert undone.score == last.info.score
        begun = await table.order("REWIND", 0)
        assert begun.version == undone.version + 1
        await played(table, 2)
        live = (await table.get()).info, await table.views()
    async with hosted(family, store, tmp_path, table.match) as table:
        assert ((await table.get()).info, await table.views()) == live
        await played(table, 1)
        info = await table.order("END")
        found = await checked(table)
        fates = [tuple(event["outcome"]) for event in _events(found) if event["type"] == "fate"]
        deals = [fate for fate in fates if len(fate) > 10]
        assert len(set(deals)) == len(deals)
        counted = fairness.counts(found, family.game)  # also what was taken back: the dice fell all the same
        assert sum(sum(seen) for question, seen in counted.items() if question.place == 0) == len(fates)
        verdict = record.verify(found, family.game)
        assert [order.kind for _, order in verdict.orders] == ["rewind", "rewind", "rewind", "end"]
        for tampered in (_tampered(found, back_to=1), _without_orders(found)):
            assert record.verify(tampered, family.game).problems


@each_house
async def test_a_void_match_counts_for_nobody_and_an_ended_one_as_it_stands(
    family: Family, store: str, tmp_path: Path
) -> None:
    async with hosted(family, store, tmp_path) as table:
        await played(table, 5)
        await table.order("FREEZE")
        info = await table.order("VOID")
        assert (info.status, info.end_cause, list(info.due_seats)) == (FINISHED, "void", [])
        assert (list(info.score.winners), list(info.score.places)) == ([], [])
        assert info.order.word == word_of("VOID")
        assert table.postbox.sent[-1].queue == "scoring"
        assert (await checked(table)).cause == "void"
        for kind in ("FREEZE", "THAW", "REWIND", "VOID", "END"):
            with refused(PRECONDITION, "MATCH_OVER"):
                await table.order(kind)
        await table.open()
        stood = (await played(table, 5)).info.score
        info = await table.order("END")
        assert (info.status, info.end_cause) == (FINISHED, "ended")
        assert (info.score.points, len(info.score.places)) == (stood.points, table.count)
        best = (min if family.game.meta.fewest_win else max)(stood.points)
        leaders = [seat for seat, points in enumerate(stood.points) if points == best]
        assert list(info.score.winners) == ([] if len(leaders) == table.count else leaders)
        assert (await checked(table)).cause == "ended"


async def test_what_these_rules_cannot_play_again_is_written_as_it_was_kept_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match of rules that have changed since: the text, for which it is played again, cannot be had."""
    family = FAMILIES["tavla"]
    async with hosted(family, f"sqlite:{tmp_path / 'data'}", tmp_path) as table:
        await played(table, 3)
        await table.order("VOID")
        monkeypatch.setattr(type(family.game), "apply", _refusing)
        with refused(PRECONDITION, "FORMAT_UNSUITABLE"):
            await table.call("GetRecord", table.stranger, format="text")
        assert (await table.call("GetRecord", table.stranger, format="json")).record.content


def _refusing(*_: Any) -> Any:
    raise Illegal("NOT_IN_THE_RULES")


@each_house
async def test_a_moderator_sees_who_did_what_when_and_no_secret(family: Family, store: str, tmp_path: Path) -> None:
    async with hosted(family, store, tmp_path) as table:
        await played(table, 6)
        seen = await table.inspect(entries=4)
        spectator = await table.get()
        assert seen.update == spectator
        assert seen.inspection.info == spectator.info
        entries = seen.inspection.entries
        assert [one.version for one in entries] == [7, 6, 5, 4]
        assert all(one.kind == match_pb2.ENTRY_KIND_ACT and one.HasField("seat") for one in entries)
        open_ = not family.game.meta.hidden
        assert (all(one.text for one in entries), bool(seen.inspection.position)) == (open_, open_)
        assert {one.seat for one in seen.inspection.silences} == set(range(table.count))
        first = (await table.inspect(before_version=2)).inspection.entries
        assert [(one.version, one.kind) for one in first] == [(1, match_pb2.ENTRY_KIND_BEGINNING)]
        for by in ("players/a", "players/b"):
            with refused(DENIED, "MODERATOR_SITS"):
                await table.inspect(by)
            with refused(DENIED, "MODERATOR_SITS"):
                await table.order("VOID", by=by)
        for who in (table.people[0], table.stranger):
            with refused(DENIED, "NOT_ALLOWED"):
                await table.call("InspectMatch", who, moderator=MODERATOR)
            with refused(DENIED, "NOT_ALLOWED"):
                await _ordering(table, who)
        await table.order("VOID")
        over = (await table.inspect(entries=3)).inspection
        assert over.position
        assert [one.kind for one in over.entries] == [match_pb2.ENTRY_KIND_ORDER] + 2 * [match_pb2.ENTRY_KIND_ACT]
        assert all(one.text for one in over.entries)


async def _leaving(table: Table, seat: int) -> Any:
    return await table.call("LeaveMatch", table.people[seat], request_id=new_request())


async def _substituting(table: Table, seat: int) -> Any:
    return await table.call("SeatSubstitute", seat=seat, player="players/x", display_name="X")


async def _ordering(table: Table, who: Any) -> Any:
    fields = {"kind": "ORDER_KIND_VOID", "word": "x", "moderator": MODERATOR}
    return await table.call("OrderMatch", who, request_id=new_request(), **fields)


def _events(found: record.Record) -> list[dict[str, Any]]:
    return [event for commit in found.commits for event in msgspec.json.decode(commit.events)]


def _tampered(found: record.Record, back_to: int) -> record.Record:
    """The record with its last rewind, which was to the beginning, to another version."""
    changed = []
    for commit in found.commits:
        events = msgspec.json.decode(commit.events)
        if events and events[0].get("kind") == "rewind" and not events[0].get("back_to"):
            events[0]["back_to"] = back_to
        changed.append(msgspec.structs.replace(commit, events=msgspec.Raw(msgspec.json.encode(events))))
    return msgspec.structs.replace(found, commits=tuple(changed))


def _without_orders(found: record.Record) -> record.Record:
    """The record without what moderators ordered, its commits numbered as if there had been none."""
    kept = [one for one in found.commits if msgspec.json.decode(one.events)[0]["type"] != "order"]
    numbered = tuple(msgspec.structs.replace(one, version=n) for n, one in enumerate(kept, start=1))
    return msgspec.structs.replace(found, commits=numbered)
