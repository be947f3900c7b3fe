"""Whole matches at every kind of table: each screen and each sentence of them, and every act as it would be typed."""

from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any

import pytest

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from kiraathane.ellibir.v1 import ellibir_service_pb2 as service
from kiraathane_client.ellibir.possible import possible
from kiraathane_client.ellibir.terminal import EllibirTerminal
from kiraathane_client.terminal import Asked, Drafted, Look, Puzzled, Ready
from services.ellibir import game, wire
from services.ellibir.bot import bot
from services.ellibir.queries import QUERIES
from services.kernel.game import Seat
from tests.clients.meld_matches import info_of, legal_of, played

TABLES = {
    "4": {"elliBirRounds": "3"},
    "partners": {"elliBirTeams": "partners", "kdv": "on", "baraj": "81"},
    "2": {"elliBirPlayers": "2", "elliBirRounds": "1"},
    "3": {"elliBirPlayers": "3", "elliBirRounds": "1", "ownJoker": "yes", "jokerSet2": "anyMissing"},
}
MOST = 300
LOOKS = (Look("tr"), Look("en"), Look("en", ascii=True))


def update_of(state: Any, viewer: int | None) -> pb.MatchUpdate:
    seat = None if viewer is None else Seat(viewer)
    happenings = map(wire.happening_to_proto, game.happenings(state, seat))
    shown = wire.view_to_proto(game.view(state, seat))
    info = info_of(game, state, viewer, state.terms.players)
    return pb.MatchUpdate(info=info, view=shown, happenings=happenings)


def states(table: str, wild: Collection[int]) -> Iterator[tuple[int, Any]]:
    """The versions of a match, from the first."""
    return enumerate(islice(played(game, bot, TABLES[table], seed=7, wild=wild), MOST))


def answered(state: Any, seat: int, asked: Asked[pb.EllibirAction]) -> Any:
    """What is made of the house's answer."""
    request = getattr(service, f"{asked.query}Request")(match="matches/m1", **asked.fields)
    return asked.then(QUERIES[asked.query](game.view(state, Seat(seat)), request))


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("wild", [(), (1,), (0, 1, 2, 3)])
def test_every_screen_fits_and_every_sentence_is_told(table: str, wild: Collection[int]) -> None:
    terminal = EllibirTerminal()
    longest, told = 0, set()
    for at, state in states(table, wild):
        viewer = (*range(state.terms.players), None)[at % (state.terms.players + 1)]
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
        assert len(terminal.result(update, LOOKS[0])) > state.terms.players
    assert {"dealt", "drawn", "discarded"} <= told
    assert longest <= 18  # of 24 lines: some are left for what happened, and to type in


@pytest.mark.parametrize("table", TABLES)
def test_every_act_of_the_list_is_what_its_words_mean(table: str) -> None:
    """Each is offered as it would be typed, in both languages, and read back as the same act."""
    terminal, kinds = EllibirTerminal(), set()
    for at, state in states(table, (1,)):
        if at % 3:
            continue
        for seat in range(state.terms.players):
            legal = [wire.action_to_proto(action) for action in legal_of(game, state, seat)]
            turn = terminal.turn(update_of(state, seat), legal)
            for look in LOOKS if legal else ():
                for one in possible(update_of(state, seat).view, legal, look):
                    for typed in (one.typed, *one.more):
                        reading = turn.read(typed, look)
                        if isinstance(reading, Asked):
                            reading = answered(state, seat, reading)
                        if typed.split()[0] in {"öner", "suggest"}:
                            assert isinstance(reading, Drafted)
                            continue
                        assert isinstance(reading, Ready), (typed, reading)
                        assert reading.action in legal, typed
                        kinds.add(reading.action.WhichOneof("action"))
    assert {"draw", "discard", "declare_pairs"} <= kinds


@pytest.mark.parametrize("table", TABLES)
def test_the_house_is_asked_and_its_answer_is_understood(table: str) -> None:
    terminal, look, sentences = EllibirTerminal(), Look("tr"), set()
    for _, state in islice(states(table, ()), MOST // 2):
        for seat in range(state.terms.players):
            legal = [wire.action_to_proto(action) for action in legal_of(game, state, seat)]
            update = update_of(state, seat)
            if not legal or update.view.phase != pb.ELLIBIR_PHASE_PLAY:
                continue
            turn = terminal.turn(update, legal)
            for typed in ("öner", "aç", "çift"):
                reading = turn.read(typed, look)
                if isinstance(reading, Asked):
                    reading = answered(state, seat, reading)
                if isinstance(reading, Puzzled):
                    sentences.add(reading.sentence.split(":")[0])
                elif typed == "öner":
                    assert isinstance(reading, Drafted)
                    assert turn.offers(look)[0].plain.startswith("Öneri: ")
                else:
                    assert isinstance(reading, Ready)
                    assert reading.action in legal
    assert "Açılmıyor" in sentences
