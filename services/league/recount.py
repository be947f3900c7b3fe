"""`python -m services.league.recount [--check]`: counts the league's sums again from the recorded results.

Needed once after an upgrade that brings new sums, for the results that were there before. `--check` only looks. Prints
how many lines of each table were wrong; ends with status 1 if `--check` found some. Results that come meanwhile wait.

League points are only looked at, with or without `--check`: whatever is said of them is a fault of the house, and a row
of their ledger is never changed.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence

from sqlalchemy.exc import DBAPIError

from services.league.adding import recount
from services.league.audit import audit
from services.league.terms import terms_of
from services.runtime.database import open_database
from services.runtime.settings import Settings, WrongSetting, load


def main(arguments: Sequence[str]) -> int:
    """Counts; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m services.league.recount", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing")
    check = parser.parse_args(arguments).check
    try:
        wrong, problems = asyncio.run(_recount(load(), mend=not check))
    except (WrongSetting, ValueError, DBAPIError, OSError) as error:
        print(f"recount: {error}", file=sys.stderr)  # noqa: T201  (a command speaks to who started it)
        return 1
    for table, lines in wrong.items():
        print(f"{table}: {lines} lines {'are' if check else 'were'} wrong")  # noqa: T201
    for problem in problems:
        print(f"points: {problem}")  # noqa: T201
    return int(bool(problems) or (check and any(wrong.values())))


async def _recount(settings: Settings, *, mend: bool) -> tuple[dict[str, int], list[str]]:
    database = open_database(settings.store_for("league"), "league")
    try:
        return await recount(database, mend=mend), await audit(database, terms_of(settings))
    finally:
        await database.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
