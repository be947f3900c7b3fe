"""What can be said at the table, as `?` tells it."""

from typing import Any, cast

import pytest

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane_client.cli.desk import Desk
from kiraathane_client.cli.player import Player
from kiraathane_client.cli.talk import Talk
from kiraathane_client.pisti.terminal import terminal
from tests.clients.pisti import matches as pisti


@pytest.mark.parametrize(
    ("table", "talks"),
    [(pb.Table(table="tables/t"), True), (pb.Table(table="tables/t", no_chat=True), False), (None, False)],
    ids=["talks", "silent", "not known"],
)
@pytest.mark.parametrize(
    ("lang", "words"), [("tr", ": metin (masaya söylenir)"), ("en", ": text (is said at the table)")]
)
async def test_the_help_says_how_to_talk_where_one_can(
    table: pb.Table | None, talks: bool, lang: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    desk = Desk(lang)
    talk = Talk(desk, cast("Any", None), "matches/m1")
    talk.table = table
    update = pisti.update_of(pisti.state_of(pisti.PLAYING), 0)
    update.info.ClearField("due_seats")
    player: Player[Any, Any] = Player(desk, cast("Any", None), terminal, talk)
    assert not await player._take(update)
    assert await player._answer(cast("Any", None), "?")
    out = capsys.readouterr().out
    assert terminal.guide(desk.look).plain.splitlines()[-1].strip() in out
    assert (words in out) is talks
