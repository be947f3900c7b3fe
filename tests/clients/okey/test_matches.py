"""Whole matches at every kind of table: each screen and each sentence of them, and every act as it would be typed."""

from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any

import pytest

from kiraathane.okey.v1 import okey_pb2 as pb
from kiraathane.okey.v1 import okey_service_pb2 as service
from kiraathane_client.okey.possible import possible
from kiraathane_client.okey.terminal import OkeyTerminal
from kiraathane_client.terminal import Asked, Drafted, Look, Puzzled, Ready
from services.kernel.game import Seat
from services.okey import game, wire
from services.okey.bot import bot
from services.okey.queries import QUERIES
from tests.clients.meld_matches import info_of, legal_of, played

TABLES = {
    "101": {"okeyGame": "101", "okeyHands": "1"},
    "34": {"okeyGame": "34", "okeyTeams": "partners", "okeyHands": "1"},
    "51": {"okeyGame": "51", "cezali": "off", "okeyHands": "1"},
    "tournament": {"okeyTable": "tournament"},
}
MOST = 300
LOOKS = (Look("tr"), Look("en"), Look("en", ascii=True))


def update_of(state: Any, viewer: int | None) -> pb.MatchUpdate:
    seat = None if viewer is None else Seat(viewer)
    happenings = map(wire.happening_to_proto, game.happenings(state, seat))
    shown = wire.view_to_proto(game.view(state, seat))
    return pb.MatchUpdate(info=info_of(game, state, viewer), view=shown, happenings=happenings)


def states(table: str, wild: Collection[int]) -> Iterator[tuple[int, Any]]:
    """All versions of a match; of a tournament's, which has eleven hands, the first."""
    return enumerate(islice(played(game, bot, TABLES[table], seed=7, wild=wild), MOST))


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("wild", [(), (1, 3), (0, 1, 2, 3)])
def test_every_screen_fits_and_every_sentence_is_told(table: str, wild: Collection[int]) -> None:
    terminal = OkeyTerminal()
    longest, told = 0, set()
    for at, state in states(table, wild):
        viewer = (0, 1, 2, 3, None)[at % 5]
        update = update_of(state, viewer)
        look = LOOKS[at % 3]
        lines = terminal.board(update, look).plain.splitlines()
        assert max(map(len, lines)) <= 80
        longest = max(longest, len(lines))
        for happening, line in zip(update.happenings, terminal.happenings(update, look), strict=False):
            assert len(line.plain) > 6
            told.add(happening.WhichOneof("happening"))
        if look.ascii:
            assert terminal.board(update, look).plain.replace("ş", "s").isascii()
    if update.info.end_cause:
        assert len(terminal.result(update, LOOKS[0])) >= 5
    assert {"dealt", "drawn", "discarded"} <= told
    assert longest <= 18  # of 24 lines: some are left for what happened, and to type in


@pytest.mark.parametrize("table", TABLES)
def test_every_act_of_the_list_is_what_its_words_mean(table: str) -> None:
    """Each is offered as it would be typed, in both languages, and read back as the same act."""
    terminal, kinds = OkeyTerminal(), set()
    for at, state in states(table, (1, 3)):
        if at % 3:
            continue
        for seat in range(4):
            legal = [wire.action_to_proto(action) for action in legal_of(game, state, seat)]
            turn = terminal.turn(update_of(state, seat), legal)
            for look in LOOKS[:2] if legal else ():
                for one in possible(update_of(state, seat), legal, look):
                    for typed in (one.typed, *one.more):
                        reading = turn.read(typed, look)
                        if isinstance(reading, Ready):
                            claims = reading.action.HasField("claim_isler")  # never listed (rules 10.6)
                            assert claims or reading.action in legal, typed
                            kinds.add(reading.action.WhichOneof("action"))
                        else:
                            assert isinstance(reading, Asked), (typed, reading)
    assert {"draw", "discard"} <= kinds


@pytest.mark.parametrize("table", TABLES)
def test_the_house_is_asked_and_its_answer_is_understood(table: str) -> None:
    terminal, look, sentences = OkeyTerminal(), Look("tr"), set()
    for at, state in states(table, ()):
        if at % 5:
            continue
        for seat in range(4):
            legal = [wire.action_to_proto(action) for action in legal_of(game, state, seat)]
            update = update_of(state, seat)
            if not legal or update.view.phase != pb.OKEY_PHASE_PLAY:
                continue
            turn = terminal.turn(update, legal)
            for typed in ("öner", "aç", "çift"):
                reading = turn.read(typed, look)
                if isinstance(reading, Asked):
                    request = getattr(service, f"{reading.query}Request")(match="matches/m1", **reading.fields)
                    reading = reading.then(QUERIES[reading.query](game.view(state, Seat(seat)), request))
                if isinstance(reading, Puzzled):
                    sentences.add(reading.sentence.split(":")[0])
                elif typed == "öner":
                    assert isinstance(reading, Drafted)
                    assert turn.offers(look)[0].plain.startswith("Öneri: ")
                    assert turn.board(look).plain != terminal.board(update, look).plain
                else:
                    assert isinstance(reading, Ready)
                    assert reading.action in legal
    assert "Açılmıyor" in sentences
