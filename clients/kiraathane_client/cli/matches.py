"""`kiraathane moderation look`, `freeze` and the like: what moderators do about matches."""

from collections.abc import Callable, Iterable
from typing import Annotated, Any

import typer

from kiraathane.match.v1 import match_pb2
from kiraathane.moderation.v1 import moderation_service_pb2 as pb
from kiraathane_client.cli import journal, orders
from kiraathane_client.cli.desk import Desk
from kiraathane_client.cli.people import names_of
from kiraathane_client.cli.rules import ending
from kiraathane_client.contract import Contract
from kiraathane_client.names import seat_name
from kiraathane_client.terminal import Terminal, terminal_of

Run = Callable[[Any], Any]
ACTIONS = {
    "LookAtMatch": ("maça bakma", "looked at a match"),
    "FreezeMatch": ("maçı durdurma", "match frozen"),
    "ThawMatch": ("maçı sürdürme", "match let go on"),
    "RewindMatch": ("maçı geri alma", "match taken back"),
    "VoidMatch": ("maçı bozma", "match broken up"),
    "EndMatch": ("maçı bitirme", "match ended"),
}
"""What is done about matches, by the method's name in the audit."""
_OUTCOMES = {
    pb.AUDIT_OUTCOME_OPEN: ("ne olduğu yazılmadı", "what became of it was not written down"),
    pb.AUDIT_OUTCOME_REFUSED: ("reddedildi", "refused"),
    pb.AUDIT_OUTCOME_UNKNOWN: ("oldu mu bilinmiyor", "it is not known whether it was done"),
}
_REFUSALS = {
    "ALREADY_FROZEN": ("zaten durdurulmuştu", "it was frozen already"),
    "MATCH_FROZEN": ("evdeki bir hata durdurmuştu", "a fault of the house had frozen it"),
    "MATCH_NOT_FOUND": ("böyle bir maç yok", "there is no such match"),
    "MATCH_NOT_STARTED": ("daha başlamamıştı", "it had not begun"),
    "MATCH_OVER": ("bitmişti", "it was over"),
    "MODERATOR_SITS": ("kendisi oynuyor ya da oynamıştı", "he sits there himself, or did"),
    "NOT_FROZEN": ("durdurulmuş değildi", "it was not frozen"),
    "NO_SUCH_VERSION": ("o sürüme dönülemez", "it cannot go back to that version"),
    "RULES_VERSION_CHANGED": ("başka kurallarla başlamıştı", "it had begun by other rules"),
}
_STATUSES = {
    match_pb2.MATCH_STATUS_PREPARED: ("başlamadı", "not begun"),
    match_pb2.MATCH_STATUS_PLAYING: ("oynanıyor", "being played"),
    match_pb2.MATCH_STATUS_FINISHED: ("bitti", "over"),
    match_pb2.MATCH_STATUS_FROZEN: ("durdu", "frozen"),
}
_PRESENCES = {
    match_pb2.PRESENCE_PRESENT: ("", ""),
    match_pb2.PRESENCE_AWAY: (" · uzakta", " · away"),
    match_pb2.PRESENCE_LEFT: (" · kalktı", " · left"),
}


def match_name(text: str) -> str:
    """The resource name of a match, whether or not it was typed in full."""
    return text if text.startswith("matches/") else f"matches/{text}"


async def look(desk: Desk, match: str, most: int, before: int) -> None:
    """Shows a match: where it stands, who sits there, its last versions, and the table as spectators see it."""
    async with desk.client() as client:
        await desk.sit_in(client)
        seen = await client.moderation.look(match_name(match), entries=most, before_version=before)
        shown = seen.inspection
        names = await names_of(client, journal.players(shown.entries))
    desk.out.print(
        f"{shown.info.match} · {shown.info.family} · {_standing(desk, shown.info, shown.due_seats)}", style="bold"
    )
    silent = {one.seat: one.since for one in shown.silences}
    for seat in shown.info.seats:
        desk.out.print(f"  {_seat(desk, shown.info, seat, silent.get(seat.seat))}", soft_wrap=True)
    for line in orders.last(shown.info, desk.look):
        desk.out.print(line)
    for entry in shown.entries:
        desk.out.print(journal.row(desk, shown.info, entry, names), soft_wrap=True)
    if shown.position:
        desk.out.print(shown.position, soft_wrap=True)
    _table(desk, seen)


def _standing(desk: Desk, info: match_pb2.MatchInfo, due_seats: Iterable[int]) -> str:
    version = desk.say(f"{info.version}. sürüm", f"version {info.version}")
    why = ending(info.family, info.end_cause)
    cause = f" ({desk.say(why.tr, why.en)})" if info.end_cause else ""
    due = ", ".join(seat_name(info, seat) for seat in due_seats)
    waits = f" · {desk.say('sıra', 'due')}: {due}" if due else ""
    return f"{version} · {desk.say(*_STATUSES[info.status])}{cause}{waits}"


def _seat(desk: Desk, info: match_pb2.MatchInfo, seat: match_pb2.Seat, silent_since: Any) -> str:
    who = seat.player or f"bot ({seat.bot_level})"
    presence = desk.say(*_PRESENCES.get(seat.presence, ("", "")))
    line = f"{seat.seat} {who} · {seat_name(info, seat.seat)}{presence}"
    if silent_since is None:
        return line
    at = journal.at(silent_since)
    return line + desk.say(f" · {at} UTC'den beri ses yok", f" · not heard of since {at} UTC")


def _table(desk: Desk, seen: pb.LookAtMatchResponse) -> None:
    """The table as spectators see it, where this program can draw it and there is one to see."""
    family = seen.inspection.info.family
    try:
        terminal: Terminal[Any, Any] = terminal_of(family)
    except LookupError:
        return
    update = Contract[Any, Any](family).request("GetMatchResponse").update
    if seen.table.Unpack(update) and update.HasField("view"):
        late = desk.say("Seyircinin gördüğü masa", "The table as spectators see it")
        desk.out.print(f"{late} ({desk.say('sürüm', 'version')} {update.info.version}):", style="dim")
        desk.out.print(terminal.board(update, desk.look), end="")


async def done(desk: Desk, deciding: Any) -> None:
    """Does what `deciding(client)` asks for, and says where the match stands then."""
    async with desk.client() as client:
        await desk.sit_in(client)
        info = await deciding(client)
    desk.out.print(f"{info.match} · {_standing(desk, info, info.due_seats)}", soft_wrap=True)


def outcome(desk: Desk, entry: pb.AuditEntry) -> str:
    """What became of something that a moderator did; "" where it was done."""
    if entry.outcome not in _OUTCOMES:
        return ""
    told = desk.say(*_OUTCOMES[entry.outcome])
    return f"{told}: {desk.say(*_REFUSALS[entry.refusal])}" if entry.refusal in _REFUSALS else told


def add(app: typer.Typer, desk: Desk, run: Run) -> None:
    """Adds the commands to the group; `run` runs a coroutine to its end."""
    say = desk.say
    name = typer.Argument(metavar=say("MAÇ", "MATCH"), help="matches/…")
    most = typer.Option(min=1, max=200, help=say("En çok kaç sürüm", "At most so many versions"))
    earlier = typer.Option(min=0, help=say("Bundan önceki sürümler", "Versions before this"))

    @app.command("look", help=say("Bir maça bakar: gizli hiçbir şey göstermez.", "Looks at a match: no secrets."))
    def look_at(
        match: Annotated[str, name], most: Annotated[int, most] = 20, before: Annotated[int, earlier] = 0
    ) -> None:
        run(look(desk, match, most, before))

    _going_on(app, desk, run, name)
    _ending(app, desk, run, name)


def _going_on(app: typer.Typer, desk: Desk, run: Run, name: Any) -> None:
    say, why = desk.say, _why(desk)
    version_help = say("Dönülecek sürüm; 0: baştan", "The version to go back to; 0: all anew")
    version = typer.Argument(min=0, metavar=say("SÜRÜM", "VERSION"), help=version_help)

    @app.command(help=say("Bir maçı durdurur; saatler de durur.", "Freezes a match, and its clocks."))
    def freeze(match: Annotated[str, name], reason: Annotated[str, why]) -> None:
        run(done(desk, lambda client: client.moderation.freeze(match_name(match), reason)))

    @app.command(help=say("Durdurulan maçı sürdürür.", "Lets a frozen match go on."))
    def thaw(match: Annotated[str, name], reason: Annotated[str, why]) -> None:
        run(done(desk, lambda client: client.moderation.thaw(match_name(match), reason)))

    @app.command(help=say("Maçı eski bir sürüme geri alır.", "Takes a match back to an earlier version."))
    def rewind(match: Annotated[str, name], version: Annotated[int, version], reason: Annotated[str, why]) -> None:
        run(done(desk, lambda client: client.moderation.rewind(match_name(match), version, reason)))


def _ending(app: typer.Typer, desk: Desk, run: Run, name: Any) -> None:
    say, why = desk.say, _why(desk)

    @app.command(help=say("Maçı bozar: kimse için sayılmaz.", "Breaks a match up: it counts for nobody."))
    def void(match: Annotated[str, name], reason: Annotated[str, why]) -> None:
        run(done(desk, lambda client: client.moderation.void(match_name(match), reason)))

    @app.command(help=say("Maçı bitirir: önde olan kazanır.", "Ends a match: whoever is ahead has won."))
    def end(match: Annotated[str, name], reason: Annotated[str, why]) -> None:
        run(done(desk, lambda client: client.moderation.end(match_name(match), reason)))


def _why(desk: Desk) -> Any:
    return typer.Argument(
        metavar=desk.say("GEREKÇE", "REASON"), help=desk.say("Masadakilere söylenir", "The players are told")
    )
