"""`python -m services [NAME…]`: hosts the named services in one process, by default all of them.

Names are those of game families ("tavla") and of platform services ("players", "lobby", "league"). With `--migrate` it
brings their tables up to date, whatever `MIGRATE_ON_START` says, and ends. With `--rescore` it lets the families among
them send all results and leaves to the league and the moderation once more, and ends (docs/operations.md, "Backup and
restore").
"""

import argparse
import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import structlog
import uvloop
from sqlalchemy.exc import DBAPIError

import services
from services.kernel.registry import families
from services.runtime import identity
from services.runtime.broker import Broker
from services.runtime.clock import unix_ms
from services.runtime.database import open_database
from services.runtime.hosting import MIGRATIONS, HostedFamily, open_journal
from services.runtime.journal.interface import StoreUnavailable
from services.runtime.news import Hearing
from services.runtime.schema import migrate
from services.runtime.server import Process
from services.runtime.service import Hosted
from services.runtime.settings import Settings, WrongSetting, load
from services.runtime.telemetry import configure_logs

_NO_SERVICES: Final = frozenset({"kernel", "runtime"})

log = structlog.get_logger(__name__)

Maker = Callable[[Settings, Broker], Hosted]


def main(arguments: Sequence[str]) -> int:
    """Runs the process; the exit status."""
    told = _parse(arguments)
    try:
        settings = load()
        names = chosen(known_services(settings), told.names)
        configure_logs(settings.log_level, settings.log_format)
        uvloop.run(_work(told, settings, names))
    except (WrongSetting, ValueError, RuntimeError, OSError) as error:
        print(f"python -m services: {error}", file=sys.stderr)  # noqa: T201  (for whoever started it)
        return 1
    return 0


def _work(told: argparse.Namespace, settings: Settings, names: Mapping[str, Maker]) -> Coroutine[Any, Any, None]:
    """What the process is started for."""
    if told.migrate:
        return bring_up_to_date(settings, tuple(names))
    if told.rescore:
        slugs = families(*settings.packages)
        if strangers := [name for name in told.names if name not in slugs]:
            raise WrongSetting(f"{', '.join(strangers)} is no family; only families have results")
        return rescore(settings, [name for name in names if name in slugs])
    return serve(settings, names)


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m services", description="Hosts services of the house.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a family or a platform service; default: all")
    once = parser.add_mutually_exclusive_group()
    once.add_argument("--migrate", action="store_true", help="bring their tables up to date and end")
    once.add_argument(
        "--rescore", action="store_true", help="let the families send all results and leaves once more and end"
    )
    return parser.parse_args(arguments)


def known_services(settings: Settings) -> dict[str, Maker]:
    """How each service of the house is made, by name: platform services, then families."""
    found: dict[str, Maker] = {}
    for folder in pkgutil.iter_modules(services.__path__):
        module = f"services.{folder.name}.service"
        if folder.ispkg and folder.name not in _NO_SERVICES and importlib.util.find_spec(module):
            found[folder.name] = _platform(module)
    for slug in families(*settings.packages):
        found[slug] = _family(slug)
    return found


def chosen(known: Mapping[str, Maker], names: Sequence[str]) -> dict[str, Maker]:
    """The services of these names, each once, or all; raises `WrongSetting` for a name that is none."""
    unknown = [name for name in names if name not in known]
    if unknown:
        raise WrongSetting(f"no service {', '.join(unknown)}; there are {', '.join(known)}")
    return {name: known[name] for name in names or known}


def _platform(module: str) -> Maker:
    def make(settings: Settings, _: Broker) -> Hosted:
        hosted: Hosted = importlib.import_module(module).create(settings)
        return hosted

    return make


def _family(slug: str) -> Maker:
    def make(settings: Settings, broker: Broker) -> Hosted:
        return HostedFamily(settings, families(*settings.packages)[slug], broker)

    return make


async def bring_up_to_date(settings: Settings, names: Sequence[str]) -> None:
    """Migrates the tables of these services, one after the other; raises `RuntimeError` that names one that fails."""
    for name in names:
        database = open_database(settings.store_for(name), name)
        try:
            done = await migrate(database, migrations_of(name))
        except (OSError, DBAPIError) as error:
            raise RuntimeError(f"the store of {name} cannot be reached: {error}") from error
        finally:
            await database.close()
        log.info("migrated" if done else "up_to_date", service=name)


async def rescore(settings: Settings, slugs: Sequence[str]) -> None:
    """Lets these families send all results and leaves once more; raises `RuntimeError` for one that fails.

    The rows lie in their stores then; services that run, or are started afterwards, send them.
    """
    for slug in slugs:
        journal = open_journal(settings, slug)
        try:
            await journal.open()
            tasks = await journal.rescore(unix_ms())
        except StoreUnavailable as error:
            raise RuntimeError(f"the store of {slug} cannot be reached: {error}") from error
        finally:
            await journal.close()
        log.info("rescored", service=slug, tasks=tasks)


def migrations_of(name: str) -> Path:
    """The folder of a service's migration scripts: a platform service has its own, families share the journal's."""
    own = Path(services.__path__[0]) / name / "migrations"
    return own if own.is_dir() else MIGRATIONS


async def serve(settings: Settings, makers: Mapping[str, Maker]) -> None:
    identity.configure(settings.house_key, settings.jwks_url)
    broker = Broker(settings.broker)
    broker.open()
    hosted = [make(settings, broker) for make in makers.values()]
    introduce(hosted)
    process = Process(settings, hosted)
    try:
        await process.run()
    finally:
        await broker.close()


def introduce(hosted: Sequence[Hosted]) -> None:
    """Families tell the services of their own process what is new: the embedded profile needs no other way."""
    for one in hosted:
        for other in hosted:
            if isinstance(one, HostedFamily) and isinstance(other, Hearing):
                one.tell(other.hear)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
