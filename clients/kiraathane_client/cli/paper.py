"""A screen that is written on and never obeys what is written: not a name, nor a word, nor a record from anywhere."""

import re
from collections.abc import Iterable
from typing import Final

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

_COMMANDS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What a terminal takes for a command, or turns the direction of writing round; the ends of lines are not among it."""


class Paper(Console):
    """A console that shows a question mark for what a terminal would obey. Colours and the like are its own."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(_COMMANDS.sub("?", segment.text), segment.style)
