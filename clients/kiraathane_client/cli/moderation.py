"""`kiraathane moderation …`: one's own sanctions, reports, and what moderators do."""

import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import Annotated, Any

import typer
from google.protobuf.timestamp_pb2 import Timestamp
from rich.padding import Padding
from rich.text import Text

from kiraathane.moderation.v1 import moderation_service_pb2 as pb
from kiraathane_client.cli import matches
from kiraathane_client.cli.desk import Desk
from kiraathane_client.cli.people import names_of, who
from kiraathane_client.cli.sitters import meant
from kiraathane_client.cli.usage import typer_of
from kiraathane_client.client import Client

Run = Callable[[Any], Any]
_PEOPLE = ("player", "reporter", "moderator", "subject")
"""The fields in which sanctions, reports and audit entries name players."""
_ACTIONS = {
    "SuspendPlayer": ("uzaklaştırma", "suspension"),
    "LiftSanction": ("yaptırımı kaldırma", "sanction lifted"),
    "CloseReport": ("şikâyete bakma", "report seen to"),
    **matches.ACTIONS,
}
"""What moderators do, by the method's name in the audit."""


def build(desk: Desk, run: Run, epilog: str) -> typer.Typer:
    """The group of commands; `run` runs a coroutine to its end."""
    app = typer_of(desk, help=desk.say("Yaptırımlar ve şikâyetler.", "Sanctions and reports."), epilog=epilog)
    _own(app, desk, run)
    _moderators(app, desk, run)
    matches.add(app, desk, run)
    return app


def _own(app: typer.Typer, desk: Desk, run: Run) -> None:
    say = desk.say
    who, said = _who(desk), typer.Argument(metavar=say("SÖZ", "TEXT"), help=say("Söylenecek", "What to say"))
    where = _where(desk)

    @app.command(help=say("Yaptırımlarınız: neden, hangi kural, ne zamana kadar.", "Your sanctions: why, until when."))
    def sanctions(player: Annotated[str, who] = "", place: Annotated[str, where] = "") -> None:
        async def ask(client: Client) -> tuple[pb.Sanction, ...]:
            return await client.moderation.sanctions(await _meant(desk, client, player or "players/me", place))

        run(_shown(desk, ask, _sanction, say("Yaptırım yok.", "There are no sanctions.")))

    @app.command(help=say("Bir yaptırımınıza itiraz eder.", "Says something to one of your sanctions."))
    def appeal(sanction: Annotated[str, _sanction_name(desk)], text: Annotated[str, said]) -> None:
        run(_shown(desk, lambda client: _one(client.moderation.appeal(sanction, text)), _sanction))

    @app.command(help=say("Bir oyuncuyu şikâyet eder.", "Reports a player."))
    def report(player: Annotated[str, who], text: Annotated[str, said], place: Annotated[str, where] = "") -> None:
        async def ask(client: Client) -> tuple[pb.Report, ...]:
            return (await client.moderation.report(await _meant(desk, client, player, place), text, place),)

        run(_shown(desk, ask, _report))


def _moderators(app: typer.Typer, desk: Desk, run: Run) -> None:
    say = desk.say
    why = typer.Argument(metavar=say("GEREKÇE", "REASON"), help=say("Oyuncuya söylenir", "The player is told"))
    spell = typer.Argument(min=1, max=87_600, metavar=say("SAAT", "HOURS"), help=say("Kaç saat", "How many hours"))

    @app.command(help=say("Bir oyuncuyu bir süre masalardan uzak tutar.", "Keeps a player from the tables."))
    def suspend(
        player: Annotated[str, _who(desk)],
        hours: Annotated[int, spell],
        reason: Annotated[str, why],
        place: Annotated[str, _where(desk)] = "",
    ) -> None:
        async def ask(client: Client) -> tuple[pb.Sanction, ...]:
            return (await client.moderation.suspend(await _meant(desk, client, player, place), hours, reason),)

        run(_shown(desk, ask, _sanction))

    @app.command(help=say("Bir yaptırımı kaldırır.", "Ends a sanction early."))
    def lift(sanction: Annotated[str, _sanction_name(desk)], note: Annotated[str, why]) -> None:
        run(_shown(desk, lambda client: _one(client.moderation.lift(sanction, note)), _sanction))

    @app.command(help=say("İtiraz edilen yaptırımlar.", "Sanctions that were appealed."))
    def appeals(
        closed: Annotated[bool, _closed(say("Kalkmış, bitmiş olanlar", "Those that are over"))] = False,
    ) -> None:
        nothing = say("İtiraz edilen yaptırım yok.", "No sanction has been appealed.")
        run(_shown(desk, lambda client: client.moderation.appeals(closed=closed), _sanction, nothing))

    _reports(app, desk, run)


def _reports(app: typer.Typer, desk: Desk, run: Run) -> None:
    say = desk.say
    named = typer.Argument(metavar=say("ŞİKÂYET", "REPORT"), help="reports/…")
    done = typer.Argument(metavar=say("AÇIKLAMA", "NOTE"), help=say("Ne yapıldı", "What was done"))
    most = typer.Option(min=1, help=say("En çok kaç satır", "At most so many lines"))

    @app.command(help=say("Şikâyetler.", "Reports."))
    def reports(closed: Annotated[bool, _closed(say("Bakılmış olanlar", "Those seen to"))] = False) -> None:
        nothing = say("Şikâyet yok.", "There are no reports.")
        run(_shown(desk, lambda client: client.moderation.reports(closed=closed), _report, nothing))

    @app.command(help=say("Bir şikâyete bakıldığını yazar.", "A report has been seen to."))
    def close(report: Annotated[str, named], note: Annotated[str, done]) -> None:
        run(_shown(desk, lambda client: _one(client.moderation.close_report(report, note)), _report))

    @app.command(help=say("Yöneticilerin yaptıkları.", "What moderators did."))
    def audit(most: Annotated[int, most] = 20) -> None:
        nothing = say("Yöneticiler daha bir şey yapmadı.", "Moderators have done nothing yet.")
        run(_shown(desk, lambda client: _entries(client, most), _entry, nothing))


def _who(desk: Desk) -> Any:
    text = desk.say("players/…, ya da --place ile görünen adı", "players/…, or with --place the name that is shown")
    return typer.Argument(metavar=desk.say("OYUNCU", "PLAYER"), help=text)


def _where(desk: Desk) -> Any:
    return typer.Option(help=desk.say("Nerede: matches/… ya da tables/…", "Where: matches/… or tables/…"))


async def _meant(desk: Desk, client: Client, text: str, place: str) -> str:
    """The player that is meant; ends the command if there is none, and says how else to name him."""
    player = await meant(desk, client, text, place)
    await who(desk, client, player)
    return player


def _sanction_name(desk: Desk) -> Any:
    return typer.Argument(metavar=desk.say("YAPTIRIM", "SANCTION"), help="sanctions/…")


def _closed(text: str) -> Any:
    return typer.Option("--closed", help=text)


async def _shown(
    desk: Desk,
    ask: Callable[[Client], Awaitable[tuple[Any, ...]]],
    tell: Callable[[Desk, Any, Mapping[str, str]], tuple[str, ...]],
    nothing: str = "",
) -> None:
    """Asks, and tells what came, one paragraph each, with the people's names."""
    async with desk.client() as client:
        await desk.sit_in(client)
        found = await ask(client)
        people = (getattr(one, field, "") for one in found for field in _PEOPLE)
        names = await names_of(client, people)
    if not found:
        desk.out.print(nothing)
    for one in found:
        _write(desk, tell(desk, one, names))


def _write(desk: Desk, paragraph: tuple[str, ...]) -> None:
    head, *rest = paragraph
    desk.out.print(head, style="bold")
    for line in rest:
        desk.out.print(Padding(Text(line), (0, 0, 0, 2), expand=False))


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


def _sanction(desk: Desk, one: pb.Sanction, names: Mapping[str, str]) -> tuple[str, ...]:
    habit = one.reason == "HABITUAL_LEAVER"
    reason = desk.say("sık sık masa bırakma", "leaving too often") if habit else one.reason
    rule = desk.say(f" (kural {one.clause})", f" (rule {one.clause})") if one.clause else ""
    lines = [
        f"{names.get(one.player, one.player)} · {one.sanction}",
        f"{reason}{rule}",
        f"{_at(one.begin_time)} – {_at(one.end_time)} UTC",
    ]
    if one.appeal:
        lines.append(f"{desk.say('itiraz', 'appeal')}: {one.appeal}")
    if one.HasField("lift_time"):
        lines.append(f"{desk.say('kaldırıldı', 'lifted')}, {_at(one.lift_time)} UTC: {one.lift_note}")
    return tuple(lines)


def _report(desk: Desk, one: pb.Report, names: Mapping[str, str]) -> tuple[str, ...]:
    """A report. Who was reported is told with his resource name, too: what is done about him needs it."""
    about, by = names.get(one.player, one.player), names.get(one.reporter, one.reporter)
    lines = [
        f"{about} · {one.report}",
        f"{one.player}",
        desk.say(f"şikâyet eden {by}, {_at(one.create_time)} UTC", f"reported by {by}, {_at(one.create_time)} UTC"),
        *([one.place] if one.place else []),
        one.text,
    ]
    if one.HasField("close_time"):
        lines.append(f"{desk.say('bakıldı', 'seen to')}, {_at(one.close_time)} UTC: {one.note}")
    return tuple(lines)


def _entry(desk: Desk, one: pb.AuditEntry, names: Mapping[str, str]) -> tuple[str, ...]:
    done = desk.say(*_ACTIONS.get(one.action, (one.action, one.action)))
    head = f"{one.number} · {_at(one.time)} UTC · {names.get(one.moderator, one.moderator)}"
    lines = [head, f"{done}: {names.get(one.subject, one.subject)}", _detail(desk, one), matches.outcome(desk, one)]
    return tuple(line for line in lines if line)


def _detail(desk: Desk, one: pb.AuditEntry) -> str:
    """In what words it was done, and what stands before them: for how long, or to which version."""
    hours = re.fullmatch(r"(\d+) h: (.*)", one.detail, re.DOTALL) if one.action == "SuspendPlayer" else None
    if hours is not None:
        return desk.say(f"{hours[1]} saat: {hours[2]}", f"{hours[1]} h: {hours[2]}")
    version = re.fullmatch(r"(\d+): (.*)", one.detail, re.DOTALL) if one.action == "RewindMatch" else None
    if version is not None:
        return desk.say(f"{version[1]}. sürüme: {version[2]}", f"to version {version[1]}: {version[2]}")
    return one.detail


def _at(moment: Timestamp) -> str:
    return f"{moment.ToDatetime():%Y-%m-%d %H:%M}"
