"""Documents that okey makes of a record."""

from services.kernel.record import Format
from services.okey import record_text

FORMATS: dict[str, Format] = {
    "text": Format(media_type="text/plain; charset=utf-8", suffix="txt", write=record_text.write),
}
