"""What was agreed before the match: the table's options, read once; what is 101 here and 51 there."""

from collections.abc import Mapping
from typing import Literal

import msgspec

GameName = Literal["101", "34", "51"]
SideAfterOpen = Literal["mustUse", "forbidden", "free"]


class Terms(msgspec.Struct, frozen=True):
    """The table (rules 8.19, 10.10).

    `fines`: the events of 8.12 cost something ("cezalı"). `high_is_ten`: 11, 12 and 13 count ten (51 alone).
    `bonus_scaled`: a finisher's bonus grows with every kind of finish. `okey_spot_is_isler`: a tile that would free an
    okey counts as laying off. `turn_seconds` is None where no clock runs. The properties say what follows from the game
    and from `tournament`.
    """

    game: GameName = "101"
    tournament: bool = False
    partners: bool = False
    hands: int = 11
    fines: bool = True
    side_after_open: SideAfterOpen = "mustUse"
    high_is_ten: bool = False
    bonus_scaled: bool = False
    okey_spot_is_isler: bool = False
    devam: bool = False
    signs: bool = False
    turn_seconds: int | None = 60

    @property
    def dealt(self) -> int:
        """Tiles that everybody gets; the starter has one more (rules 8.2)."""
        return 14 if self.game == "51" else 21

    @property
    def need(self) -> int:
        """What a series opening must be worth at the beginning of a hand (rules 8.6)."""
        return int(self.game)

    @property
    def need_pairs(self) -> int:
        """How many pairs an opening has at least (rules 8.6)."""
        return 4 if self.game == "51" else 5

    @property
    def fine(self) -> int:
        """What an event of 8.12 costs; nothing at a table without fines."""
        return self.unit if self.fines else 0

    @property
    def unit(self) -> int:
        """The price of an event, and of an okey that an opener has left (rules 8.11, 8.12)."""
        return 51 if self.game == "51" else 101

    @property
    def closed(self) -> int:
        """What a player who never opened is counted at a normal finish (rules 8.11)."""
        return 200 if self.game == "51" else 202

    @property
    def bonus(self) -> int:
        """What a normal finish takes off (rules 8.11)."""
        return 50 if self.game == "51" else 101

    @property
    def return_fine(self) -> int:
        """What giving a side tile back costs: it is free but in the tournament (rules 8.5, 10.3)."""
        return self.fine if self.tournament else 0

    @property
    def lay_off_limit(self) -> int | None:
        """How many tiles a pair opener may lay off in a turn; None where there is no limit (rules 10.3)."""
        return 2 if self.tournament else None

    def number(self, rank: int) -> int:
        """What a tile counts in an opening's sum and among the tiles left (rules 8.6)."""
        return min(rank, 10) if self.high_is_ten else rank


def read_terms(options: Mapping[str, str]) -> Terms:
    """The terms of a table whose options are complete."""
    seconds = options["turnSeconds"]
    return Terms(
        game=msgspec.convert(options["okeyGame"], GameName),
        tournament=options["okeyTable"] == "tournament",
        partners=options["okeyTeams"] == "partners",
        hands=int(options["okeyHands"]),
        fines=options["cezali"] == "on",
        side_after_open=msgspec.convert(options["sideAfterOpen"], SideAfterOpen),
        high_is_ten=options["fiftyOneHigh"] == "ten",
        bonus_scaled=options["finishBonus"] == "scaled",
        okey_spot_is_isler=options["okeySpotIsIsler"] == "on",
        devam=options["devam"] == "together",
        signs=options["tourSigns"] == "on",
        turn_seconds=None if seconds == "none" else int(seconds),
    )
