"""`python -m bench.services`: a services process of the house that hosts the echo too."""

import uvloop

from bench.echo import Echo
from services.__main__ import known_services, serve
from services.runtime.broker import Broker
from services.runtime.service import Hosted
from services.runtime.settings import Settings, load
from services.runtime.telemetry import configure_logs


def main() -> None:
    """Serves until it is told to end."""
    settings = load()
    configure_logs(settings.log_level, settings.log_format)
    uvloop.run(serve(settings, {**known_services(settings), "echo": _echo}))


def _echo(_settings: Settings, _broker: Broker) -> Hosted:
    return Echo()


if __name__ == "__main__":
    main()
