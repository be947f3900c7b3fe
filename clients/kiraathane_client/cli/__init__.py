"""The command `kiraathane`."""

from kiraathane_client.cli.main import main

__all__ = ["main"]
