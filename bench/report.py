"""The figures of a run as a table."""

from typing import Any

Figures = dict[str, Any]


def table(figures: Figures) -> str:
    """Markdown, one row per load."""
    lines = ["## Rules: random games a second on one core", "", *_rules(figures["rules"])]
    lines += ["", "## Rummy games: the best layout of a random hand", "", *_layouts(figures["layouts"])]
    for journal, found in figures["journals"].items():
        lines += ["", f"## Tavla on the journal {journal}", "", *_loads(found), "", *_remarks(found)]
    return "\n".join([*lines, "", "## Each family on SQLite, 64 matches", "", *_families(figures["families"])])


def _rules(rules: Figures) -> list[str]:
    rows = [
        f"| {slug} | {found['unit']} | {found['ours_per_second']} | {found.get('open_spiel', '')} "
        f"| {found.get('open_spiel_per_second', '')} | {found.get('ratio', '')} |"
        for slug, found in rules.items()
    ]
    return ["| family | counted | ours | of open_spiel | there | ratio |", "|---|---|---|---|---|---|", *rows]


def _layouts(layouts: list[Figures]) -> list[str]:
    rows = [
        f"| {found['question']} | {found['pieces']} | {found['wilds']} | {found['p50_ms']} / {found['p95_ms']} |"
        for found in layouts
    ]
    return ["| question | pieces | wild among them | CPU p50/p95 ms |", "|---|---|---|---|", *rows]


def _families(families: Figures) -> list[str]:
    head = "| family | Play /s | Sit /s | services µs of a Play, of a Sit | mover p50/p99 ms | bytes per open match |"
    rows = [
        f"| {slug} | {found['play']['per_second']} | {found['sit']['per_second']} "
        f"| {found['play']['cpu_us']['services']}, {found['sit']['cpu_us']['services']} "
        f"| {found['play']['mover_told_ms']['p50']} / {found['play']['mover_told_ms']['p99']} "
        f"| {found['bytes_per_open_match']} |"
        for slug, found in families.items()
    ]
    return [head, "|---|---|---|---|---|---|", *rows]


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
