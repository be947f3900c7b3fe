"""Starting the command: which language, and how it ends.

Exit codes: 0 done, 1 not done (said why), 2 the command line is wrong, 130 interrupted.
"""

import os
import sys
from collections.abc import Sequence

import msgspec
import typer

from kiraathane_client.cli.app import build
from kiraathane_client.cli.desk import Desk, ExpectedFailure, Gone
from kiraathane_client.cli.usage import complained
from kiraathane_client.errors import KiraathaneError

LANGUAGES = ("tr", "en")


class Common(msgspec.Struct):
    """What may stand anywhere on a command line."""

    lang: str = ""
    server: str = ""
    ascii: bool = False
    rest: list[str] = []
    missing: str = ""


def main() -> None:
    """The entry point of `kiraathane`."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Runs a command line; the exit code."""
    common = read_common(arguments)
    if common.missing or common.lang not in LANGUAGES:
        sys.stderr.write("--lang tr|en   --server HOST:PORT   --ascii\n")
        return 2
    desk = Desk(common.lang, server=common.server or None, ascii_only=common.ascii)
    try:
        code = build(desk)(args=common.rest, prog_name="kiraathane", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except typer.TyperException as error:
        return complained(desk, error)
    except typer.Abort:
        desk.fail(desk.say("Yarıda kesildi.", "Broken off."))
    except KiraathaneError as error:
        desk.fail(desk.explain(error))
    except Gone as gone:
        desk.out.print(str(gone))
        return 0
    except ExpectedFailure as failure:
        desk.fail(str(failure))
    except SystemExit as end:  # how typer ends where nobody reads its output any more
        return end.code if isinstance(end.code, int) else 0
    return 1


def read_common(arguments: Sequence[str]) -> Common:
    """Takes `--lang`, `--server` and `--ascii` out of a command line. The language is the locale's, else Turkish.

    `--options a=1 b=2` becomes `--options a=1 --options b=2`.
    """
    common = Common(rest=[])
    items = iter(arguments)
    in_options = False
    for item in items:
        name, equals, value = item.partition("=")
        pair = bool(equals) and not name.startswith("-")
        if in_options and pair and common.rest[-1] != "--options":
            common.rest.append("--options")
        in_options = item == "--options" or (in_options and pair)
        if item == "--ascii":
            common.ascii = True
        elif name in {"--lang", "--server"}:
            value = value if equals else next(items, "")
            common.missing = common.missing if value else name
            setattr(common, name.removeprefix("--"), value)
        else:
            common.rest.append(item)
    common.lang = common.lang or _of_locale()
    return common


def _of_locale() -> str:
    named = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "en" if named.lower().startswith("en") else "tr"
