"""`python -m services.players`: an operator entrusts offices to accounts, or takes them back.

It works on the store itself, beside running services. An office is named in access tokens, which last ten minutes: a
new one is there when the player signs in or refreshes his session, a withdrawn one is gone when his token ends.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from services.players import names, offices
from services.runtime.database import Database, open_database, parse_store
from services.runtime.identity import OFFICES
from services.runtime.settings import WrongSetting, load


def main(arguments: Sequence[str]) -> int:
    """Carries out one command; the exit status."""
    told = _parse(arguments)
    try:
        setting = load().store_for("players")
        _require_house(parse_store(setting, "players").path)
        return asyncio.run(_carry_out(told, open_database(setting, "players")))
    except (WrongSetting, names.BadName, OSError, DBAPIError) as error:
        print(f"python -m services.players: {error}", file=sys.stderr)  # noqa: T201  (for whoever started it)
        return 1


def _require_house(path: Path | None) -> None:
    """Raises `OSError` rather than let an empty house be made where somebody stands by mistake."""
    if path is not None and not path.exists():
        raise OSError(f"there is no house here: {path} does not exist (KIRAATHANE_STORE says where it is)")


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m services.players", description="Offices of the house.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, text in (("entrust", "give an account an office"), ("withdraw", "take an office back")):
        command = commands.add_parser(name, help=text, description=text)
        command.add_argument("office", choices=OFFICES)
        command.add_argument("user_name", metavar="USER")
    commands.add_parser("list", help="who holds what", description="who holds what")
    return parser.parse_args(arguments)


async def _carry_out(told: argparse.Namespace, database: Database) -> int:
    try:
        if told.command == "list":
            for user_name, office in await offices.holders(database):
                print(f"{user_name}\t{office}")  # noqa: T201
            return 0
        user_name = names.user_name(told.user_name)
        if told.command == "entrust":
            if not await offices.entrust(database, user_name, told.office, time.time_ns() // 1_000_000):
                print(f"there is no account {user_name}", file=sys.stderr)  # noqa: T201
                return 1
            print(f"{user_name} is {told.office} from the next sign-in, or when the session is renewed")  # noqa: T201
        elif not await offices.withdraw(database, user_name, told.office):
            print(f"{user_name} does not hold the office {told.office}", file=sys.stderr)  # noqa: T201
            return 1
        else:
            print(f"{user_name} is {told.office} no more, at the latest in ten minutes")  # noqa: T201
        return 0
    finally:
        await database.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
