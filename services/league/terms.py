"""What the operator has set for the whole league (league.md 11.11), read once."""

import msgspec

from services.league.points import ThirdOver7000
from services.league.seasons import CapPeriod, SeasonLength
from services.runtime.settings import Settings


class Terms(msgspec.Struct, frozen=True):
    """The league's options. Nobody's wins are capped before `cap_min_games` games."""

    third_over_7000: ThirdOver7000 = "half"
    cap_period: CapPeriod = "weekly"
    cap_min_games: int = 20
    season: SeasonLength = "quarter"


def terms_of(settings: Settings) -> Terms:
    """The league's part of the settings."""
    return Terms(
        third_over_7000=settings.third_over_7000,
        cap_period=settings.cap_period,
        cap_min_games=settings.cap_min_games,
        season=settings.season,
    )
