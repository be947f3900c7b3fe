"""`kiraathane moderation …`: one's own sanctions, reports, and what moderators do."""

from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Annotated, Any

import typer
from google.protobuf.timestamp_pb2 import Timestamp
from rich import box
from rich.table import Table

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
        run(_shown(desk, lambda client: client.moderation.sanctions(player_name(player) or "players/me"), _sanctions))

    @app.command(help=say("Bir yaptırımınıza itiraz eder.", "Says something to one of your sanctions."))
    def appeal(sanction: Annotated[str, typer.Argument(help="sanctions/…")], text: str) -> None:
        run(_shown(desk, lambda client: _one(client.moderation.appeal(sanction, text)), _sanctions))

    @app.command(help=say("Bir oyuncuyu şikâyet eder.", "Reports a player."))
    def report(player: Annotated[str, who], text: str, place: Annotated[str, where] = "") -> None:
        run(_shown(desk, lambda client: _one(client.moderation.report(player_name(player), text, place)), _reports))


def _moderators(app: typer.Typer, desk: Desk, run: Run) -> None:
    say = desk.say

    @app.command(help=say("Bir oyuncuyu bir süre masalardan uzak tutar.", "Keeps a player from the tables."))
    def suspend(player: str, hours: Annotated[int, typer.Argument(min=1, max=87_600)], reason: str) -> None:
        run(_shown(desk, lambda c: _one(c.moderation.suspend(player_name(player), hours, reason)), _sanctions))

    @app.command(help=say("Bir yaptırımı kaldırır.", "Ends a sanction early."))
    def lift(sanction: Annotated[str, typer.Argument(help="sanctions/…")], note: str) -> None:
        run(_shown(desk, lambda client: _one(client.moderation.lift(sanction, note)), _sanctions))

    @app.command(help=say("Şikâyetler.", "Reports."))
    def reports(
        closed: Annotated[bool, typer.Option("--closed", help=say("Bakılmış olanlar", "Those seen to"))] = False,
    ) -> None:
        run(_shown(desk, lambda client: client.moderation.reports(closed=closed), _reports))

    @app.command(help=say("Bir şikâyete bakıldığını yazar.", "A report has been seen to."))
    def close(report: Annotated[str, typer.Argument(help="reports/…")], note: str) -> None:
        run(_shown(desk, lambda client: _one(client.moderation.close_report(report, note)), _reports))

    @app.command(help=say("Yöneticilerin yaptıkları.", "What moderators did."))
    def audit(most: Annotated[int, typer.Option(min=1)] = 20) -> None:
        run(_shown(desk, lambda client: _entries(client, most), _audit))


async def _shown(
    desk: Desk,
    ask: Callable[[Client], Awaitable[tuple[Any, ...]]],
    draw: Callable[[Desk, tuple[Any, ...]], Table],
) -> None:
    async with desk.client() as client:
        await desk.sit_in(client)
        found = await ask(client)
    desk.out.print(draw(desk, found) if found else desk.say("Yok.", "None."))


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


def _sanctions(desk: Desk, found: tuple[pb.Sanction, ...]) -> Table:
    headers = (("yaptırım", "sanction"), ("gerekçe", "reason"), ("kural", "rule"), ("başı", "from"), ("sonu", "until"))
    shown = _table(desk, *headers, ("itiraz", "appeal"), ("kaldırıldı", "lifted"))
    for one in found:
        reason = (
            desk.say("sık sık masa bırakma", "leaving too often") if one.reason == "HABITUAL_LEAVER" else one.reason
        )
        lifted = f"{_at(one.lift_time)} {one.lift_note}" if one.HasField("lift_time") else ""
        shown.add_row(
            one.sanction, reason, one.clause, _at(one.begin_time), _at(one.end_time), one.appeal or "", lifted
        )
    return shown


def _reports(desk: Desk, found: tuple[pb.Report, ...]) -> Table:
    headers = (("şikâyet", "report"), ("eden", "by"), ("edilen", "about"), ("nerede", "where"), ("ne", "what"))
    shown = _table(desk, *headers, ("zaman", "time"), ("sonuç", "outcome"))
    for one in found:
        shown.add_row(one.report, one.reporter, one.player, one.place, one.text, _at(one.create_time), one.note)
    return shown


def _audit(desk: Desk, found: tuple[pb.AuditEntry, ...]) -> Table:
    shown = _table(
        desk, ("#", "#"), ("zaman", "time"), ("yönetici", "moderator"), ("iş", "action"), ("neye", "what"), ("", "")
    )
    for one in found:
        shown.add_row(str(one.number), _at(one.time), one.moderator, one.action, one.subject, one.detail)
    return shown


def _table(desk: Desk, *headers: tuple[str, str]) -> Table:
    titles = (desk.say(tr, en) for tr, en in headers)
    shown = Table(*titles, box=box.ASCII2 if desk.ascii else box.ROUNDED, header_style="bold")
    shown.columns[0].overflow = "fold"
    return shown


def _at(moment: Timestamp) -> str:
    return f"{moment.ToDatetime():%Y-%m-%d %H:%M}"
