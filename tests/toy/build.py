"""Makes the toy house importable: its folder, and the stubs of its proto, which nothing generates but this."""

import importlib
import sys
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
FOLDER = Path(__file__).parent


@cache
def toy_house() -> tuple[str, ...]:
    """Builds it once per process and returns the folders that must be on the import path of whoever hosts it."""
    target = Path(tempfile.mkdtemp(prefix="kiraathane-toy-"))
    protos, stubs = target / "protos", target / "stubs"
    for source in (FOLDER / "protos").rglob("*.proto"):
        copy = protos / source.relative_to(FOLDER / "protos")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(source.read_text())
    # Every family's service has the same methods: the toy's is tavla's with another name, and a question of its own.
    service = (ROOT / "protos/kiraathane/tavla/v1/tavla_service.proto").read_text()
    name = protos / "kiraathane/yuksek/v1/yuksek_service.proto"
    service = service.replace("tavla", "yuksek").replace("Tavla", "Yuksek")
    opening = "service YuksekService {\n"
    question = "  rpc CountHigher(CountHigherRequest) returns (CountHigherResponse) {}\n"
    name.write_text(service.replace(opening, opening + question))
    stubs.mkdir()
    sys.path.insert(0, str(ROOT / "protos"))
    try:
        importlib.import_module("generate").generate(protos, stubs, ROOT / "protos")
    finally:
        sys.path.remove(str(ROOT / "protos"))
    paths = (str(stubs), str(FOLDER))
    sys.path[:0] = paths
    importlib.invalidate_caches()
    return paths
