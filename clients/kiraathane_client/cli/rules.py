"""The rules that this program can play by: for verifying records and running scenarios."""

import os
from typing import Any

from services.kernel.game import Game
from services.kernel.meta import Labels
from services.kernel.registry import families

VARIABLE = "KIRAATHANE_FAMILY_PACKAGES"  # the same setting as of the services


def games() -> dict[str, Game[Any, Any, Any, Any]]:
    """Every family of this installation by slug."""
    packages = [name.strip() for name in os.environ.get(VARIABLE, "services").split(",")]
    return {slug: family.game for slug, family in families(*filter(None, packages)).items()}


def ending(family: str, cause: str) -> Labels:
    """Why a match ended, in words; a cause that this installation does not know as it is written."""
    try:
        return games()[family].meta.ending(cause)
    except KeyError:
        return Labels(tr=cause, en=cause)
