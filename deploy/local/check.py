"""What the operator told the house, looked at before anything is started: a wrong setting is said here, in one
sentence, and not in the log of the process that stumbles over it."""

import difflib
import importlib.util
import socket
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from deploy.local.plan import ADDRESSES, Plan
from gateway.settings import GatewaySettings
from gateway.settings import WrongSetting as WrongGatewaySetting
from gateway.settings import load as load_gateway
from services.runtime.settings import PREFIX, Settings, WrongSetting, load
from workers.settings import WorkerSettings, load_worker

_ELSEWHERE: Final = frozenset({"HOME", "GATEWAY", "PASSWORD"})
"""Read by `make run` itself and by clients on this machine."""
_ONE_STORE: Final = "STORE_"
_LOADERS: Final[tuple[Callable[[Mapping[str, str]], Settings | GatewaySettings], ...]] = (
    load,
    load_worker,
    load_gateway,
)


def problems(told: Mapping[str, str], plan: Plan) -> list[str]:
    """One sentence for everything that speaks against starting `plan`; `told` is the operator's environment."""
    found = [*_unknown(told), *_wrong(plan)]
    return list(dict.fromkeys(found)) or [*_folders(plan), *_taken(told)]


def _unknown(told: Mapping[str, str]) -> Iterator[str]:
    """Settings that nobody reads. Whoever mistyped a name believes that it holds."""
    known = {
        PREFIX + name.upper() for kind in (Settings, WorkerSettings, GatewaySettings) for name in kind.model_fields
    }
    known = known - {PREFIX + "STORES"} | {PREFIX + name for name in _ELSEWHERE}
    for name in sorted(told):
        if name.startswith(PREFIX) and name not in known and not _is_one_store(name):
            close = difflib.get_close_matches(name, known, n=1)
            yield f"{name}: there is no such setting{f'; did you mean {close[0]}?' if close else ''}"


def _is_one_store(name: str) -> bool:
    """True for the store of a service that there is."""
    if not name.startswith(PREFIX + _ONE_STORE):
        return False
    from services.__main__ import known_services  # dear, and seldom asked for

    return name.removeprefix(PREFIX + _ONE_STORE).lower() in known_services(load({}))


def _wrong(plan: Plan) -> Iterator[str]:
    """Values that a program would refuse."""
    environment = _environment(plan)
    for loader in _LOADERS:
        try:
            settings = loader(environment)
        except (WrongSetting, WrongGatewaySetting) as error:
            yield from str(error).split("; " + PREFIX)[:1]
            yield from (PREFIX + rest for rest in str(error).split("; " + PREFIX)[1:])
        else:
            missing = [name for name in settings.packages if not _is_package(name)]
            yield from (f"{PREFIX}FAMILY_PACKAGES: there is no package {name}" for name in missing)


def _is_package(name: str) -> bool:
    try:
        found = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return False
    return found is not None and found.submodule_search_locations is not None


def _environment(plan: Plan) -> dict[str, str]:
    """What the programs are told, all together."""
    return {name: value for program in plan.programs for name, value in program.environment.items()}


def _folders(plan: Plan) -> Iterator[str]:
    """Folders that cannot be worked with."""
    for name, folder in (("KIRAATHANE_HOME", plan.home), ("this folder", Path.cwd())):
        if "%" in str(folder):
            yield f"{name}: supervisord cannot work in {folder}, for the % in its name"
    settings = load(_environment(plan))
    for name, store in (
        ("STORE", settings.store),
        *((f"STORE_{one}".upper(), at) for one, at in settings.stores.items()),
    ):
        kind, _, folder_name = store.partition(":")
        if kind == "sqlite":
            try:
                Path(folder_name).mkdir(parents=True, exist_ok=True)
                tempfile.TemporaryFile(dir=folder_name).close()
            except OSError as error:
                yield f"{PREFIX}{name}: {folder_name} cannot be written: {error.strerror}"


def _taken(told: Mapping[str, str]) -> Iterator[str]:
    """Addresses that the operator chose and that cannot be listened on. Others are free ones by themselves."""
    for name in ADDRESSES:
        if name in told:
            host, _, port = told[name].rpartition(":")
            try:
                family, kind, _, _, where = socket.getaddrinfo(host.strip("[]"), int(port), type=socket.SOCK_STREAM)[0]
                with socket.socket(family, kind) as probe:
                    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                    probe.bind(where)
            except OSError as error:
                yield f"{name}: nothing can listen on {told[name]}: {error.strerror}"
