"""Records of finished matches: everything that happened and the secret of the chance, for anybody to check."""

from collections.abc import Callable
from typing import Final

import msgspec

from kiraathane.match.v1 import match_pb2
from services.kernel import record
from services.kernel.refusal import Illegal
from services.kernel.registry import Family
from services.kernel.score import Score
from services.runtime.errors import Invalid, Refused, Unavailable
from services.runtime.journal.interface import Journal, Status
from services.runtime.loader import Loader
from services.runtime.match import Match
from services.runtime.room import asked

JSON: Final = "json"


class Records:
    """Writes records in JSON and in the family's own formats (`record.FORMATS`)."""

    def __init__(self, family: Family, loader: Loader, journal: Journal) -> None:
        self._formats: dict[str, record.Format] = family.module("record").FORMATS
        self._loader = loader
        self._journal = journal

    async def document(self, match: Match, wanted: str) -> match_pb2.RecordDocument:
        """The record in a format ("json" if none is named). Raises `Invalid` or `Refused`."""
        name = wanted or JSON
        if name != JSON and name not in self._formats:
            formats = ", ".join((JSON, *self._formats))
            raise Invalid("FORMAT_UNKNOWN", {"format": name, "formats": formats}, fields=(("format", formats),))
        if match.position.status != Status.FINISHED:
            raise Refused("MATCH_NOT_FINISHED", {"match": match.name})
        written = await self._record(match)
        media_type, suffix, write = _JSON if name == JSON else _of(self._formats[name])
        try:
            content = write(written)
        except (ValueError, Illegal) as error:  # `Illegal`: by other rules it was played otherwise
            raise Refused("FORMAT_UNSUITABLE", {"format": name, "problem": str(error)}) from error
        return match_pb2.RecordDocument(
            format=name, media_type=media_type, file_name=f"{match.id}.{suffix}", content=content
        )

    async def _record(self, match: Match) -> record.Record:
        rows = await asked(self._journal.rows(match.id, 0, match.position.seq))
        if len(rows) != match.position.seq:
            raise Unavailable("STORE_UNAVAILABLE")
        codec = self._loader.codec
        try:
            events = [record.encode_events(codec.decode_events(row.events)) for row in rows]
        except msgspec.ValidationError as error:  # acts that these rules do not know any more
            pinned, current = match.creation.rules_version, self._loader.meta.rules_version
            detail = {"match": match.name, "pinned": pinned, "current": current}
            raise Refused("RULES_VERSION_CHANGED", detail) from error
        commits = tuple(
            record.Commit(version=row.seq, at_ms=row.at_ms, events=told) for row, told in zip(rows, events, strict=True)
        )
        return record.Record(
            match=match.name,
            family=self._loader.meta.slug,
            rules_version=match.creation.rules_version,
            options=match.options,
            seats=match.starters,
            commitment=match.creation.commitment,
            secret=match.dealer.reveal(),
            commits=commits,
            score=match.position.score.score if match.position.score else Score(points=()),
            cause=match.position.cause,
        )


_JSON: Final[tuple[str, str, Callable[[record.Record], bytes]]] = ("application/json", "json", record.write)


def _of(form: record.Format) -> tuple[str, str, Callable[[record.Record], bytes]]:
    return form.media_type, form.suffix.lstrip("."), form.write
