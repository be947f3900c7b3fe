"""Where the gateway is."""

import os
from pathlib import Path

DEFAULT = "127.0.0.1:8080"
VARIABLE = "KIRAATHANE_GATEWAY"
FILE = Path("var") / "gateway.address"


def gateway_address(given: str | None = None) -> str:
    """The address to use: what was `given`, else the environment, else what `make run` wrote down, else the default.

    `make run` writes `var/gateway.address` in the checkout; it is looked for from the current folder upward.
    """
    if given:
        return given
    if named := os.environ.get(VARIABLE):
        return named
    here = Path.cwd()
    for folder in (here, *here.parents):
        written = folder / FILE
        if written.is_file() and (address := written.read_text(encoding="utf-8").strip()):
            return address
    return DEFAULT
