"""A worker that is told something wrong says so in one sentence and does not start."""

import subprocess
import sys

import pytest

from services.runtime.settings import WrongSetting
from workers.app import make_app
from workers.settings import load_worker


def test_the_defaults_are_those_of_the_architecture_page() -> None:
    settings = load_worker({})
    assert (settings.broker, settings.peer("tavla")) == ("redis://127.0.0.1:6379/1", "127.0.0.1:50051")
    assert settings.worker_http_listen == "127.0.0.1:9102"


def test_a_worker_finds_each_service_by_its_name() -> None:
    settings = load_worker({"KIRAATHANE_PEER_ADDRESS": "{service}.house:50051"})
    assert settings.peer("league") == "league.house:50051"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("WORKER_CONCURRENCY", "many"),
        ("WORKER_CONCURRENCY", "-1"),
        ("WORKER_HTTP_LISTEN", "9102"),
        ("WORKER_CALL_SECONDS", "0"),
        ("WORKER_TASK_SECONDS", "1"),
        ("BROKER", "kafka://here"),
    ],
)
def test_a_wrong_value_is_named(name: str, value: str) -> None:
    with pytest.raises(WrongSetting, match=f"KIRAATHANE_{name}"):
        load_worker({f"KIRAATHANE_{name}": value})


def test_the_process_ends_with_that_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "workers", "--concurrency", "-3"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("KIRAATHANE_WORKER_CONCURRENCY: ")


def test_a_queue_that_does_not_exist_is_refused(toy_paths: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"no queue 'bots\.dama'; there are bots\.yuksek, scoring"):
        make_app(load_worker({"KIRAATHANE_FAMILY_PACKAGES": "toyhouse"}), ("bots.dama",))


def test_every_family_has_a_queue_and_scoring_has_one(toy_paths: tuple[str, ...]) -> None:
    app = make_app(load_worker({"KIRAATHANE_FAMILY_PACKAGES": "toyhouse"}))
    assert [queue.name for queue in app.conf.task_queues] == ["bots.yuksek", "scoring"]


@pytest.mark.parametrize("scheme", ["amqp", "amqps", "pyamqp"])
def test_a_rabbitmq_broker_keeps_its_queues_on_several_nodes(toy_paths: tuple[str, ...], scheme: str) -> None:
    told = {"KIRAATHANE_BROKER": f"{scheme}://guest@127.0.0.1//", "KIRAATHANE_FAMILY_PACKAGES": "toyhouse"}
    app = make_app(load_worker(told), ("scoring",))
    assert app.conf.task_queues[0].queue_arguments == {"x-queue-type": "quorum"}
    assert app.conf.broker_transport_options == {"confirm_publish": True}
