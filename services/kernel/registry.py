"""Which families the house has: every folder of `services` that has `rules` and defines `game`.

Adding a family is adding a folder; nothing lists them by hand.
"""

import importlib
import importlib.util
import pkgutil
from functools import cache
from types import ModuleType
from typing import Any

import msgspec

from services.kernel.game import Game


class Family(msgspec.Struct, frozen=True):
    """A discovered family: `package` is its import path, e.g. "services.tavla"."""

    slug: str
    package: str
    game: Game[Any, Any, Any, Any]

    def has(self, name: str) -> bool:
        """True if the family's folder has such a module; not every family has `queries`."""
        return importlib.util.find_spec(f"{self.package}.{name}") is not None

    def module(self, name: str) -> ModuleType:
        """A module of the family's folder, e.g. "wire" or "bot", imported when it is needed."""
        return importlib.import_module(f"{self.package}.{name}")


@cache
def families(*packages: str) -> dict[str, Family]:
    """All families by slug, in alphabetical order, found in `packages` (by default `services`)."""
    found = {}
    for package in packages or ("services",):
        for folder in pkgutil.iter_modules(importlib.import_module(package).__path__):
            name = f"{package}.{folder.name}"
            # Only a family has `rules`; looking for them first imports nothing of the other rooms.
            if folder.ispkg and importlib.util.find_spec(f"{name}.rules"):
                game: Game[Any, Any, Any, Any] = importlib.import_module(name).game
                found[game.meta.slug] = Family(slug=game.meta.slug, package=name, game=game)
    return dict(sorted(found.items()))
