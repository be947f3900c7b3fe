"""What the family says of itself, and how lobby and clients are told (rules 4.9)."""

import pytest

from services.kernel.meta import BadOption
from services.lobby.games import describe
from services.satranc import game
from services.satranc.terms import DAY, MINUTE, Clock, read_clock
from tests.conftest import every_family


def test_the_defaults_are_those_of_the_book() -> None:
    assert game.meta.resolve({}) == {"colours": "random", "touchMove": "off", "autoDraws": "on", "clock": "none"}


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("none", Clock(base=14 * DAY, per_move=True, absence=True)),
        ("1+0", Clock(base=MINUTE)),
        ("180+60", Clock(base=180 * MINUTE, increment=60_000)),
        ("3d", Clock(base=3 * DAY, per_move=True)),
    ],
)
def test_a_clock_is_read(text: str, clock: Clock) -> None:
    assert read_clock(game.meta.resolve({"clock": text})["clock"]) == clock


@pytest.mark.parametrize("option", ["turnSeconds", "matchLength"])
def test_there_are_no_other_options(option: str) -> None:
    """Rules 4.7: seconds per turn mean nothing here."""
    with pytest.raises(BadOption, match="there is no option"):
        game.meta.resolve({option: "60"})


def test_the_lobby_tells_which_clocks_there_are() -> None:
    described = describe(every_family()["satranc"])
    (clock,) = [option for option in described.options if option.name == "clock"]
    told = [(form.template, [(bounds.low, bounds.high) for bounds in form.bounds]) for form in clock.forms]
    assert told == [("{}+{}", [(1, 180), (0, 60)]), ("{}d", [(1, 14)])]
    assert all(form.labels.tr and form.labels.en for form in clock.forms)
    assert list(clock.choices) == ["none"]


def test_both_seats_play_alone() -> None:
    assert game.meta.seats == 2
