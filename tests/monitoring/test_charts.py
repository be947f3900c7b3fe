"""Dashboards as pictures: everything is asked, everything is drawn, and nothing lies on top of something else."""

import json
import threading
import urllib.parse
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image, ImageColor

from deploy.monitoring import charts
from deploy.monitoring.boards import dashboards
from deploy.monitoring.charts import Window, draw, page_of
from deploy.monitoring.grafana import Json
from deploy.monitoring.prometheus import Prometheus
from deploy.monitoring.units import told

WINDOW = Window(start=1_000_000, end=1_003_600, interval=15)
FAMILIES = ("batak", "ellibir", "king", "okey", "pisti", "satranc", "tavla", "uzunca_bir_oyun_adi")


class Answering:
    """A server that answers as Prometheus does: the same for every question, but as many series as a test wants."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.series = [{"family": slug, "level": "usta", "cause": "played_out"} for slug in FAMILIES]
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path, _, query = self.path.partition("?")
                arguments = dict(urllib.parse.parse_qsl(query))
                outer.asked.append(arguments["query"])
                data = json.dumps({"status": "success", "data": {"result": outer.result(path, arguments)}}).encode()
                self.send_response(200)
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.address = f"127.0.0.1:{self._server.server_address[1]}"

    def result(self, path: str, arguments: dict[str, str]) -> list[Any]:
        if path.endswith("/query"):
            return [{"metric": one, "value": [0, f"{number}.5"]} for number, one in enumerate(self.series)]
        start, end, step = (float(arguments[name]) for name in ("start", "end", "step"))
        times = [start + n * step for n in range(int((end - start) / step) + 1)]
        return [
            {"metric": one, "values": [[at, str(number * 1_000 + at % 97)] for at in times]}
            for number, one in enumerate(self.series)
        ]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def answering() -> Iterator[Answering]:
    server = Answering()
    yield server
    server.close()


@pytest.fixture(params=list(dashboards()))
def board(request: pytest.FixtureRequest) -> Json:
    return dashboards()[request.param]


def test_every_expression_is_asked_with_all_variables_filled(answering: Answering, board: Json, tmp_path: Path) -> None:
    assert draw(board, Prometheus(answering.address), WINDOW, tmp_path / "a" / "b.png") == []
    assert len(answering.asked) == sum(len(panel.get("targets", ())) for panel in board["panels"])
    assert not any("$" in expression for expression in answering.asked)
    with Image.open(tmp_path / "a" / "b.png") as image:
        assert image.size[0] > 1_500
        tints = [tint for _, tint in image.convert("RGB").getcolors() or ()]
    for color in charts._COLORS[: len(FAMILIES)]:
        wanted = ImageColor.getrgb(color)
        assert any(max(abs(a - b) for a, b in zip(tint, wanted, strict=True)) < 25 for tint in tints), color


def test_nothing_lies_on_something_else(answering: Answering, board: Json) -> None:
    figure, _ = page_of(board, Prometheus(answering.address), WINDOW)
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw(renderer)
    boxes = [(text.get_text(), text.get_window_extent(renderer)) for text in figure.texts]
    boxes += [(f"axes {number}", axes.get_tightbbox(renderer)) for number, axes in enumerate(figure.axes)]
    for (one, first), (other, second) in combinations(boxes, 2):
        wide = min(first.x1, second.x1) - max(first.x0, second.x0)
        high = min(first.y1, second.y1) - max(first.y0, second.y0)
        assert wide < 2 or high < 2, (one, other)
    page = figure.bbox
    for name, box in boxes:
        assert page.x0 - 1 <= box.x0, name
        assert box.x1 <= page.x1 + 1, name
        assert page.y0 - 1 <= box.y0, name
        assert box.y1 <= page.y1 + 1, name


def test_what_has_no_data_is_said(answering: Answering, board: Json, tmp_path: Path) -> None:
    answering.series = []
    empty = draw(board, Prometheus(answering.address), WINDOW, tmp_path / "b.png")
    assert empty == [panel["title"] for panel in board["panels"] if panel["type"] != "row"]


def test_the_greatest_are_shown_and_the_others_counted(answering: Answering) -> None:
    answering.series = [{"family": f"f{number:02}"} for number in range(40)]
    figure, _ = page_of(dashboards()["analysts"], Prometheus(answering.address), WINDOW)
    bars, lines = figure.axes[0], figure.axes[4]
    names = [label.get_text() for label in bars.get_yticklabels()]
    assert names[-1] == f"and {40 - len(names) + 1} more"
    assert names[-2] == "f39"
    legend = lines.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == [*(f"f{n}" for n in range(32, 40)), "and 32 more"]


def test_the_command_draws_all(answering: Answering, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert charts.main([answering.address, "--minutes", "10", "--into", str(tmp_path)]) == 0
    assert {path.stem for path in tmp_path.iterdir()} == set(dashboards())
    assert "no data" not in capsys.readouterr().out


def test_the_command_says_that_nobody_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert charts.main(["127.0.0.1:1", "--into", str(tmp_path)]) == 1
    assert "127.0.0.1:1" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0, "s", "0"),
        (0.00042, "s", "420 µs"),
        (0.25, "s", "250 ms"),
        (90, "s", "1.5 min"),
        (7_200, "s", "2 h"),
        (0.001, "percentunit", "0.1 %"),
        (12_345, "short", "12.3k"),
        (3, "ops", "3/s"),
        (3 * 2**20, "bytes", "3 MiB"),
    ],
)
def test_numbers_as_people_read_them(value: float, unit: str, text: str) -> None:
    assert told(value, unit) == text


def test_every_unit_of_a_panel_is_known() -> None:
    units = {
        panel["fieldConfig"]["defaults"]["unit"]
        for one in dashboards().values()
        for panel in one["panels"][1:]
        if "fieldConfig" in panel
    }
    assert all(told(1.0, unit) for unit in units)
