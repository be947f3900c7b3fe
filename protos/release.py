"""The contract as it was last released: `protos/released.json`, against which every change is checked.

`python protos/release.py` makes the contract of now the released one (with a new version in CHANGELOG.md).
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).parent
IMAGE = SOURCES.parent / "generated" / "contract.binpb"
RELEASED = SOURCES / "released.json"
BUF = Path(sys.executable).parent / "buf"


def main() -> None:
    """Writes the image without what it imports from others, and without comments: they may change."""
    build = (str(BUF), "build", str(IMAGE), "--exclude-source-info", "-o", "-#format=json")
    image = json.loads(subprocess.run(build, check=True, capture_output=True).stdout)  # noqa: S603
    ours = [file for file in image["file"] if file["name"].startswith("kiraathane/")]
    outside = [_names(file) for file in image["file"] if file not in ours and file["package"] != "buf.validate"]
    for file in ours:
        file["dependency"] = [name for name in file.get("dependency", []) if not name.startswith("buf/")]
        _without_options(file)
    RELEASED.write_text(json.dumps({"file": [*outside, *ours]}, indent=1, sort_keys=True) + "\n")


def _names(file: dict[str, Any]) -> dict[str, Any]:
    """Of what others wrote, only that the messages exist."""
    messages = [{"name": message["name"]} for message in file.get("messageType", [])]
    return {"name": file["name"], "package": file["package"], "syntax": "proto3", "messageType": messages}


def _without_options(node: Any) -> None:
    """Validation rules are no part of the shape that is compared."""
    if isinstance(node, dict):
        options = node.get("options", {})
        for name in [name for name in options if name.startswith("[buf.")]:
            del options[name]
        for value in node.values():
            _without_options(value)
    elif isinstance(node, list):
        for value in node:
            _without_options(value)


if __name__ == "__main__":
    main()
