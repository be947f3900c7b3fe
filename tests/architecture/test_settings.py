"""Every setting that the code reads is explained, and nothing is explained that no code reads."""

import re
from pathlib import Path

from gateway.settings import GatewaySettings
from services.runtime.settings import Settings
from workers.settings import WorkerSettings

PAGE = (Path(__file__).parent.parent.parent / "docs" / "architecture.md").read_text()
# Read by clients (clients/kiraathane_client/address.py) and by `make run` (deploy/local), which are no servers.
OF_OTHERS = {"GATEWAY", "HOME"}


def explained() -> set[str]:
    table = PAGE.partition("### Settings")[2].partition("## ")[0]
    first_cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return {name for cell in first_cells for name in re.findall(r"`([A-Z0-9_<>]+)`", cell)}


def test_the_table_of_settings_is_complete() -> None:
    read = {name.upper() for kind in (Settings, GatewaySettings, WorkerSettings) for name in kind.model_fields}
    read = read - {"STORES"} | {"STORE_<SERVICE>"} | OF_OTHERS
    assert explained() == read
