"""Numbers as people read them, by Grafana's units."""

import math
from collections.abc import Callable, Mapping
from typing import Final

_THOUSANDS: Final = ((1e9, "G"), (1e6, "M"), (1e3, "k"))
_BINARY: Final = ((2.0**30, " GiB"), (2.0**20, " MiB"), (2.0**10, " KiB"))
_TIMES: Final = ((86_400.0, " d"), (3_600.0, " h"), (60.0, " min"), (1.0, " s"), (1e-3, " ms"), (1e-6, " µs"))


def _scaled(value: float, steps: tuple[tuple[float, str], ...], smallest: str) -> str:
    for size, name in steps:
        if abs(value) >= size:
            return _plain(value / size) + name
    return _plain(value) + smallest


def _plain(value: float) -> str:
    """Three digits that matter, without noughts at the end."""
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    decimals = max(0, 2 - math.floor(math.log10(abs(value))))
    text = f"{value:.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _seconds(value: float) -> str:
    return "0" if value == 0 else _scaled(value, _TIMES, " s")


_FORMATS: Final[Mapping[str, Callable[[float], str]]] = {
    "s": _seconds,
    "percentunit": lambda value: f"{_plain(100 * value)} %",
    "short": lambda value: _scaled(value, _THOUSANDS, ""),
    "ops": lambda value: f"{_scaled(value, _THOUSANDS, '')}/s",
    "reqps": lambda value: f"{_scaled(value, _THOUSANDS, '')}/s",
    "bytes": lambda value: _scaled(value, _BINARY, " B"),
}


def told(value: float, unit: str) -> str:
    """The number with its unit; raises `KeyError` for a unit that no panel has."""
    return _FORMATS[unit](value)
