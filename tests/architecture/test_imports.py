"""`lint-imports` looks at every family: its contracts name those that the registry finds."""

import tomllib
from pathlib import Path

from services.kernel.registry import families

PROJECT = Path(__file__).parent.parent.parent / "pyproject.toml"


def test_every_family_is_in_the_import_contracts() -> None:
    contracts = {one["name"]: one for one in tomllib.loads(PROJECT.read_text())["tool"]["importlinter"]["contracts"]}
    packages = {family.package for family in families().values()}
    assert packages <= set(contracts["families know the kernel alone"]["source_modules"])
    assert packages == set(contracts["families do not know each other"]["modules"])
    assert packages <= set(contracts["the kernel knows nobody"]["forbidden_modules"])
    assert packages <= set(contracts["the runtime knows no family"]["forbidden_modules"])
