"""`kiraathane moderation …`: one's own sanctions, reports, and what moderators do."""

from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Annotated, Any

import typer
from google.protobuf.timestamp_pb2 import Timestamp

from kiraathane.moderation.v1 import moderation_service_pb2 as pb
from kiraathane_client.cli.desk import Desk
from kiraathane_client.cli.tournament import player_name
from kiraathane_client.client import Client

Run = Callable[[Any], Any]


def build(desk: Desk, run: Run, epilog: str) -> typer.Typer:
    """The group of commands; `run` runs a coroutine to its end."""
    app = typer.Typer(
        help=desk.say("Yaptırımlar ve şikâyetler.", "Sanctions and reports."),
        epilog=epilog,
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    _own(app, desk, run)
    _moderators(app, desk, run)
    return app


def _own(app: typer.Typer, desk: Desk, run: Run) -> None:
    say = desk.say
    who = typer.Argument(metavar=say("OYUNCU", "PLAYER"), help="players/…")
    where = typer.Option(help=say("Nerede: matches/… ya da tables/…", "Where: matches/… or tables/…"))

    @app.command(help=say("Yaptırımlarınız: neden, hangi kural, ne zamana kadar.", "Your sanctions: why, until when."))
    def sanctions(player: Annotated[str, who] = "") -> None:
        run(_shown(desk, lambda client: client.moderation.sanctions(player_name(player) or "players/me"), _sanction))

    @app.command(help=say("Bir yaptırımınıza itiraz eder.", "Says something to one of your sanctions."))
    def appeal(sanction: Annotated[str, typer.Argument(help="sanctions/…")], text: str) -> None:
        run(_shown(desk, lambda client: _one(client.moderation.appeal(sanction, text)), _sanction))

    @app.command(help=say("Bir oyuncuyu şikâyet eder.", "Reports a player."))
    def report(player: Annotated[str, who], text: str, place: Annotated[str, where] = "") -> None:
        run(_shown(desk, lambda client: _one(client.moderation.report(player_name(player), text, place)), _report))


def _moderators(app: typer.Typer, desk: Desk, run: Run) -> None:
    say = desk.say

    @app.command(help=say("Bir oyuncuyu bir süre masalardan uzak tutar.", "Keeps a player from the tables."))
    def suspend(player: str, hours: Annotated[int, typer.Argument(min=1, max=87_600)], reason: str) -> None:
        run(_shown(desk, lambda c: _one(c.moderation.suspend(player_name(player), hours, reason)), _sanction))

    @app.command(help=say("Bir yaptırımı kaldırır.", "Ends a sanction early."))
    def lift(sanction: Annotated[str, typer.Argument(help="sanctions/…")], note: str) -> None:
        run(_shown(desk, lambda client: _one(client.moderation.lift(sanction, note)), _sanction))

    @app.command(help=say("Şikâyetler.", "Reports."))
    def reports(
        closed: Annotated[bool, typer.Option("--closed", help=say("Bakılmış olanlar", "Those seen to"))] = False,
    ) -> None:
        run(_shown(desk, lambda client: client.moderation.reports(closed=closed), _report))

    @app.command(help=say("İtiraz edilen yaptırımlar.", "Sanctions that were appealed."))
    def appeals(
        closed: Annotated[
            bool, typer.Option("--closed", help=say("Kalkmış, bitmiş olanlar", "Those that are over"))
        ] = False,
    ) -> None:
        run(_shown(desk, lambda client: client.moderation.appeals(closed=closed), _sanction))

    @app.command(help=say("Bir şikâyete bakıldığını yazar.", "A report has been seen to."))
    def close(report: Annotated[str, typer.Argument(help="reports/…")], note: str) -> None:
        run(_shown(desk, lambda client: _one(client.moderation.close_report(report, note)), _report))

    @app.command(help=say("Yöneticilerin yaptıkları.", "What moderators did."))
    def audit(most: Annotated[int, typer.Option(min=1)] = 20) -> None:
        run(_shown(desk, lambda client: _entries(client, most), _entry))


async def _shown(
    desk: Desk,
    ask: Callable[[Client], Awaitable[tuple[Any, ...]]],
    tell: Callable[[Desk, Any], tuple[str, ...]],
) -> None:
    """Asks, and tells what came, one paragraph each: names must stay whole, so that they can be copied."""
    async with desk.client() as client:
        await desk.sit_in(client)
        found = await ask(client)
    if not found:
        desk.out.print(desk.say("Yok.", "None."))
    for one in found:
        head, *rest = tell(desk, one)
        desk.out.print(head, style="bold", soft_wrap=True)
        for line in rest:
            desk.out.print(f"  {line}", soft_wrap=True)


async def _one(answer: Awaitable[Any]) -> tuple[Any, ...]:
    return (await answer,)


async def _entries(client: Client, most: int) -> tuple[pb.AuditEntry, ...]:
    found: list[pb.AuditEntry] = []
    async with aclosing(client.moderation.audit()) as entries:
        async for one in entries:
            found.append(one)
            if len(found) >= most:
                break
    return tuple(found)


def _sanction(desk: Desk, one: pb.Sanction) -> tuple[str, ...]:
    habit = one.reason == "HABITUAL_LEAVER"
    reason = desk.say("sık sık masa bırakma", "leaving too often") if habit else one.reason
    rule = desk.say(f" (kural {one.clause})", f" (rule {one.clause})") if one.clause else ""
    lines = [f"{one.sanction} · {one.player}", f"{reason}{rule}", f"{_at(one.begin_time)} – {_at(one.end_time)} UTC"]
    if one.appeal:
        lines.append(f"{desk.say('itiraz', 'appeal')}: {one.appeal}")
    if one.HasField("lift_time"):
        lines.append(f"{desk.say('kaldırıldı', 'lifted')}, {_at(one.lift_time)}: {one.lift_note}")
    return tuple(lines)


def _report(desk: Desk, one: pb.Report) -> tuple[str, ...]:
    where = f" · {one.place}" if one.place else ""
    lines = [
        f"{one.report} · {_at(one.create_time)} UTC{where}",
        desk.say(f"{one.reporter}, {one.player} için:", f"{one.reporter} about {one.player}:"),
        one.text,
    ]
    if one.HasField("close_time"):
        lines.append(f"{desk.say('bakıldı', 'seen to')}, {_at(one.close_time)}: {one.note}")
    return tuple(lines)


def _entry(_: Desk, one: pb.AuditEntry) -> tuple[str, ...]:
    return f"{one.number} · {_at(one.time)} UTC · {one.moderator}", f"{one.action} {one.subject}", one.detail


def _at(moment: Timestamp) -> str:
    return f"{moment.ToDatetime():%Y-%m-%d %H:%M}"
