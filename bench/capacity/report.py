"""The figures of a capacity run as tables."""

from collections.abc import Iterable
from typing import Any, Final

Figures = dict[str, Any]
KINDS: Final = ("services", "database", "valkey", "gateway")


def table(figures: Figures) -> str:
    """Markdown: replicas, other platforms, open matches, watchers."""
    parts = (
        ("Replicas", _replicas(figures["replicas"])),
        ("Beside other platforms", _peers(figures["peers"], figures["replicas"])),
        ("Open matches", _open(figures["open"])),
        ("Watchers", _watchers(figures["watchers"])),
    )
    text = "\n\n".join(f"## {title}\n\n" + "\n".join(lines) for title, lines in parts)
    return f"{text}\n\n{figures['in_flight']} matches in play, {figures['seconds']} s a load, {figures['minutes']} min"


def _replicas(rows: list[Figures]) -> list[str]:
    head = ("house", "way", "moves/s", "ratio", *(f"{kind} µs" for kind in KINDS), "all µs", "ratio", "told p50/p99 ms")
    first = rows[0]
    lines = []
    for row in rows:
        for way, title in (("play", "Play"), ("sit", "Sit"), ("sit_scattered", "Sit, players on other replicas")):
            if way in row:
                base = first["play" if way == "play" else "sit"]
                load = row[way]
                rate = _ratio(load["per_second"], base["per_second"])
                spent = _ratio(_all(load), _all(base))
                cpu = _cpu(load["cpu_us"])
                lines.append((row["name"], title, load["per_second"], rate, *cpu, _all(load), spent, _told(load)))
    return _markdown(head, lines)


def _peers(found: Figures, rows: list[Figures]) -> list[str]:
    measured = found.get("measured", {})
    if not measured:
        return [f"Not measured: {found.get('missing', 'left out')}."]
    ours = [
        (f"Kıraathane, {title}, {row['name']}", load, "the move")
        for row in rows
        if row["replicas"] <= 1 and "few" not in row
        for title, load in (("Sit", row["sit"]), ("Play", row["play"]))
    ]
    theirs = [(name, load, load["durable"]) for name, load in measured.items()]
    base = rows[0]["sit"]
    head = (
        "platform",
        "moves/s",
        "of ours",
        "CPU µs a move",
        "of ours",
        "opponent told p50/p99 ms",
        "durable when told",
    )
    lines = []
    for name, load, durable in (*ours, *theirs):
        rate, spent = _ratio(load["per_second"], base["per_second"]), _ratio(_all(load), _all(base))
        lines.append((name, load["per_second"], rate, _all(load), spent, _told(load, "watcher_told_ms"), durable))
    return _markdown(head, lines)


def _open(rows: list[Figures]) -> list[str]:
    idle = (f"{kind} at rest ms/s" for kind in KINDS[:2])
    head = ("store", "replicas", "open", *idle, "MiB", "Sit moves/s", "ratio", "all µs", "ratio", "told p50/p99 ms")
    lines = []
    for row in rows:
        base = next(other["sit"] for other in rows if other["store"] == row["store"])
        load, rest = row["sit"], row["idle_cpu_ms_per_second"]
        rate, spent = _ratio(load["per_second"], base["per_second"]), _ratio(_all(load), _all(base))
        at_rest = (rest.get(kind, "") for kind in KINDS[:2])
        house = (row["store"], row["replicas"], row["open"], *at_rest, row["services_mib"])
        lines.append((*house, load["per_second"], rate, _all(load), spent, _told(load)))
    return _markdown(head, lines)


def _watchers(rows: list[Figures]) -> list[str]:
    head = ("watchers", "matches", "replicas", "moves/s", "told/s", *(f"{kind} µs a telling" for kind in KINDS))
    lines = []
    for row in rows:
        cells = (row["watchers"], row["matches"], row["replicas"], row["moves_per_second"], row["told_per_second"])
        lines.append((*cells, *_cpu(row["cpu_us_per_told"]), _told(row, "told_ms")))
    return _markdown((*head, "move to watcher p50/p99 ms"), lines)


def _all(load: Figures) -> float:
    """CPU microseconds a move of every process that serves, the players' own left out."""
    spent: dict[str, float] = load["cpu_us"]
    return round(sum(spent.values()), 1)


def _cpu(by_kind: Figures) -> list[object]:
    return [by_kind.get(kind, "") for kind in KINDS]


def _told(load: Figures, who: str = "mover_told_ms") -> str:
    return f"{load[who]['p50']:.1f} / {load[who]['p99']:.1f}"


def _ratio(value: float, base: float) -> str:
    return f"{value / base:.2f}" if base else ""


def _markdown(head: Iterable[object], lines: Iterable[Iterable[object]]) -> list[str]:
    titles = [str(title) for title in head]
    rows = [titles, ["---"] * len(titles), *([str(cell) for cell in line] for line in lines)]
    return [f"| {' | '.join(row)} |" for row in rows]
