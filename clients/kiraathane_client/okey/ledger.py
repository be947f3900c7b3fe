"""Why points changed, in words; the sheet of the match."""

from rich.text import Text

from kiraathane.match.v1 import match_pb2
from kiraathane.okey.v1 import okey_pb2 as pb
from kiraathane_client.meld_table import BAD, GOOD, outcome, signed
from kiraathane_client.names import seat_name
from kiraathane_client.terminal import Look
from kiraathane_client.trick_table import sheet as columns

SEATS = 4
_NAME = 14  # columns of a name in the sheet
_REASONS = {
    "COLLECT": ("serdiği taşları topladı", "collected the staged tiles"),
    "FAILED_COMMIT": ("açış tutmadı", "the opening failed"),
    "HAND_VOID": ("el geçersiz, ceza silindi", "the hand is void, the fine is taken back"),
    "ISLER_DISCARD": ("işler taş attı", "discarded a tile that lays off"),
    "NOT_OPENED": ("el açmadı", "never opened"),
    "OKEY_DISCARD": ("okey attı", "discarded an okey"),
    "PAIR_OPENER_LEFT": ("çift açtı, elinde kalan", "opened pairs, tiles left"),
    "PARTNER_FINISHED": ("eşi bitirdi", "the partner finished"),
    "SERIES_OPENER_LEFT": ("seri açtı, elinde kalan", "opened runs, tiles left"),
    "SIDE_RETURNED": ("yan taşı geri bıraktı", "gave the side tile back"),
}
EVENTS = {"COLLECT", "FAILED_COMMIT", "ISLER_DISCARD", "OKEY_DISCARD", "SIDE_RETURNED"}
"""What is fined while a hand is played."""

_SHOWN = 16  # lines of the ledger that fit a screen

_FINISHES = {
    pb.FINISH_OKEY: ("okeyle", "with an okey"),
    pb.FINISH_PAIRS: ("çiftten", "with pairs"),
    pb.FINISH_ELDEN: ("elden", "at one stroke"),
    pb.FINISH_DEVAM: ("devamla", "with both okeys"),
}


def reason_text(line: match_pb2.LedgerLine, look: Look) -> str:
    """`işler taş attı (8.12)`."""
    tr, en = ("bitirdi", "finished") if line.reason.startswith("FINISH") else _REASONS.get(line.reason, ("", ""))
    return look.say(f"{tr or line.reason} ({line.clause})", f"{en or line.reason} ({line.clause})")


def line_text(info: match_pb2.MatchInfo, line: match_pb2.LedgerLine, look: Look) -> Text:
    """`Bora +101  işler taş attı (8.12)`."""
    points = signed(line.points)
    style = BAD if line.points > 0 else GOOD if line.points < 0 else ""
    name = (seat_name(info, line.seat), "bold")
    return Text.assemble(name, " ", (points, style), "  ", (reason_text(line, look), "dim"))


def fines(update: pb.MatchUpdate, look: Look) -> Text:
    """Why the points are what they are: the last lines of the match's ledger."""
    lines = [line_text(update.info, line, look) for line in update.info.score.ledger]
    none = look.say("Daha ceza da sayı da yok.", "There are no fines and no points yet.")
    return Text("\n").join(lines[-_SHOWN:]) if lines else Text(none)


def last_hand(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """How the hand before went; nothing in the first."""
    if not update.view.sheet:
        return []
    hand, info = update.view.sheet[-1], update.info
    head = look.say("Önceki el: ", "Last hand: ") + _how(info, hand, look)
    return outcome(head, [seat_name(info, seat) for seat in range(SEATS)], hand.points, look)


def sheet(update: pb.MatchUpdate, look: Look) -> Text:
    """A line for each hand that is over: points by seat, who finished and how; then the totals, teams' too."""
    view, info = update.view, update.info
    head = [look.say("el", "hand"), *(_short(info, seat) for seat in range(SEATS)), ""]
    rows = []
    number = 0
    for hand in view.sheet:
        number += not hand.void
        name = look.say("geçersiz", "void") if hand.void else str(number)
        rows.append([name, *(str(points) for points in hand.points), _how(info, hand, look)])
    if view.fines:
        running = [sum(line.points for line in view.fines if line.seat == seat) for seat in range(SEATS)]
        rows.append([look.say("şimdi", "now"), *map(str, running), look.say("cezalar", "fines")])
    totals = [seat.points for seat in view.seats]
    rows.append([look.say("toplam", "total"), *map(str, totals), ""])
    lines = columns(head, rows)
    if view.terms.partners:
        lines.append(Text(teams_text(update, look)))
    return Text("\n").join(lines)


def teams_text(update: pb.MatchUpdate, look: Look) -> str:
    """`Ayşe + Can 101, Bora + Deniz 303`."""
    info, seats = update.info, update.view.seats
    teams = (f"{seat_name(info, a)} + {seat_name(info, a + 2)} {seats[a].points + seats[a + 2].points}" for a in (0, 1))
    return look.say("Takımlar: ", "Teams: ") + ", ".join(teams)


def finish_text(finish: tuple[pb.Finish.ValueType, ...], look: Look) -> str:
    """`okeyle, elden`; empty for a normal finish."""
    return ", ".join(look.say(*_FINISHES[kind]) for kind in finish)


def _how(info: match_pb2.MatchInfo, hand: pb.OkeyHand, look: Look) -> str:
    if hand.void or not hand.HasField("finisher"):
        return look.say("bitiren yok", "nobody finished")
    how = finish_text(tuple(hand.finish), look)
    name = _short(info, hand.finisher)
    return look.say(f"{name} bitirdi", f"{name} finished") + (f" ({how})" if how else "")


def _short(info: match_pb2.MatchInfo, seat: int) -> str:
    name = seat_name(info, seat)
    return name if len(name) <= _NAME else name[: _NAME - 1] + "."
