"""`python -m services.runtime.thaw MATCH…`: lets frozen matches go on, once what broke them has been mended.

A match freezes when its rules raise what they may not; its journal ends before that. Deploy the mended program first.
With PostgreSQL the services may run; a SQLite store has room for one process, so stop the services for it.
"""

import asyncio
import sys
from collections.abc import Sequence

from services.kernel.registry import families
from services.runtime.hosting import open_journal
from services.runtime.journal.interface import StoreUnavailable
from services.runtime.match import PREFIX
from services.runtime.settings import Settings, WrongSetting, load


def main(arguments: Sequence[str]) -> int:
    """Thaws the named matches ("matches/tavla-…"); the exit status."""
    if not arguments:
        print(__doc__, file=sys.stderr)  # noqa: T201  (a command speaks to who started it)
        return 2
    try:
        settings = load()
        return max(asyncio.run(_thaw(settings, name.removeprefix(PREFIX))) for name in arguments)
    except (WrongSetting, RuntimeError, StoreUnavailable) as error:
        print(f"thaw: {error}", file=sys.stderr)  # noqa: T201
        return 1


async def _thaw(settings: Settings, match_id: str) -> int:
    """Thaws one match; 0 if it was frozen and goes on now."""
    slug = match_id.partition("-")[0]
    if slug not in families(*settings.packages):
        raise RuntimeError(f"{PREFIX}{match_id} is no match of a family of this house")
    journal = open_journal(settings, slug)
    await journal.open()
    try:
        thawed = await journal.thaw(match_id)
    finally:
        await journal.close()
    print(f"{PREFIX}{match_id}: {'goes on' if thawed else 'is not frozen, or does not exist'}")  # noqa: T201
    return 0 if thawed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
