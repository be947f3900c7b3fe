"""Tables: what a client adds to the chance, and answers that get lost."""

from contextlib import aclosing
from pathlib import Path

import pytest

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane.match.v1 import match_pb2
from kiraathane_client import Client, FileCommitments, LobbyNews, MemoryCommitments, Refused
from tests.clients.house import MATCH, House

HASH = "ab" * 32


async def test_the_nonce_is_drawn_after_the_commitment_and_remembered(house: House, client: Client) -> None:
    table = await client.lobby.create_table("tavla")
    known = client.commitments.recall(MATCH)
    assert known is not None
    assert (known.commitment, known.nonce) == (HASH, "")
    await client.lobby.sit(table, 0)
    known = client.commitments.recall(MATCH)
    assert known is not None
    assert known.nonce == house.nonces[0]
    assert len(known.nonce) == 32


async def test_sitting_down_again_adds_the_same_nonce(house: House, client: Client) -> None:
    table = await client.lobby.create_table("tavla")
    await client.lobby.sit(table, 0)
    await client.lobby.sit(table, 1)
    assert house.nonces[0] == house.nonces[1]


async def test_whoever_looks_at_a_running_match_remembers_its_commitment(house: House, client: Client) -> None:
    await client.match("tavla", MATCH).get()
    known = client.commitments.recall(MATCH)
    assert known is not None
    assert known.commitment == HASH


async def test_a_finished_match_proves_nothing_any_more(house: House, client: Client) -> None:
    house.commit(finished=True)
    await client.match("tavla", MATCH).get()
    assert client.commitments.recall(MATCH) is None


@pytest.mark.parametrize("kind", ["memory", "file"])
def test_what_was_seen_first_stays(kind: str, tmp_path: Path) -> None:
    commitments = MemoryCommitments() if kind == "memory" else FileCommitments(tmp_path)
    commitments.remember("matches/a-1", "first", "")
    commitments.remember("matches/a-1", "second", "nonce")
    commitments.remember("matches/a-1", "third", "other")
    known = commitments.recall("matches/a-1")
    assert known is not None
    assert (known.commitment, known.nonce) == ("first", "nonce")
    assert commitments.recall("matches/b") is None


def test_a_match_cannot_be_named_like_a_path(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not the name of a match"):
        FileCommitments(tmp_path).remember("matches/../../x", "hash")


async def test_a_bot_whose_answer_was_lost_is_seated_once(house: House, client: Client) -> None:
    house.lose_bot_answer = True
    table = await client.lobby.add_bot(await client.lobby.create_table("tavla"), "orta")
    assert [seat.bot_level for seat in table.seats] == ["orta", ""]


async def test_a_seat_that_is_taken_is_a_refusal(house: House, client: Client) -> None:
    table = await client.lobby.create_table("tavla")
    await client.lobby.add_bot(table, "orta", 0)
    with pytest.raises(Refused, match="SEAT_TAKEN"):
        await client.lobby.add_bot(table, "usta", 0)


async def test_a_list_goes_over_all_pages(house: House, client: Client) -> None:
    async with aclosing(client.lobby.tables()) as tables:
        names = [table.table async for table in tables]
    assert names == [f"tables/t{number}" for number in range(120)]


def test_a_match_that_ended_unheard_goes_with_its_table() -> None:
    """A stream that begins again tells nothing of what is over; the picture must not keep somebody on turn there."""
    news = LobbyNews("players/ayse")
    table = pb.Table(table="tables/t", match=MATCH, status=pb.TABLE_STATUS_STARTED)
    notice = pb.MatchNotice(table="tables/t", match=MATCH, status=match_pb2.MATCH_STATUS_PLAYING, due_seats=[0])
    assert news.take(pb.WatchLobbyResponse(table=table))
    assert news.take(pb.WatchLobbyResponse(match=notice))
    assert news.take(pb.WatchLobbyResponse(table_gone=pb.TableGone(table="tables/other"))) is False
    assert set(news.matches) == {MATCH}
    assert news.take(pb.WatchLobbyResponse(table_gone=pb.TableGone(table="tables/t")))
    assert (news.tables, news.matches) == ({}, {})
