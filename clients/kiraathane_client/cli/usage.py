"""How the command explains itself, and what is wrong with a command line, in the language of the one who asks.

Typer speaks English alone: its help is written anew here, and its complaints are told in the words of `_COMPLAINTS`.
"""

import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from kiraathane_client.cli.desk import Desk

WRONG_COMMAND_LINE: Final = 2

_TYPES: Final = {"str": ("metin", "text"), "int": ("sayı", "number"), "float": ("sayı", "number")}
"""What may stand behind an option or an argument, by typer's word for it; a file by any other."""
_FILE: Final = ("dosya", "file")
_TYPE: Final = re.compile(r"<(?:list\[)?(\w+)\]?(?: range)?>")
_COMPLAINTS: Final[Sequence[tuple[str, str, str]]] = (
    (r"Missing (?:argument|option|parameter) '?(.+?)'?\.", "{0} eksik.", "{0} is missing."),
    (r"Missing command\.", "Komut eksik.", "The command is missing."),
    (r"No such command '(.+?)'\.", "«{0}» diye bir komut yok.", "There is no command “{0}”."),
    (
        r"No such command '(.+?)'\. Did you mean (.+)\?",
        "«{0}» diye bir komut yok; şu mu: {1}?",
        "There is no command “{0}”; is it {1}?",
    ),
    (r"No such option: (\S+)", "{0} diye bir seçenek yok.", "There is no option {0}."),
    (
        r"No such option: (\S+) \(Possible options: (.+)\)",
        "{0} diye bir seçenek yok; şu mu: {1}?",
        "There is no option {0}; is it {1}?",
    ),
    (r"Option '(.+?)' requires .+", "{0} bir değer ister.", "{0} needs a value."),
    (r"Option '(.+?)' does not take a value\.", "{0} değer almaz.", "{0} takes no value."),
    (r"Got unexpected extra argument\(s\) \((.+)\)", "Fazladan yazılan: {0}.", "Too much was written: {0}."),
    (
        r"Invalid value for '(.+?)': .+(?:integer|number).*",
        "{0} bir sayı olmalı.",
        "{0} must be a number.",
    ),
    (
        r"Invalid value for '(.+?)': .+(?:greater|less|range|between).*",
        "{0} bu sayı olamaz; sınırlar yardımda yazar.",
        "{0} cannot be this number; the help has the bounds.",
    ),
    (
        r"Invalid value for '(.+?)': .+(?:not one of|Input should be '|one of).*",
        "{0} bu olamaz; olabilecekler yardımda yazar.",
        "{0} cannot be this; the help has what it can be.",
    ),
    (r"Invalid value for '(.+?)': .*", "{0} için yazılan olmaz.", "What was written for {0} will not do."),
)
"""Typer's complaints as patterns, and what is told instead."""


def classes(desk: Desk) -> tuple[type[TyperCommand], type[TyperGroup]]:
    """What commands and groups are made of whose help is in the desk's language."""

    class Command(_Told, TyperCommand):
        _desk = desk

    class Group(_Told, TyperGroup):
        _desk = desk

    return Command, Group


def complained(desk: Desk, error: typer.TyperException) -> int:
    """Says what is wrong with the command line; the exit code."""
    if type(error).__name__ == "NoArgsIsHelpError":
        sys.stderr.write(f"{error.format_message()}\n")
        return WRONG_COMMAND_LINE
    context = getattr(error, "ctx", None)
    if context is not None:
        tr, en = f"Yardım: {context.command_path} --help", f"Help: {context.command_path} --help"
        sys.stderr.write(f"{context.get_usage()}\n{desk.say(tr, en)}\n\n")
    desk.fail(told(desk, error.format_message()))
    return WRONG_COMMAND_LINE


def told(desk: Desk, message: str) -> str:
    """Typer's complaint in the desk's language."""
    for pattern, tr, en in _COMPLAINTS:
        if (found := re.fullmatch(pattern, message, re.DOTALL)) is not None:
            return desk.say(tr, en).format(*found.groups())
    return desk.say("Komut satırı anlaşılamadı.", "The command line cannot be read.")


class _Told:
    """The parts of a help page, in the desk's language. Stands before typer's own class."""

    _desk: Desk

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        say = self._desk.say
        words = {"[OPTIONS]": say("[SEÇENEKLER]", "[OPTIONS]"), "COMMAND [ARGS]...": say("KOMUT …", "COMMAND …")}
        pieces = [words.get(piece, piece.strip("{}")) for piece in self.collect_usage_pieces(ctx)]
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=say("Kullanım: ", "Usage: "))

    def get_help_option(self: Any, ctx: Any) -> Any:
        option = super().get_help_option(ctx)  # type: ignore[misc]
        if option is not None:
            option.help = self._desk.say("Bu yardımı gösterir.", "Shows this help.")
        return option

    def format_options(self: Any, ctx: Any, formatter: Any) -> None:
        say = self._desk.say
        sections = (("argument", say("Değerler", "Arguments")), ("option", say("Seçenekler", "Options")))
        for kind, title in sections:
            records = [p.get_help_record(ctx) for p in self.get_params(ctx) if p.param_type_name == kind]
            if rows := [self._row(record) for record in records if record is not None]:
                with formatter.section(title):
                    formatter.write_dl(rows)
        if commands := getattr(self, "commands", {}):
            limit = formatter.width - 6 - max(map(len, commands))
            with formatter.section(say("Komutlar", "Commands")):
                formatter.write_dl([(name, one.get_short_help_str(limit)) for name, one in commands.items()])

    def _row(self, record: tuple[str, str]) -> tuple[str, str]:
        """A parameter and its help, typer's words in both put into the desk's."""
        name, text = record
        name = _TYPE.sub(lambda found: f"<{self._desk.say(*_TYPES.get(found[1], _FILE))}>", name)
        return name, re.sub(r"(?:^|  )\[([^\]]*)\]$", self._notes, text)

    def _notes(self, found: "re.Match[str]") -> str:
        """What typer adds to a parameter's help: its default and its bounds; the usage says what is needed."""
        say = self._desk.say
        notes = []
        for note in found[1].split("; "):
            if note.startswith("default: "):
                notes.append(say(f"yazılmazsa {note[9:]}", f"default {note[9:]}"))
            elif note != "required":
                notes.append(_bounds(note))
        return f" [{'; '.join(notes)}]" if notes else ""


def _bounds(note: str) -> str:
    """`1..9` for typer's `1<=x<=9`, `1..` for `x>=1`."""
    low, _, high = note.partition("<=x<=")
    if high:
        return f"{low}..{high}"
    return f"{note.removeprefix('x>=')}.." if note.startswith("x>=") else f"..{note.removeprefix('x<=')}"


def typer_of(desk: Desk, **more: Any) -> typer.Typer:
    """A group of commands whose help, and that of what is added to it, is in the desk's language."""
    command, group = classes(desk)

    class Told(typer.Typer):
        def command(self, name: str | None = None, **given: Any) -> Callable[[Any], Any]:
            return super().command(name, cls=command, **given)

    return Told(cls=group, no_args_is_help=True, rich_markup_mode=None, **more)
