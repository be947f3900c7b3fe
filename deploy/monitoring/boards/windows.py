"""Grafana's variables, as the panels use them."""

from typing import Final

NOW: Final = "$__rate_interval"
WHOLE: Final = "$__range"
CHOSEN: Final = 'family=~"$family"'
FAMILY: Final = "{{family}}"
