"""The record of a match: fetching it, and checking that everything in it fits."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from rich.text import Text

from kiraathane.match.v1 import match_pb2
from kiraathane_client.cli.desk import Desk, ExpectedFailure
from kiraathane_client.cli.rules import ending, games
from kiraathane_client.cli.verdict import in_words, of_file
from kiraathane_client.commitments import Commitments, FileCommitments
from services.kernel import record as records
from services.kernel.orders import Order, OrderKind

_ORDERS: Final = {
    OrderKind.FREEZE: ("maçı durdurdu", "froze the match"),
    OrderKind.THAW: ("maçı sürdürdü", "let the match go on"),
    OrderKind.REWIND: ("maçı {back_to}. sürüme geri aldı", "took the match back to version {back_to}"),
    OrderKind.VOID: ("maçı bozdu", "broke the match up"),
    OrderKind.END: ("maçı bitirdi", "ended the match"),
}


class Checked(msgspec.Struct, frozen=True):
    """What was found: sentences about what fits, and about what does not."""

    fits: tuple[str, ...]
    problems: tuple[str, ...]

    @property
    def ok(self) -> bool:
        return not self.problems


async def fetch(desk: Desk, name: str, form: str, family: str, output: Path | None) -> None:
    """Writes the record to `output`, or to standard output."""
    async with desk.client() as client:
        await desk.sit_in(client)
        match = await desk.find_match(client, name, family)
        document = await match.record(form)
    if output is None:
        sys.stdout.buffer.write(document.content)
        return
    await asyncio.to_thread(_save, desk, document, output)


def _save(desk: Desk, document: match_pb2.RecordDocument, output: Path) -> None:
    target = output / document.file_name if output.is_dir() else output
    try:
        target.write_bytes(document.content)
    except OSError as error:
        raise ExpectedFailure(
            desk.say(
                f"{target} yazılamadı: {of_file(desk, error)}", f"{target} cannot be written: {of_file(desk, error)}"
            )
        ) from None
    desk.err.print(
        desk.say(f"Yazıldı: {target} ({document.media_type})", f"Written: {target} ({document.media_type})"),
        soft_wrap=True,
    )


def verify(desk: Desk, file: Path) -> bool:
    """Says what was checked in a record and what came of it; True if everything fits."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise ExpectedFailure(
            desk.say(f"{file} okunamadı: {of_file(desk, error)}", f"{file} cannot be read: {of_file(desk, error)}")
        ) from None
    checked = check(desk, data, FileCommitments())
    good, bad = ("+", "!") if desk.ascii else ("✓", "✗")
    for sentence in checked.fits:
        desk.out.print(Text.assemble((f" {good} ", "bold green"), sentence))
    for sentence in checked.problems:
        desk.out.print(Text.assemble((f" {bad} ", "bold red"), sentence))
    tr, en = (
        ("Tutanak doğru.", "The record is right.") if checked.ok else ("Tutanak tutmuyor.", "The record does not fit.")
    )
    desk.out.print(desk.say(tr, en), style="bold green" if checked.ok else "bold red")
    return checked.ok


def check(desk: Desk, data: bytes, commitments: Commitments) -> Checked:
    """Plays the record again, offline, and compares it with what this machine remembers of the match."""
    try:
        record = records.read(data)
    except ValueError as error:
        return Checked((), (desk.say("bu bir maç tutanağı değil", f"this is not a match record: {error}"),))
    game = games().get(record.family)
    if game is None:
        tr, en = f"bu program {record.family} oyununu bilmiyor", f"this program does not know the game {record.family}"
        return Checked((), (desk.say(tr, en),))
    try:
        verdict = records.verify(record, game)
    except ValueError as error:
        return Checked((), (desk.say("tutanak oynatılamıyor", f"the record cannot be played: {error}"),))
    fits, problems = _remembered(desk, record, commitments)
    if verdict.ok:
        fits = (*_replayed(desk, record, verdict), *fits)
    found = (in_words(desk, problem, record.family) for problem in verdict.problems)
    return Checked(fits, (*found, *problems))


def told_points(points: Sequence[int]) -> str:
    """`3-1`; where some are below 0, `403 / -119 / -399 / 380`."""
    return ("-" if min(points, default=0) >= 0 else " / ").join(map(str, points))


def _replayed(desk: Desk, record: records.Record, verdict: records.Verdict) -> tuple[str, ...]:
    say = desk.say
    nonces = sum(1 for seat in record.seats if seat.nonce)
    points, why = told_points(record.score.points), ending(record.family, record.cause)
    return (
        say(
            f"Gizli sayının özeti, maçtan önce yayımlanan özetle aynı ({record.commitment[:16]}…).",
            f"The secret has the hash that was published before the match ({record.commitment[:16]}…).",
        ),
        say(
            f"{verdict.outcomes} zar ve karmanın hepsi gizli sayıdan ve {nonces} oyuncunun katkısından çıkıyor.",
            f"All {verdict.outcomes} rolls and shuffles follow from the secret and what {nonces} players added to it.",
        ),
        say(
            f"{verdict.events} olayın hepsi kurallara göre yeniden oynatıldı; hiçbiri kural dışı değil.",
            f"All {verdict.events} events were played again by the rules; none breaks one.",
        ),
        *(_ordered(desk, version, order) for version, order in verdict.orders),
        say(
            f"Sonuç ve sayılar bununla aynı: {points} ({why.tr}).",
            f"The result and the points come out the same: {points} ({why.en}).",
        ),
    )


def _ordered(desk: Desk, version: int, order: Order) -> str:
    tr, en = _ORDERS[order.kind]
    tr, en = tr.format(back_to=order.back_to), en.format(back_to=order.back_to)
    return desk.say(
        f"{version}. sürümde bir yönetici {tr}: {order.word}", f"With version {version} a moderator {en}: {order.word}"
    )


def _remembered(
    desk: Desk, record: records.Record, commitments: Commitments
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What this machine remembered before the match was over, held against the record: what fits, what does not."""
    say = desk.say
    try:
        known = commitments.recall(record.match)
    except ValueError:
        return (), (say(f"«{record.match}» bir maç adı değil", f"“{record.match}” is not the name of a match"),)
    if known is None:
        tr = "Bu makine bu maçı oynanırken görmedi; özet yalnızca tutanağın kendisiyle karşılaştırıldı."
        return (say(tr, "This machine did not see the match while it was played; the hash is the record's own."),), ()
    fits, problems = [], []
    if known.commitment == record.commitment:
        tr, en = (
            "Özet, bu makinenin maç sürerken gördüğü özet.",
            "The hash is the one that this machine saw before the end.",
        )
        fits.append(say(tr, en))
    else:
        tr = f"özet, bu makinenin maç sürerken gördüğü özet değil ({known.commitment[:16]}…)"
        problems.append(
            say(tr, f"the hash is not the one that this machine saw before the end ({known.commitment[:16]}…)")
        )
    if known.nonce and any(seat.nonce == known.nonce for seat in record.seats):
        fits.append(say("Sizin eklediğiniz sayı şansa katılmış.", "What you added to the chance is in it."))
    elif known.nonce:
        problems.append(say("sizin eklediğiniz sayı şansa katılmamış", "what you added to the chance is not in it"))
    return tuple(fits), tuple(problems)
