"""`python -m workers [--queues NAME,…] [--concurrency N]` plays bots and scores matches until it is told to end."""

import argparse
import os
import shutil
import sys
import tempfile

# One thread of arithmetic per child process: the processes share the cores already.
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")


def main() -> int:
    """Runs the worker; returns its exit status."""
    arguments = _parse()
    folder = tempfile.mkdtemp(prefix="kiraathane-worker-metrics-")
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder  # read by prometheus_client when it is first imported
    if arguments.concurrency is not None:
        os.environ["KIRAATHANE_WORKER_CONCURRENCY"] = str(arguments.concurrency)
    from services.runtime.settings import WrongSetting
    from workers.process import run

    try:
        return run(tuple(filter(None, (arguments.queues or "").split(","))), folder)
    except WrongSetting as error:
        sys.stderr.write(f"{error}\n")
        return 2
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m workers", description=__doc__)
    parser.add_argument("--queues", help="comma separated; default: every queue of the house", metavar="NAME,…")
    parser.add_argument("--concurrency", type=int, help="child processes; default: one per core", metavar="N")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
