"""`python -m services [NAME…]`: hosts the named services in one process, by default all of them.

Names are those of game families ("tavla") and of platform services ("players", "lobby", "league").
"""

import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import structlog
import uvloop

import services
from services.kernel.registry import families
from services.runtime import identity
from services.runtime.broker import Broker
from services.runtime.hosting import HostedFamily
from services.runtime.server import Process
from services.runtime.service import Hosted
from services.runtime.settings import Settings, WrongSetting, load
from services.runtime.telemetry import configure_logs

_NO_SERVICES: Final = frozenset({"kernel", "runtime"})

log = structlog.get_logger(__name__)


def main(arguments: Sequence[str]) -> int:
    """Runs the process; the exit status."""
    try:
        settings = load()
        known = known_services(settings)
        makers = chosen(known, arguments)
        configure_logs(settings.log_level, settings.log_format)
        uvloop.run(serve(settings, makers))
    except (WrongSetting, ValueError, RuntimeError, OSError) as error:
        print(f"python -m services: {error}", file=sys.stderr)  # noqa: T201  (for whoever started it)
        return 1
    return 0


Maker = Callable[[Settings, Broker], Hosted]


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


def chosen(known: Mapping[str, Maker], names: Sequence[str]) -> list[Maker]:
    """The services of these names, each once, or all; raises `WrongSetting` for a name that is none."""
    unknown = [name for name in names if name not in known]
    if unknown:
        raise WrongSetting(f"no service {', '.join(unknown)}; there are {', '.join(known)}")
    return [known[name] for name in dict.fromkeys(names or known)]


def _platform(module: str) -> Maker:
    def make(settings: Settings, _: Broker) -> Hosted:
        hosted: Hosted = importlib.import_module(module).create(settings)
        return hosted

    return make


def _family(slug: str) -> Maker:
    def make(settings: Settings, broker: Broker) -> Hosted:
        return HostedFamily(settings, families(*settings.packages)[slug], broker)

    return make


async def serve(settings: Settings, makers: Sequence[Maker]) -> None:
    identity.configure(settings.house_key, settings.jwks_url)
    broker = Broker(settings.broker)
    broker.open()
    process = Process(settings, [make(settings, broker) for make in makers])
    try:
        await process.run()
    finally:
        await broker.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
