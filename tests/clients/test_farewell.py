"""Who goes for now is told what becomes of his seat meanwhile, and how to come back."""

from typing import Any, cast

import pytest

from kiraathane_client.cli.desk import Desk
from kiraathane_client.cli.farewell import paused
from kiraathane_client.match import Match


class Away:
    """A match that goes on."""

    family = "batak"
    name = "matches/batak-1"


@pytest.mark.parametrize(
    ("lang", "seats", "told"),
    [
        ("en", 4, "Soon a bot plays your seat, and somebody else may take it."),
        ("tr", 4, "Birazdan yerinizde bir bot oynar, yerinize başkası da oturabilir."),
        ("en", 2, "The match goes on, and may soon end without you."),
        ("tr", 2, "gecikirseniz sizsiz bitebilir"),
    ],
)
def test_who_goes_is_told_what_happens_to_his_seat(
    lang: str, seats: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    paused(Desk(lang), cast("Match[Any, Any]", Away()), seats)
    said = " ".join(capsys.readouterr().out.split())
    assert told in said
    assert said.endswith("kiraathane play batak --match matches/batak-1")
