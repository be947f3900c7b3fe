"""How the rules say no.

A refused act changes nothing (rules 0.6). Every reason a family can give is declared once, in its `meta`, with the
clause it stands on and the sentence a player reads in Turkish and in English.
"""

from collections.abc import Mapping

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """A reason for which an act is refused.

    `reason` is UPPER_SNAKE and the same word in Python, protos, metrics and docs. `tr` and `en` are `str.format`
    templates over the details that the rules give with it.
    """

    reason: str
    clause: str
    tr: str
    en: str

    def sentences(self, detail: Mapping[str, object]) -> dict[str, str]:
        """The sentence for the player in each language ("tr", "en"), with `detail` filled in."""
        return {"tr": self.tr.format_map(detail), "en": self.en.format_map(detail)}


class Illegal(Exception):  # noqa: N818  (the word of the table, not a failure of the program)
    """Raised by `Game.apply` for an act that the rules refuse; the state is unchanged.

    `detail` holds what the actor may know and needs to understand the refusal, and nothing else (rules 0.12).
    """

    def __init__(self, reason: str, **detail: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = detail
