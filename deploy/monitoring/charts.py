"""Dashboards as pictures, for who has no Grafana: `python -m deploy.monitoring.charts ADDRESS` of a Prometheus.

Every panel's expressions are asked over a window that ends now, and drawn where Grafana would: lines over time, or bars
of the numbers at the end. A panel shows its greatest series and says how many more there are.
"""

import argparse
import math
import re
import sys
import textwrap
import time
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
import msgspec
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator
from PIL import Image

from deploy.monitoring.boards import dashboards
from deploy.monitoring.prometheus import Prometheus, Series
from deploy.monitoring.units import told

Json = dict[str, Any]
_POINTS: Final = 240
_WIDTH: Final = 22.0  # inches; so are all lengths here
_UNIT: Final = 0.36
_TOP: Final = 0.75
_DPI: Final = 76
_TINTS: Final = 128
_LETTER: Final = 0.074
_LINE: Final = 0.16
_BAR: Final = 0.14
_MOST_LINES: Final = 8
_FEWEST_BARS: Final = 7
"""A panel has room for so many, however few there are: three bars need not fill a wall."""
_GREY: Final = "#667788"
_COLORS: Final = (
    "#1f77b4",
    "#d9822b",
    "#2f9e55",
    "#c23b3b",
    "#8464b0",
    "#8a5a48",
    "#d977b8",
    "#6b7280",
    "#a3a32c",
    "#22a8b8",
)


class Window(msgspec.Struct, frozen=True):
    """What is asked: from `start` to `end` (Unix seconds), of a Prometheus that scrapes every `interval` seconds."""

    start: float
    end: float
    interval: float

    @property
    def step(self) -> float:
        return max(self.interval, (self.end - self.start) / _POINTS)

    def filled(self, expression: str) -> str:
        """With what Grafana would put in for its variables, all families chosen."""
        rate = math.ceil(max(4 * self.interval, self.step + self.interval))
        whole = math.ceil(self.end - self.start)
        for name, value in (("$__rate_interval", f"{rate}s"), ("$__range", f"{whole}s"), ("$family", ".+")):
            expression = expression.replace(name, value)
        return expression


def draw(board: Json, prometheus: Prometheus, window: Window, path: Path) -> list[str]:
    """Draws a dashboard as a PNG. Gives the titles of panels for which there was no data."""
    figure, empty = page_of(board, prometheus, window)
    drawn = BytesIO()
    figure.savefig(drawn, dpi=_DPI)
    path.parent.mkdir(parents=True, exist_ok=True)
    with Image.open(drawn) as image:
        # Few colours, so a third of the size; MAXCOVERAGE keeps those of thin lines.
        few = image.convert("RGB").quantize(_TINTS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        few.save(path, optimize=True)
    return empty


def page_of(board: Json, prometheus: Prometheus, window: Window) -> tuple[Figure, list[str]]:
    """The page, and the titles of panels for which there was no data."""
    grids = [panel["gridPos"] for panel in board["panels"]]
    height = _TOP + _UNIT * max(grid["y"] + grid["h"] for grid in grids)
    with mpl.rc_context({"font.size": 8, "axes.spines.top": False, "axes.spines.right": False}):
        figure = Figure(figsize=(_WIDTH, height), dpi=_DPI, facecolor="white")
        page = _Page(figure, height)
        page.write(0.25, 0.32, board["title"], fontsize=15, fontweight="bold")
        ends = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(window.end))
        page.write(0.25, 0.55, f"{board['description']}  ({ends})", fontsize=8.5, color=_GREY)
        empty = [panel["title"] for panel in board["panels"] if not page.panel(panel, prometheus, window)]
    return figure, empty


class _Page:
    """A figure on which lengths are inches from the top left corner."""

    def __init__(self, figure: Figure, height: float) -> None:
        self._figure = figure
        self._height = height

    def write(self, x: float, y: float, text: str, **style: Any) -> None:
        self._figure.text(x / _WIDTH, 1 - y / self._height, text, va="baseline", **style)

    def panel(self, panel: Json, prometheus: Prometheus, window: Window) -> bool:
        """Draws a row's headline or a panel; False if there is no data."""
        grid = panel["gridPos"]
        unit = (_WIDTH - 0.4) / 24
        left, top = 0.2 + grid["x"] * unit, _TOP + grid["y"] * _UNIT
        wide, high = grid["w"] * unit - 0.15, grid["h"] * _UNIT
        if panel["type"] == "row":
            self.write(left + 0.05, top + 0.25, panel["title"], fontsize=11, fontweight="bold", color="#334455")
            return True
        self.write(left + 0.05, top + 0.2, panel["title"], fontsize=9.5, fontweight="bold")
        says = textwrap.wrap(panel["description"], int(wide / (_LETTER * 0.66)))
        for number, line in enumerate(says):
            self.write(left + 0.05, top + 0.36 + number * 0.14, line, fontsize=7, color=_GREY)
        head = 0.34 + 0.14 * len(says)
        box = _Box(self, left, top + head, wide, high - head)
        if panel["type"] == "timeseries":
            return _lines(box, panel, prometheus, window)
        return _bars(box, panel, prometheus, window)

    def axes(self, left: float, top: float, wide: float, high: float) -> Axes:
        place = (left / _WIDTH, 1 - (top + high) / self._height, wide / _WIDTH, high / self._height)
        return self._figure.add_axes(place)


class _Box(msgspec.Struct, frozen=True):
    """Where a panel's chart with all that belongs to it may be."""

    page: _Page
    left: float
    top: float
    wide: float
    high: float

    def axes(self, left: float, right: float, bottom: float) -> Axes:
        """Axes in the box with these margins."""
        return self.page.axes(self.left + left, self.top, self.wide - left - right, self.high - bottom)

    def nothing(self) -> bool:
        self.page.write(self.left + self.wide / 2, self.top + self.high / 2, "no data", ha="center", color="#c23b3b")
        return False


def _lines(box: _Box, panel: Json, prometheus: Prometheus, window: Window) -> bool:
    found = [
        (_name(target["legendFormat"], one.labels), one)
        for target in panel["targets"]
        for one in prometheus.ranges(window.filled(target["expr"]), window.start, window.end, window.step)
    ]
    if not found:
        return box.nothing()
    shown = _greatest(found)
    names = [_short(name, 34) for name, _ in shown]
    if len(found) > len(shown):
        rest = found if all(max(one.values) == 0 for _, one in found) else []
        names.append(f"and {len(found) - len(shown)} more" + (", all 0" if rest else ""))
    columns = max(1, int(box.wide / ((max(map(len, names)) + 5) * _LETTER)))
    legend = math.ceil(len(names) / columns) * _LINE
    axes = box.axes(0.62, 0.1, 0.3 + legend)
    handles = [
        axes.plot(one.times, one.values, color=_COLORS[index % len(_COLORS)], linewidth=1.3)[0]
        for index, (_, one) in enumerate(shown)
    ]
    handles += axes.plot([], [], linestyle="none") if len(names) > len(shown) else []
    unit = panel["fieldConfig"]["defaults"]["unit"]
    bound = _bound(panel)
    if bound is not None:
        axes.axhline(bound, color="#c23b3b", linestyle="--", linewidth=1)
    top = max((value for _, one in shown for value in one.values if math.isfinite(value)), default=0.0)
    axes.set_ylim(0, 1.12 * max(top, bound or 0.0) or 1)
    axes.set_xlim(window.start, window.end)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: told(value, unit)))
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=unit == "short" and top >= 4))
    axes.xaxis.set_major_locator(MaxNLocator(max(2, int(box.wide / 1.1))))
    form = "%H:%M:%S" if window.end - window.start < 1_800 else "%H:%M"
    axes.xaxis.set_major_formatter(FuncFormatter(lambda at, _: time.strftime(form, time.gmtime(at))))
    axes.grid(color="#e5e8eb", linewidth=0.6)
    axes.tick_params(length=2, labelsize=7.5)
    below = -(0.25 / (box.high - 0.3 - legend))
    axes.legend(
        handles, names, loc="upper left", bbox_to_anchor=(-0.02, below), ncols=columns, fontsize=7.5, frameon=False,
        borderaxespad=0, columnspacing=1.2, handlelength=1.4, labelspacing=0.25,
    )  # fmt: skip
    return True


def _greatest(found: Sequence[tuple[str, Series]]) -> list[tuple[str, Series]]:
    """The series that reach highest, in their own order."""
    ranked = sorted(found, key=lambda entry: -max(entry[1].values))[:_MOST_LINES]
    return [entry for entry in found if any(entry is one for one in ranked)]


def _bars(box: _Box, panel: Json, prometheus: Prometheus, window: Window) -> bool:
    found = [
        (_name(target["legendFormat"], labels), value)
        for target in panel["targets"]
        for labels, value in prometheus.series(window.filled(target["expr"]))
    ]
    if not found:
        return box.nothing()
    found.sort(key=lambda entry: _natural(entry[0]))
    room = int((box.high - 0.3) / _BAR)
    rest = len(found) - room
    if rest > 0:
        least = sorted((value for _, value in found), reverse=True)[room - 2]
        found = [entry for entry in found if entry[1] >= least][: room - 1]
        found.append((f"and {rest + 1} more", math.nan))
    names = [_short(name, int(0.55 * box.wide / _LETTER)) for name, _ in found]
    values = [value for _, value in found]
    axes = box.axes(0.12 + _LETTER * max(map(len, names)), 0.15, 0.3)
    places = range(len(found))
    axes.barh(places, values, height=0.68, color=[_COLORS[0]] * len(found))
    unit = panel["fieldConfig"]["defaults"]["unit"]
    bound = _bound(panel)
    if bound is not None:
        axes.axvline(bound, color="#c23b3b", linestyle="--", linewidth=1)
    top = max((value for value in values if math.isfinite(value)), default=0.0)
    axes.set_xlim(0, 1.22 * max(top, bound or 0.0) or 1)
    for place, value in zip(places, values, strict=True):
        if math.isfinite(value):
            text = axes.annotate(told(value, unit), (value, place), (3, 0), textcoords="offset points", va="center")
            text.set(fontsize=7, bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6, "alpha": 0.85})
    axes.set_ylim(max(len(found), _FEWEST_BARS) - 0.4, -0.6)
    axes.set_yticks(list(places), names)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: told(value, unit)))
    whole = unit == "short" and bound is None and top >= 2
    axes.xaxis.set_major_locator(MaxNLocator(max(2, int(box.wide / 1.4)), integer=whole))
    axes.grid(axis="x", color="#e5e8eb", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(length=2, labelsize=7.5)
    return True


def _bound(panel: Json) -> float | None:
    steps = panel["fieldConfig"]["defaults"].get("thresholds", {}).get("steps", ())
    return next((float(step["value"]) for step in steps if step["value"] is not None), None)


def _name(legend: str, labels: Mapping[str, str]) -> str:
    """A series' name as Grafana writes it: labels for their places in the legend."""
    return re.sub(r"\{\{(\w+)\}\}", lambda found: labels.get(found[1], ""), legend).strip()


def _short(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _natural(name: str) -> list[tuple[int, str]]:
    """For an order in which 5 comes before 10."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.findall(r"\d+|\D+", name)]


def main(arguments: Sequence[str]) -> int:
    """Draws all dashboards; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m deploy.monitoring.charts", description=__doc__)
    parser.add_argument("address", help="HOST:PORT of a Prometheus, or its URL")
    parser.add_argument("--minutes", type=float, default=180, help="how much of the past to show; 180 by default")
    parser.add_argument("--interval", type=float, default=15, help="seconds between two scrapes; 15 by default")
    parser.add_argument("--into", type=Path, default=Path("var/dashboards"), help="a folder; var/dashboards by default")
    told_ = parser.parse_args(arguments)
    now = time.time()
    window = Window(start=now - 60 * told_.minutes, end=now, interval=told_.interval)
    try:
        for name, board in dashboards().items():
            empty = draw(board, Prometheus(told_.address), window, told_.into / f"{name}.png")
            print(f"{told_.into / name}.png" + (f"; no data: {', '.join(empty)}" if empty else ""))  # noqa: T201
    except OSError as error:
        print(f"charts: {told_.address}: {error}", file=sys.stderr)  # noqa: T201
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
