"""What was agreed before the match: the table's options, read once."""

from collections.abc import Mapping

import msgspec


class Terms(msgspec.Struct, frozen=True):
    """The table (rules 9.18).

    `threshold` is the baraj. `lenient`: five bare pairs open. `layoffs` are the cards that a pair opener may lay off in
    a turn, None without a limit. `own_joker`: a joker may be taken from the own melds too. `any_missing`: one card of a
    missing suit frees a joker of a set. `literal`: the row "Jokerle Çift" as printed. `repeat_limit` is None where
    rounds that nobody opened in are repeated without end. `turn_seconds` is None where no clock runs.
    """

    players: int = 4
    partners: bool = False
    threshold: int = 51
    rounds: int = 11
    starter_may_open: bool = True
    lenient: bool = True
    layoffs: int | None = 2
    own_joker: bool = False
    any_missing: bool = False
    literal: bool = True
    kdv: bool = False
    repeat_limit: int | None = None
    turn_seconds: int | None = 60


def read_terms(options: Mapping[str, str]) -> Terms:
    """The terms of a table whose options are complete."""
    return Terms(
        players=int(options["elliBirPlayers"]),
        partners=options["elliBirTeams"] == "partners",
        threshold=int(options["baraj"]),
        rounds=int(options["elliBirRounds"]),
        starter_may_open=options["starterMayOpen"] == "on",
        lenient=options["pairOpen"] == "lenient",
        layoffs=_number(options["pairOpenerLayoffs"], "unlimited"),
        own_joker=options["ownJoker"] == "yes",
        any_missing=options["jokerSet2"] == "anyMissing",
        literal=options["jokerCift"] == "literal",
        kdv=options["kdv"] == "on",
        repeat_limit=_number(options["repeatLimit"], "none"),
        turn_seconds=_number(options["turnSeconds"], "none"),
    )


def _number(text: str, unbounded: str) -> int | None:
    return None if text == unbounded else int(text)
