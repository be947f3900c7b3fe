"""Beside what is typed stands how much time is left."""

import pytest

from kiraathane_client.cli.screen import time_left
from kiraathane_client.terminal import Look


@pytest.mark.parametrize(
    ("seconds", "tr", "en"),
    [
        (0, "0 sn", "0 s"),
        (59, "59 sn", "59 s"),
        (3_599, "3599 sn", "3599 s"),
        (3_600, "1:00:00", "1:00:00"),
        (86_399, "23:59:59", "23:59:59"),
        (86_400, "1 gün", "1 day"),
        (1_209_600, "14 gün", "14 days"),
    ],
)
def test_a_long_time_is_told_in_hours_and_days(seconds: int, tr: str, en: str) -> None:
    assert (time_left(seconds, Look("tr")), time_left(seconds, Look("en"))) == (tr, en)
