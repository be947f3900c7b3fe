"""Yüksek has no record format of its own."""

from services.kernel.record import Format

FORMATS: dict[str, Format] = {}
