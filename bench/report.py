"""The figures of a run as a table."""

from typing import Any

Figures = dict[str, Any]


def table(figures: Figures) -> str:
    """Markdown, one row per load."""
    rules = figures["rules"]
    lines = [
        (
            "Random games of tavla a second on one core: "
            f"{rules['ours_per_second']} (open_spiel {rules['open_spiel_per_second']}, ratio {rules['ratio']})"
        ),
    ]
    for journal, found in figures["journals"].items():
        lines += ["", f"## Journal: {journal}", "", *_loads(found), "", *_remarks(found)]
    return "\n".join(lines)


def _loads(found: Figures) -> list[str]:
    rows = [
        ("echo, unary, 64", found["echo_unary"]),
        ("echo, stream, 64", found["echo_stream"]),
        *((f"{kind}, {name}", load) for kind in ("play", "sit") for name, load in _of_kind(found, kind)),
        *(
            (f"{kind}, 64, {count} stored", load[kind])
            for count, load in found["stored"].items()
            for kind in ("play", "sit")
        ),
    ]
    titles = ("load", "/s", "services µs", "gateway µs", "database µs", "mover p50/p99 ms", "watcher p50/p99 ms")
    head = f"| {' | '.join((*titles, 'durable after ms', 'in streams after ms'))} |"
    return [head, "|---|---|---|---|---|---|---|---|---|", *(_row(name, load) for name, load in rows)]


def _of_kind(found: Figures, kind: str) -> list[tuple[str, Figures]]:
    return [("alone", found[kind]["alone"]), ("half load", found[kind]["half"]), ("64", found[kind])]


def _row(name: str, load: Figures) -> str:
    cpu = load["cpu_us"]
    times = [
        f"{load[key]['p50']} / {load[key]['p99']}" if key in load else ""
        for key in ("mover_told_ms", "watcher_told_ms")
    ]
    inside = load.get("inside_ms", {})
    phases = [inside.get("arrival_to_durable", ""), inside.get("durable_to_streams", "")]
    cells = [name, load["per_second"], cpu["services"], cpu["gateway"], cpu.get("database", ""), *times, *phases]
    return f"| {' | '.join(map(str, cells))} |"


def _remarks(found: Figures) -> list[str]:
    play, sit, memory = found["play"], found["sit"], found["memory"]
    return [
        (
            f"Play is {play['of_echo']} of the unary echo, Sit {sit['of_echo']} of the streamed echo and "
            f"{sit['of_play']} × Play."
        ),
        (
            f"An open match nobody watches: {memory['bytes_per_open_match']} bytes. "
            f"Restart with {memory['open_matches']} open matches: {memory['restart_seconds']} s."
        ),
    ]
