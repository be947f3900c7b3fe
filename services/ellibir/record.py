"""Documents that Elli Bir makes of a record."""

from services.ellibir import record_text
from services.kernel.record import Format

FORMATS: dict[str, Format] = {
    "text": Format(media_type="text/plain; charset=utf-8", suffix="txt", write=record_text.write),
}
