"""Positions and acts as text, both ways; what makes no sense is said to make none."""

import random

import pytest

from services.ellibir import game
from services.ellibir.actions import Group, LayOff, Open, Spot, SwapJoker, TakeAndOpen
from services.ellibir.cards import Piece, read_piece
from services.kernel.melds import Kind
from tests.ellibir.tables import config, position, random_config, walk

HANDS = "hands H2,H3/*14/*14/*14"


@pytest.mark.parametrize("seed", range(4))
def test_a_position_is_read_as_it_was_written(seed: int) -> None:
    rng = random.Random(seed)
    table = random_config(rng, elliBirRounds=3)
    for state in walk(rng, table, lapses=0.05):
        text = game.notation.write_position(state)
        again = game.notation.read_position(text, table)
        assert game.notation.write_position(again) == text
        assert (again.players, again.stock, again.melds, again.discards) == (
            state.players,
            state.stock,
            state.melds,
            state.discards,
        )
        assert (again.ledger, again.results, again.turn.seat) == (state.ledger, state.results, state.turn.seat)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "sleep",
        "play",
        f"play turn 0 {HANDS} turn 1",
        f"play turn 0 {HANDS} nap 3",
        f"play turn 7 {HANDS}",
        "play turn 0 hands H2,H3/*14/*14",
        "play turn 0 hands H2,H2,H2/*14/*14/*14",
        "play turn 0 hands HX/*14/*14/*14",
        "play turn 0 hands -/*14/*14/*14",
        "play turn 0 hands *90/*14/*14/*14",
        "play turn 0 hands H2/*14/*14/*14 melds 0:run:H5,H7,H8",
        "play turn 0 hands H2/*14/*14/*14 melds 0:heap:H5,H7,H8",
        "play turn 0 hands H2/*14/*14/*14 melds H5",
        f"play turn 0 {HANDS} shown 0:S5",
        f"play turn 0 {HANDS} bound 0:S5",
        f"play turn 0 {HANDS} opened-now",
        f"play turn 0 {HANDS} claim 0:1",
        f"play turn 0 {HANDS} sheet 0:50",
        f"play turn 0 {HANDS} sheet 0:50:NOTHING",
        f"play turn 0 {HANDS} rounds 0:1,2",
        f"play turn 0 {HANDS} stars 1",
        f"play turn 0 {HANDS} rounds 0-twice:1,2,3,4",
        f"play turn 0 {HANDS} need many",
        f"play turn 0 {HANDS} stock C2,C3 bottom C4",
        f"draw turn 0 {HANDS} stock -",
        "cut dealer 0 stock C2,C3",
        "shuffle dealer 0 hands H2/H3/H4/H5",
        "shuffle dealer 0 discards 0:H2",
    ],
)
def test_what_is_no_position_is_said_to_be_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        position(text)


@pytest.mark.parametrize(
    "what", ["dealer 2", "opened 2:melds", "declared 3", "discards 2:H7", "melds 2:run:H5,H6,H7", "sheet 2:50:STAR"]
)
def test_a_seat_that_the_table_has_not_is_none(what: str) -> None:
    with pytest.raises(ValueError, match="seat"):
        position(f"play turn 0 hands H2/H3 {what}", elliBirPlayers=2)


def test_a_match_has_as_many_rounds_as_it_has() -> None:
    with pytest.raises(ValueError, match="over"):
        position("shuffle dealer 0 rounds stock:1,1,1,1", elliBirRounds=1)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("open run:H5,H6,JO finish S2", Open((Group(Kind.RUN, (Piece.H5, Piece.H6, Piece.JOKER)),), Piece.S2)),
        ("take-and-open pair:H5,H5", TakeAndOpen((Group(Kind.PAIR, (Piece.H5, Piece.H5)),))),
        ("open", Open(())),
        ("open set:-", Open((Group(Kind.SET, ()),))),
        ("lay-off JO 3 low", LayOff((Piece.JOKER,), 3, Spot.LOW)),
        ("lay-off H5,H5 0", LayOff((Piece.H5, Piece.H5), 0)),
        ("swap-joker 2 H7,S7", SwapJoker(2, (Piece.H7, Piece.S7))),
    ],
)
def test_an_act_is_read_and_written(text: str, action: object) -> None:
    assert game.notation.read_action(text) == action
    assert game.notation.write_action(action) == text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nod",
        "draw twice",
        "discard",
        "discard H7 H8",
        "lay-off H7",
        "lay-off H7 x",
        "lay-off H7 1 left",
        "lay H5,H6",
    ],
)
def test_what_is_no_act_is_said_to_be_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        game.notation.read_action(text)


def test_cards_are_read_with_signs_too() -> None:
    assert [read_piece(text) for text in ("♥K", "hk", "jo", "♠10")] == ["HK", "HK", "JO", "ST"]
    assert config().options["baraj"] == "51"
