"""What stands between a pod's process and this machine: mount namespaces, made by util-linux."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_SCRIPT: Final = """
set -e
mount --bind "$1" /etc/resolv.conf
mount --bind "$2" "$2"
IFS=:
for place in $3; do mount -o remount,bind,ro "$place"; done
unset IFS
shift 3
exec setpriv --bounding-set=-all --inh-caps=-all --no-new-privs -- "$@"
"""


class NoSandbox(RuntimeError):  # noqa: N818
    """This machine, or this user, cannot run pods."""


def command(resolver: Path, own: Path, program: Sequence[str]) -> tuple[str, ...]:
    """The program in a sandbox: it finds names by `resolver`, writes only under `own`, and has no capability.

    The process keeps its id through all of it, so that signals reach the program.
    """
    read_only = ":".join(sorted({str(_mount_of(path)) for path in (Path("/"), Path.cwd(), own.parent)}))
    return ("unshare", "--mount", "sh", "-c", _SCRIPT, "sandbox", str(resolver), str(own), read_only, *program)


def require() -> None:
    """Raises `NoSandbox` where there are no namespaces to be had, or not for this user."""
    if os.geteuid() != 0:
        raise NoSandbox("only root can mount and listen at port 53, as a kubelet does")
    for name in ("unshare", "setpriv", "mount"):
        if shutil.which(name) is None:
            raise NoSandbox(f"no {name} on this machine")
    done = subprocess.run(("unshare", "--mount", "true"), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NoSandbox(f"no mount namespace: {done.stderr.strip()}")


def _mount_of(path: Path) -> Path:
    path = path.resolve()
    while not path.is_mount():
        path = path.parent
    return path
