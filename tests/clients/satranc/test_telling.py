"""What happened is told in both languages."""

import pytest

from kiraathane.satranc.v1 import satranc_pb2 as pb
from kiraathane_client.satranc.panel import clock_text
from kiraathane_client.satranc.telling import CAUSES
from kiraathane_client.satranc.terminal import terminal
from kiraathane_client.terminal import Look
from services.kernel.game import Fate, Lapse, LapseCause, Seat
from services.satranc import game
from services.satranc.meta import META
from services.satranc.state import State
from tests.clients.satranc.matches import update_of
from tests.satranc.tables import KNIGHTS, START, act, at, config, play

TR, EN = Look("tr"), Look("en")


def told(state: State, look: Look = EN) -> list[str]:
    return [line.plain for line in terminal.happenings(update_of(state), look)]


def test_moves_are_told_with_the_letters_of_the_language() -> None:
    state = play(at(START), "e2e4", "e7e5", "g1f3")
    assert told(state) == ["♔ Ayşe: 2. Nf3"]
    assert told(state, TR) == ["♔ Ayşe: 2. Af3"]
    assert told(play(state, "b8c6"), TR) == ["♚ usta (bot): 2... Ac6"]


def test_clocks_are_told_with_the_move() -> None:
    assert told(act(at(START, clock="3+2"), 0, "e2e4", 10_500)) == ["♔ Ayşe: 1. e4  2:51"]


def test_the_lot() -> None:
    state = game.apply(game.setup(config(colours="random")), Fate((2,)))
    assert told(state) == ["♔ usta (bot): drew White"]


def test_offers_and_answers() -> None:
    offered = act(at(START), 0, "offer")
    assert told(offered, TR) == ["♔ Ayşe: beraberlik öneriyor"]
    assert told(act(offered, 1, "decline-draw")) == ["♚ usta (bot): declines the draw"]
    assert told(act(offered, 1, "accept-draw")) == [
        "♚ usta (bot): accepts the draw",
        "The game is over: draw by agreement.",
    ]
    assert told(play(offered, "e2e4", "e7e5"))[1:] == ["♚ usta (bot): moved instead; the offer of a draw has lapsed"]


def test_claims() -> None:
    state = play(at(f"{START} moves {KNIGHTS}"), *KNIGHTS.split()[:3])
    assert told(act(state, 1, "claimThreefold f6g8"), TR)[0] == (
        "♚ usta (bot): beraberlik istedi: aynı konum üç kez (Ag8)"
    )


def test_touches() -> None:
    state = at("4k3/8/8/8/8/8/8/4K2R w K - 0 1", touchMove="on")
    assert told(act(state, 0, "touch-both e1 h1"), TR) == ["♔ Ayşe: dokundu: e1 h1 (aynı anda)"]
    assert told(act(state, 0, "adjust h1")) == ["♔ Ayşe: adjusts h1"]


def test_leaving() -> None:
    state = game.apply(at(START), Lapse(Seat(1), LapseCause.LEFT))
    assert told(state) == ["♚ usta (bot): left the match", "The game is over: a player left the match."]


def test_something_newer_than_the_program_is_left_out() -> None:
    update = update_of(at(START))
    update.happenings.append(pb.SatrancHappening())
    assert terminal.happenings(update, TR) == []


def test_the_result_is_told_to_whoever_played_and_to_whoever_watched() -> None:
    state = play(at(f"{START} moves f2f3 e7e5 g2g4"), "d8h4")
    (line,) = terminal.result(update_of(state, 1), EN)
    assert line.plain == "You win!  Ayşe – usta (bot): 0-1  (checkmate)"
    (line,) = terminal.result(update_of(state, 0), TR)
    assert line.plain.startswith("Kaybettiniz.")
    (line,) = terminal.result(update_of(state, None), EN)
    assert line.plain.startswith("usta (bot) wins.")


def test_a_draw_is_told() -> None:
    state = act(act(at(START), 0, "offer"), 1, "accept-draw")
    (line,) = terminal.result(update_of(state), TR)
    assert line.plain == "Berabere.  Ayşe – usta (bot): ½–½  (anlaşarak beraberlik)"
    (line,) = terminal.result(update_of(state), Look("en", ascii=True))
    assert "1/2-1/2" in line.plain


def test_every_end_of_the_family_has_words() -> None:
    assert {cause.cause for cause in META.end_causes} == set(CAUSES)


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (0, "0:00.0"), (99, "0:00.0"), (100, "0:00.1"), (59_999, "0:59.9"), (60_000, "1:00"), (299_999, "4:59"),
        (3_600_000, "1:00:00"), (86_399_999, "23:59:59"), (86_400_000, "1 d 00:00"), (1_209_599_999, "13 d 23:59"),
    ],
)  # fmt: skip
def test_clocks(milliseconds: int, text: str) -> None:
    assert clock_text(milliseconds, EN) == text
