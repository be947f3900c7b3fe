"""Tournaments at the terminal: lists, tables, and what organisers decide."""

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from textwrap import fill

from rich import box
from rich.table import Table

from kiraathane.tournaments.v1 import tournaments_service_pb2 as pb
from kiraathane_client.cli.desk import Desk, ExpectedFailure
from kiraathane_client.cli.people import names_of
from kiraathane_client.client import Client
from services.kernel.chance import lots

TITLE = 20
"""A title has at least so much room in a list."""
_FORMATS = {
    pb.TOURNAMENT_FORMAT_GROUPS: ("gruplar ve eleme", "groups and knock-out"),
    pb.TOURNAMENT_FORMAT_KNOCKOUT: ("eleme", "knock-out"),
    pb.TOURNAMENT_FORMAT_SWISS: ("isviçre", "Swiss"),
}
_STATUSES = {
    pb.TOURNAMENT_STATUS_OPEN: ("katılıma açık", "open for entries"),
    pb.TOURNAMENT_STATUS_PLAYING: ("oynanıyor", "being played"),
    pb.TOURNAMENT_STATUS_FINISHED: ("bitti", "finished"),
    pb.TOURNAMENT_STATUS_CANCELLED: ("iptal edildi", "cancelled"),
}
_STAGES = {
    pb.TOURNAMENT_STAGE_GROUP: ("grup turu", "group round"),
    pb.TOURNAMENT_STAGE_KNOCKOUT: ("eleme turu", "knock-out round"),
    pb.TOURNAMENT_STAGE_SWISS: ("tur", "round"),
}
_CAUSES = {
    "no_show": ("{} gelmedi", "{} did not come"),
    "left": ("{} masayı bıraktı", "{} walked out"),
    "ruling": ("hakem kararı: {} kaybetti", "referee's decision: {} lost"),
    "bye": ("rakipsiz", "no opponent"),
}
"""Why an encounter was decided without being played out; it is told of who lost."""


def letter(group: int) -> str:
    """What a group is called: A to Z, then AA, AB, …"""
    before, last = divmod(group, 26)
    return (letter(before - 1) if before else "") + chr(ord("A") + last)


def tournament_name(text: str) -> str:
    """The resource name, whether or not it was typed in full."""
    return text if text.startswith("tournaments/") else f"tournaments/{text}"


async def every(desk: Desk, most: int) -> None:
    """Tournaments, newest first."""
    found: list[pb.Tournament] = []
    async with desk.client() as client:
        await desk.sit_in(client)
        async with aclosing(client.tournaments.all()) as tournaments:
            async for one in tournaments:
                found.append(one)
                if len(found) >= most:
                    break
    desk.out.print(_list(desk, found) if found else desk.say("Turnuva yok.", "There is no tournament."))


def _list(desk: Desk, found: list[pb.Tournament]) -> Table:
    headers = (("turnuva", "tournament"), ("oyun", "game"), ("biçim", "format"), ("durum", "status"))
    shown = _table(desk, *(desk.say(tr, en) for tr, en in headers), desk.say("katılan", "entrants"))
    shown.columns[0].no_wrap = True  # names stay whole, so that they can be copied
    shown.columns[4].justify = "right"
    for one in found:
        form, status = desk.say(*_FORMATS[one.format]), desk.say(*_STATUSES[one.status])
        title = fill(one.title, max(TITLE, len(one.tournament)))
        shown.add_row(f"{title}\n{one.tournament}", one.family, form, status, str(len(one.entrants)))
    return shown


async def shown_after(desk: Desk, ask: Callable[[Client], Awaitable[pb.Tournament]]) -> None:
    """Asks for a tournament, or changes one, and shows it."""
    async with desk.client() as client:
        await desk.sit_in(client)
        found = await ask(client)
        names = await names_of(client, (waiting.partner for waiting in found.waiting))
    show(desk, found, names)


def show(desk: Desk, t: pb.Tournament, names: Mapping[str, str]) -> None:
    """A tournament: who entered, how it stands, what is played. `names` has those who are named as partners."""
    desk.out.print(f"{t.title}  ({t.family})", style="bold")
    desk.out.print(f"{t.tournament} · {desk.say(*_FORMATS[t.format])} · {desk.say(*_STATUSES[t.status])}")
    if t.status == pb.TOURNAMENT_STATUS_OPEN:
        for number in range(len(t.entrants)):
            desk.out.print(f"  {number + 1}. {_entrant(t, number)}")
        for waiting in t.waiting:
            partner = names.get(waiting.partner, waiting.partner)
            tr, en = f"{partner} ile oynamak istiyor", f"wants to play with {partner}"
            desk.out.print(f"  … {waiting.person.display_name}: {desk.say(tr, en)}", style="dim")
    for number, table in enumerate(t.groups):
        desk.out.print(_group(desk, t, number, table))
    if t.swiss:
        desk.out.print(_swiss(desk, t))
    for number, played in enumerate(t.rounds):
        desk.out.print(_round(desk, t, number, played))
        _to_sit_down(desk, t, played)
    if t.status == pb.TOURNAMENT_STATUS_FINISHED:
        _places(desk, t)
    _chance(desk, t)


def check_lots(t: pb.Tournament) -> bool:
    """True if the lots are what the revealed secret gives, and the secret is what was committed to."""
    secret = bytes.fromhex(t.secret)
    if hashlib.sha256(secret).hexdigest() != t.commitment:
        return False
    drawn = [entrant.lot for entrant in t.entrants if entrant.HasField("lot")]
    return drawn == list(lots(secret, t.tournament, len(t.entrants)).values())


def entrant_number(desk: Desk, t: pb.Tournament, text: str) -> int:
    """The entrant that is meant by a number from 1, a player, or a name that one of its people has."""
    if text.isdecimal() and 1 <= int(text) <= len(t.entrants):
        return int(text) - 1
    wanted = text.casefold()
    found = [
        number
        for number, entrant in enumerate(t.entrants)
        if any(wanted in (person.display_name.casefold(), person.player) for person in entrant.people)
    ]
    if len(found) != 1:
        raise ExpectedFailure(desk.say(f"«{text}» kim, belli değil.", f"It is not clear who “{text}” is."))
    return found[0]


# -- parts ------------------------------------------------------------------------------------------------------------


def _entrant(t: pb.Tournament, number: int) -> str:
    names = _names(t, number)
    return f"{names} (×)" if t.entrants[number].withdrawn else names


def _names(t: pb.Tournament, number: int) -> str:
    return " – ".join(person.display_name for person in t.entrants[number].people)


def _table(desk: Desk, *columns: str, title: str | None = None) -> Table:
    return Table(*columns, box=box.ASCII2 if desk.ascii else box.ROUNDED, header_style="bold", title=title)


def _right(table: Table, first: int) -> Table:
    for column in table.columns[first:]:
        column.justify = "right"
    return table


def _group(desk: Desk, t: pb.Tournament, number: int, group: pb.GroupTable) -> Table:
    headers = (("karşılaşma", "played"), ("kazandı", "won"), ("maç", "matches"), ("ceza", "penalties"))
    title = desk.say(f"{letter(number)} grubu", f"Group {letter(number)}")
    shown = _table(desk, "#", "", *(desk.say(tr, en) for tr, en in headers), title=title)
    for place, line in enumerate(group.lines, start=1):
        row = (line.played, line.encounters_won, line.matches_won, line.penalties)
        shown.add_row(str(place), _entrant(t, line.entrant), *map(str, row))
    return _right(shown, 2)


def _swiss(desk: Desk, t: pb.Tournament) -> Table:
    headers = (("puan", "points"), ("Buchholz-1", "Buchholz-1"), ("S-B", "S-B"), ("galibiyet", "wins"))
    shown = _table(desk, "#", "", *(desk.say(tr, en) for tr, en in headers))
    for place, line in enumerate(t.swiss, start=1):
        row = (
            *(desk.number(f"{sum_:g}") for sum_ in (line.points, line.buchholz, line.sonneborn_berger)),
            str(line.wins),
        )
        shown.add_row(str(place), _entrant(t, line.entrant), *row)
    return _right(shown, 2)


def _round(desk: Desk, t: pb.Tournament, number: int, played: pb.Round) -> Table:
    title = f"{number + 1}. {desk.say(*_STAGES[played.stage])}"
    grouped = any(one.HasField("group") for one in played.encounters)
    groups = (desk.say("grup", "group"),) if grouped else ()
    shown = _table(desk, "#", *groups, "", "", "", desk.say("durum", "status"), title=title)
    for one in played.encounters:
        group = (letter(one.group),) if grouped else ()
        away = _entrant(t, one.away) if one.HasField("away") else "—"
        wins = f"{one.wins[0]}–{one.wins[1]}" if one.wins else ""
        shown.add_row(str(one.number + 1), *group, _entrant(t, one.home), wins, away, _state(desk, t, one))
    return shown


def _to_sit_down(desk: Desk, t: pb.Tournament, played: pb.Round) -> None:
    """Below a round, how to sit down at those of its tables that wait: their names must stay whole."""
    for one in played.encounters:
        if one.HasField("sit_down_by") and not one.over and t.status == pb.TOURNAMENT_STATUS_PLAYING:
            desk.out.print(f"  {one.number + 1}. kiraathane play {t.family} --table {one.table}", style="dim")


def _state(desk: Desk, t: pb.Tournament, one: pb.Encounter) -> str:
    if one.over:
        words = [_entrant(t, one.winner)] if one.HasField("winner") else []
        if one.cause:
            words.append(f"({desk.say(*_CAUSES[one.cause]).format(_losers(desk, t, one))})")
        return " ".join(words) or desk.say("berabere", "drawn")
    if t.status == pb.TOURNAMENT_STATUS_CANCELLED:
        return desk.say("oynanmadı", "not played out")
    if one.HasField("sit_down_by"):
        until = one.sit_down_by.ToDatetime().strftime("%H:%M")
        return desk.say(f"oturun, {until} UTC'ye kadar", f"sit down by {until} UTC")
    return desk.say("oynanıyor", "being played") if one.table else desk.say("masa açılıyor", "its table is coming")


def _losers(desk: Desk, t: pb.Tournament, one: pb.Encounter) -> str:
    """Who has lost: everybody, where nobody has won."""
    if not one.HasField("winner"):
        return desk.say("iki taraf da", "both sides")
    return _names(t, one.away if one.winner == one.home else one.home)


def pairing(t: pb.Tournament, number: int) -> str:
    """Who meets in an encounter of the last round; "" if there is no such encounter."""
    found = [one for played in t.rounds[-1:] for one in played.encounters if one.number == number]
    return " – ".join(_entrant(t, side) for one in found for side in (one.home, one.away))


def _places(desk: Desk, t: pb.Tournament) -> None:
    place = 1
    for shared in t.places:
        for entrant in shared.entrants:
            desk.out.print(f"{place:>3}. {_entrant(t, entrant)}")
        place += len(shared.entrants)


def _chance(desk: Desk, t: pb.Tournament) -> None:
    if not t.secret:
        tr = f"Kuranın özeti (SHA-256): {t.commitment}"
        en = f"Hash of the lots' secret (SHA-256): {t.commitment}"
    elif not t.rounds:
        return
    elif check_lots(t):
        tr, en = "Kura denetlendi: açıklanan sır ve sıra uyuyor.", "Lots checked: the revealed secret gives this order."
    else:
        tr, en = (
            "KURA UYMUYOR: açıklanan sır bu sırayı vermiyor.",
            "THE LOTS DO NOT FIT: the secret gives another order.",
        )
    desk.out.print(desk.say(tr, en), style="dim")
