"""What a family says of itself: titles, seats, options, refusals. Everything derived is derived from here."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import msgspec

from services.kernel.refusal import Refusal


class Labels(msgspec.Struct, frozen=True):
    """A text that people read, in both languages of the house."""

    tr: str
    en: str


class BadOption(ValueError):  # noqa: N818  (said of what the player chose)
    """A table option that does not exist or a value that it cannot take."""

    def __init__(self, option: str, value: str, allowed: str) -> None:
        super().__init__(f"{option}={value!r}: allowed are {allowed}" if allowed else f"there is no option {option!r}")
        self.option = option
        self.value = value
        self.allowed = allowed

    @property
    def words(self) -> Labels:
        """What is wrong, for people."""
        if not self.allowed:
            return Labels(tr=f"{self.option} diye bir seçenek yok", en=f"there is no option {self.option}")
        tr = f"{self.option} seçeneği {self.value} olamaz; izin verilenler: {self.allowed}"
        return Labels(tr=tr, en=f"{self.option} cannot be {self.value}; allowed are {self.allowed}")


class Case(msgspec.Struct, frozen=True):
    """Other values or another default for an option while an earlier option has a given value."""

    option: str
    equals: str
    default: str
    choices: tuple[str, ...] = ()


class Form(msgspec.Struct, frozen=True):
    """A kind of value that is made of whole numbers, e.g. "{}+{}" for minutes and seconds.

    Each `{}` of `template` stands for a number within its entry of `bounds`, both ends included.
    """

    template: str
    bounds: tuple[tuple[int, int], ...]
    labels: Labels

    def numbers(self, text: str) -> tuple[int, ...] | None:
        """The numbers that `text` has in the template's places; None if it is not of this form."""
        pattern = r"(\d+)".join(map(re.escape, self.template.split("{}")))
        found = re.fullmatch(pattern, text, re.ASCII)
        if found is None or not all(_between(part, *b) for part, b in zip(found.groups(), self.bounds, strict=True)):
            return None
        return tuple(map(int, found.groups()))

    @property
    def range(self) -> str:
        """The values as people read them, e.g. "(1..180)+(0..60)"."""
        return self.template.format(*(f"({low}..{high})" for low, high in self.bounds))


class Option(msgspec.Struct, frozen=True):
    """One table option (rules 0.9). Values travel as text; a family parses them once, in `setup`.

    Either `choices` lists every value, or `low`..`high` bounds a whole number, or the value has one of the `forms` (and
    `choices` lists extra words such as "none"). `cases` are tried in order; the first whose condition holds wins.
    """

    name: str
    labels: Labels
    clause: str
    default: str
    choices: tuple[str, ...] = ()
    choice_labels: Mapping[str, Labels] = {}
    low: int | None = None
    high: int | None = None
    cases: tuple[Case, ...] = ()
    forms: tuple[Form, ...] = ()

    def case(self, chosen: Mapping[str, str]) -> Case | None:
        """The first case that holds for the options `chosen` so far."""
        return next((c for c in self.cases if chosen.get(c.option) == c.equals), None)

    def told(self, value: str) -> str:
        """The option with a value, as a record has it: "Blöf / Bluff: yok / none"."""
        words = self.choice_labels.get(value)
        chosen = f"{words.tr} / {words.en}" if words else value
        return f"{self.labels.tr} / {self.labels.en}: {chosen}"

    def resolve(self, given: str | None, chosen: Mapping[str, str]) -> str:
        """The value this option takes; raises `BadOption` for one that it cannot."""
        case = self.case(chosen)
        choices = (case.choices if case else ()) or self.choices
        if given is None:
            return case.default if case else self.default
        bounded = self.low is not None and self.high is not None
        if given in choices or (bounded and _between(given, self.low, self.high)):
            return given
        if any(form.numbers(given) is not None for form in self.forms):
            return given
        allowed = " | ".join(choices)
        if bounded:
            allowed = " | ".join(filter(None, [allowed, f"{self.low}..{self.high}"]))
        allowed = " | ".join(filter(None, [allowed, *(form.range for form in self.forms)]))
        raise BadOption(self.name, given, allowed)


def _between(text: str, low: int | None, high: int | None) -> bool:
    """True for a plain decimal number within the bounds ("007", "+7" and "٧" are not plain)."""
    return text.isascii() and text.isdecimal() and str(int(text)) == text and (low or 0) <= int(text) <= (high or 0)


class EndCause(msgspec.Struct, frozen=True):
    """Why a match or one of its games ended, as the record and the client name it."""

    cause: str
    labels: Labels


VOID: Final = "void"
ENDED: Final = "ended"
HOUSE_CAUSES: Final = (
    EndCause(VOID, Labels(tr="maç bozuldu, sayılmaz", en="it was broken up and is void")),
    EndCause(ENDED, Labels(tr="yönetici bitirdi, skor olduğu gibi kalır", en="a moderator ended it; the score stands")),
)
"""Ends that are no family's: the house breaks a match up (league rules 11.8), or ends it as it stands."""


class Absence(StrEnum):
    """What becomes of the seat of one who is away (league rules 11.7)."""

    STAND_IN = "stand_in"  # somebody else plays it
    CLAIM = "claim"  # the default acts play it, and the opponent may claim the match
    CLOCK = "clock"  # the clock decides


class TeamCase(msgspec.Struct, frozen=True):
    """Which seats play together while an option has a given value."""

    option: str
    equals: str
    teams: tuple[tuple[int, ...], ...]


class Meta(msgspec.Struct, frozen=True):
    """The light description of a family, enough for lobby, gateway, queues, dashboards and docs.

    `seats` is the number of seats at the table; where players choose it, `seats_option` names the option that has it,
    and `seats` is the most. Everybody plays for himself but in a case of `team_cases`. `statistics_by` names the
    options by which the public statistics are split. With one of `silent_cases`, an option and its value, the rules let
    nobody talk at the table. `rules_version` is raised with every change of what the rules accept or score; a match
    keeps the one it began with. `fewest_win`: points are penalties, and the lowest total wins. `hidden`: not everybody
    sees everything. `points_option` is that with the number of hands, in families whose matches move league points
    (league rules 11.1), but not with one of `points_not_in`. `absence` says what becomes of the seat of one who is
    away. Whoever leaves ends the match if
    `leaving_ends`, or with one of `leaving_cases`; elsewhere the seat is played on.
    """

    slug: str
    titles: Labels
    seats: int
    options: tuple[Option, ...]
    refusals: tuple[Refusal, ...]
    end_causes: tuple[EndCause, ...]
    bot_levels: tuple[str, ...]
    rules_version: int
    sources: tuple[str, ...]
    statistics_by: tuple[str, ...] = ()
    seats_option: str = ""
    team_cases: tuple[TeamCase, ...] = ()
    hidden: bool = False
    fewest_win: bool = False
    points_option: str = ""
    points_not_in: tuple[tuple[str, str], ...] = ()
    silent_cases: tuple[tuple[str, str], ...] = ()
    absence: Absence = Absence.STAND_IN
    leaving_ends: bool = False
    leaving_cases: tuple[tuple[str, str], ...] = ()

    def leave_ends(self, options: Mapping[str, str]) -> bool:
        """True if a match with these options ends when a seat leaves: the rules are told, and say what it costs."""
        return self.leaving_ends or any(options[option] == value for option, value in self.leaving_cases)

    def points_hands(self, options: Mapping[str, str]) -> int:
        """The number of hands that league points are counted by; 0 for a match that moves none."""
        if not self.points_option or any(options[option] == value for option, value in self.points_not_in):
            return 0
        return int(options[self.points_option])

    @property
    def stand_in_level(self) -> str:
        """The level of a bot that stands in for a person: the middle one."""
        return self.bot_levels[len(self.bot_levels) // 2]

    def ending(self, cause: str) -> Labels:
        """What `cause`, the family's own or the house's, is called; raises `KeyError` for another."""
        for end in (*self.end_causes, *HOUSE_CAUSES):
            if end.cause == cause:
                return end.labels
        raise KeyError(cause)

    def seats_for(self, options: Mapping[str, str]) -> int:
        """How many sit at a table with these options, which went through `resolve`."""
        return int(options[self.seats_option]) if self.seats_option else self.seats

    def silent(self, options: Mapping[str, str]) -> bool:
        """True if nobody may talk at a table with these options, which went through `resolve`."""
        return any(options[option] == value for option, value in self.silent_cases)

    def teams_for(self, options: Mapping[str, str]) -> tuple[tuple[int, ...], ...]:
        """The seats of a table with these options, by teams; a player without a partner is a team of his own."""
        for case in self.team_cases:
            if options[case.option] == case.equals:
                return case.teams
        return tuple((seat,) for seat in range(self.seats_for(options)))

    def resolve(self, given: Mapping[str, str]) -> dict[str, str]:
        """Every option of the family with its value: what was `given`, else the default. Raises `BadOption`."""
        known = {option.name for option in self.options}
        for name in given:
            if name not in known:
                raise BadOption(name, given[name], "")
        chosen: dict[str, str] = {}
        for option in self.options:
            chosen[option.name] = option.resolve(given.get(option.name), chosen)
        return chosen

    def refusal(self, reason: str) -> Refusal:
        """The declared refusal of this `reason`; raises `KeyError` for one that the family never declared."""
        for refusal in self.refusals:
            if refusal.reason == reason:
                return refusal
        raise KeyError(reason)


# Rules 0.11: every family but satranç (4.7) has it.
TURN_SECONDS = Option(
    name="turnSeconds",
    labels=Labels(tr="Hamle süresi (saniye)", en="Seconds per decision"),
    clause="0.11",
    default="60",
    choices=("none",),
    low=10,
    high=86_400,
)
