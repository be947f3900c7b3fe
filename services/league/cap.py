"""The win cap: nobody may show more than three wins in four games (league.md 11.5). Pure."""


def surplus(games: int, shown_wins: int, least_games: int) -> int:
    """How many of a player's newest wins are to be voided; none below `least_games`.

    `shown_wins` are his wins that have not been voided before, so a second run finds nothing more.
    """
    if games < least_games:
        return 0
    return max(0, shown_wins - games * 3 // 4)


def shown_ratio(games: int, shown_wins: int) -> str:
    """The ratio that everybody sees, in per cent with two decimals, cut."""
    hundredths = shown_wins * 10_000 // games if games else 0
    return f"{hundredths // 100}.{hundredths % 100:02}"
