"""numba's compiler behind a type that mypy can follow."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """`function` as machine code, compiled at its first call and kept beside the source."""
    return cast("Callable[P, R]", numba.njit(cache=True, fastmath=True, boundscheck=False)(function))
