"""At a match that a moderator has frozen: what is typed gets the reason, and nothing is asked in earnest."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from kiraathane.match.v1 import match_pb2
from kiraathane_client.cli import orders
from kiraathane_client.cli.desk import Desk
from kiraathane_client.cli.player import Player
from kiraathane_client.cli.talk import Talk
from kiraathane_client.match import Match
from kiraathane_client.terminal import terminal_of
from services.runtime.catalogue import CATALOGUE
from tests.clients.pisti import matches as pisti
from tests.clients.tavla import matches as tavla

UPDATES = {
    "pisti": pisti.update_of(pisti.state_of(pisti.PLAYING), 0),
    "tavla": tavla.update_of({24: 2, 6: 5}, {24: 2, 6: 5}),
}


class Untouched:
    """A match at which every call is a fault: nothing of what is typed may reach it."""

    name = "matches/m1"


async def at_table(desk: Desk, family: str, *, frozen: bool) -> Player[Any, Any]:
    update = type(UPDATES[family])()
    update.CopyFrom(UPDATES[family])
    update.info.ClearField("due_seats")
    if frozen:
        update.info.status = match_pb2.MATCH_STATUS_FROZEN
        order = match_pb2.Order(kind=match_pb2.ORDER_KIND_FREEZE, word="Çay molası", version=8, frozen=True)
        update.info.order.CopyFrom(order)
    match = cast("Match[Any, Any]", Untouched())
    player = Player(desk, match, terminal_of(family), cast("Talk", SimpleNamespace()))
    assert not await player._take(update)
    return player


@pytest.mark.parametrize("family", UPDATES)
@pytest.mark.parametrize("lang", ["tr", "en"])
@pytest.mark.parametrize("typed", ["", "13/11", "9", "leave", "kalk", "ayrıl", "resign", "pes", "iste", "claim"])
async def test_whoever_types_is_told_that_nothing_can_be_done_now(
    family: str, lang: str, typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    desk = Desk(lang)
    player = await at_table(desk, family, frozen=True)
    assert await player._answer(cast("Any", None), typed)
    assert player._notice == orders.nothing_now(desk.look)
    player._draw()
    said = " ".join(capsys.readouterr().out.split())
    assert [question for question in ("(e/h)", "(y/n)") if question in said] == []
    assert [word for word in ("bekliyoruz", "please wait", "Sıra sizde", "your turn") if word in said] == []
    assert desk.say("Maç durduruldu", "The match is frozen") in said


@pytest.mark.parametrize("family", UPDATES)
async def test_whose_turn_it_is_is_said_where_the_match_goes_on(family: str) -> None:
    player = await at_table(Desk("en"), family, frozen=False)
    assert await player._answer(cast("Any", None), "9")
    assert "please wait" in player._notice


async def test_what_only_looks_may_be_asked_at_a_frozen_match(capsys: pytest.CaptureFixture[str]) -> None:
    player = await at_table(Desk("en"), "pisti", frozen=True)
    player._talk = cast("Talk", SimpleNamespace(guide=lambda _: []))
    for typed in ("?", "gone"):
        assert await player._answer(cast("Any", None), typed)
        assert capsys.readouterr().out
    assert player._notice == ""


@pytest.mark.parametrize("word", ["Çay molası", "Çay molası."])
def test_the_reason_stands_apart_from_the_sentence_after_it(word: str) -> None:
    labels = CATALOGUE["FROZEN_BY_MODERATOR"]
    assert f"(«{word}»). Saatler" in labels.tr.format(why=word)
    assert f"(“{word}”). No clock" in labels.en.format(why=word)
