"""Documents that satranç makes of a record."""

from services.kernel.record import Format
from services.satranc import pgn, record_text

FORMATS: dict[str, Format] = {
    "pgn": Format(media_type="application/x-chess-pgn; charset=utf-8", suffix="pgn", write=pgn.write),
    "text": Format(media_type="text/plain; charset=utf-8", suffix="txt", write=record_text.write),
}
