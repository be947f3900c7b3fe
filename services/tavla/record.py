"""Documents that tavla makes of a record."""

from services.kernel.record import Format
from services.tavla import mat, record_text

FORMATS: dict[str, Format] = {
    "mat": Format(media_type="text/plain; charset=utf-8", suffix="mat", write=mat.write),
    "text": Format(media_type="text/plain; charset=utf-8", suffix="txt", write=record_text.write),
}
