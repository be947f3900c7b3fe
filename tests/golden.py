"""Writes the golden transcripts of every family again: `make golden`. Read the difference before you commit it."""

import importlib
import sys

from services.kernel.registry import families


def main() -> None:
    """Calls `main` of `tests/<family>/golden.py`, which every family has."""
    results = [importlib.import_module(f"tests.{slug}.golden").main() for slug in families()]
    sys.exit(any(results))


if __name__ == "__main__":
    main()
