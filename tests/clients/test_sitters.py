"""Who is meant by the name that is shown at a table: those who sit there, and those who did."""

from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from kiraathane.lobby.v1 import lobby_service_pb2 as lobby_pb
from kiraathane.match.v1 import match_pb2
from kiraathane_client.cli.desk import Desk, ExpectedFailure
from kiraathane_client.cli.sitters import meant
from kiraathane_client.client import Client
from kiraathane_client.errors import KiraathaneError, NotFound, PermissionDenied, Refused

MATCH, TABLE = "matches/tavla-1", "tables/t"
DESK = Desk("en")


class House:
    """A match of Ayşe, Barış (who sat down for Can) and a bot, at a table at which Deniz said something and went."""

    def __init__(self) -> None:
        self.lobby = self.moderation = self
        self.closed = False  # whether spectators, and who sits elsewhere, are shown nothing
        self.moderator = False
        self.info = match_pb2.MatchInfo(match=MATCH)
        self.info.seats.add(seat=0, player="players/a", display_name="Ayşe")
        taken = self.info.seats.add(seat=1, player="players/b", display_name="Barış")
        taken.past.add(player="players/c", display_name="Can")
        self.info.seats.add(seat=2, display_name="usta", bot_level="usta")
        self.status = lobby_pb.TABLE_STATUS_STARTED

    async def games(self) -> list[Any]:
        return [SimpleNamespace(family="tavla")]

    def match(self, family: str, name: str) -> Any:
        async def get() -> Any:
            if self.closed or name != MATCH:
                raise PermissionDenied("SPECTATORS_NOT_ALLOWED")
            return SimpleNamespace(info=self.info)

        return SimpleNamespace(family=family, get=get)

    async def look(self, match: str) -> Any:
        assert match == MATCH
        if not self.moderator:
            raise PermissionDenied("MODERATORS_ONLY")
        return SimpleNamespace(inspection=SimpleNamespace(info=self.info))

    async def table(self, name: str) -> lobby_pb.Table:
        assert name == TABLE
        table = lobby_pb.Table(table=TABLE, match=MATCH, status=self.status)
        table.seats.add(seat=0, player="players/a", display_name="Ayşe")
        return table

    async def chat(self, table: lobby_pb.Table) -> AsyncIterator[lobby_pb.ChatLine]:
        assert table.table == TABLE
        if self.closed:
            raise PermissionDenied("NOT_AT_TABLE")
        yield lobby_pb.ChatLine(player="players/d", display_name="Deniz")


async def found(house: House, text: str, place: str = "") -> str:
    return await meant(DESK, cast("Client", house), text, place)


@pytest.mark.parametrize(("text", "place"), [("players/x", ""), ("x", ""), ("players/x", MATCH)])
async def test_a_resource_name_is_itself(text: str, place: str) -> None:
    assert await found(House(), text, place) == "players/x"


@pytest.mark.parametrize(
    ("text", "place", "player"),
    [
        ("Ayşe", MATCH, "a"),
        ("barış", MATCH, "b"),
        ("CAN", MATCH, "c"),
        ("b", MATCH, "b"),
        ("ayse", TABLE, "a"),
        ("Can", TABLE, "c"),
        ("Deniz", TABLE, "d"),
    ],
)
async def test_a_name_is_looked_up_among_those_who_sit_or_sat_there(text: str, place: str, player: str) -> None:
    assert await found(House(), text, place) == f"players/{player}"


@pytest.mark.parametrize(("text", "place"), [("Deniz", MATCH), ("usta", MATCH), ("kimse", TABLE)])
async def test_who_never_sat_there_is_not_found_and_those_who_did_are_told(text: str, place: str) -> None:
    with pytest.raises(NotFound, match="NOBODY_OF_THAT_NAME") as caught:
        await found(House(), text, place)
    assert [name for name in ("Ayşe", "Barış", "Can") if name not in caught.value.sentence("tr")] == []


async def test_of_two_of_one_name_both_are_told_by_what_tells_them_apart() -> None:
    house = House()
    house.info.seats[1].display_name = "AYŞE"
    with pytest.raises(Refused, match="SEVERAL_OF_THAT_NAME") as caught:
        await found(house, "Ayşe", MATCH)
    assert "players/a, players/b" in caught.value.sentence("tr")
    house.info.seats[1].player = "players/a"  # once more the same person is one person
    assert await found(house, "Ayşe", MATCH) == "players/a"


async def test_a_match_that_is_not_shown_tells_nobody_but_moderators() -> None:
    house = House()
    house.closed = True
    with pytest.raises(ExpectedFailure, match="no match"):
        await found(house, "Can", MATCH)
    with pytest.raises(NotFound):
        await found(house, "Can", TABLE)
    house.moderator = True
    assert await found(house, "Can", MATCH) == await found(house, "Can", TABLE) == "players/c"


async def test_a_table_that_has_not_begun_has_no_match_to_look_at() -> None:
    house = House()
    house.status = lobby_pb.TABLE_STATUS_OPEN
    with pytest.raises(KiraathaneError):
        await found(house, "Can", TABLE)
    assert await found(house, "Ayşe", TABLE) == "players/a"


async def test_what_is_no_place_is_told() -> None:
    with pytest.raises(ExpectedFailure, match="is no place"):
        await found(House(), "Ayşe", "kahve")
